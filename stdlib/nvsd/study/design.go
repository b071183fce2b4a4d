package study

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/spelling"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
)

// A Design declares a study. It is a value, and can be written as JSON and read from it. Types of cells are written with their source.
// A type with a method Key() string is written by its Key, and is run in the notebook alone.
type Design struct {
	Name     string
	Problems []Problem
	Methods  []Method

	// Refit is the kernel ridge regression on the inputs that a System selects: its kernel, scaling, intercept, width rule
	// and nus. Without a kernel, systems predict by themselves.
	Refit nvsd.Spec

	// Ours are methods that tables underline where they are better than all other methods by more than chance: where
	// the signed-rank test of each pair, over the repetitions, has p below 0.05.
	Ours []string

	Reps int    // repetitions of every problem at every size
	Seed uint64 // from which all others follow
}

// check reports a part of the design that is missing or impossible.
func (d Design) check() error {
	err := d.firstMistake()
	if err != nil {
		return fmt.Errorf("study: %q: %w", d.Name, err)
	}
	return nil
}

func (d Design) firstMistake() error {
	switch {
	case d.Name == "":
		return fmt.Errorf("the design has no name")
	case len(d.Problems) == 0:
		return fmt.Errorf("the design has no problems")
	case len(d.Methods) == 0:
		return fmt.Errorf("the design has no methods")
	case d.Reps < 1:
		return fmt.Errorf("%d repetitions: at least one is needed", d.Reps)
	}
	var problems, methods []string
	for _, p := range d.Problems {
		if err := p.check(); err != nil {
			return err
		}
		if slices.Contains(problems, p.Name) {
			return fmt.Errorf("there are two problems %q: give each a name of its own", p.Name)
		}
		problems = append(problems, p.Name)
	}
	for _, m := range d.Methods {
		switch {
		case m.Name == "":
			return fmt.Errorf("a method has no name")
		case m.Fit == nil:
			return fmt.Errorf("the method %q has no Fit, such as study.NVSD{Spec: spec} or study.System{Of: baseline.SpAM{}}", m.Name)
		case slices.Contains(methods, m.Name):
			return fmt.Errorf("there are two methods %q: give each a name of its own", m.Name)
		}
		methods = append(methods, m.Name)
	}
	for _, name := range d.Ours {
		if !slices.Contains(methods, name) {
			return fmt.Errorf("Ours names %q, which is no method: %sthe methods are %s", name, spelling.Question(name, methods), strings.Join(methods, ", "))
		}
	}
	return nil
}

// Excerpt returns the design with its first repetitions alone. Where training sizes are named, the problems have these alone,
// and those that have none of them are left out. A unit has the same numbers in the excerpt and in the whole.
func (d Design) Excerpt(reps int, train ...int) Design {
	d.Reps = min(reps, d.Reps)
	if len(train) == 0 {
		return d
	}
	problems := d.Problems
	d.Problems = nil
	for _, p := range problems {
		p.Train = slices.DeleteFunc(slices.Clone(p.Train), func(n int) bool { return !slices.Contains(train, n) })
		if len(p.Train) > 0 {
			d.Problems = append(d.Problems, p)
		}
	}
	return d
}

// problem returns the problem of a name.
func (d Design) problem(name string) (Problem, error) {
	names := make([]string, len(d.Problems))
	for i, p := range d.Problems {
		if p.Name == name {
			return p, nil
		}
		names[i] = p.Name
	}
	return Problem{}, fmt.Errorf("study: %q has no problem %q: %sthere are %s", d.Name, name, spelling.Question(name, names), strings.Join(names, ", "))
}

// Replication draws the data of a problem of n training rows, of the repetition rep, from 0. They are those that every
// method is fitted to.
func (d Design) Replication(problem string, n, rep int) (*Replication, error) {
	p, err := d.problem(problem)
	if err != nil {
		return nil, err
	}
	if err := p.check(); err != nil {
		return nil, fmt.Errorf("study: %w", err)
	}
	return d.replication(p, n, rep)
}

func (d Design) replication(p Problem, n, rep int) (*Replication, error) {
	r, err := p.draw(n, func(part string) uint64 { return seedOf(d.Seed, p.Name, n, rep, part) })
	if err != nil {
		return nil, err
	}
	r.Refit = d.Refit
	return r, nil
}

// seedOf returns the seed of a part of a replication: the first eight bytes of a SHA-256 of the seed of the study and of
// the names and numbers.
func seedOf(seed uint64, problem string, n, rep int, part string) uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d\x00%s\x00%d\x00%d\x00%s", seed, problem, n, rep, part))
	return binary.BigEndian.Uint64(sum[:])
}

// A Unit is one method on one replication.
type Unit struct {
	Problem string
	Train   int // rows
	Rep     int // from 0
	Method  string
}

// Units returns all units, repetition after repetition, so that a study that has begun has some of everything.
func (d Design) Units() []Unit {
	var all []Unit
	for rep := range d.Reps {
		for _, p := range d.Problems {
			for _, n := range p.Train {
				for _, m := range d.Methods {
					all = append(all, Unit{p.Name, n, rep, m.Name})
				}
			}
		}
	}
	return all
}

// String names the unit, with its repetition from 1.
func (u Unit) String() string {
	return fmt.Sprintf("%s on %s, n = %d, repetition %d", u.Method, u.Problem, u.Train, u.Rep+1)
}
