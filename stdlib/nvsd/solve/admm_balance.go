package solve

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	balanced   = 2   // ratio of the residuals at which kappa is changed
	mostChange = 100 // of kappa at once
)

// residual returns the larger of the two relative residuals at the last look.
func (r *admmRun) residual() float64 { return max(r.primal, r.dual) }

// measureResiduals sets both.
func (r *admmRun) measureResiduals() {
	W, Phi, Lambda := r.f.W.RawMatrix().Data, r.Phi.RawMatrix().Data, r.Lambda.RawMatrix().Data
	unit := max(r.units.primal, floats.Norm(W, 2), floats.Norm(Phi, 2))
	r.primal = floats.Distance(W, Phi, 2) / unit

	// grad (E(f) + <kappa Lambda, Df>) by its coefficients a and b.
	a, b := make([]float64, r.n), r.trial.B.RawMatrix().Data
	for i, e := range r.f.rest {
		a[i] = 2*r.nu*r.f.alpha[i] - 2/float64(r.n)*e
	}
	for i, v := range r.f.B.RawMatrix().Data {
		b[i] = 2*r.nu*v + r.kappa*Lambda[i]
	}
	r.dual = r.norm(a, r.trial.B) / r.units.dual
}

// norm returns ||f||_H of the f that has these coefficients.
func (r *admmRun) norm(alpha []float64, B *mat.Dense) float64 {
	gram(r.op.train, r.v, r.trial.W, alpha, B)
	return math.Sqrt(max(0, floats.Dot(alpha, r.v)+floats.Dot(B.RawMatrix().Data, r.trial.W.RawMatrix().Data)))
}

// balance changes kappa now and then. The times between changes grow, so that the
// run converges as one with a constant kappa does.
func (r *admmRun) balance() {
	if r.iter < r.adapt {
		return
	}
	factor := r.imbalance()
	if !isConvex(r.p.Penalty) {
		factor = r.growth(factor)
	}
	if factor == 1 {
		return
	}
	r.kappa *= factor
	r.Lambda.Scale(1/factor, r.Lambda)
	r.wait += looks
	r.adapt = r.iter + r.wait
}

// balanceAsPublished is Boyd's rule (sec. 3.4.1), with Phi of the last round.
func (r *admmRun) balanceAsPublished(last *mat.Dense) {
	const far, by = 10, 2
	phi := r.Phi.RawMatrix().Data
	primal, dual := floats.Distance(r.f.W.RawMatrix().Data, phi, 2), r.kappa*floats.Distance(phi, last.RawMatrix().Data, 2)
	factor := 1.
	switch {
	case primal > far*dual:
		factor = by
	case dual > far*primal:
		factor = 1. / by
	}
	r.kappa *= factor
	r.Lambda.Scale(1/factor, r.Lambda)
}

// imbalance returns the root of the residuals' ratio where that is far from 1, else 1. The
// dual residual is relative to ||grad <kappa Lambda, Df>||_H here. With nu = 0 it stays
// relative to ||grad E(0)||_H, since kappa Lambda may then tend to 0.
func (r *admmRun) imbalance() float64 {
	if r.primal == 0 || r.dual == 0 {
		return 1
	}
	ratio := r.primal / r.dual
	if along := r.kappa * r.norm(make([]float64, r.n), r.Lambda); along > 0 && r.nu > 0 {
		ratio *= min(1, along/r.units.dual)
	}
	if ratio < balanced && ratio > 1./balanced {
		return 1
	}
	return min(max(math.Sqrt(ratio), 1./mostChange), mostChange)
}

// growth returns the factor of kappa where the penalty is not convex. kappa never falls,
// and is doubled where the residuals have not been halved since the last time, as happens
// when it is too small for S2 to have a unique solution.
func (r *admmRun) growth(factor float64) float64 {
	slow := r.residual() > r.before/2
	r.before = r.residual()
	r.wait += r.wait / 2
	r.adapt = r.iter + r.wait
	if slow {
		factor = max(factor, 2)
	}
	return max(factor, 1)
}
