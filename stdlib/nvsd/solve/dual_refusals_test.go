package solve_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

func TestCheck(t *testing.T) {
	ok := problem(t, kernels[1], penalty.Lasso{}, 5, 2, 16)
	ok.Tau = 0.1
	for _, c := range []struct {
		change func(*solve.Problem)
		want   string
	}{
		{func(p *solve.Problem) { p.Op = nil }, "NewOperator"},
		{func(p *solve.Problem) { p.Y = p.Y[:4] }, "length 4"},
		{func(p *solve.Problem) { p.Y = []float64{0, 1, math.NaN(), 3, 4} }, "row 2"},
		{func(p *solve.Problem) { p.Penalty = nil }, "no penalty"},
		{func(p *solve.Problem) { p.Penalty = penalty.GroupLasso{Groups: [][]int{{0}}} }, "input 1"},
		{func(p *solve.Problem) { p.Tau = -1 }, "tau is -1"},
		{func(p *solve.Problem) { p.Tau = math.NaN() }, "tau is NaN"},
		{func(p *solve.Problem) { p.Tau = math.Inf(1) }, "tau is +Inf"},
		{func(p *solve.Problem) { p.Nu = -1 }, "nu is -1"},
		{func(p *solve.Problem) { p.Nu = math.NaN() }, "nu is NaN"},
		{func(p *solve.Problem) { p.Nu = 0 }, "nu > 0"},
		{func(p *solve.Problem) { p.Tau, p.TauRidge = 0, true }, "nu > 0"},
		{func(p *solve.Problem) { p.Penalty = unknown{} }, "convex"},
	} {
		p := *ok
		c.change(&p)
		if _, err := (solve.Dual{}).Solve(t.Context(), &p, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
	for _, s := range []solve.Dual{{Tol: -1}, {Tol: math.NaN()}, {MaxIter: -1}} {
		if err := s.Check(ok); err == nil {
			t.Errorf("%+v is accepted", s)
		}
	}
}

// unknown says nothing of its convexity.
type unknown struct{}

func (unknown) Value(u []float64) float64        { return 0 }
func (unknown) Prox(dst, u []float64, _ float64) { copy(dst, u) }

// TestFaultyPenalties: what a penalty does wrong is told with what it was given.
func TestFaultyPenalties(t *testing.T) {
	for _, c := range []struct {
		p    faulty
		want string
	}{
		{faulty{prox: func(dst, u []float64, t float64) { dst[1] = math.NaN() }}, "dst[0] = NaN"},
		{faulty{prox: func(dst, u []float64, t float64) { copy(dst, u); dst[1] = -1 }}, "dst[1] = -1"},
		{faulty{prox: func(dst, u []float64, t float64) { copy(dst, u); dst[0] = math.Inf(1) }}, "dst[0] = +Inf"},
		{faulty{prox: func(dst, u []float64, t float64) { _ = u[len(u)] }}, "panics"},
		{faulty{prox: func(dst, u []float64, t float64) { copy(dst[1:], u[1:]) }}, "dst[0] = NaN"},
		{faulty{value: func(u []float64) float64 { return math.NaN() }}, "Value"},
		{faulty{value: func(u []float64) float64 { panic("oh") }}, "panics: oh"},
	} {
		p := problem(t, kernels[1], c.p, 6, 2, 17)
		p.Tau = 0.1
		_, err := solve.Dual{}.Solve(t.Context(), p, nil)
		fault, ok := errors.AsType[*solve.PenaltyError](err)
		if !ok || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "faulty") || len(fault.U) != 2 {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
}

// faulty is the lasso but for one method.
type faulty struct {
	penalty.Lasso
	value func(u []float64) float64
	prox  func(dst, u []float64, t float64)
}

func (faulty) String() string { return "faulty" } // else it would be Lasso's

func (p faulty) Value(u []float64) float64 {
	if p.value != nil {
		return p.value(u)
	}
	return p.Lasso.Value(u)
}

func (p faulty) Prox(dst, u []float64, t float64) {
	if p.prox != nil {
		p.prox(dst, u, t)
		return
	}
	p.Lasso.Prox(dst, u, t)
}
