package nvsd

import (
	"context"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
)

// Interactions returns the [model.Interaction] of every two inputs that the model depends on, by falling
// norm of the mixed second derivative
//
//	s_a s_b sqrt(mean_i (d_a d_b f(x_i))^2),
//
// with the standard deviations s of the inputs, over at most 500 training rows. A categorical input has differences between its
// levels. Kernel ridge regressions have intervals too, by a wild bootstrap of 200 draws, unless the
// plan, of several the last, says otherwise:
//
//	m.Interactions(ctx, nvsd.InteractionPlan{Draws: 1000, Level: 0.95})
//
// An interval that begins at 0 does not tell the interaction from none. Inputs, kernel and nu are those of the model in all draws: how they
// were chosen has no part in the intervals. If ctx ends, the result has no intervals.
func (m *Model) Interactions(ctx context.Context, plan ...InteractionPlan) (*model.Interactions, error) {
	return m.m.Interactions(ctx, plan...)
}

// An InteractionPlan has the settings of [Model.Interactions]. The zero value of a field is the default named there.
type InteractionPlan = model.InteractionPlan
