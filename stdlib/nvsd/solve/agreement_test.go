package solve_test

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// A contestant is a solver with the tolerance that it is held to.
type contestant struct {
	name string
	solve.Solver
	tol float64
}

// solvers are all that there are: first order methods on the function itself are
// slow where the kernel is rich.
var solvers = []contestant{
	{"dual", solve.Dual{Tol: 1e-8}, 1e-8},
	{"ADMM by eigenvalues", solve.ADMM{Tol: 1e-8, Inner: solve.Eigen}, 1e-8},
	{"ADMM by conjugate gradients", solve.ADMM{Tol: 1e-5, Inner: solve.ConjugateGradients}, 1e-5},
	{"DENOVAS", solve.DENOVAS{Tol: 1e-4}, 1e-4},
	{"AISTATS", solve.AISTATS{Tol: 1e-2}, 1e-2},
}

// sturdy are those that come to the optimum wherever there is a certificate: the dual
// method always; ADMM may end at its limit on a few problems of the wide range whose
// derivatives depend on each other, at tau_max and above.
var sturdy = []contestant{
	{"dual", solve.Dual{Tol: 1e-5}, 1e-5},
	{"ADMM by eigenvalues", solve.ADMM{Tol: 1e-6, Inner: solve.Eigen}, 1e-6},
}

// hurried are the solvers whose work grows with the condition of a problem, with a
// limit.
var hurried = []contestant{
	{"ADMM by conjugate gradients", solve.ADMM{Tol: 1e-5, MaxIter: 300, Inner: solve.ConjugateGradients}, 1e-5},
	{"DENOVAS", solve.DENOVAS{Tol: 1e-4, MaxIter: 50, MaxInner: 300}, 1e-4},
	{"AISTATS", solve.AISTATS{Tol: 1e-2, MaxIter: 200}, 1e-2},
}

// agreementKernels are of every kind, those of a user among them.
var agreementKernels = []kern.Kernel{
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
func agreementPenalties(d int) []penalty.Penalty {
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
	return []penalty.Penalty{
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

// A setting changes all problems.
type setting struct {
	seed  uint64  // of the data, added to the number
	scale float64 // of X, in units in which kernels have a width of about 1
	ridge float64 // factor of nu
}

// agreementProblem is the one of a number: every kernel with every penalty, and
// sizes, ridges, defects and intercepts in turns of their own. The ridge is in
// units of the kernel.
func agreementProblem(t *testing.T, number int, as setting) (p *solve.Problem, what string) {
	t.Helper()
	sizes := []struct{ n, d int }{{8, 1}, {16, 4}, {20, 3}, {12, 6}, {40, 5}}
	turn := number / len(agreementKernels) // of the penalties
	k := agreementKernels[number%len(agreementKernels)]
	size := sizes[(number+turn)%len(sizes)]
	if _, ok := k.(trait.DotProduct); !ok && size.d == 1 && as.ridge == 1 {
		size.d = 2 // with one input, derivatives at all points depend on each other but for rounding
	}
	if !kern.Certified(k) {
		size.n = min(size.n, 12)  // slow
		as.scale, as.ridge = 1, 1 // elsewhere the error of its derivatives is more than the ridge
	}
	pen := agreementPenalties(size.d)[turn]
	wrong := defects[number%len(defects)]
	X, y := sample(size.n, size.d, uint64(number)+as.seed)
	X.Scale(as.scale, X)
	wrong.spoil(X)
	var square float64
	for i := range size.n {
		square += k.Eval(X.RawRowView(i), X.RawRowView(i)) / float64(size.n)
	}
	nu := []float64{0.3, 0.1, 0.03}[(number+turn)%3] * square * as.ridge
	p = &solve.Problem{Op: operator(t, k, X), Y: y, Penalty: pen, Nu: nu, Intercept: turn%2 == 0}
	if number%7 == 0 && as.scale == 1 && as.ridge == 1 { // else tau_max may be next to 0, and with it the ridge
		p.TauRidge = true
	}
	return p, fmt.Sprintf("problem %d of %+v (%s, %s, %d x %d, %s, nu %.3g, tau ridge %v)", number, as, name(k), name(pen), size.n, size.d, wrong.name, nu, p.TauRidge)
}

// atShares calls do with a problem at shares of its tau_max, and the optimum that
// Newton's method certifies there; in the wide range the dual method's, where Newton's
// ends at its limit.
func atShares(t *testing.T, p *solve.Problem, what string, shares []float64, wide bool, do func(want *solve.Solution, what string)) {
	t.Helper()
	const near = 1e-5 // enough to hold others to its bounds
	top := 1.0
	if at, err := solve.TauMax(t.Context(), p, 1e-6); err != nil {
		t.Errorf("%s: %v", what, err)
		return
	} else if !math.IsInf(at.Tau, 1) {
		top = at.Tau
	}
	for _, share := range shares {
		p.Tau = share * top
		what := fmt.Sprintf("%s at %v tau_max", what, share)
		if p.Ridge() == 0 {
			continue
		}
		want, err := solve.Newton{Tol: 1e-8}.Solve(t.Context(), p, nil)
		if wide && want != nil && want.Status == solve.MaxIter && want.RelGap > near {
			want, err = solve.Dual{Tol: 1e-8}.Solve(t.Context(), p, nil)
		}
		if want == nil || err != nil && want.RelGap > near {
			t.Errorf("no optimum: %s: %v", what, err)
			continue
		}
		do(want, what)
	}
}

// compare holds what a solver says of the minimum to what Newton's method does. It
// is false where the solver has ended at its limit, which must be said and counts
// as wrong only where it is not allowed.
func compare(t *testing.T, s contestant, p *solve.Problem, want *solve.Solution, what string, unfinished bool) bool {
	t.Helper()
	const slack = 1e-8 // of bounds, by rounding
	sol, err := s.Solve(t.Context(), p, nil)
	if sol == nil {
		t.Errorf("%s: %s: %v", s.name, what, err)
		return false
	}
	done := err == nil && sol.Status == solve.Converged && sol.RelGap <= s.tol
	if limit := err != nil && sol.Status == solve.MaxIter; !done && !(limit && unfinished) {
		t.Errorf("%s: %s: gap %v: %v", s.name, what, sol.RelGap, err)
		return false
	}
	room := slack * want.Objective
	if sol.Objective < want.Dual-room || sol.Dual > want.Objective+room {
		t.Errorf("%s: %s: the minimum lies in [%.12g, %.12g], by Newton's method in [%.12g, %.12g]", s.name, what, sol.Dual, sol.Objective, want.Dual, want.Objective)
	}
	return done
}

// TestSolversAgree: on every problem that a solver claims it comes to the optimum
// that Newton's method certifies, within its own tolerance, and the bounds of all of
// them enclose the same minimum. What a solver does not claim it refuses, with
// the reason.
func TestSolversAgree(t *testing.T) {
	claimed, refused := map[string]int{}, map[string]int{}
	for number := range len(agreementKernels) * len(agreementPenalties(2)) {
		p, what := agreementProblem(t, number, setting{scale: 1, ridge: 1})
		atShares(t, p, what, [][]float64{{0, 0.3}, {0.05, 1}, {0.6, 5}}[(number/2)%3], false, func(want *solve.Solution, what string) {
			for _, s := range solvers {
				no := s.Check(p)
				if no == nil {
					claimed[s.name]++
					compare(t, s, p, want, what, false)
					continue
				}
				refused[s.name]++
				sol, err := s.Solve(t.Context(), p, nil)
				if sol != nil || err == nil || err.Error() != no.Error() || !(strings.Contains(no.Error(), "block norms") || strings.Contains(no.Error(), "tau > 0")) {
					t.Errorf("%s refuses %s by %v, and then Solve gives %v", s.name, what, no, err)
				}
			}
		})
	}
	t.Logf("claimed %v, refused %v", claimed, refused)
	if claimed["AISTATS"] < 30 || claimed["DENOVAS"] < 100 || refused["AISTATS"] == 0 {
		t.Errorf("claimed %v, refused %v", claimed, refused)
	}
}

// TestSolversAgreeWide: as far as the range goes, the dual method and ADMM by
// eigenvalues come to the optimum of Newton's method. There the others may end at
// a limit, but their bounds hold all the same. It takes every 61st of the problems,
// or all of them where the environment has NVSD_WIDE.
func TestSolversAgreeWide(t *testing.T) {
	every := 61
	if os.Getenv("NVSD_WIDE") != "" {
		every = 1
	}
	converged, claimed, turn := map[string]int{}, map[string]int{}, 0
	for _, seed := range []uint64{0, 1000, 3000, 4000} {
		for _, scale := range []float64{1, 10, 0.1} {
			for _, ridge := range []float64{1, 1e-2} {
				for number := range len(agreementKernels) * len(agreementPenalties(2)) {
					turn++
					if turn%every != 0 {
						continue
					}
					p, what := agreementProblem(t, number, setting{seed, scale, ridge})
					atShares(t, p, what, []float64{0, 0.01, 0.3, 1, 5}[turn/every%4:][:2], true, func(want *solve.Solution, what string) {
						for i, s := range append(sturdy[:len(sturdy):len(sturdy)], hurried...) {
							if s.Check(p) == nil {
								claimed[s.name]++
								if compare(t, s, p, want, what, i > 0) {
									converged[s.name]++
								}
							}
						}
					})
				}
			}
		}
	}
	t.Logf("claimed %v, converged %v", claimed, converged)
	if name := sturdy[1].name; converged[name] < claimed[name]-2 {
		t.Errorf("%s: only %d of %d converge", name, converged[name], claimed[name])
	}
	for _, s := range hurried {
		if converged[s.name] < claimed[s.name]/3 {
			t.Errorf("%s: only %d of %d converge", s.name, converged[s.name], claimed[s.name])
		}
	}
}
