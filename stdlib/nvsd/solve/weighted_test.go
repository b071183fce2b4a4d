package solve_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// twice is a problem whose rows have whole weights, and the same with its rows repeated as often.
type twice struct {
	weighted, repeated *solve.Problem
	counts             []float64
	first              []int // of the repeated rows, for each row
}

// repeat is the problem p, whose kernel and points are those of number, with weights.
func repeat(t *testing.T, p *solve.Problem, number int, X *mat.Dense, seed uint64) twice {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 7))
	n, d := p.Op.Dims()
	var rows, y []float64
	w := twice{counts: make([]float64, n)}
	for i := range n {
		w.first = append(w.first, len(y))
		w.counts[i] = float64(1 + rng.IntN(3))
		for range int(w.counts[i]) {
			rows, y = append(rows, X.RawRowView(i)...), append(y, p.Y[i])
		}
	}
	k := agreementKernels[number%len(agreementKernels)]
	own, all := *p, *p
	var err error
	own.Op, err = operator(t, k, X).Weighted(w.counts)
	if err != nil {
		t.Fatal(err)
	}
	all.Op, all.Y = operator(t, k, mat.NewDense(len(y), d, rows)), y
	w.weighted, w.repeated = &own, &all
	return w
}

// TestWeightsAreRepeatedRows: a row of weight m is the row m times, for every solver, kernel and convex penalty.
// The bounds of one hold for the objective of the other, and certificates are found again from coefficients.
func TestWeightsAreRepeatedRows(t *testing.T) {
	fine := []contestant{
		{"dual", solve.Dual{Tol: 1e-13}, 1e-13}, {"dual, loose", solve.Dual{Tol: 1e-4}, 1e-4}, {"Newton", solve.Newton{Tol: 1e-12}, 1e-12},
		{"ADMM by eigenvalues", solve.ADMM{Tol: 1e-9, Inner: solve.Eigen}, 1e-9},
		{"ADMM by conjugate gradients", solve.ADMM{Tol: 1e-6, Inner: solve.ConjugateGradients}, 1e-6},
		{"ADMM by descent", solve.ADMM{Tol: 1e-4, MaxIter: 100, Inner: solve.SteepestDescent}, 1e-4},
		{"DENOVAS", solve.DENOVAS{Tol: 1e-5}, 1e-5}, {"AISTATS", solve.AISTATS{Tol: 1e-2}, 1e-2},
	}
	for number := range len(agreementKernels) * 9 {
		X, y := sample(10, 3, uint64(number))
		p := &solve.Problem{Y: y, Penalty: agreementPenalties(3)[number%9], Nu: []float64{0.05, 1e-3}[number/9%2], Intercept: number/2%2 == 0}
		p.Op = operator(t, agreementKernels[number%len(agreementKernels)], X)
		w := repeat(t, p, number, X, uint64(number))
		top, err := solve.TauMax(t.Context(), w.weighted, 1e-12)
		other, err2 := solve.TauMax(t.Context(), w.repeated, 1e-12)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		what := fmt.Sprintf("%d: %v, %v", number, agreementKernels[number%len(agreementKernels)], p.Penalty)
		if top.Exact && math.Abs(top.Tau-other.Tau) > 1e-6*other.Tau {
			t.Errorf("%s: tau_max is %v, with repeated rows %v", what, top.Tau, other.Tau)
		}
		tau := 0.2
		if !math.IsInf(other.Tau, 1) { // as for squares alone
			tau *= other.Tau
		}
		w.weighted.Tau, w.repeated.Tau = tau, tau
		want, err := solve.Dual{Tol: 1e-13}.Solve(t.Context(), w.repeated, nil)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		s := fine[number%len(fine)]
		if s.Check(w.weighted) != nil {
			s = fine[0]
		}
		got, err := s.Solve(t.Context(), w.weighted, nil)
		if _, early := errors.AsType[*solve.Unfinished](err); err != nil && !early {
			t.Fatalf("%s, %s: %v", what, s.name, err)
		}
		size := want.Objective
		if got.Dual > want.Objective+1e-12*size || want.Dual > got.Objective+1e-12*size {
			t.Errorf("%s, %s: between %v and %v, and with repeated rows between %v and %v", what, s.name, got.Dual, got.Objective, want.Dual, want.Objective)
		}
		for a, norm := range want.RawNorms {
			if got.Lower[a] > norm+1e-5 || got.Upper[a] < norm-1e-5 {
				t.Errorf("%s, %s: the norm of input %d is between %v and %v, with repeated rows it is %v", what, s.name, a, got.Lower[a], got.Upper[a], norm)
			}
		}
		if s.tol < 1e-11 {
			if math.Abs(got.Objective-want.Objective) > 1e-10*size || !floats.EqualApprox(got.RawNorms, want.RawNorms, 1e-6) || math.Abs(got.Intercept-want.Intercept) > 1e-6 {
				t.Errorf("%s, %s:\n%v %v %v, with repeated rows\n%v %v %v", what, s.name, got.Objective, got.RawNorms, got.Intercept, want.Objective, want.RawNorms, want.Intercept)
			}
		}
		again, err := solve.Certify(t.Context(), w.weighted, solve.Coefficients{Alpha: got.Alpha, B: got.B, Bound: got.Bound})
		near := 1e-9 // of the gap
		if got.Groups == nil {
			near = 1 // a penalty's own prox is not as exact
		}
		if err != nil || again.RelGap > (1+near)*got.RelGap+1e-15 || again.Objective != got.Objective {
			t.Errorf("%s, %s: certified again with a gap of %v, want at most %v (%v)", what, s.name, again.RelGap, got.RelGap, err)
		}
		// The same function, with the rows repeated.
		alpha, B := make([]float64, len(w.repeated.Y)), mat.NewDense(len(w.repeated.Y), 3, nil)
		for i, m := range w.counts {
			for k := range int(m) {
				at := w.first[i] + k
				alpha[at] = got.Alpha[i] / m
				floats.AddScaled(B.RawRowView(at), 1/m, got.B.RawRowView(i))
			}
		}
		same, err := solve.Certify(t.Context(), w.repeated, solve.Coefficients{Alpha: alpha, B: B, Bound: solve.Bound{Tol: s.tol}})
		if err != nil || math.Abs(same.Objective-got.Objective) > 1e-10*size || !floats.EqualApprox(same.RawNorms, got.RawNorms, 1e-10*(1+floats.Max(got.RawNorms))) {
			t.Errorf("%s, %s: the function has the objective %v and the norms %v, and with repeated rows %v, %v", what, s.name, got.Objective, got.RawNorms, same, err)
		}
		for i := range w.counts {
			if math.Abs(got.Fitted[i]-same.Fitted[w.first[i]]) > 1e-9*(1+math.Abs(got.Fitted[i])) {
				t.Errorf("%s, %s: row %d is fitted by %v, with repeated rows by %v", what, s.name, i, got.Fitted[i], same.Fitted[w.first[i]])
			}
		}
	}
}

// TestWeightsInRidge: ridge regression, leaving rows out, and the variance at a point, with weights and with repeated
// rows.
func TestWeightsInRidge(t *testing.T) {
	for number := range 2 * len(agreementKernels) {
		X, y := sample(9, 3, uint64(number))
		p := &solve.Problem{Y: y}
		k := agreementKernels[number%len(agreementKernels)]
		p.Op = operator(t, k, X)
		w := repeat(t, p, number, X, uint64(number))
		free := number < len(agreementKernels)
		own, err := solve.NewRidge(w.weighted.Op, y, free)
		all, err2 := solve.NewRidge(w.repeated.Op, w.repeated.Y, free)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		var groups [][]int
		for i, m := range w.counts {
			var g []int
			for c := range int(m) {
				g = append(g, w.first[i]+c)
			}
			groups = append(groups, g)
		}
		const nu = 0.02
		alpha, b, err := own.Fit(nu)
		alphas, c, err2 := all.Fit(nu)
		rest, err3 := own.LeaveOneOut(nu)
		rests, err4 := all.LeaveGroupsOut(nu, groups)
		if err != nil || err2 != nil || err3 != nil || err4 != nil {
			t.Fatal(err, err2, err3, err4)
		}
		Z, _ := sample(4, 3, 99)
		f, _ := w.weighted.Op.Predict(alpha, nil, Z)
		g, _ := w.repeated.Op.Predict(alphas, nil, Z)
		if math.Abs(b-c) > 1e-10*(1+math.Abs(c)) || !floats.EqualApprox(f, g, 1e-9) {
			t.Errorf("%v: %v + %v, with repeated rows %v + %v", k, b, f, c, g)
		}
		self := make([]float64, 4)
		for j := range self {
			self[j] = k.Eval(Z.RawRowView(j), Z.RawRowView(j))
		}
		cross, _ := w.weighted.Op.Cross(Z)
		crosses, _ := w.repeated.Op.Cross(Z)
		smooth, variance, err := own.Smoother(nu, cross, self)
		smooths, variances, err2 := all.Smoother(nu, crosses, self)
		if err != nil || err2 != nil || !floats.EqualApprox(variance, variances, 1e-9) {
			t.Errorf("%v: variances %v, with repeated rows %v (%v, %v)", k, variance, variances, err, err2)
		}
		mean, sum := 0.0, 0.0
		for i, m := range w.counts {
			at := rests[w.first[i]]
			if math.Abs(rest[i]-at) > 1e-8*(1+math.Abs(at)) {
				t.Errorf("%v: left out, row %d is off by %v, with repeated rows by %v", k, i, rest[i], at)
			}
			mean, sum = mean+m*rest[i]*rest[i], sum+m
			for j := range self {
				if got, want := smooth.At(j, i), m*smooths.At(j, w.first[i]); math.Abs(got-want) > 1e-9 {
					t.Errorf("%v: the weight of row %d at point %d is %v, with repeated rows %v", k, i, j, got, want)
				}
			}
		}
		if loo, err := own.LOO(nu); err != nil || math.Abs(loo-mean/sum) > 1e-9*loo {
			t.Errorf("%v: the mean square left out is %v, want %v (%v)", k, loo, mean/sum, err)
		}
	}
}

// TestWeightsOnlyByProportion: weights are relative, so that a common factor changes nothing; equal weights are none.
func TestWeightsOnlyByProportion(t *testing.T) {
	X, y := sample(12, 3, 1)
	p := &solve.Problem{Y: y, Penalty: agreementPenalties(3)[0], Nu: 0.01, Intercept: true, Tau: 0.3}
	fit := func(w []float64) *solve.Solution {
		t.Helper()
		own := *p
		own.Op = operator(t, agreementKernels[3], X)
		if w != nil {
			var err error
			own.Op, err = own.Op.Weighted(w)
			if err != nil {
				t.Fatal(err)
			}
		}
		return mustSolve(t, &own, 1e-10)
	}
	even, plain := make([]float64, 12), fit(nil)
	floats.AddConst(7, even)
	if got := fit(even); !floats.EqualApprox(got.Alpha, plain.Alpha, 1e-6) || math.Abs(got.Objective-plain.Objective) > 1e-10*plain.Objective {
		t.Errorf("equal weights: %v, want %v", got.Objective, plain.Objective)
	}
	uneven := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
	small, large := fit(uneven), append([]float64(nil), uneven...)
	floats.Scale(1e300, large)
	if got := fit(large); math.Abs(got.Objective-small.Objective) > 1e-10*small.Objective {
		t.Errorf("weights of 1e300: %v, want %v", got.Objective, small.Objective)
	}
	for say, w := range map[string][]float64{
		"11 weights for 12 rows":                uneven[1:],
		"the weight of row 2 (from 0) is 0":     {1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1},
		"the weight of row 0 (from 0) is NaN":   {math.NaN(), 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
		"the weight of row 11 (from 0) is +Inf": {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, math.Inf(1)},
		"the weight of row 1 (from 0) is -2":    {1, -2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
	} {
		if _, err := operator(t, agreementKernels[3], X).Weighted(w); err == nil || !strings.Contains(err.Error(), say) {
			t.Errorf("%v, want %q", err, say)
		}
	}
}
