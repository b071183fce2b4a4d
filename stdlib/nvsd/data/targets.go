package data

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Targets names several columns to predict, of numbers: none of them is an input.
//
//	data.CSV("wells.csv", data.Targets("depth", "yield"))
//
// [Frame.TargetMatrix] has all of them, and Spec.SeveralPath fits a function to each, with one set of inputs. The first is the [Frame.Target], whose values are Y, and the
// others have a role as those of [Group] have. What fits one function refuses the Frame: [Frame.WithTarget] takes one of the targets.
func Targets(names ...string) ReadOption {
	names = slices.Clone(names)
	return func(o *readOptions) {
		o.Target, o.Roles.Targets = "", nil
		for k, name := range names {
			if k == 0 {
				o.Target = name
				continue
			}
			o.Roles.Targets = append(o.Roles.Targets, name)
		}
	}
}

// Targets returns the names of the targets: of [Targets] all, else the one that there is. It is nil without a target.
func (f *Frame) Targets() []string {
	if f.target == "" {
		return nil
	}
	return append([]string{f.target}, f.roles.Targets...)
}

// TargetMatrix returns a copy of the targets, with a row for each of the Frame and a column for each of Targets. It is nil without a target.
func (f *Frame) TargetMatrix() *mat.Dense {
	targets := f.Targets()
	if targets == nil {
		return nil
	}
	y := mat.NewDense(f.n, len(targets), nil)
	for k, name := range targets {
		y.SetCol(k, f.columns[f.find(name)].values)
	}
	return y
}

// WithTargets returns the Frame whose targets are the named columns, of numbers: see [Targets]. They are no longer inputs. A single target before that is not among them becomes an
// input, as by [Frame.WithTarget], and of several those that are not are kept as columns.
func (f *Frame) WithTargets(names ...string) (*Frame, error) {
	if len(names) == 0 {
		return nil, fmt.Errorf("data: WithTargets: no column is named: at least one is needed")
	}
	if _, err := f.indices("WithTargets", names); err != nil {
		return nil, err
	}
	g := f
	if len(f.roles.Targets) > 0 || !slices.Contains(names, f.target) {
		var err error
		g, err = f.WithTarget(names[0])
		if err != nil {
			return nil, err
		}
	}
	if len(names) > 1 && f.classes != nil && slices.Contains(names, f.target) {
		return nil, fmt.Errorf("data: WithTargets: the target %q is one of classes, and several targets are numbers", f.target)
	}
	g = g.copy()
	for _, name := range names {
		j := f.find(name)
		if err := f.checkTarget("WithTargets", j); err != nil {
			return nil, err
		}
		g.roles.forget(name)
		g.inputs = slices.DeleteFunc(g.inputs, func(t term) bool { return t.column == j })
	}
	g.target, g.roles.Targets = names[0], append([]string(nil), names[1:]...)
	g.lay()
	return g.step(f, Step{Verb: "WithTargets", Names: slices.Clone(names)}), nil
}

// checkTarget refuses a column that cannot be a target.
func (f *Frame) checkTarget(verb string, j int) error {
	if c := f.columns[j]; c.kind != Numeric && c.kind != Integer {
		return fmt.Errorf("data: %s: the column %q is %v, and the target must be a number", verb, c.name, c.kind)
	}
	if err := finiteTarget(f.columns[j]); err != nil {
		return fmt.Errorf("data: %s: %w", verb, err)
	}
	return nil
}

// isTarget reports whether a column is one of the targets.
func (f *Frame) isTarget(name string) bool {
	return f.target != "" && (name == f.target || slices.Contains(f.roles.Targets, name))
}

// targetColumns returns the indices of the columns that are targets.
func (f *Frame) targetColumns() []int {
	var at []int
	for _, name := range f.Targets() {
		if j := f.find(name); j >= 0 {
			at = append(at, j)
		}
	}
	return at
}

// targets returns the columns of a table that are targets.
func (p *plan) targets() []int {
	if p.target == none {
		return nil
	}
	at := []int{p.target}
	for _, j := range p.others {
		if slices.Contains(p.o.Roles.Targets, p.names[j]) {
			at = append(at, j)
		}
	}
	return at
}

// checkTargets refuses a target that is named twice, and options that are for one target.
func (o *readOptions) checkTargets() error {
	all := append([]string{o.Target}, o.Roles.Targets...)
	for k, name := range all {
		if slices.Contains(all[:k], name) {
			return fmt.Errorf("the target %q is named twice", name)
		}
	}
	if len(all) > 1 && o.Classes != nil {
		return refuse("there are %d targets, which are numbers, and %v is for one of classes: leave it out, or name one target", len(all), Call{Option: "Classes"})
	}
	return nil
}

// withTargetsFrom returns the Frame in which row i has the targets of row from[i].
func (f *Frame) withTargetsFrom(from []int) *Frame {
	g := f.copy()
	for _, j := range f.targetColumns() {
		g.columns[j].values = make([]float64, f.n)
		for i, row := range from {
			g.columns[j].values[i] = f.columns[j].values[row]
		}
	}
	g.lay()
	g.matrix = f.matrix
	return g
}
