package model

import (
	"context"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/repeats"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/evidence"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// A Posterior has the sizes of a Gaussian process whose posterior mean is a model. The target of
// a new observation has the variance Scale v + Noise about the prediction, v as in
// [solve.Ridge.Smoother]; a model of the training mean alone has v = 1/n.
type Posterior struct {
	Scale   float64 // the factor of the variances of the process
	Noise   float64 // variance of the noise of a new observation
	Freedom float64 // degrees of freedom of Student's t
}

// Posterior returns the sizes that the intervals of [ByPosterior] have.
func (m *Model) Posterior(ctx context.Context) (*Posterior, error) {
	if m.Reduced != nil {
		own := m.Reduced.Posterior
		return &own, nil
	}
	n, g, mean := m.Count(), float64(m.Observations()), 0.0
	p := &Posterior{Freedom: g}
	if m.Spec.Intercept.Fitted() {
		mean = stat.Mean(m.Y, m.Weights)
		p.Freedom--
	}
	alpha, shift := m.F.Alpha, n*m.RidgeNu
	if m.F.Op == nil { // as if the kernel were 0 and n nu = 1
		alpha, shift = make([]float64, len(m.Y)), 1
		for i, y := range m.Y {
			alpha[i] = m.Weight(i) * (y - mean)
		}
	}
	var q, within float64
	for i, y := range m.Y {
		q += (y - mean) * alpha[i]
	}
	means := repeats.Means(m.Repeats, m.Weights, m.Y)
	for j, rows := range m.Repeats {
		for _, i := range rows {
			within += m.Weight(i) * (m.Y[i] - means[j]) * (m.Y[i] - means[j])
		}
	}
	c := math.Max(q-within/shift, 0) / math.Max(p.Freedom, 1)
	switch {
	case m.F.Op == nil:
	case m.byEvidence():
		c = math.Max(c, evidence.Problem{X: mat.DenseCopyOf(m.Train.X()), Y: m.Y, Weights: m.Weights}.LeastNoise()/shift)
	default:
		rest, err := m.leaveOneOut(ctx, "the posterior")
		if err != nil {
			return nil, err
		}
		c = scaleOfResiduals(m.Design, rest, alpha)
	}
	p.Scale = c * m.finalPrediction()
	p.Noise = p.Scale*shift*g/n + within/n
	return p, nil
}

// quantile returns the half-width of an interval in standard deviations. It is +Inf if nothing is
// known of the variance.
func (p *Posterior) quantile(level float64) float64 {
	if p.Freedom < 1 {
		return math.Inf(1)
	}
	return distuv.StudentsT{Sigma: 1, Nu: p.Freedom}.Quantile((1 + level) / 2)
}

// byEvidence reports whether the evidence chose the nu of the model.
func (m *Model) byEvidence() bool {
	return m.Selection != nil && m.Selection.Evidence != nil && m.Selection.Evidence.Instead == ""
}

// scaleOfResiduals returns the mean, over groups of points, of the mean of their leave-one-out
// residuals times the sum of their coefficients.
func scaleOfResiduals(ds *problem.Design, rest, alpha []float64) float64 {
	var scale float64
	observations := groups(ds)
	means := repeats.Means(observations, ds.Weights, rest)
	for g, rows := range observations {
		var a float64
		for _, i := range rows {
			a += alpha[i]
		}
		scale += float64(means[g]*a) / float64(len(observations))
	}
	return math.Max(scale, 0)
}

// groups returns the rows of each observation.
func groups(ds *problem.Design) [][]int {
	if ds.Repeats != nil {
		return ds.Repeats
	}
	groups := make([][]int, len(ds.Y))
	for i := range groups {
		groups[i] = []int{i}
	}
	return groups
}
