package baseline

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// A Prepared is a system with its training data. It holds what all weights share, computed
// once: kernel matrices, a decomposition, adapted norms, an estimate of the noise.
//
//	p, err := baseline.Prepare(ctx, baseline.ADACOSSO{}, train)
//	for _, tau := range taus {
//		m, err := p.Fit(ctx, nvsd.Tau(tau))
//	}
//
// Each fit is that of the system's Fit: it does not start from another one, as the fits of a
// Path do. A Prepared is for one goroutine at a time.
type Prepared struct {
	method  Method
	train   *data.Frame
	problem problem // nil of a Method that is no system of this package, as NVSD
}

// Prepare computes the part of a system that its fits at all weights share.
func Prepare(ctx context.Context, m Method, train *data.Frame) (*Prepared, error) {
	s, ok := m.(system)
	if !ok {
		return &Prepared{method: m, train: train}, nil
	}
	p, err := prepare(ctx, s, train)
	if err != nil {
		return nil, err
	}
	return &Prepared{method: m, train: train, problem: p}, nil
}

// Method returns the system.
func (p *Prepared) Method() Method { return p.method }

// Fit fits at one weight. Where ctx ends, the model is the best so far, beside the error.
func (p *Prepared) Fit(ctx context.Context, weight nvsd.TauChoice) (*Model, error) {
	if p.problem == nil {
		return p.method.Fit(ctx, p.train, weight)
	}
	top := p.problem.top()
	if weight.IsFraction() && (math.IsInf(top, 1) || top == 0) {
		return nil, fmt.Errorf("baseline: %v: no weight is the least that takes all inputs out, so there is no fraction of it: give nvsd.Tau", p.method)
	}
	at := weight.At(top)
	if !(at > 0) || math.IsInf(at, 1) {
		return nil, fmt.Errorf("baseline: %v: the weight is %v: it must be a finite number > 0", p.method, at)
	}
	f, err := p.problem.solve(ctx, at, nil)
	if err != nil {
		return nil, fmt.Errorf("baseline: %v: %w", p.method, err)
	}
	return newModel(p.method, p.train, top, f), ctx.Err()
}

// A problemReuser is a system that can take over the problem of another one on the same
// data.
type problemReuser interface {
	// from returns the problem of the system, made from p; nil where p does not hold all
	// that it needs.
	from(p problem) problem
}

// With returns another system on the same data, where p holds all that it needs: COSSO of the
// same Order and Scale, in a form with a bound at a Lambda above 0, or ADACOSSO that differs in
// Original alone. Otherwise ok is false.
func (p *Prepared) With(m Method) (other *Prepared, ok bool) {
	s, ok := m.(problemReuser)
	if !ok {
		return nil, false
	}
	problem := s.from(p.problem)
	return &Prepared{method: m, train: p.train, problem: problem}, problem != nil
}

// from takes over the kernel matrices, which do not depend on Lambda and Form.
func (s COSSO) from(p problem) problem {
	of, ok := p.(*cossoProblem)
	if !ok || !s.Form.bounded() || !(s.Lambda > 0) || s.check() != nil || max(s.Order, 1) != max(of.config.Order, 1) || cmp.Or(s.Scale, TrainRange) != cmp.Or(of.config.Scale, TrainRange) {
		return nil
	}
	return &cossoProblem{config: s, additive: of.additive, lam: s.Lambda, largest: math.Inf(1), first: of.first}
}
