package solve_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// TestTauMaxSeparates: above tau_max nothing depends on an input, below it
// something does where tau_max is exact.
func TestTauMaxSeparates(t *testing.T) {
	const n, d = 15, 4
	for _, k := range kernels {
		for _, pen := range penalties {
			for _, tauRidge := range []bool{false, true} {
				p := problem(t, k, pen, n, d, 1)
				p.TauRidge = tauRidge
				top, err := solve.TauMax(t.Context(), p, 1e-13)
				if err != nil {
					t.Fatal(err)
				}
				p.Tau = top.Tau * (1 + 1e-6)
				if sol := mustSolve(t, p, 1e-10); floats.Max(sol.Norms) != 0 {
					t.Errorf("%s %v: norms %v above tau_max", name(k), pen, sol.Norms)
				}
				p.Tau = top.Tau * 0.98
				sol := mustSolve(t, p, 1e-10)
				if top.Exact && floats.Max(sol.Norms) == 0 {
					t.Errorf("%s %v: all norms are 0 below tau_max = %v, said to be exact (raw %v)", name(k), pen, top.Tau, sol.RawNorms)
				}
			}
		}
	}
}

// TestTauMaxLinear: for f(x) = <w, x> it is known in closed form.
func TestTauMaxLinear(t *testing.T) {
	const n, d = 20, 4
	X, y := sample(n, d, 2)
	slope := make([]float64, d) // (2/n) x_a'y
	for i := range n {
		floats.AddScaled(slope, 2*y[i]/n, X.RawRowView(i))
	}
	groups := [][]int{{0, 2}, {1, 3}}
	largest := math.Abs(slope[0])
	for _, v := range slope {
		largest = max(largest, math.Abs(v))
	}
	op := operator(t, kern.Linear{}, X)
	for _, c := range []struct {
		p    penalty.Penalty
		want float64
	}{
		{penalty.Lasso{}, largest},
		{penalty.ElasticNet{Mu: 0.25}, 4 * largest},
		{penalty.ElasticNet{}, math.Inf(1)},
		{penalty.GroupLasso{Groups: groups}, max(math.Hypot(slope[0], slope[2]), math.Hypot(slope[1], slope[3])) / 2},
		{penalty.Scaled{Factor: 2, P: penalty.Lasso{}}, largest / 2},
	} {
		for _, tauRidge := range []bool{false, true} { // no difference for this kernel
			got, err := solve.TauMax(t.Context(), &solve.Problem{Op: op, Y: y, Penalty: c.p, Nu: 0.3, TauRidge: tauRidge}, 1e-13)
			if err != nil || !got.Exact || !(got.Tau == c.want || math.Abs(got.Tau/c.want-1) < 1e-9) {
				t.Errorf("%v: %+v, %v; want %v", c.p, got, err, c.want)
			}
		}
	}
}

// TestTauMaxClosedForm: sqrt(n) max_a ||u_a||, u = 2 nu L^+ D (Ks + n nu I)^-1 y,
// from dense matrices.
func TestTauMaxClosedForm(t *testing.T) {
	const n, d = 8, 2
	k := kernels[3]
	p := problem(t, k, penalty.Lasso{}, n, d, 3)
	X, _ := sample(n, d, 3)
	K, D, L := mat.NewDense(n, n, nil), mat.NewDense(n*d, n, nil), mat.NewDense(n*d, n*d, nil)
	grad, mixed := make([]float64, d), make([]float64, d*d)
	for i := range n {
		for j := range n {
			x, z := X.RawRowView(i), X.RawRowView(j)
			K.Set(i, j, k.Eval(x, z))
			k.Grad(grad, x, z)
			k.Mixed(mixed, x, z)
			for a := range d {
				D.Set(i*d+a, j, grad[a])
				for b := range d {
					L.Set(i*d+a, j*d+b, mixed[a*d+b])
				}
			}
		}
	}
	var LD, Ks, u mat.Dense
	if err := LD.Solve(L, D); err != nil {
		t.Fatal(err)
	}
	Ks.Mul(D.T(), &LD)
	Ks.Sub(K, &Ks)
	for i := range n {
		Ks.Set(i, i, Ks.At(i, i)+n*p.Nu)
	}
	var c mat.VecDense
	if err := c.SolveVec(&Ks, mat.NewVecDense(n, p.Y)); err != nil {
		t.Fatal(err)
	}
	u.Mul(&LD, &c)
	var want float64
	for a := range d {
		var square float64
		for i := range n {
			square += u.At(i*d+a, 0) * u.At(i*d+a, 0)
		}
		want = max(want, 2*p.Nu*math.Sqrt(n*square))
	}
	if got := mustTauMax(t, p); math.Abs(got/want-1) > 1e-7 {
		t.Errorf("tau_max %v, want %v", got, want)
	}
}

// TestTauMaxNearlySingular: where L is singular or as good as that, no input is in
// from tau_max on; and one is below it with the Gaussian kernel, where that is not an
// upper bound only.
func TestTauMaxNearlySingular(t *testing.T) {
	for number, c := range []struct {
		k    kern.Kernel
		n, d int
	}{
		{kern.Polynomial{Degree: 3, Offset: 1}, 30, 6},
		{kern.Polynomial{Degree: 4, Offset: 0.5}, 20, 3},
		{kern.Gaussian{Width: kern.Sigma(4)}, 20, 3},
	} {
		for _, pen := range []penalty.Penalty{penalty.Lasso{}, penalty.Scaled{Factor: 2, P: penalty.Lasso{}}} {
			for _, tauRidge := range []bool{false, true} {
				p := problem(t, c.k, pen, c.n, c.d, uint64(40+number))
				p.Nu, p.TauRidge = 0.1, tauRidge
				top := mustTauMax(t, p)
				for _, part := range []float64{1.001, 0.9} {
					p.Tau = part * top
					sol := mustSolve(t, p, 1e-9)
					_, exact := c.k.(kern.Gaussian)
					if in := floats.Max(sol.Norms) > 0; in && part > 1 || !in && part < 1 && exact {
						t.Errorf("%s, %s, %v tau_max: norms %v", name(c.k), name(pen), part, sol.Norms)
					}
				}
			}
		}
	}
}

// TestTauMaxCancelled: the closed form, too, ends with the context, wherever it is.
func TestTauMaxCancelled(t *testing.T) {
	p := problem(t, kernels[3], penalty.Lasso{}, 10, 2, 1)
	X, _ := sample(10, 2, 1)
	for _, tauRidge := range []bool{false, true} {
		p.TauRidge = tauRidge
		for _, tol := range []float64{1e-6, 1e-12} {
			whole := &countdown{Context: t.Context(), left: math.MaxInt}
			p.Op = operator(t, kernels[3], X)
			if _, err := solve.TauMax(whole, p, tol); err != nil {
				t.Fatal(err)
			}
			asked := math.MaxInt - whole.left
			for _, after := range []int{0, 1, asked / 3, asked / 2, asked - 1} {
				fresh := *p
				fresh.Op = operator(t, kernels[3], X)
				if _, err := solve.TauMax(&countdown{Context: t.Context(), left: after}, &fresh, tol); !errors.Is(err, context.Canceled) {
					t.Errorf("tol %v, tau ridge %v: cancelled after %d of %d questions: %v", tol, tauRidge, after, asked, err)
				}
			}
		}
	}
}

// countdown is a context that ends when it has been asked so often whether it has.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	c.left--
	if c.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestTauMaxErrors(t *testing.T) {
	p := problem(t, kernels[1], penalty.Lasso{}, 5, 2, 4)
	p.Nu = 0
	if _, err := solve.TauMax(t.Context(), p, 1e-13); err == nil || !strings.Contains(err.Error(), "nu > 0") {
		t.Errorf("nu = 0: %v", err)
	}
	p.Nu, p.Tau = 1, math.NaN() // tau does not matter
	mustTauMax(t, p)
	p.Y = make([]float64, 5)
	if tau := mustTauMax(t, p); tau != 0 {
		t.Errorf("tau_max of the target 0 is %v", tau)
	}
}

// TestTauMaxSingular: a cubic kernel of 1330 dimensions has 1980 gradients at
// these points, a wide Gaussian as good as none beyond the smoothest. There is
// a threshold all the same, at which the fit without derivatives is optimal to
// within the tolerance, and a shift of the target, which the intercept takes,
// does not move it.
func TestTauMaxSingular(t *testing.T) {
	const tol = 1e-4
	e2, err := data.E2(110, 3)
	if err != nil {
		t.Fatal(err)
	}
	X, y := sample(60, 5, 9)
	for _, c := range []struct {
		k  kern.Kernel
		X  mat.Matrix
		y  []float64
		nu float64
	}{
		{kern.Polynomial{Degree: 3, Offset: 1}, e2.X(), e2.Y(), 1e-2},
		{kern.Gaussian{Width: kern.Sigma(8)}, X, y, 1e-3},
	} {
		p := &solve.Problem{Op: operator(t, c.k, c.X), Y: c.y, Penalty: penalty.Lasso{}, Nu: c.nu, Intercept: true}
		at, err := solve.TauMax(t.Context(), p, tol)
		if err != nil || !(at.Tau > 0) || !(at.Gap <= tol) {
			t.Fatalf("%v: %+v, %v", c.k, at, err)
		}
		q := *p
		q.Y = slices.Clone(c.y)
		floats.AddConst(1000, q.Y)
		shifted, err := solve.TauMax(t.Context(), &q, tol)
		if err != nil || math.Abs(shifted.Tau/at.Tau-1) > 0.02 {
			t.Errorf("%v: tau_max %v, %v with a shifted target (%v)", c.k, at.Tau, shifted.Tau, err)
		}
		p.Tau = at.Tau
		sol := mustSolve(t, p, 1e-3)
		if share := p.Tau * floats.Sum(sol.RawNorms) / sol.Objective; share > 1e-2 {
			t.Errorf("%v: at tau_max the penalty is %.2g of the objective", c.k, share)
		}
		p.Tau = at.Tau / 3
		if floats.Max(mustSolve(t, p, 1e-2).Norms) == 0 {
			t.Errorf("%v: no input is in at a third of tau_max", c.k)
		}
	}
}

// TestTauMaxStart: where tau_max was reached, a fit at it has little left to do. From 0 the same
// fit takes most of a path's products.
func TestTauMaxStart(t *testing.T) {
	const tol = 1e-4
	reached := 0
	for _, k := range []kern.Kernel{kern.Gaussian{Width: kern.Sigma(1)}, kern.Matern52{Width: kern.Sigma(1)}} {
		for _, pen := range penalties {
			for _, tauRidge := range []bool{false, true} {
				p := problem(t, k, pen, 60, 4, 1)
				p.TauRidge = tauRidge
				top, err := solve.TauMax(t.Context(), p, tol)
				if err != nil {
					t.Fatal(err)
				}
				if !(top.Tau > 0) || math.IsInf(top.Tau, 1) {
					if top.Start != nil {
						t.Errorf("%s %v: a start for tau = %v", name(k), pen, top.Tau)
					}
					continue
				}
				if !top.Reached(tol) {
					continue
				}
				reached++
				p.Tau = top.Tau
				sol, err := solve.Dual{Tol: tol}.Solve(t.Context(), p, top.Start)
				if err != nil || !(sol.RelGap <= tol) || sol.Iterations > 10 {
					t.Errorf("%s %v, own ridge %v: a gap of %.3g after %d products, %v", name(k), pen, tauRidge, sol.RelGap, sol.Iterations, err)
				}
			}
		}
	}
	if reached < 10 {
		t.Errorf("tau_max was reached by %d problems alone", reached)
	}
}
