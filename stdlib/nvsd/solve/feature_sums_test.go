package solve_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

func allInputs(d int) []bool { return slices.Repeat([]bool{true}, d) }

// onFeatures returns the operator and the target of random features.
func onFeatures(t testing.TB, k kern.Kernel, X mat.Matrix, y []float64, count int, seed uint64, intercept bool) (*solve.Operator, []float64) {
	t.Helper()
	_, d := X.Dims()
	sums, err := solve.NewFeatureSums(k, allInputs(d), count, seed)
	if err != nil {
		t.Fatal(err)
	}
	if err := sums.Add(context.Background(), solve.RowsOf(mat.DenseCopyOf(X), y)); err != nil {
		t.Fatal(err)
	}
	op, z, err := sums.Operator(intercept)
	if err != nil {
		t.Fatal(err)
	}
	return op, z
}

// drawn returns the features of a Gaussian of width sigma as the documentation of FeatureSums defines
// them, with the frequencies that the seed draws: values and sines (n x m), and frequencies (m x d).
func drawn(X *mat.Dense, sigma float64, count int, seed uint64) (values, sines, frequency *mat.Dense) {
	n, d := X.Dims()
	rng := rand.New(rand.NewPCG(seed, 0x72666600))
	values, sines, frequency = mat.NewDense(n, count, nil), mat.NewDense(n, count, nil), mat.NewDense(count, d, nil)
	for k := range count {
		w := frequency.RawRowView(k)
		for a := range w {
			w[a] = rng.NormFloat64() / sigma
		}
		phase := 2 * math.Pi * rng.Float64()
		for i := range n {
			along := floats.Dot(w, X.RawRowView(i)) + phase
			values.Set(i, k, math.Sqrt(2/float64(count))*math.Cos(along))
			sines.Set(i, k, math.Sqrt(2/float64(count))*math.Sin(along))
		}
	}
	return values, sines, frequency
}

// TestFeatureOptimum holds the optimum by the dual to the problem in theta, written with the features
// themselves: the objective and the norms are those of theta, and the slope of the objective is 0 there.
func TestFeatureOptimum(t *testing.T) {
	const n, d, count, sigma, seed, nu = 50, 3, 14, 1.5, 7, 1e-2
	X, y := e1(n, d, 2)
	floats.AddConst(3, y)
	values, sines, frequency := drawn(X, sigma, count, seed)
	for _, intercept := range []bool{false, true} {
		op, z := onFeatures(t, kern.Gaussian{Width: kern.Sigma(sigma)}, X, y, count, seed, intercept)
		p := &solve.Problem{Op: op, Y: z, Penalty: penalty.Lasso{}, Nu: nu}
		top, err := solve.TauMax(t.Context(), p, 1e-6)
		if err != nil {
			t.Fatal(err)
		}
		p.Tau = top.Tau / 20
		sol, err := (solve.Dual{Tol: 1e-12}).Solve(t.Context(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		phi, target := mat.DenseCopyOf(values), slices.Clone(y)
		if intercept { // b is the mean of what is left
			floats.AddConst(-stat.Mean(y, nil), target)
			for k := range count {
				mean := stat.Mean(mat.Col(nil, k, phi), nil)
				for i := range n {
					phi.Set(i, k, phi.At(i, k)-mean)
				}
			}
		}
		v, W, err := op.Evaluate(sol.Alpha, sol.B, X)
		if err != nil {
			t.Fatal(err)
		}
		var theta, rest mat.VecDense // f at the rows says what theta is
		if err := theta.SolveVec(phi, mat.NewVecDense(n, v)); err != nil {
			t.Fatal(err)
		}
		rest.MulVec(phi, &theta)
		rest.SubVec(mat.NewVecDense(n, target), &rest)
		var slope mat.VecDense
		slope.MulVec(phi.T(), &rest)
		slope.ScaleVec(-2.0/n, &slope)
		slope.AddScaledVec(&slope, 2*nu, &theta)
		objective := mat.Dot(&rest, &rest)/n + nu*mat.Dot(&theta, &theta)
		for a := range d {
			var turned, gradient, back mat.VecDense
			turned.MulElemVec(frequency.ColView(a), &theta)
			gradient.MulVec(sines, &turned)
			norm := mat.Norm(&gradient, 2) / math.Sqrt(n)
			if math.Abs(norm-sol.RawNorms[a]) > 1e-7*norm {
				t.Errorf("intercept %v: norm of input %d is %v, of theta %v", intercept, a, sol.RawNorms[a], norm)
			}
			if own := mat.Norm(W.ColView(a), 2) / math.Sqrt(n); math.Abs(own-norm) > 1e-7*norm {
				t.Errorf("intercept %v: the gradients of Evaluate by input %d have the norm %v, not %v", intercept, a, own, norm)
			}
			objective += p.Tau * norm
			back.MulVec(sines.T(), &gradient)
			back.MulElemVec(&back, frequency.ColView(a))
			slope.AddScaledVec(&slope, p.Tau/(n*norm), &back)
		}
		if math.Abs(objective-sol.Objective) > 1e-9*objective {
			t.Errorf("intercept %v: objective %v, of theta %v", intercept, sol.Objective, objective)
		}
		if size := mat.Norm(&slope, 2); size > 1e-4*p.Tau {
			t.Errorf("intercept %v: the objective has the slope %v at its optimum (tau %v)", intercept, size, p.Tau)
		}
	}
}

// TestFeatureGradients holds the derivatives to differences of the values.
func TestFeatureGradients(t *testing.T) {
	const n, d, step = 30, 3, 1e-5
	X, y := e1(n, d, 3)
	k := kern.ARD{Base: kern.Gaussian{Width: kern.Sigma(1.3)}, Widths: []float64{1, 2, 0.7}}
	op, z := onFeatures(t, k, X, y, 40, 1, true)
	sol, err := (solve.Dual{}).Solve(t.Context(), &solve.Problem{Op: op, Y: z, Penalty: penalty.Lasso{}, Tau: 1e-2, Nu: 1e-2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	W, err := op.Gradients(sol.Alpha, sol.B, X)
	if err != nil {
		t.Fatal(err)
	}
	for a := range d {
		side := func(h float64) []float64 {
			Z := mat.DenseCopyOf(X)
			for i := range n {
				Z.Set(i, a, Z.At(i, a)+h)
			}
			v, err := op.Predict(sol.Alpha, sol.B, Z)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		above, below := side(step), side(-step)
		for i := range n {
			if slope := (above[i] - below[i]) / (2 * step); math.Abs(slope-W.At(i, a)) > 1e-7*(1+math.Abs(slope)) {
				t.Fatalf("row %d, input %d: slope %v, derivative %v", i, a, slope, W.At(i, a))
			}
		}
	}
}

// TestFeaturesApproachTheKernel holds the mean distance of the optima, over seeds, to fall as the features
// become more.
func TestFeaturesApproachTheKernel(t *testing.T) {
	const n, d, tau, nu, seeds = 60, 4, 0.02, 1e-2, 8
	X, y := e1(n, d, 4)
	center := stat.Mean(y, nil)
	floats.AddConst(-center, y)
	k := kern.Gaussian{Width: kern.Sigma(3)}
	exact, err := (solve.Dual{}).Solve(t.Context(), &solve.Problem{Op: operator(t, k, X), Y: y, Penalty: penalty.Lasso{}, Tau: tau, Nu: nu, Intercept: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	last := math.Inf(1)
	for _, count := range []int{30, 120, 480} {
		var off float64
		for seed := range uint64(seeds) {
			op, z := onFeatures(t, k, X, y, count, seed, true)
			sol, err := (solve.Dual{Tol: 1e-6}).Solve(t.Context(), &solve.Problem{Op: op, Y: z, Penalty: penalty.Lasso{}, Tau: tau, Nu: nu}, nil)
			if err != nil {
				t.Fatal(err)
			}
			off += math.Abs(sol.Objective-exact.Objective) / exact.Objective / seeds
		}
		if off > 0.7*last {
			t.Errorf("with %d features the optimum is %.3g off, and with a quarter of them %.3g", count, off, last)
		}
		last = off
	}
	if last > 0.1 {
		t.Errorf("with 480 features the optimum is still %.3g off", last)
	}
}

// leastFlat returns the least tau at which theta = 0 is the optimum of the lasso, the dual norm
//
//	sup c'theta / sum_a ||d_a f||_n,   c = (2/n) Phi'y,
//
// by the weights eta of the mean square: (sum_a ||d_a f||)^2 = min over eta on the simplex of sum_a
// ||d_a f||^2/eta_a.
func leastFlat(t *testing.T, values, sines, frequency *mat.Dense, y []float64) float64 {
	t.Helper()
	n, count := values.Dims()
	_, d := frequency.Dims()
	var c, theta mat.VecDense
	c.MulVec(values.T(), mat.NewVecDense(n, y))
	c.ScaleVec(2/float64(n), &c)
	var C mat.Dense
	C.Mul(sines.T(), sines)
	C.Scale(1/float64(n), &C)
	eta := make([]float64, d)
	floats.AddConst(1/float64(d), eta)
	var tau float64
	for range 4000 {
		A := mat.NewSymDense(count, nil)
		for i := range count {
			for j := i; j < count; j++ {
				var sum float64
				for a, e := range eta {
					sum += frequency.At(i, a) * frequency.At(j, a) / e
				}
				A.SetSym(i, j, sum*C.At(i, j))
			}
		}
		var chol mat.Cholesky
		if !chol.Factorize(A) {
			t.Fatal("singular")
		}
		if err := chol.SolveVecTo(&theta, &c); err != nil {
			t.Fatal(err)
		}
		norms := make([]float64, d)
		for a := range d {
			var turned, gradient mat.VecDense
			turned.MulElemVec(frequency.ColView(a), &theta)
			gradient.MulVec(sines, &turned)
			norms[a] = mat.Norm(&gradient, 2) / math.Sqrt(float64(n))
		}
		tau = mat.Dot(&c, &theta) / floats.Sum(norms)
		floats.Scale(1/floats.Sum(norms), norms)
		eta = norms
	}
	return tau
}

// TestFeatureTauMax holds tau_max to be a bound of the least tau without derivatives, which is computed
// from the features themselves: there all norms are 0, and below it none is, since a combination of
// these features that does not depend on an input is 0.
func TestFeatureTauMax(t *testing.T) {
	const n, d, count, sigma, seed = 80, 3, 10, 1.5, 5
	X, y := e1(n, d, 5)
	values, sines, frequency := drawn(X, sigma, count, seed)
	least := leastFlat(t, values, sines, frequency, y)
	op, z := onFeatures(t, kern.Gaussian{Width: kern.Sigma(sigma)}, X, y, count, seed, false)
	for _, tol := range []float64{1e-4, 1e-10} {
		p := &solve.Problem{Op: op, Y: z, Penalty: penalty.Lasso{}, Nu: 1e-2}
		top, err := solve.TauMax(t.Context(), p, tol)
		if err != nil {
			t.Fatal(err)
		}
		if top.Exact || !top.Reached(tol) {
			t.Errorf("at the tolerance %g tau_max is exact: %v, reached: %v", tol, top.Exact, top.Reached(tol))
		}
		if top.Tau < (1-1e-3)*least || top.Tau > 3*least {
			t.Errorf("tau_max is %v, the least tau without derivatives %v", top.Tau, least)
		}
		for _, at := range []struct {
			tau  float64
			flat bool
		}{{top.Tau * (1 + 1e-6), true}, {least * (1 + 1e-3), true}, {least * 0.97, false}} {
			p.Tau = at.tau
			sol, err := (solve.Dual{Tol: 1e-11}).Solve(t.Context(), p, nil)
			if err != nil {
				t.Fatal(err)
			}
			for a, u := range sol.RawNorms {
				if flat := u < 1e-4*sol.NormScale; flat != at.flat {
					t.Errorf("at %v of the least tau without derivatives the norm of input %d is %v, and the largest without a penalty %v", at.tau/least, a, u, sol.NormScale)
				}
			}
		}
	}
}

// TestFeatureBits wants the same bits from one processor and from two, and of rows that are added in parts.
func TestFeatureBits(t *testing.T) {
	const n, d, count = 3000, 8, 120
	X, y := e1(n, d, 6)
	k := kern.Gaussian{Width: kern.Sigma(4)}
	fit := func(processors, rows int) *solve.Solution {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		sums, err := solve.NewFeatureSums(k, allInputs(d), count, 3)
		if err != nil {
			t.Fatal(err)
		}
		if err := sums.Add(t.Context(), parts(X, y, rows)); err != nil {
			t.Fatal(err)
		}
		if sums.Rows() != n {
			t.Fatalf("%d rows", sums.Rows())
		}
		op, z, err := sums.Operator(true)
		if err != nil {
			t.Fatal(err)
		}
		sol, err := (solve.Dual{Tol: 1e-6}).Solve(t.Context(), &solve.Problem{Op: op, Y: z, Penalty: penalty.Lasso{}, Tau: 0.02, Nu: 1e-3}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return sol
	}
	first := fit(1, n)
	for name, other := range map[string]*solve.Solution{"two processors": fit(2, n), "parts": fit(1, 700)} {
		if !slices.Equal(first.Alpha, other.Alpha) || !mat.Equal(first.B, other.B) || first.Objective != other.Objective {
			t.Errorf("%s: other bits", name)
		}
	}
}

// TestFeatureProblemsDoNotGrow wants the length of a problem to be bounded by the features, and by the rows.
func TestFeatureProblemsDoNotGrow(t *testing.T) {
	k := kern.Gaussian{Width: kern.Sigma(2)}
	for _, size := range []struct{ n, count, most int }{{40, 20, 21}, {4000, 20, 21}, {10, 50, 11}} {
		X, y := e1(size.n, 3, 7)
		op, z := onFeatures(t, k, X, y, size.count, 1, false)
		if n, _ := op.Dims(); n > size.most || n != len(z) {
			t.Errorf("%d rows, %d features: a problem of %d rows and %d targets", size.n, size.count, n, len(z))
		}
		if a, b := floats.Dot(y, y)/float64(size.n), floats.Dot(z, z)/float64(len(z)); math.Abs(a-b) > 1e-12*a {
			t.Errorf("%d rows, %d features: the mean square of the target is %v, not %v", size.n, size.count, b, a)
		}
	}
}

// TestFeaturePenalties solves problems of features with every kind of convex penalty, and certifies what comes
// out anew.
func TestFeaturePenalties(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n, d := rapid.IntRange(5, 40).Draw(rt, "n"), 4
		X, y := e1(n, d, rapid.Uint64().Draw(rt, "data"))
		count, seed := rapid.IntRange(1, 25).Draw(rt, "count"), rapid.Uint64().Draw(rt, "seed")
		groups := [][]int{{0, 1}, {2, 3}}
		pen := rapid.SampledFrom([]penalty.Penalty{
			penalty.Lasso{}, penalty.GroupLasso{Groups: groups}, penalty.ElasticNet{Mu: 0.5}, penalty.SparseGroup{GroupLasso: penalty.GroupLasso{Groups: groups}, Mu: 0.5},
			penalty.Overlapping{GroupLasso: penalty.GroupLasso{Groups: [][]int{{0, 1, 2}, {2, 3}}}}, penalty.Scaled{Factor: 2, P: penalty.Lasso{}},
		}).Draw(rt, "penalty")
		op, z := onFeatures(t, kern.Gaussian{Width: kern.Sigma(2)}, X, y, count, seed, rapid.Bool().Draw(rt, "intercept"))
		p := &solve.Problem{Op: op, Y: z, Penalty: pen, Nu: 1e-2, TauRidge: rapid.Bool().Draw(rt, "times tau")}
		p.Tau = rapid.Float64Range(0.01, 0.5).Draw(rt, "tau")
		sol, err := (solve.Dual{Tol: 1e-5}).Solve(t.Context(), p, nil)
		if err != nil {
			rt.Fatal(err)
		}
		if !(sol.RelGap <= 1e-5) || !slices.ContainsFunc(sol.Notes, func(note string) bool { return strings.Contains(note, "random features") }) {
			rt.Fatalf("gap %v, notes %q", sol.RelGap, sol.Notes)
		}
		again, err := solve.Certify(t.Context(), p, solve.Coefficients{Alpha: sol.Alpha, B: sol.B, Bound: sol.Bound})
		if err != nil {
			rt.Fatal(err)
		}
		if math.Abs(again.Objective-sol.Objective) > 1e-9*sol.Objective || !(again.RelGap <= 2e-5) {
			rt.Fatalf("objective %v and gap %v, certified anew %v and %v", sol.Objective, sol.RelGap, again.Objective, again.RelGap)
		}
	})
}

// TestFeatureRefusals wants an error that says what to do.
func TestFeatureRefusals(t *testing.T) {
	gauss := kern.Gaussian{Width: kern.Sigma(2)}
	for want, try := range map[string]func() error{
		"take kern.Gaussian":   func() error { _, err := solve.NewFeatureSums(kern.Linear{}, allInputs(2), 5, 1); return err },
		"no kernel":            func() error { _, err := solve.NewFeatureSums(nil, allInputs(2), 5, 1); return err },
		"at least one of each": func() error { _, err := solve.NewFeatureSums(gauss, allInputs(2), 0, 1); return err },
		"take at most":         func() error { _, err := solve.NewFeatureSums(gauss, allInputs(2), 1<<20, 1); return err },
		"call kern.Resolve": func() error {
			_, err := solve.NewFeatureSums(kern.Gaussian{Width: kern.MedianDistance}, allInputs(2), 5, 1)
			return err
		},
		"3 widths for 2 inputs": func() error {
			_, err := solve.NewFeatureSums(kern.ARD{Base: gauss, Widths: []float64{1, 1, 1}}, allInputs(2), 5, 1)
			return err
		},
	} {
		if err := try(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: want %q in it", err, want)
		}
	}
	sums, err := solve.NewFeatureSums(gauss, allInputs(2), 5, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := sums.Operator(false); err == nil {
		t.Error("an operator of no rows")
	}
	if err := sums.Add(t.Context(), solve.RowsOf(mat.NewDense(2, 3, nil), make([]float64, 2))); err == nil {
		t.Error("rows of three inputs")
	}
	if err := sums.Add(t.Context(), solve.RowsOf(mat.NewDense(1, 2, []float64{1, math.NaN()}), []float64{1})); err == nil {
		t.Error("a row of NaN")
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := sums.Add(ended, solve.RowsOf(mat.NewDense(1, 2, nil), []float64{1})); !errors.Is(err, context.Canceled) {
		t.Errorf("%v after the end", err)
	}
	X, y := e1(20, 3, 1)
	op, z := onFeatures(t, gauss, X, y, 5, 1, false)
	p := &solve.Problem{Op: op, Y: z, Penalty: penalty.Lasso{}, Tau: 0.1, Nu: 0.1}
	for _, s := range []solve.Solver{solve.ADMM{}, solve.DENOVAS{}, solve.AISTATS{}} {
		if err := s.Check(p); err == nil || !strings.Contains(err.Error(), "take Dual or Newton") {
			t.Errorf("%T: %v", s, err)
		}
	}
	if err := (solve.Newton{}).Check(p); err != nil {
		t.Error(err)
	}
	p.Intercept = true
	if err := (solve.Dual{}).Check(p); err == nil {
		t.Error("two intercepts")
	}
	if _, err := solve.NewRidge(op, z, true); err == nil {
		t.Error("ridge regression with two intercepts")
	}
	ridge, err := solve.NewRidge(op, z, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ridge.LeaveOneOut(0.1); err == nil {
		t.Error("a row of sums left out")
	}
	if _, _, err := ridge.Smoother(0.1, mat.NewDense(1, len(z), nil), []float64{1}); err == nil {
		t.Error("the variance of a row of sums")
	}
	if _, err := op.Cross(mat.NewDense(1, 2, nil)); err == nil {
		t.Error("points of two inputs")
	}
	if _, err := solve.NewNystrom(op, 0); err == nil {
		t.Error("centres")
	}
}

// TestFeatureRidge holds ridge regression on the sums to the fit at tau = 0, also by the matrix of its values.
func TestFeatureRidge(t *testing.T) {
	const nu = 1e-2
	X, y := e1(60, 3, 9)
	op, z := onFeatures(t, kern.Gaussian{Width: kern.Sigma(2)}, X, y, 30, 2, true)
	ridge, err := solve.NewRidge(op, z, false)
	if err != nil {
		t.Fatal(err)
	}
	alpha, _, err := ridge.Fit(nu)
	if err != nil {
		t.Fatal(err)
	}
	sol, err := (solve.Dual{Tol: 1e-12}).Solve(t.Context(), &solve.Problem{Op: op, Y: z, Penalty: penalty.Lasso{}, Nu: nu}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want, err := op.Predict(sol.Alpha, sol.B, X)
	if err != nil {
		t.Fatal(err)
	}
	K, err := op.Cross(X)
	if err != nil {
		t.Fatal(err)
	}
	var v mat.VecDense
	v.MulVec(K, mat.NewVecDense(len(alpha), alpha))
	if got := v.RawVector().Data; !floats.EqualApprox(got, want, 1e-6) {
		t.Errorf("ridge regression predicts %v, the fit without a penalty %v", got[:3], want[:3])
	}
}
