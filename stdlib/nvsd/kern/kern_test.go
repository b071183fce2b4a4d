package kern_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/shipped"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

var kernels = slices.Concat(shipped.EveryKernel(4, kern.Sigma(1.5)), []kern.Kernel{
	kern.Polynomial{Degree: 1, Offset: 2},
	kern.Polynomial{Degree: 5, Offset: 0.5},
	kern.Gaussian{Width: kern.Sigma(0.7)},
	kern.Gaussian{Width: kern.Sigma(4)},
	kern.RationalQuadratic{Width: kern.Sigma(1.5), Shape: 0.5},
	kern.Product(kern.Gaussian{Width: kern.Sigma(2)}, kern.Matern52{Width: kern.Sigma(1)}, kern.Constant{Value: 3}),
	kern.Product(kern.Sum(kern.Constant{Value: 1}, kern.Linear{}), kern.Gaussian{Width: kern.Sigma(2)}),
	kern.Scaled(0.5, kern.Periodic{Period: 3, Width: 1.2}),
	kern.ARD{Base: kern.RationalQuadratic{Width: kern.Sigma(1), Shape: 2}, Widths: []float64{1, 2, 0.5, 3}},
	kern.Product(kern.Periodic{Period: 4, Width: 1}, kern.Matern72{Width: kern.Sigma(2)}, kern.RationalQuadratic{Width: kern.Sigma(2), Shape: 1}),
	kern.Sum(kern.ARD{Base: kern.Matern52{Width: kern.Sigma(2)}, Widths: []float64{1, 2, 0.5, 3}}, kern.Product(kern.Linear{}, kern.Periodic{Period: 4, Width: 1})),
})

// functions are kernels that were given as functions.
var functions = []kern.Kernel{
	kern.Isotropic(func(s kern.Jet) kern.Jet { return s.Times(-0.5).Exp() }),
	kern.Isotropic(func(s kern.Jet) kern.Jet { return s.Plus(1).Pow(-1.5) }),
	kern.DotProduct(func(s kern.Jet) kern.Jet { return s.Mul(s).Add(s.Times(0.1).Exp()) }),
	kern.FromEval(func(x, z []float64) float64 {
		return math.Exp(-math.Pow(x[0]-z[0], 2)-0.3*math.Pow(x[1]-z[1], 2)) + x[2]*z[2]
	}),
	kern.Scaled(2, kern.Isotropic(func(s kern.Jet) kern.Jet { return s.Neg().Exp() })),
}

// TestDerivatives holds Grad and Mixed to central differences of Eval and Grad.
func TestDerivatives(t *testing.T) {
	const d, h, tol = 4, 1e-5, 1e-7
	rng := rand.New(rand.NewPCG(1, 2))
	for _, k := range slices.Concat(kernels, functions) {
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
	const d = 4
	rng := rand.New(rand.NewPCG(3, 4))
	for _, k := range slices.Concat(kernels, functions) {
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
	const n, d = 6, 4
	rng := rand.New(rand.NewPCG(5, 6))
	points := make([][]float64, n)
	for i := range points {
		points[i] = point(rng, d)
	}
	for _, k := range slices.Concat(kernels, functions) {
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
		{kern.Gaussian{Width: kern.Sigma(math.NaN())}, X, "> 0"},
		{kern.Gaussian{Width: kern.Mean20thNN}, mat.NewDense(1, 1, nil), "at least two rows"},
		{kern.Gaussian{Width: kern.MedianDistance}, mat.NewDense(3, 1, nil), "all 3 rows are equal"},
		{kern.Polynomial{Degree: 0}, X, "degree"},
		{kern.Polynomial{Degree: 2, Offset: -1}, X, "offset"},
		{kern.RationalQuadratic{Width: kern.Sigma(1)}, X, "shape"},
		{kern.Periodic{Width: 1}, X, "period"},
		{kern.Periodic{Period: 1}, X, "width"},
		{kern.Constant{Value: -1}, X, "constant"},
		{kern.Scaled(-1, kern.Linear{}), X, "constant"},
		{kern.Sum(), X, "no kernels"},
		{kern.Sum(kern.Linear{}, nil), X, "nil"},
		{kern.Product(kern.Linear{}, kern.Gaussian{}), X, "no width"},
		{kern.ARD{Base: kern.Linear{}, Widths: []float64{1, 2}}, X, "2 widths for 1 inputs"},
		{kern.ARD{Base: kern.Linear{}, Widths: []float64{-1}}, X, "input 0"},
		{kern.ARD{Widths: []float64{1}}, X, "nil"},
		{kern.Sum(kern.Linear{}, nil), X, "part 2"},
		{kern.ARD{Base: kern.Gaussian{Width: kern.MedianDistance}, Widths: []float64{0}}, X, "input 0"},
		{kern.Gaussian{Width: kern.Times{Factor: -1, Width: kern.MedianDistance}}, X, "factor"},
		{kern.Gaussian{Width: kern.Times{Factor: 2}}, X, "no Width"},
		{kern.Gaussian{Width: kern.Times{Factor: 2, Width: kern.MedianDistance}}, mat.NewDense(3, 1, nil), "all 3 rows are equal"},
		{kern.Isotropic(nil), X, "nil"},
		{kern.DotProduct(nil), X, "nil"},
		{kern.FromEval(nil), X, "nil"},
		{kern.Isotropic(func(s kern.Jet) kern.Jet { return s.Sqrt().Neg().Exp() }), X, "at s = 0"},
	} {
		_, err := kern.Resolve(c.k, c.X)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Resolve(%v): error %v, want one with %q", c.k, err, c.want)
		}
	}
}

// TestEveryWidthIsChecked: a kernel whose width is missing, or is not positive, is refused.
func TestEveryWidthIsChecked(t *testing.T) {
	X := mat.NewDense(3, 1, []float64{0, 1, 3})
	right := shipped.EveryKernel(1, kern.Sigma(1))
	for w, want := range map[kern.Width]string{nil: "no width", kern.Sigma(0): "> 0", kern.Sigma(-1): "> 0", kern.WidthRule("none"): "not a rule"} {
		for i, k := range shipped.EveryKernel(1, w) {
			_, err := kern.Resolve(k, X)
			if hasWidth := fmt.Sprint(k) != fmt.Sprint(right[i]); hasWidth != (err != nil) || hasWidth && !strings.Contains(err.Error(), want) {
				t.Errorf("Resolve(%v): error %v, want one with %q where there is a width", k, err, want)
			}
		}
	}
}

func TestResolveKeepsWhatHasNoRule(t *testing.T) {
	X := mat.NewDense(1, 4, nil)
	for _, k := range kernels {
		if got, err := kern.Resolve(k, X); err != nil || !reflect.DeepEqual(got, k) {
			t.Errorf("Resolve(%v) = %v, %v", k, got, err)
		}
	}
}

// TestResolveParts: rules inside other kernels are carried out too.
func TestResolveParts(t *testing.T) {
	X := mat.NewDense(3, 2, []float64{0, 0, 3, 0, 0, 4})
	rule := kern.Gaussian{Width: kern.MedianDistance} // 3, 4, 5
	for _, c := range []struct{ k, want kern.Kernel }{
		{kern.Sum(rule, kern.Linear{}), kern.Sum(kern.Gaussian{Width: kern.Sigma(4)}, kern.Linear{})},
		{kern.Scaled(2, rule), kern.Scaled(2, kern.Gaussian{Width: kern.Sigma(4)})},
		{kern.Gaussian{Width: kern.Times{Factor: 0.5, Width: kern.MedianDistance}}, kern.Gaussian{Width: kern.Sigma(2)}},
		{kern.Matern52{Width: kern.MedianDistance}, kern.Matern52{Width: kern.Sigma(4)}},
		{kern.ARD{Base: rule, Widths: []float64{1, 2}}, kern.ARD{Base: kern.Gaussian{Width: kern.Sigma(3)}, Widths: []float64{1, 2}}},
	} {
		if got, err := kern.Resolve(c.k, X); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("Resolve(%v) = %v, %v; want %v", c.k, got, err, c.want)
		}
	}
}

// TestStructure: a composite has the structure that all of its parts have.
func TestStructure(t *testing.T) {
	gauss, linear := kern.Gaussian{Width: kern.Sigma(1)}, kern.Linear{}
	for _, c := range []struct {
		k        kern.Kernel
		dot, iso bool
	}{
		{kern.Sum(linear, linear), true, false},
		{kern.Product(gauss, gauss), false, true},
		{kern.Scaled(2, gauss), false, true},
		{kern.Scaled(2, kern.Scaled(2, linear)), true, false},
		{kern.Sum(linear, gauss), false, false},
	} {
		_, dot := c.k.(trait.DotProduct)
		_, iso := c.k.(trait.Isotropic)
		if dot != c.dot || iso != c.iso {
			t.Errorf("%v: dot product %v, isotropic %v", c.k, dot, iso)
		}
	}
}

// TestScaledARD: it is an ARD, of a base with structure.
func TestScaledARD(t *testing.T) {
	k := kern.ARD{Base: kern.Gaussian{Width: kern.Sigma(1)}, Widths: []float64{1, 2}}
	scaled, ok := kern.Scaled(3, k).(kern.ARD)
	if !ok {
		t.Fatalf("%v is no ARD", kern.Scaled(3, k))
	}
	if base, _ := scaled.Unstretched(); !reflect.DeepEqual(base, kern.Scaled(3, k.Base)) {
		t.Errorf("its base is %v", base)
	}
	x, z := []float64{1, 2}, []float64{0, 1}
	near(t, "value", scaled.Eval(x, z), 3*k.Eval(x, z), 1e-15)
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

// TestHalfSquaresOfGaussian compares the loop with single values.
func TestHalfSquaresOfGaussian(t *testing.T) {
	k := kern.Gaussian{Width: kern.Sigma(1.7)}
	var s []float64
	for v := 0.0; v < 3000; v = 1.3*v + 0.01 {
		s = append(s, v)
	}
	values, first := make([]float64, len(s)), make([]float64, len(s))
	k.AtHalfSquares(values, first, s)
	for i, v := range s {
		value, slope, _ := k.AtHalfSquare(v)
		if value < 1e-307 {
			value, slope = 0, 0
		}
		if math.Abs(values[i]-value) > 1e-15*value || math.Abs(first[i]-slope) > -1e-15*slope {
			t.Errorf("at %v: %v and %v, alone %v and %v", v, values[i], first[i], value, slope)
		}
	}
}
