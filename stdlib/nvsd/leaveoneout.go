package nvsd

import (
	"context"
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/parallel"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// LeaveOneOut returns the leave-one-out residual of every training row: the target less the
// prediction of the model fitted to the other rows, with the same inputs, kernel and nu. Rows
// whose inputs are equal, the ones that are not selected among them, are left out together. For
// kernel ridge regression it is a closed form (see [solve.Ridge.LeaveOneOut]), and for the
// training mean n/(n-1) times the residual. The choice of inputs and widths has seen all
// rows, which makes these residuals too small.
//
// It is an error for a penalised fit, which has no closed form.
func (m *Model) LeaveOneOut(ctx context.Context) ([]float64, error) {
	return m.leaveOneOut(ctx, "leave-one-out residuals")
}

// leaveOneOut is LeaveOneOut with what is asked for, for the error.
func (m *Model) leaveOneOut(ctx context.Context, what string) ([]float64, error) {
	if m.f.op == nil {
		return m.leaveOutMean(), nil
	}
	r, err := m.ridgeRegression(ctx, what)
	if err != nil {
		return nil, err
	}
	return parallel.Within(ctx, func() ([]float64, error) { return r.LeaveGroupsOut(m.ridgeNu, m.repeats) })
}

// ridgeRegression returns the regression that the model is. what is asked of it, for the error.
func (m *Model) ridgeRegression(ctx context.Context, what string) (*solve.Ridge, error) {
	if math.IsNaN(m.ridgeNu) {
		return nil, badArgument("model", "%s are those of kernel ridge regression, whose predictions are linear in the targets, and the model is a %s: let Path.Select refit it", what, m.method)
	}
	return parallel.Within(ctx, func() (*solve.Ridge, error) {
		r, err := solve.NewRidge(m.f.op, m.y, m.spec.Intercept.fitted())
		if err != nil {
			return nil, fmt.Errorf("nvsd: %s: %w", what, err)
		}
		return r, nil
	})
}
