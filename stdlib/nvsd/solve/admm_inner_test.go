package solve

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// splitProblem is an S1 to solve: a problem, and a target for the gradients.
func splitProblem(t *testing.T, k kern.Kernel, nu float64, intercept bool) (*Problem, *mat.Dense) {
	t.Helper()
	const n, d = 14, 3
	rng := rand.New(rand.NewPCG(7, 0))
	X, Psi, y := mat.NewDense(n, d, nil), mat.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		y[i] = 1 + rng.NormFloat64()
		for a := range d {
			X.Set(i, a, rng.NormFloat64())
			Psi.Set(i, a, rng.NormFloat64())
		}
	}
	op, err := NewOperator(k, X)
	if err != nil {
		t.Fatal(err)
	}
	return &Problem{Op: op, Y: y, Penalty: penalty.Lasso{}, Tau: 1, Nu: nu, Intercept: intercept}, Psi
}

func newIterate(n, d int) *iterate {
	return &iterate{alpha: make([]float64, n), B: mat.NewDense(n, d, nil), rest: make([]float64, n), W: mat.NewDense(n, d, nil)}
}

// normal is the gradient of S1's objective in the coefficients, from the matrices
// of UAI 2018 section 4: with G the Gram matrix, of which F and Z are rows,
// G (2 nu alpha - (2/n) (y - f), 2 nu B + kappa (Df - Psi)).
func normal(p *Problem, f *iterate, Psi *mat.Dense, kappa float64) float64 {
	n, d := p.Op.Dims()
	v, W := make([]float64, n), mat.NewDense(n, d, nil)
	gram(p.Op.train, v, W, f.alpha, f.B)
	rest := make([]float64, n)
	floats.SubTo(rest, p.Y, v)
	if p.Intercept {
		floats.AddConst(-floats.Sum(rest)/float64(n), rest)
	}
	a, b := make([]float64, n), mat.NewDense(n, d, nil)
	for i := range n {
		a[i] = 2*p.Nu*f.alpha[i] - 2/float64(n)*rest[i]
		for j := range d {
			b.Set(i, j, 2*p.Nu*f.B.At(i, j)+kappa*(W.At(i, j)-Psi.At(i, j)))
		}
	}
	gram(p.Op.train, v, W, a, b)
	return max(floats.Norm(v, 2), mat.Norm(W, 2))
}

var innerKernels = []kern.Kernel{
	kern.Linear{}, kern.Polynomial{Degree: 2, Offset: 1}, kern.Polynomial{Degree: 3, Offset: 1}, kern.Gaussian{Width: kern.Sigma(1.5)},
}

// TestInnerExact: one S1 by the eigendecomposition, a few that go on from each
// other by conjugate gradients, and a dense solve are the same.
func TestInnerExact(t *testing.T) {
	for _, k := range innerKernels {
		for _, kappa := range []float64{1e-3, 1, 1e3} {
			p, Psi := splitProblem(t, k, 0.05, kappa == 1)
			n, d := p.Op.Dims()
			want := denseS1(t, p, Psi, kappa)
			for _, how := range []Inner{Eigen, ConjugateGradients} {
				s, _, err := newInnerStep(t.Context(), p, ADMM{Inner: how})
				if err != nil {
					t.Fatal(err)
				}
				f := newIterate(n, d)
				s.begin(f, nil, nil)
				before := normal(p, f, Psi, kappa)
				for range 8 {
					s.solve(t.Context(), f, Psi, kappa)
				}
				if !mat.EqualApprox(f.W, want, 1e-7) {
					t.Errorf("%v, kappa %v, %s: Df is not that of a dense solve", k, kappa, how)
				}
				// In coordinates the kernel is exact to 1e-14, and B may be 1e5 times f.
				most := map[Inner]float64{Eigen: 1e-7, ConjugateGradients: 1e-9}[how]
				if g := normal(p, f, Psi, kappa); !(g <= most*before) {
					t.Errorf("%v, kappa %v, %s: gradient %v, at the beginning %v", k, kappa, how, g, before)
				}
			}
		}
	}
}

// denseS1 is Df for B from a dense (I + c M) B = c (Psi - g).
func denseS1(t *testing.T, p *Problem, Psi *mat.Dense, kappa float64) *mat.Dense {
	t.Helper()
	red, err := newReduced(p)
	if err != nil {
		t.Fatal(err)
	}
	size, c := red.n*red.d, kappa/(2*p.Nu)
	alpha, unit := make([]float64, red.n), mat.NewDense(red.n, red.d, nil)
	g, column := mat.NewDense(red.n, red.d, nil), mat.NewDense(red.n, red.d, nil)
	red.field(g, alpha, unit)
	A := mat.NewDense(size, size, nil)
	for j := range size {
		unit.RawMatrix().Data[j] = c
		red.curve(column, alpha, unit)
		unit.RawMatrix().Data[j] = 0
		A.SetCol(j, column.RawMatrix().Data)
		A.Set(j, j, A.At(j, j)+1)
	}
	var rhs mat.Dense
	rhs.Sub(Psi, g)
	rhs.Scale(c, &rhs)
	B := mat.NewDense(red.n, red.d, nil)
	if err := vec(B).SolveVec(A, vec(&rhs)); err != nil {
		t.Fatal(err)
	}
	red.field(column, alpha, B)
	return column
}

// TestInnerDamped: without a ridge the damped S1s find the undamped solution.
func TestInnerDamped(t *testing.T) {
	for _, k := range innerKernels[:2] {
		for _, how := range []Inner{Eigen, ConjugateGradients} {
			p, Psi := splitProblem(t, k, 0, true)
			s, _, err := newInnerStep(t.Context(), p, ADMM{Inner: how})
			if err != nil {
				t.Fatal(err)
			}
			f := newIterate(p.Op.Dims())
			s.begin(f, nil, nil)
			before := normal(p, f, Psi, 0.1)
			for range 30 {
				s.solve(t.Context(), f, Psi, 0.1)
			}
			if g := normal(p, f, Psi, 0.1); !(g <= 1e-9*before) {
				t.Errorf("%v, %s: gradient %v, at the beginning %v", k, how, g, before)
			}
		}
	}
}

// TestInnerDescent: steepest descent lowers the gradient of S1 to nothing.
func TestInnerDescent(t *testing.T) {
	for _, nu := range []float64{0, 0.5} {
		p, Psi := splitProblem(t, kern.Linear{}, nu, true)
		s, err := newExactStep(p)
		if err != nil {
			t.Fatal(err)
		}
		down := &descent{exact: s, nu: nu, steps: 300}
		f := newIterate(p.Op.Dims())
		down.begin(f, nil, nil)
		before := normal(p, f, Psi, 0.1)
		down.solve(t.Context(), f, Psi, 0.1)
		if g := normal(p, f, Psi, 0.1); !(g <= 1e-8*before) {
			t.Errorf("nu %v: gradient %v, at the beginning %v", nu, g, before)
		}
	}
}

// An operator whose largest eigenvalues are alike gets its eigendecomposition, in which S1 is a
// division, where it is not too large; another one gets conjugate gradients, which then take few
// products.
func TestInnerStepSuitsItsOperator(t *testing.T) {
	for _, c := range []struct {
		n, d  int
		k     kern.Kernel
		nu    float64
		exact bool
	}{
		{84, 18, kern.Polynomial{Degree: 3, Offset: 1}, 0.1, true},
		{84, 18, kern.Gaussian{Width: kern.Sigma(4)}, 0.1, false},
		{112, 18, kern.Polynomial{Degree: 3, Offset: 1}, 0.1, false}, // too large
		{84, 18, kern.Polynomial{Degree: 3, Offset: 1}, 0, false},    // no coordinates without a ridge
		{12, 3, kern.Gaussian{Width: kern.Sigma(4)}, 0.1, true},      // small
	} {
		random := rand.New(rand.NewPCG(5, 0))
		X, y := mat.NewDense(c.n, c.d, nil), make([]float64, c.n)
		for i := range y {
			for a := range c.d {
				X.Set(i, a, 2*random.Float64()-1)
			}
			y[i] = X.At(i, 0) * X.At(i, 1)
		}
		op, err := NewOperator(c.k, X)
		if err != nil {
			t.Fatal(err)
		}
		p := &Problem{Op: op, Y: y, Penalty: penalty.Lasso{}, Tau: 1, Nu: c.nu}
		inner, _, err := newInnerStep(t.Context(), p, ADMM{}.withDefaults(p))
		if err != nil {
			t.Fatal(err)
		}
		if _, exact := inner.(*coordinateStep); exact != c.exact {
			t.Errorf("%v on %d points of %d inputs with nu = %v: S1 by %T", c.k, c.n, c.d, c.nu, inner)
		}
	}
}
