package nvsd_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"gonum.org/v1/gonum/mat"
)

var ctx = context.Background()

// gaussian is a Spec that small problems can be fitted by quickly.
var gaussian = nvsd.Spec{
	Kernel:  kern.Gaussian{Width: kern.Mean20thNN},
	Penalty: penalty.Lasso{},
	Nu:      nvsd.Fixed(0.1),
	Tol:     1e-6,
	Decades: 1.5,
}

// waves draws n observations of y = 5 + 2 x1^2 + sin(3 x2) + noise with d
// inputs, uniform on [-1, 1].
func waves(n, d int, seed uint64) *data.Frame {
	rng := rand.New(rand.NewPCG(seed, 1))
	x, y := mat.NewDense(n, d, nil), make([]float64, n)
	for i := range y {
		row := x.RawRowView(i)
		for a := range row {
			row[a] = 2*rng.Float64() - 1
		}
		y[i] = 5 + 2*row[0]*row[0] + math.Sin(3*row[1]) + 0.05*rng.NormFloat64()
	}
	f, err := data.New(x, y)
	if err != nil {
		panic(err)
	}
	return f
}

func must[T any](t testing.TB) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func frame(t testing.TB, x *mat.Dense, y []float64, names ...string) *data.Frame {
	t.Helper()
	return must[*data.Frame](t)(data.New(x, y, names...))
}

func split(t testing.TB, f *data.Frame, opts ...data.SplitOption) data.Split {
	t.Helper()
	return must[data.Split](t)(f.Split(opts...))
}

// near reports whether a and b differ by at most tol, in every place.
func near(a, b []float64, tol float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !(math.Abs(a[i]-b[i]) <= tol) {
			return false
		}
	}
	return true
}
