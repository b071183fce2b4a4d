package solve

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// TestJacobian holds J to differences of the prox of blocks.
func TestJacobian(t *testing.T) {
	const n, d, step, h = 6, 4, 0.4, 1e-6
	rng := rand.New(rand.NewPCG(1, 0))
	random := func() *mat.Dense {
		A := mat.NewDense(n, d, nil)
		A.Apply(func(_, a int, _ float64) float64 { return rng.NormFloat64() * []float64{1, 2, 0.1, 1}[a] }, A)
		return A
	}
	for _, p := range []penalty.Penalty{
		penalty.Lasso{},
		penalty.ElasticNet{Mu: 0.5},
		penalty.GroupLasso{Groups: [][]int{{0, 2}, {1, 3}}},
	} {
		pen := newGuarded(p, d)
		Z, delta := random(), random()
		J, err := newJacobian(pen, Z, step)
		if err != nil {
			t.Fatal(err)
		}
		prox := func(sign float64) []float64 {
			at, R := mat.NewDense(n, d, nil), mat.NewDense(n, d, nil)
			at.Scale(sign*h, delta)
			at.Add(at, Z)
			if err := pen.prox(R, at, step); err != nil {
				t.Fatal(err)
			}
			return R.RawMatrix().Data
		}
		want := prox(1)
		floats.Sub(want, prox(-1))
		floats.Scale(1/(2*h), want)
		got := make([]float64, n*d)
		J.apply(got, delta.RawMatrix().Data, J.of(func(v float64) float64 { return v }))
		if e := floats.Distance(got, want, math.Inf(1)); e > 1e-7 {
			t.Errorf("%v: off by %v", p, e)
		}
		// f(J) g(J) = (f g)(J)
		J.apply(got, delta.RawMatrix().Data, J.of(math.Sqrt))
		J.apply(got, got, J.of(math.Sqrt))
		if e := floats.Distance(got, want, math.Inf(1)); e > 1e-7 {
			t.Errorf("%v: the root's square is off by %v", p, e)
		}
	}
}

// TestJacobianOfZero: at 0 every direction is cut off.
func TestJacobianOfZero(t *testing.T) {
	J, err := newJacobian(newGuarded(penalty.Lasso{}, 2), mat.NewDense(3, 2, nil), 1)
	if err != nil {
		t.Fatal(err)
	}
	got := []float64{1, 2, 3, 4, 5, 6}
	J.apply(got, got, J.of(func(v float64) float64 { return v }))
	if floats.Norm(got, 2) != 0 {
		t.Errorf("J at 0 gives %v", got)
	}
}
