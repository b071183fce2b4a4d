package study

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// A Plan is an account of what a study has, and of what it takes to the end.
type Plan struct {
	Name                        string
	Units, Done, Failed, Broken int
	Costs                       []Cost  // of each method at each place
	Seconds                     float64 // to the end, on the processors of this machine; NaN where nothing is known
	Bytes                       float64 // that units at once take at most, by the methods that can tell
	Room                        float64 // bytes that there are
}

// A Cost is the time of a method at a problem and a size.
type Cost struct {
	Problem string
	Train   int
	Method  string
	Seconds float64 // of one unit, the mean of those that were run; extrapolated where none was
	Known   bool    // whether one was run
	Left    int     // units without a result
}

// MakePlan counts the units of the design, in the folder dir, and estimates how long the rest takes. For that it computes the
// first unit of each method on each problem at each size, the small sizes first, until so many seconds have gone: their results are kept, and are part of the
// study. The time of a size that was not tried follows from the largest one that was, by the third power of the number of rows.
func MakePlan(ctx context.Context, d Design, dir string, seconds float64) (*Plan, error) {
	r, err := prepare(d, dir)
	if err != nil {
		return nil, err
	}
	err = r.pilot(ctx, seconds)
	if err != nil {
		return nil, err
	}
	return r.Plan(), nil
}

// pilot computes one unit of each kind for which there is none, until the time is over.
func (r *Results) pilot(ctx context.Context, seconds float64) error {
	var asked []Unit
	for _, u := range r.units {
		if u.Rep == 0 && !r.anyOf(u) {
			asked = append(asked, u)
		}
	}
	slices.SortStableFunc(asked, func(a, b Unit) int { return a.Train - b.Train })
	end := time.Now().Add(time.Duration(seconds * float64(time.Second)))
	for len(asked) > 0 && time.Now().Before(end) {
		some := asked[:min(len(asked), runtime.GOMAXPROCS(0))]
		asked = asked[len(some):]
		if err := r.compute(ctx, some); err != nil {
			return err
		}
	}
	return nil
}

// anyOf reports whether some repetition of a unit has a result.
func (r *Results) anyOf(u Unit) bool {
	for u.Rep = range r.design.Reps {
		if r.all[u] != nil {
			return true
		}
	}
	return false
}

// Plan returns the account of the results that there are.
func (r *Results) Plan() *Plan {
	p := &Plan{Name: r.design.Name, Units: len(r.units), Done: len(r.all), Failed: len(r.Failed()), Broken: len(r.broken)}
	for _, problem := range r.design.Problems {
		for _, m := range r.design.Methods {
			p.Costs = append(p.Costs, r.costs(problem, m.Name)...)
		}
	}
	for _, c := range p.Costs {
		if c.Left > 0 {
			p.Seconds += float64(c.Left) * c.Seconds
		}
	}
	p.Seconds /= float64(runtime.GOMAXPROCS(0))
	p.Bytes, p.Room = r.needs()
	return p
}

// costs returns the costs of a method at the sizes of a problem.
func (r *Results) costs(p Problem, method string) []Cost {
	all := make([]Cost, len(p.Train))
	for i, n := range p.Train {
		c := Cost{Problem: p.Name, Train: n, Method: method}
		sum, count := 0.0, 0.0
		for rep := range r.design.Reps {
			own := r.all[Unit{p.Name, n, rep, method}]
			if own == nil {
				c.Left++
				continue
			}
			sum += own.Seconds
			count++
		}
		c.Seconds, c.Known = sum/count, count > 0
		all[i] = c
	}
	for i := range all {
		if all[i].Known {
			continue
		}
		nearest := -1
		for j, c := range all {
			if c.Known && (nearest < 0 || c.Train > all[nearest].Train) {
				nearest = j
			}
		}
		if nearest >= 0 {
			all[i].Seconds = all[nearest].Seconds * math.Pow(float64(all[i].Train)/float64(all[nearest].Train), 3)
		}
	}
	return all
}

// needs returns the largest memory of the NVSD methods, times the number of units at once, and the room that there is.
func (r *Results) needs() (bytes, room float64) {
	room = nvsd.Needs{}.Room()
	for _, p := range r.design.Problems {
		data, err := r.design.replication(p, slices.Max(p.Train), 0)
		if err != nil {
			continue // the units say why
		}
		for _, m := range r.design.Methods {
			if own, is := m.Fit.(NVSD); is {
				bytes = max(bytes, own.Spec.Needs(data.Train.N(), data.Train.D(), max(own.Taus, 1), 0).Bytes)
			}
		}
	}
	return bytes * float64(runtime.GOMAXPROCS(0)), room
}

// Report returns the counts, and the cost of each method where it takes longest.
func (p *Plan) Report() report.Report {
	t := report.Table{
		Title:   fmt.Sprintf("%s: %d of %s done, %d of them failed", p.Name, p.Done, report.Plural(p.Units, "unit"), p.Failed),
		Columns: report.Columns("method", "problem", "n", "seconds a unit", "units left", ""),
	}
	for _, c := range p.Costs {
		var how any
		if !c.Known {
			how = "not tried: extrapolated"
		}
		t.Rows = append(t.Rows, []any{c.Method, c.Problem, c.Train, report.Known(c.Seconds), c.Left, how})
	}
	switch {
	case math.IsNaN(p.Seconds):
		t.Notes = append(t.Notes, "how long the rest takes is not known: some methods were not tried")
	case p.Done < p.Units:
		t.Notes = append(t.Notes, fmt.Sprintf("the rest takes about %s on this machine", inWords(p.Seconds)))
	}
	if p.Bytes > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("memory up to %.1f GB, of %.0f GB that there are", math.Max(p.Bytes/1e9, 0.1), p.Room/1e9))
	}
	if p.Bytes > p.Room {
		t.Warnings = append(t.Warnings, "the units do not fit into memory: take smaller sizes, or random features (Features of the Spec)")
	}
	if p.Broken > 0 {
		t.Warnings = append(t.Warnings, fmt.Sprintf("%s broken, and computed again by a run", report.Plural(p.Broken, "file of a result is")))
	}
	return report.Report{t}
}

// String is the Report as plain text.
func (p *Plan) String() string { return p.Report().String() }

// inWords returns a time in a phrase.
func inWords(seconds float64) string {
	switch {
	case seconds < 90:
		return fmt.Sprintf("%.0f s", math.Ceil(seconds))
	case seconds < 5400:
		return fmt.Sprintf("%.0f minutes", seconds/60)
	}
	return fmt.Sprintf("%.1f hours", seconds/3600)
}
