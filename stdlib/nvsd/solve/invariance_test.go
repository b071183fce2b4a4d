package solve_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// isKernelRidge holds the coefficients of p's solution to those of kernel ridge
// regression.
func isKernelRidge(t *testing.T, k kern.Kernel, p *solve.Problem, sol *solve.Solution, tol float64) {
	t.Helper()
	ridge, err := solve.NewRidge(p.Op, p.Y, p.Intercept)
	if err != nil {
		t.Fatal(err)
	}
	alpha, b, err := ridge.Fit(p.Nu)
	if err != nil {
		t.Fatal(err)
	}
	allNear(t, name(k)+" alpha", sol.Alpha, alpha, tol)
	near(t, name(k)+" intercept", sol.Intercept, b, tol)
}

// TestTauZeroIsKernelRidge: without a penalty there is nothing but a ridge.
func TestTauZeroIsKernelRidge(t *testing.T) {
	for _, k := range kernels {
		for _, intercept := range []bool{false, true} {
			p := problem(t, k, penalty.Lasso{}, 15, 3, 3)
			p.Intercept = intercept
			sol := mustSolve(t, p, 1e-12)
			isKernelRidge(t, k, p, sol, 1e-10)
			if mat.Norm(sol.B, 1) != 0 {
				t.Errorf("%s: B is not 0", name(k))
			}
		}
	}
}

// TestLinearKernelIsLasso: f(x) = <w, x> has |w_a| for derivative norms, so that
// the problem is a lasso with a ridge, here solved one coordinate at a time.
func TestLinearKernelIsLasso(t *testing.T) {
	const n, d, nu = 30, 6, 0.05
	X, y := sample(n, d, 4)
	op := operator(t, kern.Linear{}, X)
	for _, tau := range []float64{0.01, 0.1, 0.5, 1, 2} {
		w := make([]float64, d)
		for range 2000 {
			for a := range w {
				var slope, square float64
				for i := range n {
					x := X.RawRowView(i)
					slope += x[a] * (y[i] - floats.Dot(x, w) + x[a]*w[a]) / n
					square += x[a] * x[a] / n
				}
				w[a] = math.Copysign(max(0, math.Abs(slope)-tau/2), slope) / (square + nu)
			}
		}
		p := &solve.Problem{Op: op, Y: y, Penalty: penalty.Lasso{}, Tau: tau, Nu: nu}
		sol := mustSolve(t, p, 1e-12)
		grad, err := op.Gradients(sol.Alpha, sol.B, mat.NewDense(1, d, nil))
		if err != nil {
			t.Fatal(err)
		}
		allNear(t, "w", grad.RawRowView(0), w, 1e-8)
		for a := range w {
			if (w[a] == 0) != (sol.Norms[a] == 0) {
				t.Errorf("tau %v: w[%d] = %v, norm %v", tau, a, w[a], sol.Norms[a])
			}
		}
	}
}

// TestSamePenaltyByOtherNames, and by a name that the solver has no special
// treatment for.
func TestSamePenaltyByOtherNames(t *testing.T) {
	const n, d = 15, 3
	for _, k := range kernels[1:4] {
		p := problem(t, k, penalty.Lasso{}, n, d, 5)
		p.Tau = 0.3 * mustTauMax(t, p)
		want := mustSolve(t, p, 1e-11)
		for _, same := range []penalty.Penalty{
			penalty.GroupLasso{Groups: [][]int{{2}, {0}, {1}}},
			penalty.ElasticNet{Mu: 1},
			penalty.Scaled{Factor: 1, P: penalty.Lasso{}},
			opaque{penalty.Lasso{}},
		} {
			p.Penalty = same
			got := mustSolve(t, p, 1e-11)
			near(t, "objective", got.Objective, want.Objective, 1e-10)
			allNear(t, "fitted", got.Fitted, want.Fitted, 1e-6)
			allNear(t, "norms", got.Norms, want.Norms, 1e-6)
			if !slices.Equal(got.Active, want.Active) {
				t.Errorf("%T: active %v, want %v", same, got.Active, want.Active)
			}
		}
	}
	// DENOVAS is twice the lasso with the ridge tau nu.
	p := problem(t, kernels[2], penalty.Scaled{Factor: 2, P: penalty.Lasso{}}, n, d, 5)
	p.Tau, p.TauRidge = 0.4, true
	got := mustSolve(t, p, 1e-11)
	p.Penalty, p.Nu, p.Tau, p.TauRidge = penalty.Lasso{}, p.Tau*p.Nu, 2*p.Tau, false
	near(t, "DENOVAS", got.Objective, mustSolve(t, p, 1e-11).Objective, 1e-10)
}

// opaque is a convex penalty of which the solver knows no more than its prox.
type opaque struct{ penalty.Penalty }

func (opaque) Convex() bool { return true }

// TestOrderOfInputs: permuting the inputs permutes the solution.
func TestOrderOfInputs(t *testing.T) {
	const n, d = 20, 4
	order := []int{2, 0, 3, 1}
	X, y := sample(n, d, 7)
	shuffled := mat.NewDense(n, d, nil)
	for to, from := range order {
		shuffled.SetCol(to, mat.Col(nil, from, X))
	}
	for _, k := range kernels[1:4] {
		p := &solve.Problem{Op: operator(t, k, X), Y: y, Penalty: penalty.Lasso{}, Tau: 0.3, Nu: 0.05}
		q := *p
		q.Op = operator(t, k, shuffled)
		a, b := mustSolve(t, p, 1e-11), mustSolve(t, &q, 1e-11)
		near(t, "objective", b.Objective, a.Objective, 1e-10)
		for to, from := range order {
			near(t, "norm", b.Norms[to], a.Norms[from], 1e-6)
		}
	}
}

// TestRepeatedRows: every row twice is the same problem, though the matrices
// are singular.
func TestRepeatedRows(t *testing.T) {
	const n, d = 12, 3
	X, y := sample(n, d, 8)
	var twice mat.Dense
	twice.Stack(X, X)
	for _, k := range kernels[:4] {
		p := &solve.Problem{Op: operator(t, k, X), Y: y, Penalty: penalty.Lasso{}, Tau: 0.3, Nu: 0.05}
		q := *p
		q.Op, q.Y = operator(t, k, &twice), slices.Concat(y, y)
		a, b := mustSolve(t, p, 1e-11), mustSolve(t, &q, 1e-11)
		near(t, name(k)+" objective", b.Objective, a.Objective, 1e-10)
		allNear(t, name(k)+" norms", b.Norms, a.Norms, 1e-6)
		allNear(t, name(k)+" fitted", b.Fitted[:n], a.Fitted, 1e-6)
	}
}

// TestScaleOfTarget: c y with c tau has c f for solution.
func TestScaleOfTarget(t *testing.T) {
	const c = 1e6
	p := problem(t, kernels[3], penalty.Lasso{}, 20, 3, 9)
	p.Tau = 0.2
	a := mustSolve(t, p, 1e-11)
	q := *p
	q.Y = slices.Clone(p.Y)
	floats.Scale(c, q.Y)
	q.Tau *= c
	b := mustSolve(t, &q, 1e-11)
	floats.Scale(1/c, b.Fitted)
	floats.Scale(1/c, b.Norms)
	allNear(t, "fitted", b.Fitted, a.Fitted, 1e-8)
	allNear(t, "norms", b.Norms, a.Norms, 1e-8)
}

// TestInterceptTakesShift: adding a constant to y adds it to the intercept.
func TestInterceptTakesShift(t *testing.T) {
	const shift = 100
	p := problem(t, kernels[3], penalty.Lasso{}, 20, 3, 10)
	p.Tau, p.Intercept = 0.2, true
	a := mustSolve(t, p, 1e-11)
	p.Y = slices.Clone(p.Y)
	floats.AddConst(shift, p.Y)
	b := mustSolve(t, p, 1e-11)
	near(t, "intercept", b.Intercept, a.Intercept+shift, 1e-9)
	allNear(t, "alpha", b.Alpha, a.Alpha, 1e-7)
	near(t, "sum of alpha", floats.Sum(a.Alpha), 0, 1e-10)
	var mean float64
	for i, v := range b.Fitted {
		mean += (p.Y[i] - v) / float64(len(p.Y))
	}
	near(t, "mean residual", mean, 0, 1e-9)
}
