package nvsd

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/repeats"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/evidence"
)

// A posterior has the sizes of a Gaussian process whose posterior mean is a model.
type posterior struct {
	scale   float64 // what the variances of the process are multiplied by
	noise   float64 // variance of the noise of a new observation
	freedom float64 // number of observations that say scale and noise, less 1 for a mean
}

// quantile returns how many standard deviations an interval has on either side, by Student's
// t. It is +Inf if nothing is known of the variance.
func (p posterior) quantile(level float64) float64 {
	if p.freedom < 1 {
		return math.Inf(1)
	}
	return distuv.StudentsT{Sigma: 1, Nu: p.freedom}.Quantile((1 + level) / 2)
}

// posterior finds the sizes. With alpha = P y the coefficients, g observations (of which rows with
// equal inputs are one), their means m_j, and the least noise that ties of the target ask for, the
// scale of most evidence is
//
//	c = max(q / (g - 1), least / (n nu)),   q = y'alpha - (1/(n nu)) sum_i (y_i - m_j(i))^2,
//
// with g in place of g - 1 without an intercept. Where prediction errors chose nu, it is
//
//	c = (1/g) sum_j rest_j A_j,   rest_j the mean leave-one-out residual of observation j, A_j the sum of its alpha,
//
// since rest_j A_j has the mean c. A row has the noise of an observation, of variance c g nu, and
// that of rows around the mean of theirs.
func (s *smoother) posterior() (posterior, error) {
	n, g, mean, shift, alpha := float64(len(s.y)), float64(s.observations()), 0.0, 1.0, s.f.alpha
	p := posterior{freedom: g}
	if s.spec.Intercept.fitted() {
		mean = stat.Mean(s.y, nil)
		p.freedom--
	}
	if s.ridge == nil { // as if the kernel were 0 and n nu = 1
		alpha = make([]float64, len(s.y))
		for i, y := range s.y {
			alpha[i] = y - mean
		}
	} else {
		shift = n * s.ridgeNu
	}
	var q, within float64
	for i, y := range s.y {
		q += (y - mean) * alpha[i]
	}
	means := repeats.Means(s.repeats, s.y)
	for j, rows := range s.repeats {
		for _, i := range rows {
			within += (s.y[i] - means[j]) * (s.y[i] - means[j])
		}
	}
	p.scale = math.Max(q-within/shift, 0) / math.Max(p.freedom, 1)
	switch {
	case s.ridge == nil:
	case s.byEvidence():
		p.scale = math.Max(p.scale, evidence.Problem{X: s.Z, Y: s.y}.LeastNoise()/shift)
	default:
		rest, err := s.leaveOut()
		if err != nil {
			return p, err
		}
		p.scale = scaleOfResiduals(s.groups(), rest, alpha)
	}
	p.scale *= s.finalPrediction()
	p.noise = p.scale*shift*g/n + within/n
	return p, nil
}

// byEvidence reports whether the evidence chose the nu of the model.
func (m *Model) byEvidence() bool {
	return m.selection != nil && m.selection.Evidence != nil && m.selection.Evidence.Instead == ""
}

// scaleOfResiduals returns the mean over groups of points of the mean of their leave-one-out
// residuals times the sum of their coefficients.
func scaleOfResiduals(groups [][]int, rest, alpha []float64) float64 {
	var scale float64
	for _, rows := range groups {
		var r, a float64
		for _, i := range rows {
			r += rest[i] / float64(len(rows))
			a += alpha[i]
		}
		scale += r * a / float64(len(groups))
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
