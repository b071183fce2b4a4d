package study

import (
	"fmt"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Join puts the results of several designs side by side: its tables and charts have the problems of all, in the order of the
// parts. Methods are the same if they have the same name; a method that a part has not has a dash at its problems. So a table can
// have a column for each data set though each has a kernel, or groups, of its own. The parts must have problems of different
// names, and as many repetitions. Joined results are not saved; their parts are.
func Join(name string, parts ...*Results) (*Results, error) {
	if len(parts) == 0 {
		return nil, fmt.Errorf("study: Join: there are no parts")
	}
	joined := &Results{design: Design{Name: name, Reps: parts[0].design.Reps, Seed: parts[0].design.Seed}, all: map[Unit]*Result{}, broken: map[Unit]bool{}}
	d := &joined.design
	archived := 0
	for _, r := range parts {
		if r.design.Reps != d.Reps {
			return nil, fmt.Errorf("study: Join: %q has %s, and %q has %d", r.design.Name, report.Plural(r.design.Reps, "repetition"), parts[0].design.Name, d.Reps)
		}
		for _, p := range r.design.Problems {
			if slices.ContainsFunc(d.Problems, func(other Problem) bool { return other.Name == p.Name }) {
				return nil, fmt.Errorf("study: Join: two of the parts have a problem %q: give each a name of its own", p.Name)
			}
			d.Problems = append(d.Problems, p)
		}
		for _, m := range r.design.Methods {
			if !slices.ContainsFunc(d.Methods, func(other Method) bool { return other.Name == m.Name }) {
				d.Methods = append(d.Methods, m)
			}
		}
		for _, name := range r.design.Ours {
			if !slices.Contains(d.Ours, name) {
				d.Ours = append(d.Ours, name)
			}
		}
		joined.units = append(joined.units, r.units...)
		for u, own := range r.all {
			joined.all[u] = own
		}
		for u := range r.broken {
			joined.broken[u] = true
		}
		if r.archive != nil && r.archive.Program == parts[0].program() {
			archived++
		}
	}
	if archived == len(parts) {
		joined.archive = parts[len(parts)-1].archive
	}
	return joined, nil
}

// program returns the program that has computed stored results; "" where they are not from one file.
func (r *Results) program() string {
	if r.archive == nil {
		return ""
	}
	return r.archive.Program
}
