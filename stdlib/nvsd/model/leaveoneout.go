package model

import (
	"context"
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/parallel"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// LeaveOneOut returns the leave-one-out residual of every training row: the target less the
// prediction of the model fitted to the other rows, with the same inputs, kernel and nu.
func (m *Model) LeaveOneOut(ctx context.Context) ([]float64, error) {
	return m.leaveOneOut(ctx, "leave-one-out residuals")
}

// LeaveUnitsOut returns the residuals of LeaveOneOut, but for rows that belong together, by the Frame's groups or times: these are
// left out together ([choose.Units]).
func (m *Model) LeaveUnitsOut(ctx context.Context) ([]float64, error) {
	own, err := m.ofUnits()
	if err != nil {
		return nil, err
	}
	return own.LeaveOneOut(ctx)
}

// ofUnits returns the model whose observations are the rows that belong together.
func (m *Model) ofUnits() (*Model, error) {
	units, err := choose.Units(m.Given)
	if err != nil {
		return nil, err
	}
	own, design := *m, *m.Design
	if units != nil {
		design.Repeats = units
	}
	own.Design = &design
	return &own, nil
}

// LinksWithoutUnits returns the fitted values of a regression by a loss at the training rows, such as log-odds, leaving out each row with those
// that belong to it, by one Newton step.
func (m *Model) LinksWithoutUnits(ctx context.Context) ([]float64, error) {
	own, err := m.ofUnits()
	if err != nil {
		return nil, err
	}
	return own.linksLeftOut(ctx, "values leaving rows out")
}

// leaveOneOut returns the residuals of [Model.LeaveOneOut]. what names them in an error.
func (m *Model) leaveOneOut(ctx context.Context, what string) ([]float64, error) {
	if m.F.Op == nil {
		return choose.LeaveOutMean(m.Design), nil
	}
	if m.Reduced != nil {
		return nil, refusal.BadArgument("model", "%s need all rows that the model was fitted to, and it has its %d centres alone: fit kernel ridge regression to a sample of the rows", what, m.Train.N())
	}
	if l := m.Spec.Smooth(); l != nil {
		return m.leaveOutByLoss(ctx, l, what)
	}
	r, err := m.ridgeRegression(ctx, what)
	if err != nil {
		return nil, err
	}
	return parallel.Within(ctx, func() ([]float64, error) { return r.LeaveGroupsOut(m.RidgeNu, m.Repeats) })
}

// leaveOutByLoss returns the residuals of a regression by a loss: the targets less the predicted means, leaving out each observation by
// one Newton step.
func (m *Model) leaveOutByLoss(ctx context.Context, l loss.Loss, what string) ([]float64, error) {
	v, err := m.linksLeftOut(ctx, what)
	loss.Responses(l, v)
	for i := range v {
		v[i] = m.Y[i] - v[i]
	}
	return v, err
}

// linksLeftOut returns the values of a regression by a loss, leaving out each observation. what names them in an error.
func (m *Model) linksLeftOut(ctx context.Context, what string) ([]float64, error) {
	if math.IsNaN(m.RidgeNu) || m.Loss() == nil {
		return nil, m.noRegression(what)
	}
	r, err := solve.NewLossRidge(m.F.Op, m.Loss(), m.Y, m.Spec.Intercept.Fitted())
	if err != nil {
		return nil, fmt.Errorf("nvsd: %s: %w", what, err)
	}
	return parallel.Within(ctx, func() ([]float64, error) {
		x, err := r.Fit(ctx, m.RidgeNu, nil)
		if err != nil {
			return nil, err
		}
		return x.LeaveGroupsOut(m.Repeats)
	})
}

// noRegression refuses what a penalised fit has not.
func (m *Model) noRegression(what string) error {
	return refusal.BadArgument("model", "%s are those of kernel ridge regression, whose predictions are linear in the targets, and the model is a %s: let Path.Select refit it", what, m.Kind)
}

// ridgeRegression returns the model as a regression, or an error if it is none. what names the
// numbers that are asked of it, in the error.
func (m *Model) ridgeRegression(ctx context.Context, what string) (*solve.Ridge, error) {
	if err := m.Spec.NeedKernel(what + " have"); err != nil && m.F.Op != nil {
		return nil, err
	}
	if math.IsNaN(m.RidgeNu) {
		return nil, m.noRegression(what)
	}
	return parallel.Within(ctx, func() (*solve.Ridge, error) {
		r, err := solve.NewRidge(m.F.Op, m.Y, m.Spec.Intercept.Fitted())
		if err != nil {
			return nil, fmt.Errorf("nvsd: %s: %w", what, err)
		}
		return r, nil
	})
}
