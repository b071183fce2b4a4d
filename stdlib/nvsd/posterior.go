package nvsd

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/repeats"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/evidence"
)

// A Posterior has the sizes of a Gaussian process whose posterior mean is a model. The target of
// a new observation has the variance Scale v + Noise about the prediction, v as in
// [solve.Ridge.Smoother]; a model of the training mean alone has v = 1/n.
type Posterior struct {
	Scale   float64 // what the variances of the process are multiplied by
	Noise   float64 // variance of the noise of a new observation
	Freedom float64 // degrees of freedom of Student's t
}

// Posterior returns the sizes that the intervals of [ByPosterior] have. With alpha the coefficients,
// of n rows that are g observations (rows with equal inputs are one) of means m_j, and the least
// noise that ties of the target ask for, the scale of most evidence is
//
//	c = max(q / (g - 1), least / (n nu)),   q = y'alpha - (1/(n nu)) sum_i (y_i - m_j(i))^2,
//
// with g in place of g - 1 without an intercept. Where errors of prediction chose nu, it is
//
//	c = (1/g) sum_j r_j A_j,   r_j the mean leave-one-out residual of observation j, A_j the sum of its alpha,
//
// as r_j A_j has the mean c. Scale is c times Akaike's factor: see [IntervalMethod]. The noise of
// an observation has the variance Scale g nu, and that of a row within an observation comes to it.
//
// It is an error for a penalised fit.
func (m *Model) Posterior(ctx context.Context) (*Posterior, error) {
	n, g, mean := float64(len(m.y)), float64(m.observations()), 0.0
	p := &Posterior{Freedom: g}
	if m.spec.Intercept.fitted() {
		mean = stat.Mean(m.y, nil)
		p.Freedom--
	}
	alpha, shift := m.f.alpha, n*m.ridgeNu
	if m.f.op == nil { // as if the kernel were 0 and n nu = 1
		alpha, shift = make([]float64, len(m.y)), 1
		for i, y := range m.y {
			alpha[i] = y - mean
		}
	}
	var q, within float64
	for i, y := range m.y {
		q += (y - mean) * alpha[i]
	}
	means := repeats.Means(m.repeats, m.y)
	for j, rows := range m.repeats {
		for _, i := range rows {
			within += (m.y[i] - means[j]) * (m.y[i] - means[j])
		}
	}
	c := math.Max(q-within/shift, 0) / math.Max(p.Freedom, 1)
	switch {
	case m.f.op == nil:
	case m.byEvidence():
		c = math.Max(c, evidence.Problem{X: mat.DenseCopyOf(m.train.X()), Y: m.y}.LeastNoise()/shift)
	default:
		rest, err := m.leaveOneOut(ctx, "the posterior")
		if err != nil {
			return nil, err
		}
		c = scaleOfResiduals(m.groups(), rest, alpha)
	}
	p.Scale = c * m.finalPrediction()
	p.Noise = p.Scale*shift*g/n + within/n
	return p, nil
}

// quantile returns how many standard deviations an interval has on either side. It is +Inf if
// nothing is known of the variance.
func (p *Posterior) quantile(level float64) float64 {
	if p.Freedom < 1 {
		return math.Inf(1)
	}
	return distuv.StudentsT{Sigma: 1, Nu: p.Freedom}.Quantile((1 + level) / 2)
}

// byEvidence reports whether the evidence chose the nu of the model.
func (m *Model) byEvidence() bool {
	return m.selection != nil && m.selection.Evidence != nil && m.selection.Evidence.Instead == ""
}

// scaleOfResiduals returns the mean, over groups of points, of the mean of their leave-one-out
// residuals times the sum of their coefficients.
func scaleOfResiduals(groups [][]int, rest, alpha []float64) float64 {
	var scale float64
	for _, rows := range groups {
		var r, a float64
		for _, i := range rows {
			r += rest[i] / float64(len(rows))
			a += alpha[i]
		}
		scale += float64(r*a) / float64(len(groups))
	}
	return math.Max(scale, 0)
}

// groups returns the rows of each observation.
func (ds *design) groups() [][]int {
	if ds.repeats != nil {
		return ds.repeats
	}
	groups := make([][]int, len(ds.y))
	for i := range groups {
		groups[i] = []int{i}
	}
	return groups
}
