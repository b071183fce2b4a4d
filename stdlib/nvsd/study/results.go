package study

import (
	"errors"
	"fmt"
	"os"
	"slices"
)

// Results are the results of a design, of which some may be missing.
type Results struct {
	design Design
	units  []Unit // all that there are to be
	all    map[Unit]*Result
	broken map[Unit]bool // whose file is not as it was written

	statistic Statistic // of tables; "" is Mean

	blueprint *blueprint // nil where nothing is kept
	store     *store     // nil where nothing is kept, or is in one file
	archive   *archiveHead
}

// Read returns the results of the design that are in the folder, or in a file that [Results.Save] has written; in "" there are
// none.
func Read(d Design, dir string) (*Results, error) {
	if err := d.check(); err != nil {
		return nil, err
	}
	r, err := newResults(d, dir)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(dir); dir != "" && err == nil && info.Mode().IsRegular() {
		r.store = nil
		return r, r.readArchive(dir)
	}
	return r, r.look(r.units)
}

// readArchive takes the results of the design from a file.
func (r *Results) readArchive(path string) error {
	all, head, err := readArchive(path)
	if err != nil {
		return fmt.Errorf("study: %w", err)
	}
	r.archive = head
	for _, u := range r.units {
		key, err := r.blueprint.key(u)
		if err != nil {
			return err
		}
		if own := all[inArchive(key)]; own != nil {
			own.Unit = u
			r.all[u] = own
		}
	}
	return nil
}

// newResults returns the results of a design before any is read.
func newResults(d Design, dir string) (*Results, error) {
	r := &Results{design: d, units: d.Units(), all: map[Unit]*Result{}, broken: map[Unit]bool{}}
	if dir == "" {
		return r, nil
	}
	var err error
	r.blueprint, err = newBlueprint(d)
	if err != nil {
		return nil, err
	}
	r.store = &store{dir}
	return r, nil
}

// look reads the results of units that have one in the folder.
func (r *Results) look(units []Unit) error {
	if r.store == nil {
		return nil
	}
	for _, u := range units {
		key, err := r.blueprint.key(u)
		if err != nil {
			return err
		}
		own, err := r.store.read(key)
		switch {
		case errors.Is(err, errBroken):
			r.broken[u] = true
		case err != nil:
			return fmt.Errorf("study: %w", err)
		case own != nil:
			own.Unit = u // whose method may have had another name
			r.all[u] = own
		}
	}
	return nil
}

// Design returns the design.
func (r *Results) Design() Design { return r.design }

// Of returns the result of a unit, nil where it is missing.
func (r *Results) Of(u Unit) *Result { return r.all[u] }

// Missing returns the number of units without a result.
func (r *Results) Missing() int { return len(r.units) - len(r.all) }

// Failed returns the units whose method has failed.
func (r *Results) Failed() []*Result {
	var failed []*Result
	for _, u := range r.units {
		if own := r.all[u]; own != nil && own.Err != "" {
			failed = append(failed, own)
		}
	}
	return failed
}

// Broken returns the number of files that were not as they were written.
func (r *Results) Broken() int { return len(r.broken) }

// rulesOf returns the rules of a method, in the order of its outcomes, or before there is one those that it declares.
func (r *Results) rulesOf(method string) []string {
	for _, u := range r.units {
		own := r.all[u]
		if u.Method != method || own == nil || len(own.Outcomes) == 0 {
			continue
		}
		rules := make([]string, len(own.Outcomes))
		for k, row := range own.Outcomes {
			rules[k] = row.Rule
		}
		return rules
	}
	for _, m := range r.design.Methods {
		if fit, is := m.Fit.(NVSD); is && m.Name == method && len(fit.Rules) > 1 {
			rules := make([]string, len(fit.Rules))
			for k, rule := range fit.Rules {
				rules[k] = string(rule)
			}
			return rules
		}
	}
	return []string{""}
}

// Frequencies returns for every input of a problem in how many repetitions a method has selected it. rule is "" where it has one.
func (r *Results) Frequencies(problem string, n int, method, rule string) ([]int, error) {
	p, err := r.design.problem(problem)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(p.Train, n) {
		return nil, fmt.Errorf("study: the problem %q has no training size %d", problem, n)
	}
	data, err := r.design.replication(p, n, 0)
	if err != nil {
		return nil, err
	}
	counts := make([]int, data.Train.D())
	for rep := range r.design.Reps {
		own := r.all[Unit{problem, n, rep, method}]
		if own == nil {
			continue
		}
		for _, row := range own.Outcomes {
			if row.Rule != rule {
				continue
			}
			for _, a := range row.Selected {
				counts[a]++
			}
		}
	}
	return counts, nil
}
