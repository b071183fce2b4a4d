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
	centred := m.spec.Intercept.fitted()
	if m.f.op == nil {
		return m.leaveOutMean(), nil
	}
	if math.IsNaN(m.ridgeNu) {
		return nil, badArgument("model", "leave-one-out residuals are those of kernel ridge regression, and the model is a %s: let Path.Select refit it", m.method)
	}
	return parallel.Within(ctx, func() ([]float64, error) {
		r, err := solve.NewRidge(m.f.op, m.y, centred)
		if err != nil {
			return nil, fmt.Errorf("nvsd: leave-one-out residuals: %w", err)
		}
		return r.LeaveGroupsOut(m.ridgeNu, m.repeats)
	})
}

// leaveOutMean is LeaveOneOut of the model without f.
func (ds *design) leaveOutMean() []float64 {
	rest := make([]float64, len(ds.y))
	for i, y := range ds.y {
		rest[i] = y - ds.mean
	}
	if !ds.spec.Intercept.fitted() {
		return rest
	}
	return awayFromMean(rest, ds.repeats)
}
