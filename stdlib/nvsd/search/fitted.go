package search

import (
	"context"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/repeats"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
)

// fitted returns the chosen inputs and widths as a model of all rows that are not held out, with nu
// chosen anew, and its errors on those that are.
func (plan FindPlan) fitted(ctx context.Context, f *Finding) (*model.Model, *model.HeldOut, error) {
	fit, chosen, err := f.chosenPart()
	if err != nil {
		return nil, nil, err
	}
	spec := FindSpec()
	spec.Kernel, spec.Refit = f.Model.Kernel, problem.KeepKernel
	if ard, is := spec.Kernel.(kern.ARD); is {
		ard.Widths = widthsOf(f.inputs, chosen, f.Model.In, ard.Widths)
		spec.Kernel = ard
	}
	var m *model.Model
	if len(f.sight.drawn) <= exactRows {
		m, err = model.Ridge(ctx, spec, fit.frame, choose.ByLeaveOneOut().TogetherIn(fit.frame))
	} else {
		m, err = model.OnCentres(ctx, spec, fit.frame, f.sight.centres(), plan.Seed)
	}
	if err != nil {
		return nil, nil, err
	}
	h, err := f.onHeld(m, fit, chosen)
	return m, h, err
}

// widthsOf returns the widths of all columns of the chosen terms, from those of the columns of a model that are in. A level that the search
// has not seen has the width of the others.
func widthsOf(inputs []problem.Term, chosen []int, in []bool, of []float64) []float64 {
	var widths []float64
	for _, j := range chosen {
		columns := inputs[j].Columns
		width := math.Inf(1)
		for _, a := range columns {
			if in[a] {
				width = min(width, of[a])
			}
		}
		widths = append(widths, slices.Repeat([]float64{width}, len(columns))...)
	}
	return widths
}

// chosenPart returns all observations that are not held out, with the chosen inputs, which are those terms.
func (f *Finding) chosenPart() (fit part, chosen []int, err error) {
	for j, in := range f.selected {
		if in {
			chosen = append(chosen, j)
		}
	}
	fit, err = f.sight.part(len(f.sight.drawn), chosen)
	return fit, chosen, err
}

// onHeld returns the errors of a model of the chosen inputs, fitted to the rows of a part, on the rows that are held
// out.
func (f *Finding) onHeld(m *model.Model, fit part, chosen []int) (*model.HeldOut, error) {
	s := f.sight
	held, copied, err := s.heldFrom(fit)
	if err != nil {
		return nil, err
	}
	h, err := model.OnHeld(m, held)
	if err != nil {
		return nil, err
	}
	h.Copied, h.Chosen = copied, make([]int, s.table.D())
	for _, j := range chosen {
		for _, a := range s.terms[j].Columns {
			h.Chosen[a] = 1
		}
	}
	return h, nil
}

// centres returns the rows of a part of all observations on which its function has kernels.
func (s *sight) centres() []int {
	rows, at := make([]int, functionCentres), 0
	for k := range rows {
		rows[k] = at
		at += len(s.drawn[k])
	}
	return rows
}

// heldFrom returns the rows that are held out, without those that are copies, in the inputs of a part,
// of its rows. copied reports whether there are any.
func (s *sight) heldFrom(fit part) (held *data.Frame, copied bool, err error) {
	own, err := s.table.Inputs(fit.frame.Names()...)
	if err != nil {
		return nil, false, err
	}
	rows := slices.Concat(fit.rows, s.held)
	both, err := own.Rows(rows...)
	if err != nil {
		return nil, false, err
	}
	rest := s.held
	if groups := repeats.Copies(both.X(), both.Y()); groups != nil {
		rest = nil
		for _, group := range groups {
			if !slices.ContainsFunc(group, func(i int) bool { return i < len(fit.rows) }) {
				for _, i := range group {
					rest = append(rest, rows[i])
				}
			}
		}
		copied = len(rest) < len(s.held)
	}
	held, err = own.Rows(rest...)
	return held, copied, err
}
