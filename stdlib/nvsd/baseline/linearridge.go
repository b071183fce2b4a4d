package baseline

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"
)

// ridgeProblem is linear ridge regression by Z = U S V'.
type ridgeProblem struct {
	*linearFeatures
	u, v   mat.Dense
	values []float64 // S
	uy     []float64 // U'y
}

func newRidgeProblem(f *linearFeatures) (*ridgeProblem, error) {
	n, p := len(f.y), len(f.columns)
	z := mat.NewDense(n, p, nil)
	for j, column := range f.columns {
		z.SetCol(j, column.Data)
	}
	var svd mat.SVD
	if !svd.Factorize(z, mat.SVDThin) {
		return nil, errors.New("the singular value decomposition of the inputs does not converge")
	}
	r := &ridgeProblem{linearFeatures: f, values: svd.Values(nil)}
	svd.UTo(&r.u)
	svd.VTo(&r.v)
	var uy mat.VecDense
	uy.MulVec(r.u.T(), mat.NewVecDense(n, f.y))
	r.uy = uy.RawVector().Data
	return r, nil
}

func (p *ridgeProblem) top() float64 { return math.Inf(1) }

func (p *ridgeProblem) solve(_ context.Context, weight float64, _ *fitted) (*fitted, error) {
	shift := p.n() * weight
	inner := mat.NewVecDense(len(p.values), nil)
	for k, s := range p.values {
		inner.SetVec(k, p.uy[k]*(s/(s*s+shift)))
	}
	var b mat.VecDense
	b.MulVec(&p.v, inner)
	for j, s := range p.scale {
		if s == 0 {
			b.SetVec(j, 0)
		}
	}
	fit := p.fitted(weight, 0, weight, b.RawVector().Data)
	for j, s := range p.scale {
		for _, a := range p.inputs[j] {
			fit.selected[a] = fit.selected[a] || s > 0
		}
	}
	if len(p.inputs) > p.d {
		fit.components = p.components(b.RawVector().Data)
	}
	fit.own.(*LinearFit).LeaveOneOut = p.leaveOneOut(shift)
	return fit, nil
}

// leaveOneOut is by r_i/(1 - h_i), with h_i the diagonal of the matrix that makes fitted
// values of targets.
func (p *ridgeProblem) leaveOneOut(shift float64) float64 {
	sum := 0.0
	for i, v := range p.y {
		row := p.u.RawRowView(i)
		rest, free := v, 1-1/p.n()
		for k, s := range p.values {
			kept := s * s / (s*s + shift)
			rest -= row[k] * kept * p.uy[k]
			free -= row[k] * row[k] * kept
		}
		if free <= 1e-14 {
			return math.Inf(1)
		}
		sum += (rest / free) * (rest / free)
	}
	return math.Sqrt(sum / p.n())
}
