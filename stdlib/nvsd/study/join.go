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
	var archives []*archiveHead
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
		archives = append(archives, r.archive)
	}
	if !slices.Contains(archives, nil) {
		joined.archive = together(archives)
	}
	return joined, nil
}

// together returns the head of several files of results: their programs, and the last day.
func together(heads []*archiveHead) *archiveHead {
	all := *heads[0]
	all.Programs = nil
	for _, head := range heads {
		if head.Written.After(all.Written) {
			all.Written = head.Written
		}
		all.Programs = append(all.Programs, head.Programs...)
	}
	slices.Sort(all.Programs)
	all.Programs = slices.Compact(all.Programs)
	return &all
}
