package solve_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// between is k at the rows of U with those of X, and with themselves.
func between(k kern.Kernel, U, X *mat.Dense) (cross *mat.Dense, self []float64) {
	m, _ := U.Dims()
	n, _ := X.Dims()
	cross, self = mat.NewDense(m, n, nil), make([]float64, m)
	for j := range m {
		self[j] = k.Eval(U.RawRowView(j), U.RawRowView(j))
		for i := range n {
			cross.Set(j, i, k.Eval(U.RawRowView(j), X.RawRowView(i)))
		}
	}
	return cross, self
}

// TestSmoother: the weights make the predictions of the fit, and the variance is that of the best
// linear prediction, by the equations of kriging (Cressie 1993, section 3.2).
func TestSmoother(t *testing.T) {
	const n, m, d = 12, 5, 2
	for _, k := range kernels {
		for _, intercept := range []bool{false, true} {
			X, y := sample(n, d, 1)
			U, _ := sample(m, d, 2)
			ridge, err := solve.NewRidge(operator(t, k, X), y, intercept)
			if err != nil {
				t.Fatal(err)
			}
			cross, self := between(k, U, X)
			K, _ := between(k, X, X)
			for _, nu := range []float64{1e-4, 0.1, 100} {
				weights, variance, err := ridge.Smoother(nu, cross, self)
				if err != nil {
					t.Fatal(err)
				}
				alpha, b, err := ridge.Fit(nu)
				if err != nil {
					t.Fatal(err)
				}
				for j := range m {
					want := b + floats.Dot(alpha, cross.RawRowView(j))
					near(t, name(k)+": weights", floats.Dot(weights.RawRowView(j), y), want, 1e-7)
					near(t, name(k)+": variance", variance[j], kriged(t, K, cross.RawRowView(j), self[j], n*nu, intercept), 1e-7)
				}
			}
		}
	}
}

// kriged is the variance of f at a point less the best linear prediction from n values with noise
// of variance shift, among predictions whose weights sum to 1 where there is an intercept.
func kriged(t *testing.T, K *mat.Dense, k []float64, self, shift float64, intercept bool) float64 {
	t.Helper()
	n, size := len(k), len(k)
	if intercept {
		size++
	}
	A, b := mat.NewDense(size, size, nil), mat.NewVecDense(size, nil)
	for i := range n {
		b.SetVec(i, k[i])
		for j := range n {
			A.Set(i, j, K.At(i, j))
		}
		A.Set(i, i, A.At(i, i)+shift)
		if intercept {
			A.Set(i, n, 1)
			A.Set(n, i, 1)
			b.SetVec(n, 1)
		}
	}
	var x mat.VecDense
	if err := x.SolveVec(A, b); err != nil {
		t.Fatal(err)
	}
	return self - mat.Dot(b, &x)
}

// No variance is below 0, or below nu with an intercept, also where the kernel matrix is
// singular, points are training points, and nu is next to nothing. It falls as points are added.
func TestSmootherVariancesArePositive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 40).Draw(t, "n")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		X, y := mat.NewDense(n, 2, nil), make([]float64, n)
		for i := range n {
			X.SetRow(i, []float64{math.Round(2 * rng.NormFloat64()), rng.NormFloat64()})
			y[i] = rng.NormFloat64()
		}
		k := kern.Gaussian{Width: kern.Sigma(math.Exp(rapid.Float64Range(-2, 4).Draw(t, "log width")))}
		shift := math.Pow(10, rapid.Float64Range(-12, 1).Draw(t, "log shift"))
		intercept := rapid.Bool().Draw(t, "intercept")
		variances := func(rows int) []float64 {
			part := X.Slice(0, rows, 0, 2).(*mat.Dense)
			op, err := solve.NewOperator(k, part)
			if err != nil {
				t.Fatal(err)
			}
			ridge, err := solve.NewRidge(op, y[:rows], intercept)
			if err != nil {
				t.Fatal(err)
			}
			cross, self := between(k, X, part)
			_, v, err := ridge.Smoother(shift/float64(rows), cross, self)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		all, half := variances(n), variances((n+1)/2)
		for j, v := range all {
			if least := shift / float64(n); !(v >= 0) || intercept && v < least {
				t.Errorf("point %d: variance %v", j, v)
			}
			if v > half[j]+1e-9 {
				t.Errorf("point %d: variance %v from all points, %v from half of them", j, v, half[j])
			}
		}
	})
}

func TestSmootherErrors(t *testing.T) {
	X, y := sample(4, 2, 1)
	ridge, err := solve.NewRidge(operator(t, kern.Linear{}, X), y, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		nu      float64
		m, n, d int
	}{{0, 3, 4, 3}, {1, 3, 5, 3}, {1, 3, 4, 2}} {
		if _, _, err := ridge.Smoother(c.nu, mat.NewDense(c.m, c.n, nil), make([]float64, c.d)); err == nil {
			t.Errorf("%v: no error", c)
		}
	}
}
