package model

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
)

// Interactions are the interactions of a model, of every two inputs that it depends on. The
// interaction of inputs a and b is the norm of the mixed second derivative,
//
//	s_a s_b sqrt(mean_i (d_a d_b f(x_i))^2),
//
// with the standard deviations s of the inputs: by how much the change of the function over one
// standard deviation of a typically differs between two values of b that are a standard deviation
// apart. It is 0 where f is a sum of a function without a and one without b. For a categorical
// input differences between levels take the place of the derivative: the square is the variance
// between the levels, each as frequent as in the training part, as in the norm of such an input. Of
// a model by a loss with a link f is the link.
type Interactions struct {
	Target string
	Pairs  []Interaction // by falling Norm
	Level  float64       // of the intervals
	Draws  int           // of the intervals; 0 where there are none
	// WithoutIntervals is the reason why there are none; "" if there are.
	WithoutIntervals string
}

// An Interaction is the interaction of two inputs.
type Interaction struct {
	A, B string
	Norm float64 // in units of the target
	// Low and High are the bounds of an interval, NaN without one, for the norm of the function that is fitted to targets without noise.
	// The norm of the truth is larger, as smoothing flattens it. Low is 0 where the data do not tell the interaction from none.
	Low, High float64
}

// An InteractionPlan has the settings of [Model.Interactions]. The zero value of a field is the default named there.
type InteractionPlan struct {
	Draws int     // of the bootstrap: 200; below 0 there are no intervals
	Level float64 // of the intervals, between 0 and 1: 0.9
	Seed  uint64  // of the draws
}

// mostInteractionRows is the number of training rows that norms are means over, at most.
const mostInteractionRows = 500

// Interactions returns the interactions of every two inputs that the model depends on.
func (m *Model) Interactions(ctx context.Context, plans ...InteractionPlan) (*Interactions, error) {
	var plan InteractionPlan
	if len(plans) > 0 {
		plan = plans[len(plans)-1]
	}
	if plan.Level == 0 {
		plan.Level = 0.9
	}
	if !(plan.Level > 0 && plan.Level < 1) {
		return nil, refusal.BadArgument("InteractionPlan.Level", "interactions: the level is %v: it must be between 0 and 1", plan.Level)
	}
	if plan.Draws == 0 {
		plan.Draws = 200
	}
	mixed := newMixed(m)
	of, err := mixed.squares(ctx, oneFunction{&m.F})
	if err != nil {
		return nil, err
	}
	squares := make([]float64, len(of))
	for k := range of {
		squares[k] = of[k][0]
	}
	all := &Interactions{Target: m.Target(), Level: plan.Level}
	for k, p := range mixed.pairs {
		all.Pairs = append(all.Pairs, Interaction{mixed.terms[p[0]].Name, mixed.terms[p[1]].Name, math.Sqrt(squares[k]), math.NaN(), math.NaN()})
	}
	if len(all.Pairs) > 0 && plan.Draws > 0 {
		err = all.setIntervals(ctx, mixed, squares, plan)
	}
	slices.SortStableFunc(all.Pairs, func(a, b Interaction) int { return cmp.Compare(b.Norm, a.Norm) })
	return all, err
}

// setIntervals sets the bounds of the pairs, which are in the order of squares, by a wild bootstrap: new targets are the predictions with
// the leave-one-out residuals of the rows behind them, of random signs, and the function is fitted to these with the same inputs,
// kernel and nu. With the squares s of a norm, t of a draw, and u of the fit to the predictions themselves, t - u is what noise adds; an
// interval is s less its quantiles. So it is one for the norm that a fit to the truth without noise has.
func (all *Interactions) setIntervals(ctx context.Context, mixed *mixedDifferences, squares []float64, plan InteractionPlan) error {
	m := mixed.model
	if m.Spec.Smooth() != nil || m.Reduced != nil || math.IsNaN(m.RidgeNu) {
		all.WithoutIntervals = "intervals are of kernel ridge regressions by squares, on all of their rows"
		return nil
	}
	ridge, err := m.ridgeRegression(ctx, "intervals of interactions")
	if ctx.Err() != nil {
		return err
	}
	if err != nil {
		all.WithoutIntervals = err.Error()
		return nil
	}
	signs, err := newSigns(ctx, m)
	if err != nil {
		return err
	}
	drawn := make([][]float64, plan.Draws+1)
	for r := range drawn {
		y := signs.fitted
		if r > 0 {
			y = signs.targets(plan.Seed, r)
		}
		own, err := ridge.With(y)
		if err != nil {
			return err
		}
		drawn[r], _, err = own.Fit(m.RidgeNu)
		if err != nil {
			return err
		}
	}
	of, err := mixed.squares(ctx, newExpansions(m, drawn))
	if err != nil {
		return err
	}
	all.Draws = plan.Draws
	for k, square := range squares {
		smoothed, draws := of[k][0], of[k][1:]
		slices.Sort(draws)
		bound := func(part float64) float64 {
			return math.Sqrt(max(0, square+smoothed-stat.Quantile(part, stat.LinInterp, draws, nil)))
		}
		all.Pairs[k].Low, all.Pairs[k].High = bound((1+plan.Level)/2), bound((1-plan.Level)/2)
	}
	return nil
}

// signs draw the targets of the bootstrap. Rows that belong together have one sign.
type signs struct {
	fitted, rest []float64
	units        [][]int
}

func newSigns(ctx context.Context, m *Model) (*signs, error) {
	rest, err := m.LeaveUnitsOut(ctx)
	if err != nil {
		return nil, err
	}
	fitted, err := m.F.Predict(m.Train.X())
	if err != nil {
		return nil, err
	}
	units, err := choose.Units(m.Given)
	if units == nil {
		for i := range rest {
			units = append(units, []int{i})
		}
	}
	return &signs{fitted, rest, units}, err
}

// targets returns the targets of a draw.
func (s *signs) targets(seed uint64, draw int) []float64 {
	rng := rand.New(rand.NewPCG(seed, uint64(draw)))
	y := slices.Clone(s.fitted)
	for _, rows := range s.units {
		sign := float64(2*rng.IntN(2) - 1)
		for _, i := range rows {
			y[i] += sign * s.rest[i]
		}
	}
	return y
}
