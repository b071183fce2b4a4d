package solve

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// regularisedProblem has points of which many are the same or close.
func regularisedProblem(t interface{ Fatal(...any) }, rng *rand.Rand, k kern.Kernel, n int, intercept bool) *Problem {
	X, y := mat.NewDense(n, 2, nil), make([]float64, n)
	for i := range n {
		y[i] = rng.NormFloat64()
		for a := range 2 {
			X.Set(i, a, rng.NormFloat64())
			if i > 0 && i%3 == 0 {
				X.Set(i, a, X.At(i-1, a)*(1+math.Pow(10, -4*float64(1+i%4))))
			}
		}
	}
	op, err := NewOperator(k, X)
	if err != nil {
		t.Fatal(err)
	}
	return &Problem{Op: op, Y: y, Penalty: penalty.Lasso{}, Tau: 0.1, Nu: 1, Intercept: intercept}
}

// TestFactorAsSpectrum: alpha = (K + n nu I)^-1 (y - D'B) holds as well by a factor
// as by the spectrum, and to rounding of K alpha, which certificates rely on.
func TestFactorAsSpectrum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 60).Draw(t, "n")
		k := rapid.SampledFrom([]kern.Kernel{kern.Gaussian{Width: kern.Sigma(2)}, kern.Polynomial{Degree: 3, Offset: 1}, kern.Linear{}}).Draw(t, "kernel")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		p := regularisedProblem(t, rng, k, n, rapid.Bool().Draw(t, "intercept"))
		K := p.Op.train.kernel()
		size := trace(K) // at least the largest eigenvalue
		p.Nu = factorLeast * notPositive * size / float64(n) * math.Pow(10, rapid.Float64Range(0.01, 6).Draw(t, "ridge"))
		byFactor, err := newReduced(p)
		if err != nil {
			t.Fatal(err)
		}
		q := *p
		q.TauRidge, q.Nu = true, p.Nu/p.Tau
		bySpectrum, err := newReduced(&q)
		if err != nil {
			t.Fatal(err)
		}
		if byFactor.factor == nil || bySpectrum.spec == nil {
			t.Fatal("the ridge does not decide between factor and spectrum")
		}
		B := mat.NewDense(n, 2, nil)
		B.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, B)
		solve := func(r *reduced) (alpha []float64, rest float64) {
			W := mat.NewDense(n, 2, nil)
			alpha = make([]float64, n)
			r.field(W, alpha, B)
			v := make([]float64, n)
			gram(r.op.train, v, W, alpha, B) // v = K alpha + D'B
			floats.SubTo(v, p.Y, v)
			r.center(v)
			floats.AddScaled(v, -r.nnu, alpha)
			return alpha, floats.Norm(v, 2)
		}
		alpha, rest := solve(byFactor)
		other, otherRest := solve(bySpectrum)
		rounding := 0x1p-52 * (10 + float64(n)) * (size + byFactor.nnu) * floats.Norm(alpha, 2)
		if !(rest <= rounding+2*otherRest) {
			t.Errorf("the residual is %.3g by the factor, %.3g by the spectrum, and rounding %.3g", rest, otherRest, rounding)
		}
		if apart := floats.Distance(alpha, other, 2); !(apart <= (rest+otherRest)/p.Nu/float64(n)+1e-14*floats.Norm(alpha, 2)) {
			t.Errorf("alpha by the factor and by the spectrum are %.3g apart, their residuals allow %.3g", apart, (rest+otherRest)/p.Nu/float64(n))
		}
	})
}

// TestFactorHasNoPast: what is solved on an operator before changes no bit.
func TestFactorHasNoPast(t *testing.T) {
	alpha := func(before ...float64) []float64 {
		p := regularisedProblem(t, rand.New(rand.NewPCG(1, 1)), kern.Gaussian{Width: kern.Sigma(2)}, 40, true)
		for _, p.Nu = range before {
			if _, err := newReduced(p); err != nil {
				t.Fatal(err)
			}
			if _, err := NewRidge(p.Op, p.Y, true); err != nil { // takes the spectrum
				t.Fatal(err)
			}
		}
		p.Nu = 0.01
		s, err := (Dual{}).Solve(t.Context(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		return s.Alpha
	}
	want := alpha()
	for _, before := range [][]float64{{0.01}, {1}, {1, 0.01, 0.1}, {1e-12}} {
		if !slices.Equal(alpha(before...), want) {
			t.Errorf("a solution at nu = 0.01 differs behind problems at %v", before)
		}
	}
}

// TestNearRounding: what is close to rounding, or no kernel's matrix, is not left to
// a factor.
func TestNearRounding(t *testing.T) {
	K := mat.NewDense(3, 3, []float64{1, 1, 0, 1, 1, 0, 0, 0, 1})
	for nu, want := range map[float64]bool{0: false, 1e-12: false, 1e-6: true, 1: true} {
		var r regularised
		if got := r.of(K, nil, ridgeKey{nu: nu}) != nil; got != want {
			t.Errorf("a factor at nu = %v: %v, want %v", nu, got, want)
		}
	}
	var r regularised
	K.Set(2, 2, -1e-3)
	for range 2 {
		if r.of(K, nil, ridgeKey{nu: 1}) != nil {
			t.Error("a matrix with a negative eigenvalue that the ridge makes up for has a factor")
		}
	}
	if r := new(regularised); r.of(mat.NewDense(3, 3, nil), nil, ridgeKey{nu: 1}) != nil {
		t.Error("K = 0 has a factor")
	}
}
