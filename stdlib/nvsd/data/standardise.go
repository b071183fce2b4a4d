package data

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// A Scaling holds a shift and a scale of each of some columns, estimated on one Frame, by which
// others are scaled:
//
//	z = (x - Mean) / SD
//
// Models scale the inputs themselves (see nvsd.Scale). A Scaling is for what is computed beside
// them, and for a target.
type Scaling struct {
	Names []string
	Mean  []float64 // in the units of the columns
	SD    []float64 // divisor n-1, and 1 for a column that is constant
}

// Scaling returns the means and standard deviations of the named columns, or without names of
// the inputs that are numeric or integer. Missing cells are left out.
func (f *Frame) Scaling(names ...string) (Scaling, error) {
	at, err := f.indices("Scaling", names)
	if err != nil {
		return Scaling{}, err
	}
	if len(names) == 0 {
		at = slices.DeleteFunc(f.used(), func(j int) bool {
			return f.columns[j].kind > Integer || f.isTarget(f.columns[j].name)
		})
	}
	var s Scaling
	for _, j := range at {
		c := f.columns[j]
		if c.kind > Integer {
			return Scaling{}, fmt.Errorf("data: Scaling: the column %q is %v: name columns of numbers", c.name, c.kind)
		}
		known := slices.DeleteFunc(slices.Clone(c.values), math.IsNaN)
		if len(known) == 0 {
			return Scaling{}, fmt.Errorf("data: Scaling: all cells of the column %q are missing: leave it out", c.name)
		}
		mean, sd := known[0], 1.0
		if len(known) > 1 && slices.Min(known) < slices.Max(known) {
			mean, sd = stat.MeanStdDev(known, nil)
		}
		s.Names, s.Mean, s.SD = append(s.Names, c.name), append(s.Mean, mean), append(s.SD, sd)
	}
	return s, nil
}

// Apply returns the Frame with the columns of the Scaling scaled by it.
func (s Scaling) Apply(f *Frame) (*Frame, error) {
	return f.scaled("Scaling.Apply", s, func(v, mean, sd float64) float64 { return (v - mean) / sd })
}

// Undo undoes Apply, up to rounding.
func (s Scaling) Undo(f *Frame) (*Frame, error) {
	return f.scaled("Scaling.Undo", s, func(v, mean, sd float64) float64 { return v*sd + mean })
}

func (f *Frame) scaled(verb string, s Scaling, value func(v, mean, sd float64) float64) (*Frame, error) {
	if f == nil {
		return nil, fmt.Errorf("data: %s: there is no Frame (nil): was this part of the split asked for?", verb)
	}
	if len(s.Mean) != len(s.Names) || len(s.SD) != len(s.Names) {
		return nil, fmt.Errorf("data: %s: the Scaling has %s, %d means and %d standard deviations: take what Frame.Scaling returns", verb, report.Plural(len(s.Names), "name"), len(s.Mean), len(s.SD))
	}
	at, err := f.indices(verb, s.Names)
	if err != nil {
		return nil, err
	}
	g := f.copy()
	for k, j := range at {
		c := f.columns[j]
		mean, sd := s.Mean[k], s.SD[k]
		switch {
		case c.kind > Integer:
			return nil, fmt.Errorf("data: %s: the column %q is %v here, and was one of numbers where the Scaling comes from", verb, c.name, c.kind)
		case !finite(mean) || !finite(sd) || sd <= 0:
			return nil, fmt.Errorf("data: %s: the Scaling of %q has mean %v and standard deviation %v: both must be finite, and the latter positive", verb, c.name, mean, sd)
		case c.name == f.target && f.classes != nil:
			return nil, fmt.Errorf("data: %s: the target %q is one of classes, which have no scale", verb, c.name)
		}
		values := make([]float64, f.n)
		for i, v := range c.values {
			values[i] = value(v, mean, sd)
		}
		g.columns[j].kind, g.columns[j].values, g.columns[j].dated = Numeric, values, nil // which have another unit
	}
	g.lay()
	return g.step(f, Step{Verb: verb, Names: slices.Clone(s.Names), Values: slices.Concat(s.Mean, s.SD)}), nil
}
