package kern_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// TestFunctionsAreTheClosedForms: a kernel written by jets, or by values alone,
// is the one that is shipped, values and derivatives.
func TestFunctionsAreTheClosedForms(t *testing.T) {
	const d = 3
	for _, c := range []struct {
		name    string
		k, want kern.Kernel
		tol     float64
	}{
		{"Gaussian", kern.Isotropic(func(s kern.Jet) kern.Jet { return s.Times(-1 / 2.25).Exp() }), kern.Gaussian{Width: kern.Sigma(1.5)}, 1e-14},
		{"rational quadratic", kern.Isotropic(func(s kern.Jet) kern.Jet { return s.Times(0.5).Plus(1).Pow(-2) }),
			kern.RationalQuadratic{Width: kern.Sigma(1), Shape: 2}, 1e-14},
		{"polynomial", kern.DotProduct(func(s kern.Jet) kern.Jet { return s.Plus(1).Pow(3) }), kern.Polynomial{Degree: 3, Offset: 1}, 1e-13},
		{"linear", kern.DotProduct(func(s kern.Jet) kern.Jet { return s }), kern.Linear{}, 1e-15},
		{"Gaussian by values", kern.FromEval(kern.Gaussian{Width: kern.Sigma(1.5)}.Eval), kern.Gaussian{Width: kern.Sigma(1.5)}, 1e-9},
		{"Matern by values", kern.FromEval(kern.Matern92{Width: kern.Sigma(2)}.Eval), kern.Matern92{Width: kern.Sigma(2)}, 1e-8},
		{"Matern 5/2 by jets", kern.Isotropic(func(s kern.Jet) kern.Jet {
			r := s.Plus(1e-12).Times(10).Sqrt()
			return r.Plus(1).Add(r.Mul(r).Times(1. / 3)).Mul(r.Neg().Exp())
		}), kern.Matern52{Width: kern.Sigma(1)}, 1e-9},
	} {
		rng := rand.New(rand.NewPCG(7, 8))
		for range 20 {
			x, z := point(rng, d), point(rng, d)
			near(t, c.name, c.k.Eval(x, z), c.want.Eval(x, z), c.tol)
			got, want := make([]float64, d*d), make([]float64, d*d)
			c.k.Grad(got[:d], x, z)
			c.want.Grad(want[:d], x, z)
			for a := range d {
				near(t, c.name+" Grad", got[a], want[a], c.tol)
			}
			c.k.Mixed(got, x, z)
			c.want.Mixed(want, x, z)
			for i := range got {
				near(t, c.name+" Mixed", got[i], want[i], c.tol)
			}
		}
	}
}

// TestMaternAtZero: where x = z, value and derivatives are their limits.
func TestMaternAtZero(t *testing.T) {
	x := []float64{1, 2}
	for _, c := range []struct {
		k    kern.Kernel
		want float64 // -kappa'(0) sigma^2 = nu/(nu-1)
	}{
		{kern.Matern52{Width: kern.Sigma(2)}, 5. / 3},
		{kern.Matern72{Width: kern.Sigma(2)}, 7. / 5},
		{kern.Matern92{Width: kern.Sigma(2)}, 9. / 7},
	} {
		mixed := make([]float64, 4)
		c.k.Mixed(mixed, x, x)
		near(t, "value", c.k.Eval(x, x), 1, 1e-15)
		near(t, "mixed", mixed[0]*4, c.want, 1e-14)
		near(t, "mixed", mixed[1], 0, 1e-15)
	}
}

// TestFromEvalIsSymmetric to the last bit, whatever the function is.
func TestFromEvalIsSymmetric(t *testing.T) {
	k := kern.FromEval(func(x, z []float64) float64 { return math.Exp(x[0]-0.3*z[1]) + x[1]*z[0]*z[0] })
	rng := rand.New(rand.NewPCG(9, 1))
	for range 20 {
		x, z := point(rng, 2), point(rng, 2)
		xz, zx := make([]float64, 4), make([]float64, 4)
		k.Mixed(xz, x, z)
		k.Mixed(zx, z, x)
		if k.Eval(x, z) != k.Eval(z, x) || xz[0] != zx[0] || xz[1] != zx[2] || xz[2] != zx[1] || xz[3] != zx[3] {
			t.Errorf("%v, %v: %v and %v", x, z, xz, zx)
		}
	}
}

func TestCertified(t *testing.T) {
	rough := kern.FromEval(kern.Linear{}.Eval)
	for _, c := range []struct {
		k    kern.Kernel
		want bool
	}{
		{kern.Linear{}, true},
		{functions[0], true},
		{rough, false},
		{kern.Sum(kern.Linear{}, kern.Linear{}), true},
		{kern.Sum(kern.Linear{}, rough), false},
		{kern.Scaled(2, kern.Product(rough, kern.Linear{})), false},
		{kern.ARD{Base: rough, Widths: []float64{1}}, false},
	} {
		if got := kern.Certified(c.k); got != c.want {
			t.Errorf("%v: certified %v", c.k, got)
		}
	}
}

// TestNotPositiveDefinite: a function that is no kernel is refused with an
// eigenvalue that shows it.
func TestNotPositiveDefinite(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	X, y := mat.NewDense(20, 3, nil), make([]float64, 20)
	for i := range y {
		copy(X.RawRowView(i), point(rng, 3))
		y[i] = X.At(i, 0)
	}
	for _, k := range []kern.Kernel{
		kern.DotProduct(func(s kern.Jet) kern.Jet { return s.Plus(-1).Tanh() }),
		kern.Isotropic(func(s kern.Jet) kern.Jet { return s.Neg() }),
		kern.FromEval(func(x, z []float64) float64 { return math.Abs(x[0] - z[0]) }),
	} {
		op, err := solve.NewOperator(k, X)
		if err != nil {
			t.Fatal(err)
		}
		p := &solve.Problem{Op: op, Y: y, Penalty: penalty.Lasso{}, Tau: 0.1, Nu: 0.1}
		_, err = solve.Dual{}.Solve(t.Context(), p, nil)
		if err == nil || !strings.Contains(err.Error(), "not positive definite: its matrix has the eigenvalue -") {
			t.Errorf("%v: %v", k, err)
		}
	}
}
