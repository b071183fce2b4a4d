package baseline

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"text/tabwriter"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// A Path is the fits of a system at falling weights.
type Path struct {
	method string
	system system // nil where selects is given
	train  *data.Frame
	models []*Model

	// selects is Select of a system that has a rule of its own; nil where a path is chosen
	// from by its models alone.
	selects func(context.Context, nvsd.Criterion) (*Model, error)
}

// String is the path as a table in plain text.
func (p *Path) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d fits\n", p.method, len(p.models))
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "weight\tinputs\tobjective\tat most above the least")
	known := func(format string, v float64) string {
		if math.IsNaN(v) {
			return ""
		}
		return fmt.Sprintf(format, v)
	}
	for _, m := range p.models {
		fmt.Fprintf(w, "%.4g\t%d\t%s\t%s\n", m.weight, count(m.selected), known("%.6g", m.objective), known("%.1g", m.gap))
	}
	w.Flush()
	return b.String()
}

// Len returns the number of fits.
func (p *Path) Len() int { return len(p.models) }

// Model returns the fit i, of Len.
func (p *Path) Model(i int) *Model { return p.models[i] }

// Method returns the name of the system.
func (p *Path) Method() string { return p.method }

// Weights returns the weights, from the largest down.
func (p *Path) Weights() []float64 {
	weights := make([]float64, len(p.models))
	for i, m := range p.models {
		weights[i] = m.Weight()
	}
	return weights
}

// Select returns the fit of least error by the criterion, of equals the one of fewest
// inputs. In a fold the weights are the same parts of the least weight that takes all inputs
// out, where there is one.
func (p *Path) Select(ctx context.Context, by nvsd.Criterion) (*Model, error) {
	if p.selects != nil {
		return p.selects(ctx, by)
	}
	if len(p.models) == 0 {
		return nil, errors.New("baseline: the path holds no fit")
	}
	sizes := make([]int, len(p.models))
	for i, m := range p.models {
		sizes[i] = count(m.selected)
	}
	judged, err := by.Judge(ctx, p.train, sizes, func(ctx context.Context, part *data.Frame) ([]nvsd.Predictor, error) {
		if part == p.train {
			return predictors(p.models), nil
		}
		again, err := path(ctx, p.system, part, len(p.models))
		if err != nil {
			return nil, err
		}
		return predictors(again.models), nil
	})
	if err != nil {
		return nil, err
	}
	m := *p.models[judged.Chosen]
	m.chosen = &Choice{By: by, Judgement: *judged, Index: judged.Chosen}
	return &m, nil
}

func predictors(models []*Model) []nvsd.Predictor {
	list := make([]nvsd.Predictor, len(models))
	for i, m := range models {
		list[i] = m
	}
	return list
}

func count(in []bool) int {
	n := 0
	for _, b := range in {
		if b {
			n++
		}
	}
	return n
}
