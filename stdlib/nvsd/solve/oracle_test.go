package solve_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// unstructured hides what a kernel knows of itself.
type unstructured struct{ kern.Kernel }

var kernels = []kern.Kernel{
	kern.Linear{},
	kern.Polynomial{Degree: 2, Offset: 1},
	kern.Polynomial{Degree: 3, Offset: 0.5},
	kern.Gaussian{Width: kern.Sigma(1.5)},
	unstructured{kern.Gaussian{Width: kern.Sigma(2)}},
	kern.Sum(kern.RationalQuadratic{Width: kern.Sigma(2), Shape: 1}, kern.Matern52{Width: kern.Sigma(3)}),
	kern.Scaled(0.5, kern.Polynomial{Degree: 2, Offset: 1}),
	kern.Sum(kern.Linear{}, kern.Gaussian{Width: kern.Sigma(2)}), // no structure in common
}

// sample is n points in d inputs and a target that depends on the first two.
func sample(n, d int, seed uint64) (*mat.Dense, []float64) {
	rng := rand.New(rand.NewPCG(seed, 0))
	X, y := mat.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		x := X.RawRowView(i)
		for a := range x {
			x[a] = rng.NormFloat64()
		}
		y[i] = 0.5 + x[0]*x[0] + 2*x[0]*x[1%d] + x[1%d] + 0.3*rng.NormFloat64()
	}
	return X, y
}

// problem is a small one that every solver should handle.
func problem(t testing.TB, k kern.Kernel, p penalty.Penalty, n, d int, seed uint64) *solve.Problem {
	t.Helper()
	X, y := sample(n, d, seed)
	return &solve.Problem{Op: operator(t, k, X), Y: y, Penalty: p, Nu: 0.05}
}

func operator(t testing.TB, k kern.Kernel, X mat.Matrix) *solve.Operator {
	t.Helper()
	op, err := solve.NewOperator(k, X)
	if err != nil {
		t.Fatal(err)
	}
	return op
}

func mustSolve(t testing.TB, p *solve.Problem, tol float64) *solve.Solution {
	t.Helper()
	sol, err := solve.Dual{Tol: tol}.Solve(t.Context(), p, nil)
	if err != nil {
		t.Fatalf("%v, tau %v: %v", p.Penalty, p.Tau, err)
	}
	return sol
}

func mustTauMax(t testing.TB, p *solve.Problem) float64 {
	t.Helper()
	at, err := solve.TauMax(t.Context(), p, 1e-13)
	if err != nil {
		t.Fatal(err)
	}
	return at.Tau
}

// evaluate is f and its gradient at z from the definition, one kernel value at a
// time.
func evaluate(k kern.Kernel, X mat.Matrix, alpha []float64, B mat.Matrix, z []float64) (value float64, grad []float64) {
	n, d := X.Dims()
	grad = make([]float64, d)
	dx, dz, mixed := make([]float64, d), make([]float64, d), make([]float64, d*d)
	for i := range n {
		x := mat.Row(nil, i, X)
		value += alpha[i] * k.Eval(x, z)
		k.Grad(dx, x, z)
		k.Grad(dz, z, x)
		k.Mixed(mixed, z, x)
		for a := range d {
			value += B.At(i, a) * dx[a]
			grad[a] += alpha[i] * dz[a]
			for b := range d {
				grad[a] += B.At(i, b) * mixed[a*d+b]
			}
		}
	}
	return value, grad
}

// recomputed evaluates both bounds of a solution from its coefficients alone,
// by dense matrices that the solvers do not use. The lower bound is the value
// of the dual function at u = -2 nu B, whose minimiser over f is had afresh.
type recomputed struct {
	objective float64
	dual      float64 // without the conjugate's part: valid where h*(u) = 0
	norms     []float64
	dualNorms []float64 // ||u_a||
	normSq    float64
}

func recompute(t testing.TB, k kern.Kernel, X mat.Matrix, p *solve.Problem, alpha []float64, B *mat.Dense, intercept float64) recomputed {
	t.Helper()
	n, d := X.Dims()
	nu := p.Ridge()
	at := func(alpha []float64, b float64) (value, fit, normSq float64, norms []float64, grads *mat.Dense) {
		grads = mat.NewDense(n, d, nil)
		norms = make([]float64, d)
		for i := range n {
			v, g := evaluate(k, X, alpha, B, mat.Row(nil, i, X))
			fit += (p.Y[i] - v - b) * (p.Y[i] - v - b) / float64(n)
			normSq += alpha[i] * v
			for a := range d {
				normSq += B.At(i, a) * g[a]
				norms[a] += g[a] * g[a] / float64(n)
			}
			grads.SetRow(i, g)
		}
		for a := range norms {
			norms[a] = math.Sqrt(norms[a])
		}
		return fit + nu*normSq + p.Tau*p.Penalty.Value(norms), fit, normSq, norms, grads
	}
	var r recomputed
	r.objective, _, r.normSq, r.norms, _ = at(alpha, intercept)

	// Minimise (1/n)||y - f - b||^2 + nu ||f||^2 + <u, Df> over alpha and b.
	size := n
	if p.Intercept {
		size++
	}
	A, rhs := mat.NewDense(size, size, nil), mat.NewVecDense(size, nil)
	for i := range n {
		x := mat.Row(nil, i, X)
		v, _ := evaluate(k, X, make([]float64, n), B, x)
		rhs.SetVec(i, p.Y[i]-v)
		for j := range n {
			A.Set(i, j, k.Eval(x, mat.Row(nil, j, X)))
		}
		A.Set(i, i, A.At(i, i)+float64(n)*nu)
		if p.Intercept {
			A.Set(i, n, 1)
			A.Set(n, i, 1)
		}
	}
	var c mat.VecDense
	if err := c.SolveVec(A, rhs); err != nil {
		t.Fatal(err)
	}
	var b float64
	if p.Intercept {
		b = c.AtVec(n)
	}
	_, fit, normSq, _, W := at(mat.Col(nil, 0, &c)[:n], b)
	var inner float64
	r.dualNorms = make([]float64, d)
	for i := range n {
		for a := range d {
			inner += -2 * nu * B.At(i, a) * W.At(i, a)
			r.dualNorms[a] += 4 * nu * nu * B.At(i, a) * B.At(i, a)
		}
	}
	for a := range r.dualNorms {
		r.dualNorms[a] = math.Sqrt(r.dualNorms[a])
	}
	r.dual = fit + nu*normSq + inner
	return r
}

func near(t testing.TB, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol*max(1, math.Abs(want))) {
		t.Errorf("%s: %.12g, want %.12g", what, got, want)
	}
}

func allNear(t testing.TB, what string, got, want []float64, tol float64) {
	t.Helper()
	scale := max(1, floats.Norm(want, math.Inf(1)))
	if len(got) != len(want) || !(floats.Distance(got, want, math.Inf(1)) <= tol*scale) {
		t.Errorf("%s: %.10g, want %.10g", what, got, want)
	}
}

func name(v any) string {
	if u, ok := v.(unstructured); ok {
		return "unstructured " + name(u.Kernel)
	}
	return fmt.Sprint(v)
}

var penalties = []penalty.Penalty{
	penalty.Lasso{},
	penalty.ElasticNet{Mu: 0.5},
	penalty.GroupLasso{Groups: [][]int{{0, 2}, {1, 3}}},
	penalty.Scaled{Factor: 2, P: penalty.Lasso{}},
}
