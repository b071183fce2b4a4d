// Package nvsdtest checks penalties, kernels and losses that users have written against the
// contracts of packages penalty, kern and loss, on random draws.
//
// In a notebook the last line of a cell shows the report:
//
//	nvsdtest.Penalty(penalty.Separable(math.Log1p), 18)
//
// In a Go test, [Check] reports what does not hold as errors:
//
//	nvsdtest.Check(t, nvsdtest.Kernel(mine, 5))
package nvsdtest

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// A Report lists the claims about a penalty, a kernel or a loss with their outcomes.
type Report struct {
	Subject string // its String method, or else its type
	Inputs  int    // d; 0 for a loss
	Targets int    // the number of targets that a loss was tried on; else 0
	Seed    uint64
	Draws   int // how many random cases each claim was tried on, at most
	Claims  []Claim

	// Remark is a property of Subject that matters although every claim holds, or "": that a
	// penalty never selects.
	Remark string

	// Heard are the optional methods that Subject has, such as Convex; Lacking are
	// those that it lacks.
	Heard, Lacking []string

	// Curves shows Subject along one input. They are nil where it panics or is not finite.
	Curves *report.Curves
	// Path is a path on the data of [Given]; nil without data, or where it fails.
	Path *nvsd.Path

	fit func(change func(nvsd.Spec) nvsd.Spec) (*nvsd.Path, error) // a path on the given data; nil without
}

// A Claim is one thing that should hold.
type Claim struct {
	Name   string
	Holds  bool   // no draw contradicts it
	Detail string // a counterexample, where it does not hold; else a remark or ""
}

// Holds reports whether every claim holds.
func (r Report) Holds() bool { return len(r.Failures()) == 0 }

// Failures returns the claims that do not hold.
func (r Report) Failures() []Claim {
	var failures []Claim
	for _, c := range r.Claims {
		if !c.Holds {
			failures = append(failures, c)
		}
	}
	return failures
}

// what names the subject, and says on how much it was tried.
func (r Report) what() string {
	if r.Targets > 0 {
		return fmt.Sprintf("%s on %s", r.Subject, report.Plural(r.Targets, "target"))
	}
	return fmt.Sprintf("%s on %d inputs", r.Subject, r.Inputs)
}

// methods lists the optional methods that were found on Subject; "" for none.
func (r Report) methods() string {
	var parts []string
	if len(r.Heard) > 0 {
		parts = append(parts, "it says more of itself by "+strings.Join(r.Heard, ", "))
	}
	if len(r.Lacking) > 0 {
		parts = append(parts, "it may have, and has not, "+strings.Join(r.Lacking, ", "))
	}
	return strings.Join(parts, "; ")
}

// Report returns the claims as a table, a row each; the curves; and the path on the given
// data, with tau_max.
func (r Report) Report() report.Report {
	verdict := fmt.Sprintf("all %d claims hold", len(r.Claims))
	if n := len(r.Failures()); n > 0 {
		verdict = fmt.Sprintf("%d of %d claims do not hold", n, len(r.Claims))
	}
	t := report.Table{
		Title:   fmt.Sprintf("%s: %s", r.what(), verdict),
		Columns: report.Columns("", "claim", "remark or counterexample"),
		Notes:   []string{fmt.Sprintf("%d draws, seed %d", r.Draws, r.Seed)},
	}
	if said := r.methods(); said != "" {
		t.Notes = append(t.Notes, said)
	}
	if r.Remark != "" {
		t.Title += "; but it never selects"
		t.Notes = append([]string{r.Remark}, t.Notes...)
	}
	for _, c := range r.Claims {
		mark := report.Mark{Sign: report.Tick, Word: "holds"}
		if !c.Holds {
			mark = report.Mark{Sign: report.Cross, Word: "FAILS"}
		}
		t.Rows = append(t.Rows, []any{mark, c.Name, c.Detail})
	}
	all := report.Report{t}
	if r.Curves != nil {
		all = append(all, *r.Curves)
	}
	if r.Path != nil {
		all = append(all, r.Path.Report()...)
	}
	return all
}

// String is the table of the Report method as plain text.
func (r Report) String() string { return r.Report().String() }

// TB is the part of *testing.T that [Check] uses.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
}

// Check reports every claim that does not hold as an error of the test.
func Check(t TB, r Report) {
	t.Helper()
	for _, c := range r.Failures() {
		t.Errorf("%s (seed %d): %s: %s", r.what(), r.Seed, c.Name, c.Detail)
	}
}

// An Option is a setting of the draws.
type Option func(*Report)

// Seed sets the seed of the draws, which is 1 by default.
func Seed(seed uint64) Option { return func(r *Report) { r.Seed = seed } }

// Draws sets the number of random cases of every claim, 200 by default.
func Draws(n int) Option { return func(r *Report) { r.Draws = n } }

func newReport(subject any, d int, options []Option) *Report {
	r := &Report{Subject: fmt.Sprintf("%T", subject), Inputs: d, Seed: 1, Draws: 200}
	if s, ok := subject.(fmt.Stringer); ok {
		r.Subject = s.String()
	}
	for _, option := range options {
		option(r)
	}
	return r
}

// claim tries a claim on a number of draws, each from a generator of its own, and
// records it. try returns a counterexample, or "" where the claim holds. A panic counts
// as a counterexample.
func (r *Report) claim(name string, draws int, try func(rng *rand.Rand) string) {
	c := Claim{Name: name, Holds: true}
	for i := range draws {
		c.Detail = guarded(rand.New(rand.NewPCG(r.Seed, uint64(i))), try)
		if c.Detail != "" {
			c.Holds = false
			break
		}
	}
	r.Claims = append(r.Claims, c)
}

// remark adds a remark to the last claim, if that holds.
func (r *Report) remark(text string) {
	if c := &r.Claims[len(r.Claims)-1]; c.Holds {
		c.Detail = text
	}
}

func guarded(rng *rand.Rand, try func(*rand.Rand) string) (found string) {
	defer func() {
		if cause := recover(); cause != nil {
			found = fmt.Sprintf("panics: %v", cause)
		}
	}()
	return try(rng)
}
