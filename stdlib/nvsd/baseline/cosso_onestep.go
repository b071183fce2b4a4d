package baseline

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline/internal/components"
)

// Constants of the published procedures of COSSO: the largest number of sweeps, the part of
// the objective by which a sweep must lower it for another to follow, and the sizes of theta
// that count as zero.
const (
	defaultSweeps = 500
	sweepFall     = 1e-12
	zeroTheta     = 1e-8 // set to zero after the quadratic program
	thetaIn       = 1e-7 // above it a component is selected
)

// cossoFirst is the smoothing spline at theta = 1, which begins both procedures.
type cossoFirst struct {
	lam    float64
	step   *cossoStep
	spline *AdditiveFit
}

// A cossoStep is the smoothing spline at some theta,
//
//	min over b, c   (1/n) ||y - b - K_theta c||^2 + lambda0 c'K_theta c,
//
// with G_j = K_j c for the choice of theta.
type cossoStep struct {
	system components.System
	least  float64     // of what it minimises
	fits   [][]float64 // G_j
	gram   [][]float64 // G'G
	lift   float64     // sum_j theta_j mean(G_j), by which b is below the mean of y
}

// step solves the smoothing spline at theta.
func (p *cossoProblem) step(theta []float64, lambda0 float64) (*cossoStep, error) {
	n := float64(len(p.y))
	system, err := p.family.At(theta, n*lambda0, p.target)
	if err != nil {
		return nil, p.explain(err)
	}
	s := &cossoStep{system: system, least: lambda0 * system.Value() * p.unit * p.unit}
	for j, t := range theta {
		fit := append([]float64(nil), system.Fit(j)...)
		mean := floats.Dot(p.means[j], system.Alpha())
		floats.AddConst(mean, fit) // the kernels themselves are not centred
		s.fits = append(s.fits, fit)
		s.lift += t * mean
	}
	s.gram = make([][]float64, len(theta))
	for j := range s.gram {
		s.gram[j] = make([]float64, len(theta))
		for k := range j + 1 {
			s.gram[j][k] = floats.Dot(s.fits[j], s.fits[k])
			s.gram[k][j] = s.gram[j][k]
		}
	}
	return s, nil
}

// choose returns the theta >= 0 with sum theta <= M that minimises
// ||y - b - G theta||^2 + n lambda c'G theta.
func (p *cossoProblem) choose(s *cossoStep, lambda, bound float64) ([]float64, error) {
	n, m := float64(len(p.y)), len(s.fits)
	rest := append([]float64(nil), p.target...) // y - b
	floats.AddConst(s.lift, rest)
	program := components.Program{Curvature: make([][]float64, m), Slope: make([]float64, m), Bound: bound}
	for j, fit := range s.fits {
		program.Slope[j] = n*lambda*floats.Dot(fit, s.system.Alpha()) - 2*floats.Dot(fit, rest)
		program.Curvature[j] = append([]float64(nil), s.gram[j]...)
		floats.Scale(2, program.Curvature[j])
	}
	theta, err := program.Minimise(make([]float64, m))
	if err != nil {
		return nil, err
	}
	for j, t := range theta {
		if t < zeroTheta {
			theta[j] = 0
		}
	}
	return theta, nil
}

// begin returns the smoothing spline at theta = 1.
func (p *cossoProblem) begin(lam float64) (*cossoFirst, error) {
	if p.first != nil && p.first.lam == lam {
		return p.first, nil
	}
	theta := make([]float64, p.family.Len())
	floats.AddConst(1, theta)
	step, err := p.step(theta, 2*lam)
	if err != nil {
		return nil, err
	}
	alpha := append([]float64(nil), step.system.Alpha()...)
	floats.Scale(p.unit, alpha)
	p.first = &cossoFirst{lam: lam, step: step, spline: p.expand(theta, alpha)}
	return p.first, nil
}

// oneStep is twostep.Gaussian of cosso 2.1-2 with all weights 1 and all points in the basis:
// the smoothing spline at theta = 1 with lambda0 = 2 lam, theta by the quadratic program with
// lam, and the smoothing spline again. The package's two lambdas differ by the factor 2, so
// that it is no alternation on one objective.
func (p *cossoProblem) oneStep(ctx context.Context, lam, bound float64) (*fitted, error) {
	first, err := p.begin(lam)
	if err != nil {
		return nil, err
	}
	theta, err := p.choose(first.step, lam, bound)
	if err != nil {
		return nil, err
	}
	f, own, err := p.asSwept(ctx, theta, lam, bound, first)
	if err != nil {
		return nil, err
	}
	own.Selected = own.Selected[:0]
	for j, t := range theta {
		if t > thetaIn {
			own.Selected = append(own.Selected, j)
		}
	}
	p.describe(f, &own.AdditiveFit)
	f.iterations, f.converged = 1, true
	return f, nil
}

// alternate alternates between the smoothing spline at theta and the best theta for it, with
// lambda0 in both. The objective falls with every sweep; the limit is a point where neither
// moves, which need not be the minimum.
func (p *cossoProblem) alternate(ctx context.Context, lam, bound float64) (*fitted, error) {
	first, err := p.begin(lam)
	if err != nil {
		return nil, err
	}
	most := p.config.Sweeps
	if most == 0 {
		most = defaultSweeps
	}
	var theta, objectives []float64
	step, last, converged := first.step, math.Inf(1), false
	for range most {
		theta, err = p.choose(step, 2*lam, bound)
		if err != nil {
			return nil, err
		}
		step, err = p.step(theta, 2*lam)
		if err != nil {
			return nil, err
		}
		objectives = append(objectives, step.least)
		converged = last-step.least <= sweepFall*step.least
		if converged || ctx.Err() != nil {
			break
		}
		last = step.least
	}
	f, own, err := p.asSwept(ctx, theta, lam, bound, first)
	if err != nil {
		return nil, err
	}
	own.Objectives = objectives
	f.iterations, f.converged = len(objectives), converged
	return f, nil
}

// asSwept returns the fit at a theta, with the bounds of ConstraintForm.
func (p *cossoProblem) asSwept(ctx context.Context, theta []float64, lam, bound float64, first *cossoFirst) (*fitted, *COSSOFit, error) {
	f, own, err := p.bounded(ctx, 2*lam, bound, theta, 0)
	if err != nil {
		return nil, nil, err
	}
	c := newCOSSOFit(own, lam, bound)
	c.FirstStep = first.spline
	f.own = c
	return f, c, nil
}
