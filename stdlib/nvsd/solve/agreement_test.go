package solve_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// solvers are all that there are, with the tolerance that each is held to: first
// order methods on the function itself are slow where the kernel is rich.
var solvers = []struct {
	name string
	solve.Solver
	tol float64
}{
	{"dual", solve.Dual{Tol: 1e-8}, 1e-8},
	{"ADMM by eigenvalues", solve.ADMM{Tol: 1e-6, Inner: solve.Eigen}, 1e-6},
	{"ADMM by conjugate gradients", solve.ADMM{Tol: 1e-5, Inner: solve.ConjugateGradients}, 1e-5},
	{"DENOVAS", solve.DENOVAS{Tol: 1e-4}, 1e-4},
	{"AISTATS", solve.AISTATS{Tol: 1e-2}, 1e-2},
}

// agreementKernels are of every kind, those of a user among them.
var agreementKernels = []solve.Kernel{
	kern.Linear{},
	kern.Polynomial{Degree: 2, Offset: 1},
	kern.Polynomial{Degree: 3, Offset: 0.5},
	kern.Gaussian{Width: kern.Sigma(1.5)},
	kern.RationalQuadratic{Width: kern.Sigma(2), Shape: 1},
	kern.Matern52{Width: kern.Sigma(2)},
	kern.Periodic{Period: 5, Width: 1},
	kern.FromEval(kern.Gaussian{Width: kern.Sigma(2)}.Eval),
	kern.Sum(kern.Linear{}, kern.Gaussian{Width: kern.Sigma(1)}),
}

// agreementPenalties are the convex penalties of package penalty, for d inputs.
func agreementPenalties(d int) []solve.Penalty {
	var halves, pairs [][]int
	halves = append(halves, nil)
	weights := make([]float64, d)
	for a := range d {
		if a == (d+1)/2 {
			halves = append(halves, nil)
		}
		halves[len(halves)-1] = append(halves[len(halves)-1], a)
		if a+1 < d || d == 1 {
			pairs = append(pairs, []int{a, min(a+1, d-1)}[:min(2, d)])
		}
		weights[a] = float64((a + 1) % 3)
	}
	groups := penalty.GroupLasso{Groups: halves}
	return []solve.Penalty{
		penalty.Lasso{},
		groups,
		penalty.ElasticNet{Mu: 0.5},
		penalty.ElasticNet{Mu: 0},
		penalty.SparseGroup{GroupLasso: groups, Mu: 0.5},
		penalty.WeightedLasso{Weights: weights},
		penalty.Overlapping{GroupLasso: penalty.GroupLasso{Groups: pairs}},
		penalty.Scaled{Factor: 2, P: penalty.Lasso{}},
		penalty.Named("cubic", penalty.Convex(penalty.Separable(func(u float64) float64 { return u + u*u*u/3 }))),
	}
}

// A defect is what is wrong with the inputs.
type defect struct {
	name  string
	spoil func(X *mat.Dense)
}

var defects = []defect{
	{"clean", func(*mat.Dense) {}},
	{"a row twice", func(X *mat.Dense) { X.SetRow(1, X.RawRowView(0)) }},
	{"a constant column", func(X *mat.Dense) {
		n, d := X.Dims()
		for i := range n {
			X.Set(i, d-1, 0.7)
		}
	}},
	{"unequal scales", func(X *mat.Dense) {
		n, d := X.Dims()
		for i := range n {
			X.Set(i, 0, 3*X.At(i, 0))
			X.Set(i, d-1, X.At(i, d-1)/3)
		}
	}},
}

// agreementProblem is the one of a number: every kernel with every penalty, and
// sizes, ridges, defects and intercepts in turns of their own. The ridge is in
// units of the kernel.
func agreementProblem(t *testing.T, number int) (p *solve.Problem, what string) {
	t.Helper()
	sizes := []struct{ n, d int }{{8, 1}, {16, 4}, {20, 3}, {12, 6}, {40, 5}}
	turn := number / len(agreementKernels) // of the penalties
	k := agreementKernels[number%len(agreementKernels)]
	size := sizes[(number+turn)%len(sizes)]
	if _, ok := k.(solve.DotProduct); !ok && size.d == 1 {
		size.d = 2 // with one input, derivatives at all points depend on each other but for rounding
	}
	if !kern.Certified(k) {
		size.n = min(size.n, 12) // slow
	}
	pen := agreementPenalties(size.d)[turn]
	wrong := defects[number%len(defects)]
	X, y := sample(size.n, size.d, uint64(number))
	wrong.spoil(X)
	var square float64
	for i := range size.n {
		square += k.Eval(X.RawRowView(i), X.RawRowView(i)) / float64(size.n)
	}
	nu := []float64{0.3, 0.1, 0.03}[(number+turn)%3] * square
	p = &solve.Problem{Op: operator(t, k, X), Y: y, Penalty: pen, Nu: nu, Intercept: turn%2 == 0}
	if number%7 == 0 {
		p.TauRidge = true
	}
	return p, fmt.Sprintf("problem %d (%s, %s, %d x %d, %s, nu %.3g, tau ridge %v)", number, name(k), name(pen), size.n, size.d, wrong.name, nu, p.TauRidge)
}

// TestSolversAgree: on every problem that a solver claims it comes to the optimum
// that Newton's method certifies, within its own tolerance, and the bounds of all of
// them enclose the same minimum. What a solver does not claim it refuses, with
// the reason.
func TestSolversAgree(t *testing.T) {
	const slack = 1e-8 // of bounds, by rounding
	claimed, refused := map[string]int{}, map[string]int{}
	for number := range len(agreementKernels) * len(agreementPenalties(2)) {
		p, what := agreementProblem(t, number)
		top := 1.0
		if at, err := solve.TauMax(t.Context(), p, 1e-6); err != nil {
			t.Fatalf("%s: %v", what, err)
		} else if !math.IsInf(at.Tau, 1) {
			top = at.Tau
		}
		for _, part := range [][]float64{{0, 0.3}, {0.05, 1}, {0.6, 5}}[(number/2)%3] {
			p.Tau = part * top
			what := fmt.Sprintf("%s at %v tau_max", what, part)
			if p.Ridge() == 0 {
				continue
			}
			want, err := solve.Newton{Tol: 1e-8}.Solve(t.Context(), p, nil)
			if err != nil {
				t.Errorf("Newton: %s: %v", what, err)
				continue
			}
			for _, s := range solvers {
				sol, err := s.Solve(t.Context(), p, nil)
				if no := s.Check(p); no != nil {
					refused[s.name]++
					if sol != nil || err == nil || err.Error() != no.Error() || !(strings.Contains(no.Error(), "block norms") || strings.Contains(no.Error(), "tau > 0")) {
						t.Errorf("%s refuses %s by %v, and then Solve gives %v", s.name, what, no, err)
					}
					continue
				}
				claimed[s.name]++
				if err != nil || sol.Status != solve.Converged || !(sol.RelGap <= s.tol) {
					t.Errorf("%s: %s: gap %v: %v", s.name, what, sol.RelGap, err)
					continue
				}
				room := slack * want.Objective
				if sol.Objective < want.Dual-room || sol.Dual > want.Objective+room || sol.Objective-want.Objective > s.tol*sol.Objective+room {
					t.Errorf("%s: %s: the minimum lies in [%.12g, %.12g], by Newton's method in [%.12g, %.12g]", s.name, what, sol.Dual, sol.Objective, want.Dual, want.Objective)
				}
			}
		}
	}
	t.Logf("claimed %v, refused %v", claimed, refused)
	if claimed["AISTATS"] < 30 || claimed["DENOVAS"] < 100 || refused["AISTATS"] == 0 {
		t.Errorf("claimed %v, refused %v", claimed, refused)
	}
}
