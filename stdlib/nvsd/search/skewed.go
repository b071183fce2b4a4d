package search

import (
	"context"
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

const (
	longTail   = 2.0  // skewness from which on the logarithm of a target is tried
	decisively = 10.0 // log evidence by which it has to be better
)

// skewed returns the reason to take the logarithm of a positive target with a long tail in its place, if that is better by the
// evidence. With the density p(log y) of the logarithms, the density of the targets is p(log y) / prod y_i.
func (plan FindPlan) skewed(ctx context.Context, f *Finding) ([]string, error) {
	y := f.seen.frame.Y()
	if len(y) < fewRows || floats.Min(y) <= 0 || fewDifferent(y) || f.Model.Repeats != nil || stat.Skew(y, nil) < longTail || f.Model.Selection.Evidence == nil {
		return nil, nil
	}
	target := f.Model.Target()
	logged, err := f.seen.frame.With(target, func(r data.Row) float64 { return math.Log(r.Float(target)) })
	if err != nil {
		return nil, err
	}
	m, err := plan.once().chooseIn(ctx, logged, FindTaus, len(f.sight.order))
	if err != nil || m.Selection.Evidence == nil {
		return nil, err
	}
	chosen := chosenOf(logged, m)
	gain := worthOf(m, len(chosen)) - worthOf(f.Model, len(f.chosen))
	for _, v := range y {
		gain -= math.Log(v)
	}
	if gain < decisively {
		return nil, nil
	}
	finds := "in which nothing is found"
	if len(chosen) > 0 {
		finds = "which depends on " + report.Listed(chosen)
	}
	return []string{fmt.Sprintf("%s is positive with a long tail, and the log evidence of its logarithm, %s, is higher by %.3g: take the logarithm in its place", target, finds, gain)}, nil
}

// chosenOf returns the names of the inputs of a model.
func chosenOf(train *data.Frame, m *model.Model) []string {
	var names []string
	terms := problem.TermsOf(train)
	for j, in := range problem.SelectedTerms(terms, m.In) {
		if in {
			names = append(names, terms[j].Name)
		}
	}
	return names
}

// worthOf returns the log evidence of a model with so many inputs, less their price.
func worthOf(m *model.Model, inputs int) float64 {
	e := m.Selection.Evidence
	return math.Max(e.Log-e.Price*float64(inputs), e.Mean)
}
