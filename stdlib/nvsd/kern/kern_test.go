package kern_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

var kernels = []kern.Kernel{
	kern.Linear{},
	kern.Polynomial{Degree: 1, Offset: 2},
	kern.Polynomial{Degree: 2},
	kern.Polynomial{Degree: 3, Offset: 1},
	kern.Polynomial{Degree: 5, Offset: 0.5},
	kern.Gaussian{Width: kern.Sigma(0.7)},
	kern.Gaussian{Width: kern.Sigma(4)},
}

// TestDerivatives holds Grad and Mixed to central differences of Eval and Grad.
func TestDerivatives(t *testing.T) {
	const d, h, tol = 4, 1e-5, 1e-7
	rng := rand.New(rand.NewPCG(1, 2))
	for _, k := range kernels {
		t.Run(fmt.Sprint(k), func(t *testing.T) {
			for range 20 {
				x, z := point(rng, d), point(rng, d)
				grad, mixed := make([]float64, d), make([]float64, d*d)
				k.Grad(grad, x, z)
				k.Mixed(mixed, x, z)
				plus, minus := make([]float64, d), make([]float64, d)
				for a := range d {
					near(t, "Grad", grad[a], slope(func(v []float64) float64 { return k.Eval(v, z) }, x, a, h), tol)
					keep := z[a]
					z[a] = keep + h
					k.Grad(plus, x, z)
					z[a] = keep - h
					k.Grad(minus, x, z)
					z[a] = keep
					for b := range d {
						near(t, "Mixed", mixed[b*d+a], (plus[b]-minus[b])/(2*h), tol)
					}
				}
			}
		})
	}
}

// TestSymmetry: k(x, z) = k(z, x), and the mixed derivative is transposed.
func TestSymmetry(t *testing.T) {
	const d = 3
	rng := rand.New(rand.NewPCG(3, 4))
	for _, k := range kernels {
		x, z := point(rng, d), point(rng, d)
		near(t, fmt.Sprint(k), k.Eval(x, z), k.Eval(z, x), 1e-15)
		xz, zx := make([]float64, d*d), make([]float64, d*d)
		k.Mixed(xz, x, z)
		k.Mixed(zx, z, x)
		for a := range d {
			for b := range d {
				near(t, fmt.Sprint(k), xz[a*d+b], zx[b*d+a], 1e-14)
			}
		}
	}
}

// TestPositiveDefinite: the Gram matrix of values and derivatives together has
// no negative eigenvalue.
func TestPositiveDefinite(t *testing.T) {
	const n, d = 6, 3
	rng := rand.New(rand.NewPCG(5, 6))
	points := make([][]float64, n)
	for i := range points {
		points[i] = point(rng, d)
	}
	for _, k := range kernels {
		size := n * (1 + d)
		G := mat.NewSymDense(size, nil)
		grad, mixed := make([]float64, d), make([]float64, d*d)
		for i, x := range points {
			for j, z := range points {
				G.SetSym(i, j, k.Eval(x, z))
				k.Grad(grad, x, z)
				k.Mixed(mixed, x, z)
				for a := range d {
					G.SetSym(n+i*d+a, j, grad[a])
					for b := range d {
						G.SetSym(n+i*d+a, n+j*d+b, mixed[a*d+b])
					}
				}
			}
		}
		var eig mat.EigenSym
		if !eig.Factorize(G, false) {
			t.Fatal("no eigenvalues")
		}
		if v := eig.Values(nil); v[0] < -1e-10*v[size-1] {
			t.Errorf("%v: eigenvalue %g beside %g", k, v[0], v[size-1])
		}
	}
}

func TestResolveErrors(t *testing.T) {
	X := mat.NewDense(3, 1, []float64{0, 1, 3})
	for _, c := range []struct {
		k    kern.Kernel
		X    mat.Matrix
		want string
	}{
		{nil, X, "nil"},
		{kern.Gaussian{}, X, "no width"},
		{kern.Gaussian{Width: kern.Sigma(0)}, X, "> 0"},
		{kern.Gaussian{Width: kern.Sigma(math.NaN())}, X, "> 0"},
		{kern.Gaussian{Width: kern.Rule(99)}, X, "not a rule"},
		{kern.Gaussian{Width: kern.Mean20thNN}, mat.NewDense(1, 1, nil), "at least two rows"},
		{kern.Gaussian{Width: kern.MedianDistance}, mat.NewDense(3, 1, nil), "duplicate rows"},
		{kern.Polynomial{Degree: 0}, X, "degree"},
		{kern.Polynomial{Degree: 2, Offset: -1}, X, "offset"},
	} {
		_, err := kern.Resolve(c.k, c.X)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Resolve(%v): error %v, want one with %q", c.k, err, c.want)
		}
	}
}

func TestResolveKeepsWhatHasNoRule(t *testing.T) {
	for _, k := range kernels {
		if got, err := kern.Resolve(k, mat.NewDense(1, 1, nil)); err != nil || got != k {
			t.Errorf("Resolve(%v) = %v, %v", k, got, err)
		}
	}
}

// TestUnresolvedPanics: using a rule as if it were a number says what to do.
func TestUnresolvedPanics(t *testing.T) {
	defer func() {
		if msg := fmt.Sprint(recover()); !strings.Contains(msg, "kern.Resolve") {
			t.Errorf("panic %q does not tell what to call", msg)
		}
	}()
	kern.Gaussian{Width: kern.Median20NN}.Eval([]float64{0}, []float64{1})
}

func point(rng *rand.Rand, d int) []float64 {
	x := make([]float64, d)
	for a := range x {
		x[a] = rng.NormFloat64()
	}
	return x
}

func slope(f func([]float64) float64, x []float64, a int, h float64) float64 {
	keep := x[a]
	defer func() { x[a] = keep }()
	x[a] = keep + h
	plus := f(x)
	x[a] = keep - h
	return (plus - f(x)) / (2 * h)
}

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if math.Abs(got-want) > tol*max(1, math.Abs(want)) {
		t.Errorf("%s: %.12g, want %.12g", what, got, want)
	}
}
