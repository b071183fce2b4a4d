package data

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/internal/spelling"
)

// take takes the step again. dir is that of Rebuild.
func (s Step) take(f *Frame, dir string) (*Frame, error) {
	seed := uint64(0)
	if s.Seed != nil {
		seed = *s.Seed
	}
	switch s.Verb {
	case "Rows":
		return f.Rows(s.Rows...)
	case "Inputs":
		return f.Inputs(s.Names...)
	case "Keep":
		return f.Keep(s.Names...)
	case "Factor":
		return f.Factor(s.Names...)
	case "WithLevels":
		if len(s.Names) > 0 {
			return f.WithLevels(s.Names[0], s.Names[1:]...)
		}
	case "WithClasses":
		if len(s.Values) == 2 {
			return f.WithClasses(s.Values[0], s.Values[1])
		}
	case "WithClass":
		return f.WithClass(s.Text)
	case "WithPermuted":
		g, _, err := f.WithPermuted(seed)
		return g, err
	case "WithKnockoffs":
		g, _, err := f.WithKnockoffs(KnockoffMethod(s.Text), seed)
		return g, err
	case "WithPermutedTarget":
		return f.WithPermutedTarget(seed), nil
	case "WithPermutedGroups":
		return f.WithPermutedGroups(seed)
	case "WithKey":
		return f.WithKey(s.Names...)
	case "WithGroup", "WithTime", "WithWeight", "WithTarget":
		if len(s.Names) == 1 {
			return map[string]func(string) (*Frame, error){"WithGroup": f.WithGroup, "WithTime": f.WithTime, "WithWeight": f.WithWeight, "WithTarget": f.WithTarget}[s.Verb](s.Names[0])
		}
	case "WithTargets":
		return f.WithTargets(s.Names...)
	case "Impute":
		return f.Impute(Filling(s.Text), s.Names...)
	case "DropMissing":
		return f.DropMissing(s.Names...)
	case "Head":
		return f.Head(s.Number)
	case "Tail":
		return f.Tail(s.Number)
	case "WhereExpr":
		return f.WhereExpr(s.Text)
	case "WithExpr":
		if len(s.Names) == 1 {
			return f.WithExpr(s.Names[0], s.Text)
		}
	case "Select":
		return f.Select(s.Names...)
	case "Drop":
		return f.Drop(s.Names...)
	case "Rename":
		return f.Rename(s.Names...)
	case "Sort":
		return f.Sort(s.Names...)
	case "Sample":
		return f.Sample(s.Number, seed)
	case "GroupBy":
		return s.retakeGroups(f)
	case "Bind", "Join", "LeftJoin":
		return s.retakeWith(f, dir)
	case "Scaling.Apply", "Scaling.Undo":
		if len(s.Values) == 2*len(s.Names) {
			of := Scaling{Names: s.Names, Mean: s.Values[:len(s.Names)], SD: s.Values[len(s.Names):]}
			if s.Verb == "Scaling.Apply" {
				return of.Apply(f)
			}
			return of.Undo(f)
		}
	case "Filled":
		g, _, err := f.Filled()
		return g, err
	case "Split":
		return s.retakeSplit(f)
	default:
		return nil, errors.New("this program knows no such step")
	}
	return nil, errors.New("it lacks arguments")
}

// retakeWith takes a step again that has other Frames as arguments.
func (s Step) retakeWith(f *Frame, dir string) (*Frame, error) {
	others := make([]*Frame, len(s.Other))
	for k, o := range s.Other {
		var err error
		others[k], err = o.Rebuild(dir)
		if err != nil {
			return nil, err
		}
	}
	switch {
	case s.Verb == "Bind":
		return f.Bind(others...)
	case len(others) != 1:
		return nil, errors.New("it lacks the second Frame")
	case s.Verb == "Join":
		return f.Join(others[0], s.Names...)
	}
	return f.LeftJoin(others[0], s.Names...)
}

// retakeGroups computes again of groups.
func (s Step) retakeGroups(f *Frame) (*Frame, error) {
	g := f.GroupBy(s.Keys...)
	switch s.Text {
	case "Count":
		return g.Count()
	case "Mean":
		return g.Mean(s.Names...)
	case "Sum":
		return g.Sum(s.Names...)
	case "SD":
		return g.SD(s.Names...)
	case "Min":
		return g.Min(s.Names...)
	case "Max":
		return g.Max(s.Names...)
	case "Median":
		return g.Median(s.Names...)
	}
	return nil, fmt.Errorf("nothing is known that computes %q of groups", s.Text)
}

// retakeSplit returns the part of the split.
func (s Step) retakeSplit(f *Frame) (*Frame, error) {
	if s.Split == nil {
		return nil, errors.New("it does not say how")
	}
	parts, err := f.Split(func(o *splitOptions) { *o = *s.Split })
	if err != nil {
		return nil, err
	}
	for _, p := range parts.parts() {
		if p.name == s.Part && p.frame != nil {
			return p.frame, nil
		}
	}
	return nil, fmt.Errorf("there is no part %q", s.Part)
}

// redraw draws the Frame of a Generator again.
func (o Origin) redraw() (*Frame, error) {
	p, err := Generator(o.Generator, o.Problem)
	if err != nil {
		return nil, fmt.Errorf("data: rebuild: %w", err)
	}
	if o.N > mostDrawnAgain/max(1, p.D()) {
		return nil, fmt.Errorf("data: rebuild: %d rows of %d inputs are more than is drawn again: at most %d numbers are", o.N, p.D(), mostDrawnAgain)
	}
	return p.Draw(o.N, o.Seed)
}

// Generator returns the problem of a type of this package, such as "UAI", whose value is given as JSON: {"Experiment": 1}.
func Generator(name string, value json.RawMessage) (*Problem, error) {
	described := map[string]func(json.RawMessage) (*Problem, error){
		"UAI": described[UAI], "AISTATS": described[AISTATS], "JMLRTable": described[JMLRTable], "Interactions": described[Interactions],
		"Monomials": described[Monomials], "Marginal": described[Marginal], "CompoundSymmetry": described[CompoundSymmetry], "Friedman": described[Friedman],
	}
	of, known := described[name]
	if !known {
		names := slices.Sorted(maps.Keys(described))
		return nil, fmt.Errorf("this program knows no generator %q: %sthere are %s", name, spelling.Question(name, names), quoteList(names))
	}
	return of(value)
}

// mostDrawnAgain is the largest number of draws that rebuild a Frame, 1 GiB of them: the Origin may come
// from a notebook, whose word is not worth all memory.
const mostDrawnAgain = 1 << 27

// described returns the problem of a value that was written as JSON.
func described[T interface{ Problem() (*Problem, error) }](raw json.RawMessage) (*Problem, error) {
	var value T
	if err := json.Unmarshal(raw, &value); err != nil {
		return nil, fmt.Errorf("the description of a %T cannot be read: %w", value, err)
	}
	return value.Problem()
}
