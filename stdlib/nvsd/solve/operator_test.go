package solve_test

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

func coefficients(n, d int, seed uint64) ([]float64, *mat.Dense) {
	rng := rand.New(rand.NewPCG(seed, 1))
	alpha, B := make([]float64, n), mat.NewDense(n, d, nil)
	for i := range alpha {
		alpha[i] = rng.NormFloat64()
	}
	B.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, B)
	return alpha, B
}

// productsAreSums holds products at n training points and at others to sums over the
// definition.
func productsAreSums(t *testing.T, k kern.Kernel, n, d int) {
	t.Helper()
	X, _ := sample(n, d, 1)
	Z, _ := sample(5, d, 2)
	op := operator(t, k, X)
	alpha, B := coefficients(n, d, 3)
	for _, at := range []*mat.Dense{X, Z} {
		v, err := op.Predict(alpha, B, at)
		if err != nil {
			t.Fatal(err)
		}
		W, err := op.Gradients(alpha, B, at)
		if err != nil {
			t.Fatal(err)
		}
		for j := range v {
			value, grad := evaluate(k, X, alpha, B, at.RawRowView(j))
			near(t, "value", v[j], value, 1e-11)
			allNear(t, "gradient", W.RawRowView(j), grad, 1e-11)
		}
	}
}

// TestProducts holds the structured formulas to sums over the definition, at
// the training points and at others. There are more points than one tile has.
func TestProducts(t *testing.T) {
	const d = 3
	for _, k := range kernels {
		t.Run(name(k), func(t *testing.T) {
			n := 70
			_, dot := k.(trait.DotProduct)
			if _, isotropic := k.(trait.Isotropic); !dot && !isotropic {
				n = 12 // dense matrices
			}
			productsAreSums(t, k, n, d)
		})
	}
}

// TestGradientsArePredictionsDifferentiated needs no formula at all.
func TestGradientsArePredictionsDifferentiated(t *testing.T) {
	const n, d, h = 10, 3, 1e-5
	for _, k := range kernels {
		X, _ := sample(n, d, 1)
		op := operator(t, k, X)
		alpha, B := coefficients(n, d, 2)
		z := mat.NewDense(1, d, []float64{0.3, -0.2, 1})
		W, err := op.Gradients(alpha, B, z)
		if err != nil {
			t.Fatal(err)
		}
		for a := range d {
			around := mat.NewDense(2, d, append(slices.Clone(z.RawRowView(0)), z.RawRowView(0)...))
			around.Set(0, a, z.At(0, a)+h)
			around.Set(1, a, z.At(0, a)-h)
			v, err := op.Predict(alpha, B, around)
			if err != nil {
				t.Fatal(err)
			}
			near(t, name(k), W.At(0, a), (v[0]-v[1])/(2*h), 1e-7)
		}
	}
}

// TestShift: an isotropic kernel does not see where the origin is.
func TestShift(t *testing.T) {
	const n, d = 20, 2
	k := kern.Gaussian{Width: kern.Sigma(1)}
	X, _ := sample(n, d, 1)
	alpha, B := coefficients(n, d, 2)
	far := mat.DenseCopyOf(X)
	far.Apply(func(_, _ int, v float64) float64 { return v + 1024 }, far)
	v, err := operator(t, k, X).Predict(alpha, B, X)
	if err != nil {
		t.Fatal(err)
	}
	w, err := operator(t, k, far).Predict(alpha, B, far)
	if err != nil {
		t.Fatal(err)
	}
	allNear(t, "values", w, v, 1e-10)
}

func TestNoB(t *testing.T) {
	X, _ := sample(6, 2, 1)
	op := operator(t, kernels[1], X)
	alpha, _ := coefficients(6, 2, 2)
	with, err := op.Predict(alpha, mat.NewDense(6, 2, nil), X)
	if err != nil {
		t.Fatal(err)
	}
	without, err := op.Predict(alpha, nil, X)
	if err != nil {
		t.Fatal(err)
	}
	allNear(t, "B = nil", without, with, 0)
}

// TestSameBitsOnAnyProcessors: outputs are split between goroutines, sums never.
func TestSameBitsOnAnyProcessors(t *testing.T) {
	const n, d = 300, 7
	X, y := sample(n, d, 1)
	alpha, B := coefficients(n, d, 2)
	run := func(procs int, k kern.Kernel) []float64 {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
		op := operator(t, k, X)
		v, err := op.Predict(alpha, B, X)
		if err != nil {
			t.Fatal(err)
		}
		W, err := op.Gradients(alpha, B, X)
		if err != nil {
			t.Fatal(err)
		}
		p := &solve.Problem{Op: op, Y: y, Penalty: penalties[0], Tau: 0.1, Nu: 0.1, Intercept: true}
		sol, err := solve.Dual{Tol: 1e-4}.Solve(t.Context(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		return slices.Concat(v, W.RawMatrix().Data, sol.Alpha, sol.B.RawMatrix().Data)
	}
	for _, k := range []kern.Kernel{kernels[2], kern.Gaussian{Width: kern.Sigma(3)}} {
		if one, two := run(1, k), run(2, k); !slices.Equal(one, two) {
			t.Errorf("%v: different numbers with 1 and 2 processors", k)
		}
	}
}

type endless struct{ kern.Linear }

func (endless) AtDot(s float64) (a, b, c float64) { return math.Inf(1), 0, 0 }

func TestOperatorErrors(t *testing.T) {
	X := mat.NewDense(2, 2, []float64{1, 2, 3, 4})
	for _, c := range []struct {
		k    kern.Kernel
		X    mat.Matrix
		want string
	}{
		{nil, X, "no kernel"},
		{kern.Linear{}, nil, "X is nil"},
		{kern.Linear{}, &mat.Dense{}, "0 x 0"},
		{kern.Linear{}, mat.NewDense(2, 2, []float64{1, 2, math.NaN(), 4}), "row 1, column 0"},
		{kern.Linear{}, mat.NewDense(2, 2, []float64{1, 2, 3, math.Inf(-1)}), "row 1, column 1"},
		{kern.Gaussian{Width: kern.Mean20thNN}, X, "kern.Resolve"},
		{kern.Polynomial{}, X, "degree"},
		{endless{}, X, "rows 0 and 0"},
		{unstructured{kern.Linear{}}, mat.NewDense(1500, 30, nil), "GiB"},
		{kern.Linear{}, mat.NewDense(20000, 1, nil), "fewer samples"},
	} {
		_, err := solve.NewOperator(c.k, c.X)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("NewOperator(%T): error %v, want one with %q", c.k, err, c.want)
		}
	}
	op := operator(t, kern.Linear{}, X)
	for _, c := range []struct {
		alpha []float64
		B, X  mat.Matrix
		want  string
	}{
		{make([]float64, 3), nil, X, "alpha has length 3"},
		{make([]float64, 2), mat.NewDense(3, 2, nil), X, "B is 3 x 2"},
		{make([]float64, 2), nil, mat.NewDense(1, 3, nil), "3 columns"},
	} {
		if _, err := op.Predict(c.alpha, c.B, c.X); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Predict: error %v, want one with %q", err, c.want)
		}
	}
}
