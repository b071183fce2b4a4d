package baseline

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// A Prepared is a system on data, with what all weights share found once: kernel matrices, a
// decomposition, adapted norms, a noise.
//
//	p, err := baseline.Prepare(ctx, baseline.ADACOSSO{}, train)
//	for _, tau := range taus {
//		m, err := p.Fit(ctx, nvsd.Tau(tau))
//	}
//
// Each fit is that of the system's Fit: none begins at another one, as those of a Path do. It
// is for one goroutine at a time.
type Prepared struct {
	method  Method
	train   *data.Frame
	problem problem // nil of a Method that is no system of this package, as NVSD
}

// Prepare finds what the fits of a system at all weights share.
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

// A kin has problems that another system on the same data can be had from at no cost.
type kin interface {
	// from returns the problem of the system, where p has all that it takes; else nil.
	from(p problem) problem
}

// With returns another system on the same data, where all that it takes is here: COSSO of the
// same Order and Scale, in a form with a bound at a Lambda above 0. Elsewhere ok is false.
func (p *Prepared) With(m Method) (other *Prepared, ok bool) {
	s, ok := m.(kin)
	if !ok {
		return nil, false
	}
	problem := s.from(p.problem)
	return &Prepared{method: m, train: p.train, problem: problem}, problem != nil
}

// from takes the kernel matrices over. Lambda and Form have no part in them.
func (s COSSO) from(p problem) problem {
	of, ok := p.(*cossoProblem)
	if !ok || !s.Form.bounded() || !(s.Lambda > 0) || s.check() != nil || max(s.Order, 1) != max(of.config.Order, 1) || cmp.Or(s.Scale, TrainRange) != cmp.Or(of.config.Scale, TrainRange) {
		return nil
	}
	return &cossoProblem{config: s, additive: of.additive, lam: s.Lambda, largest: math.Inf(1), first: of.first}
}
