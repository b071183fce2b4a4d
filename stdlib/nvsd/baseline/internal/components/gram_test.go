package components

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// blocks returns m blocks of p random features of n points.
func blocks(n, m, p int, seed uint64) []*mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 1))
	list := make([]*mat.Dense, m)
	for j := range list {
		list[j] = mat.NewDense(n, p, nil)
		list[j].Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, list[j])
	}
	return list
}

func targets(n int, seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 2))
	y := make([]float64, n)
	for i := range y {
		y[i] = rng.NormFloat64()
	}
	return y
}

// products returns K_j = U_j U_j'.
func products(list []*mat.Dense) []*mat.SymDense {
	kernels := make([]*mat.SymDense, len(list))
	for j, u := range list {
		n, _ := u.Dims()
		kernels[j] = mat.NewSymDense(n, nil)
		kernels[j].SymOuterK(1, u)
	}
	return kernels
}

// A family of features is that of their products: all that a system tells is the same.
func TestGramsAndFeaturesAgree(t *testing.T) {
	const n, m = 12, 4
	for _, p := range []int{1, 3, 5} { // fewer features than points, and more
		list := blocks(n, m, p, 3)
		grams, features := NewGrams(n, products(list)), NewFeatures(n, list)
		y := targets(n, 4)
		for _, theta := range [][]float64{{0, 0, 0, 0}, {1, 0, 0.3, 0}, {2, 0.1, 0.4, 1e-6}} {
			a, err := grams.At(theta, 0.7, y)
			if err != nil {
				t.Fatal(err)
			}
			b, err := features.At(theta, 0.7, y)
			if err != nil {
				t.Fatal(err)
			}
			same := func(what string, x, z []float64) {
				t.Helper()
				if off := floats.Distance(x, z, math.Inf(1)); !(off <= 1e-10*(1+floats.Norm(x, math.Inf(1)))) {
					t.Errorf("%d features, theta %v: %s differs by %v", p, theta, what, off)
				}
			}
			same("the value", []float64{a.Value()}, []float64{b.Value()})
			same("alpha", a.Alpha(), b.Alpha())
			same("the squares", a.Squares(), b.Squares())
			same("the sizes", Sizes(grams, a.Alpha()), Sizes(features, b.Alpha()))
			for j := range m {
				same("a fit", a.Fit(j), b.Fit(j))
			}
			active := []int{0, 2, 3}
			x, z := square(len(active)), square(len(active))
			a.Curvature(x, active)
			b.Curvature(z, active)
			for r := range active {
				same("the curvature", x[r], z[r])
			}
		}
	}
}

func square(n int) [][]float64 {
	h := make([][]float64, n)
	for i := range h {
		h[i] = make([]float64, n)
	}
	return h
}

// The curvature is the second derivative of y'(sum theta_j K_j + r I)^-1 y, halved, and the
// squares are the first, with the other sign.
func TestSystemDerivatives(t *testing.T) {
	const n, m, h = 10, 3, 1e-4
	f := NewGrams(n, products(blocks(n, m, 2, 5)))
	y := targets(n, 6)
	theta := []float64{0.5, 1, 0.2}
	value := func(shift ...float64) float64 {
		at := make([]float64, m)
		floats.AddTo(at, theta, shift)
		s, err := f.At(at, 1, y)
		if err != nil {
			t.Fatal(err)
		}
		return s.Value()
	}
	s, err := f.At(theta, 1, y)
	if err != nil {
		t.Fatal(err)
	}
	curvature := square(m)
	s.Curvature(curvature, []int{0, 1, 2})
	for j := range m {
		up := make([]float64, m)
		up[j] = h
		down := make([]float64, m)
		down[j] = -h
		if slope := (value(up...) - value(down...)) / (2 * h); math.Abs(slope+s.Squares()[j]) > 1e-6 {
			t.Errorf("slope %d is %v, the square %v", j, slope, s.Squares()[j])
		}
		second := (value(up...) - 2*value(make([]float64, m)...) + value(down...)) / (h * h)
		if math.Abs(second/2-curvature[j][j]) > 1e-5 {
			t.Errorf("half the second derivative %d is %v, the curvature %v", j, second/2, curvature[j][j])
		}
	}
}

// Centred matrices are HKH, and leave their means behind.
func TestCentredGrams(t *testing.T) {
	const n = 9
	k := products(blocks(n, 1, 4, 7))[0]
	kept := mat.NewSymDense(n, nil)
	kept.CopySym(k)
	centring := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			centring.Set(i, j, -1.0/n)
		}
		centring.Set(i, i, 1-1.0/n)
	}
	var want mat.Dense
	want.Mul(centring, kept)
	want.Mul(&want, centring)
	g, means := NewCentredGrams(n, []*mat.SymDense{k})
	v := targets(n, 8)
	var product mat.VecDense
	product.MulVec(&want, mat.NewVecDense(n, v))
	if off := floats.Distance(g.Times(0, v), product.RawVector().Data, math.Inf(1)); off > 1e-13 {
		t.Errorf("HKH v is off by %v", off)
	}
	for i, mean := range means[0] {
		if off := math.Abs(mean - floats.Sum(mat.Row(nil, i, kept))/n); off > 1e-14 {
			t.Errorf("the mean of column %d is off by %v", i, off)
		}
	}
}

func TestIndefinite(t *testing.T) {
	k := mat.NewSymDense(2, []float64{1, 3, 3, 1})
	if _, err := NewGrams(2, []*mat.SymDense{k}).At([]float64{1}, 0.1, []float64{1, 2}); err != ErrIndefinite {
		t.Errorf("the error is %v", err)
	}
}
