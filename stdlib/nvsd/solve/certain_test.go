package solve_test

import (
	"context"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// TestCertain stops runs anywhere and holds what they say of the optimum to an
// optimum that is known to many digits.
func TestCertain(t *testing.T) {
	const n, d = 20, 4
	for _, k := range kernels {
		for _, pen := range append(penalties, opaque{penalties[0]}) {
			for _, part := range []float64{0.7, 0.1} {
				p := problem(t, k, pen, n, d, 31)
				p.Intercept = part == 0.1
				p.Tau = part * mustTauMax(t, p)
				best, err := solve.Newton{Tol: 1e-11}.Solve(t.Context(), p, nil)
				if err != nil {
					t.Fatal(err)
				}
				slack := 1e-5 * best.NormScale // the best is only so good
				decided := 0
				for _, most := range []int{1, 3, 10, 30, 100, 1000} {
					sol, err := solve.Dual{Tol: 1e-10, MaxIter: most}.Solve(t.Context(), p, nil)
					if sol == nil {
						t.Fatal(err)
					}
					for a, u := range best.RawNorms {
						if u < sol.Lower[a]-slack || u > sol.Upper[a]+slack || !(sol.Lower[a] <= sol.RawNorms[a]) {
							t.Errorf("%s %v after %d: norm %d is %v, not in [%v, %v]", name(k), pen, most, a, u, sol.Lower[a], sol.Upper[a])
						}
						switch small := 1e-6 * best.NormScale; {
						case sol.Certain[a] == solve.CertainlyIn && best.Upper[a] < small, sol.Certain[a] == solve.CertainlyOut && best.Lower[a] > small:
							t.Errorf("%s %v after %d: input %d of norm %v is certainly %s", name(k), pen, most, a, u, sol.Certain[a])
						}
					}
					decided = d - count(sol.Certain, solve.Undecided)
				}
				if _, known := pen.(opaque); !known && decided == 0 {
					t.Errorf("%s %v at %v: nothing is decided at the end: lower %v, upper %v", name(k), pen, part, best.Lower, best.Upper)
				}
			}
		}
	}
}

func count(all []solve.Certainty, c solve.Certainty) int {
	n := 0
	for _, v := range all {
		if v == c {
			n++
		}
	}
	return n
}

// TestCertainIsTold: every solver with a certificate tells, at every step, of
// every input, and never of more than is in or out at the optimum.
func TestCertainIsTold(t *testing.T) {
	p := problem(t, kernels[3], penalties[0], 25, 4, 32)
	p.Tau = 0.8 * mustTauMax(t, p)
	best, err := solve.Newton{Tol: 1e-11}.Solve(t.Context(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	in := count(best.Certain, solve.CertainlyIn)
	var last solve.Step
	to := progress(func(s solve.Step) {
		last = s
		if s.In > in || s.Out > 4-in || s.In+s.Out+s.Undecided != 4 {
			t.Errorf("%v is told, and %v is certain of the optimum", s, best.Certain)
		}
	})
	for _, s := range []solve.Solver{
		solve.Dual{Tol: 1e-8, Progress: to}, solve.Newton{Tol: 1e-8, Progress: to}, solve.ADMM{Tol: 1e-8, Progress: to},
		solve.DENOVAS{Tol: 1e-8, Progress: to}, solve.AISTATS{Tol: 1e-8, Progress: to},
	} {
		last = solve.Step{}
		if _, err := s.Solve(t.Context(), p, nil); err != nil {
			t.Errorf("%v: %v", s, err)
		}
		if last.In == 0 || last.Out == 0 {
			t.Errorf("%v: nothing is decided at the end: %v", s, last)
		}
	}
}

// TestCertainWhenCancelled: what was proven before an interrupt is kept, and was
// told while solving.
func TestCertainWhenCancelled(t *testing.T) {
	p := problem(t, kernels[3], penalties[0], 25, 4, 32)
	p.Tau = 0.8 * mustTauMax(t, p)
	ctx, cancel := context.WithCancel(t.Context())
	var last solve.Step
	sol, _ := solve.Dual{Tol: 1e-12, Progress: progress(func(s solve.Step) {
		last = s
		if s.In > 0 && s.Out > 0 {
			cancel()
		}
	})}.Solve(ctx, p, nil)
	if last.In == 0 || last.Out == 0 || count(sol.Certain, solve.CertainlyIn) != last.In || count(sol.Certain, solve.CertainlyOut) != last.Out {
		t.Errorf("%+v was told, %v is kept", last, sol.Certain)
	}
	if floats.Max(sol.Upper) < floats.Max(sol.RawNorms) {
		t.Errorf("upper bounds %v of norms %v", sol.Upper, sol.RawNorms)
	}
}
