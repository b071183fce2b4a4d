package solve

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// envelopeRun is a run on a random problem, begun from random coefficients.
func envelopeRun(t *rapid.T, p penalty.Penalty) *dualRun {
	n, d := rapid.IntRange(2, 12).Draw(t, "n"), rapid.IntRange(1, 4).Draw(t, "d")
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	X, y, B := mat.NewDense(n, d, nil), make([]float64, n), mat.NewDense(n, d, nil)
	for i := range n {
		for a := range d {
			X.Set(i, a, rng.NormFloat64())
			B.Set(i, a, rng.NormFloat64())
		}
		y[i] = X.At(i, 0)*X.At(i, 0) + rng.NormFloat64()
	}
	k := rapid.SampledFrom([]kern.Kernel{kern.Polynomial{Degree: 3, Offset: 1}, kern.Gaussian{Width: kern.Sigma(2)}}).Draw(t, "kernel")
	op, err := NewOperator(k, X)
	if err != nil {
		t.Fatal(err)
	}
	tau := math.Pow(10, rapid.Float64Range(-3, 1).Draw(t, "log10 tau"))
	r, err := newDualRun(t.Context(), &Problem{Op: op, Y: y, Penalty: p, Tau: tau, Nu: 0.05}, Dual{Tol: 1e-10, MaxIter: 1000})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.begin(&Solution{B: B, Alpha: make([]float64, n)}); err != nil {
		t.Fatal(err)
	}
	return r
}

// value is the envelope at Y for the lasso, by its definition: the least over the balls of
// the quadratic model f(Y) + <W, T - Y> + c/2 ||T - Y||^2.
func (r *dualRun) value(t *rapid.T, Y *mat.Dense) float64 {
	n, d := Y.Dims()
	W, alpha := mat.NewDense(n, d, nil), make([]float64, n)
	r.field(W, alpha, Y)
	radius := r.p.Tau / (2 * r.nu * math.Sqrt(float64(n)))
	var sum float64
	for a := range d {
		y, w := mat.Col(nil, a, Y), mat.Col(nil, a, W)
		sum += (floats.Dot(y, w) + floats.Dot(y, mat.Col(nil, a, r.g))) / 2
		to := make([]float64, n)
		floats.AddScaledTo(to, y, -1/r.curvature, w)
		if norm := floats.Norm(to, 2); norm > radius {
			floats.Scale(radius/norm, to)
		}
		floats.Sub(to, y)
		sum += floats.Dot(w, to) + r.curvature/2*floats.Dot(to, to)
	}
	return sum
}

// TestEnvelope: every step makes the envelope smaller, to all but the minimum along its
// direction, and what the steps add up of W and alpha is what the coefficients give.
func TestEnvelope(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := envelopeRun(t, penalty.Lasso{})
		at := r.envelope.at
		n, d := at.B.Dims()
		before, W, alpha := mat.DenseCopyOf(at.B), mat.NewDense(n, d, nil), make([]float64, n)
		for range 30 {
			curvature := r.curvature
			before.Copy(at.B)
			if err := r.gradientStep(); err != nil {
				t.Fatal(err)
			}
			if r.curvature != curvature || mat.Equal(before, at.B) {
				continue
			}
			was, now := r.value(t, before), r.value(t, at.B)
			room := 1e-10 * (math.Abs(was) + mat.Norm(at.B, 2)*mat.Norm(r.g, 2))
			if !(now <= was+room) {
				t.Fatalf("the envelope goes from %v to %v", was, now)
			}
			along := func(share float64) float64 {
				var to mat.Dense
				to.Sub(at.B, before)
				to.Scale(share, &to)
				to.Add(before, &to)
				return r.value(t, &to)
			}
			// The slope at the end is at most searchSolved of that at the start.
			slope := max(0, was-along(1e-6)) / 1e-6
			for _, share := range []float64{0.8, 1.2} {
				if v := along(share); v < now-2*searchSolved*0.2*slope-room {
					t.Fatalf("the envelope is %v at %v of the step, %v at its end, %v at its start", v, share, now, was)
				}
			}
			r.field(W, alpha, at.B)
			off := room + 1e-11*(mat.Norm(W, 2)+mat.Norm(r.g, 2))
			if !mat.EqualApprox(W, at.W, off) || !floats.EqualApprox(alpha, at.alpha, 1e-10*(1+floats.Norm(alpha, 2))) {
				t.Fatalf("after the steps W is %v and alpha %v off", mat.Formatted(at.W), at.alpha)
			}
		}
	})
}

// TestRootOf: a root of an increasing function is found to the tolerance, wherever it lies,
// and where there is none, that is said.
func TestRootOf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		root := math.Pow(10, rapid.Float64Range(-3, 6).Draw(t, "log10 root"))
		kink := rapid.Float64Range(0, 1).Draw(t, "kink") * root
		steep := math.Pow(10, rapid.Float64Range(-2, 2).Draw(t, "log10 steep"))
		f := func(t float64) (float64, error) { return (t - root) + steep*(max(t, kink)-max(root, kink)), nil }
		first, _ := f(0)
		got, _ := rootOf(f)
		if at, _ := f(got); math.Abs(at) > -searchSolved*first {
			t.Fatalf("%v at %v, %v at 0", at, got, first)
		}
	})
	for _, f := range []func(float64) float64{
		func(float64) float64 { return -1 },
		func(float64) float64 { return 1 },
		func(float64) float64 { return math.NaN() },
	} {
		if got, err := rootOf(func(t float64) (float64, error) { return f(t), nil }); got != 0 || err != nil {
			t.Errorf("%v, %v where there is no root", got, err)
		}
	}
}
