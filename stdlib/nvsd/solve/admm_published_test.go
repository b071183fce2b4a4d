package solve_test

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// TestADMMAsPublished holds every round of the paper's form to plain loops over dense
// matrices.
func TestADMMAsPublished(t *testing.T) {
	const n, d = 7, 2
	for nu, k := range map[float64]kern.Kernel{0.05: kern.Gaussian{Width: kern.Sigma(1.5)}, 0: kern.Polynomial{Degree: 2, Offset: 1}} {
		p := problem(t, k, penalty.Lasso{}, n, d, 4)
		X, _ := sample(n, d, 4)
		p.Tau, p.Nu = 0.3, nu
		const tol = 1e-5
		plain := newPlainADMM(k, X, p)
		for rounds := 1; rounds <= 25; rounds++ {
			plain.round(t, p)
			sol, err := solve.ADMM{AsPublished: true, MaxIter: rounds, Tol: 1e-14}.Solve(t.Context(), p, nil)
			if _, ended := errors.AsType[*solve.Unfinished](err); err != nil && !ended {
				t.Fatal(err)
			}
			near(t, "kappa", sol.Split.Kappa, plain.kappa, 0)
			for i := range n {
				near(t, "f", sol.Fitted[i], plain.values.AtVec(i), tol)
				for a := range d {
					near(t, "Phi", sol.Split.Phi.At(i, a), plain.Phi.AtVec(i*d+a), tol)
					near(t, "Lambda", sol.Split.Lambda.At(i, a), plain.Lambda.AtVec(i*d+a), tol)
				}
			}
			if t.Failed() {
				t.Fatalf("nu %v, round %d", nu, rounds)
			}
		}
		if plain.kappa == 1 {
			t.Errorf("nu %v: kappa has not moved", nu)
		}
	}
}

// plainADMM is UAI 2018 sec. 4 with A = [K D'], C = [D L] and G = [A; C].
type plainADMM struct {
	A, C, G             *mat.Dense
	Phi, Lambda, values *mat.VecDense
	kappa               float64
}

func newPlainADMM(k kern.Kernel, X *mat.Dense, p *solve.Problem) *plainADMM {
	n, d := X.Dims()
	size := n + n*d
	s := &plainADMM{G: mat.NewDense(size, size, nil), kappa: 1,
		Phi: mat.NewVecDense(n*d, nil), Lambda: mat.NewVecDense(n*d, nil), values: mat.NewVecDense(n, nil)}
	grad, mixed := make([]float64, d), make([]float64, d*d)
	for i := range n {
		for j := range n {
			x, z := X.RawRowView(i), X.RawRowView(j)
			s.G.Set(i, j, k.Eval(x, z))
			k.Grad(grad, x, z)
			k.Mixed(mixed, x, z)
			for a := range d {
				s.G.Set(n+i*d+a, j, grad[a])
				s.G.Set(j, n+i*d+a, grad[a])
				for b := range d {
					s.G.Set(n+i*d+a, n+j*d+b, mixed[a*d+b])
				}
			}
		}
	}
	s.A, s.C = s.G.Slice(0, n, 0, size).(*mat.Dense), s.G.Slice(n, size, 0, size).(*mat.Dense)
	return s
}

func (s *plainADMM) round(t *testing.T, p *solve.Problem) {
	n, size := s.A.Dims()
	d := (size - n) / n
	y := mat.NewVecDense(n, p.Y)
	// S1: (2/n) A'(A theta - y) + 2 nu G theta + kappa C'(C theta - Phi + Lambda) = 0
	var H, AA, CC mat.Dense
	AA.Mul(s.A.T(), s.A)
	CC.Mul(s.C.T(), s.C)
	H.Apply(func(i, j int, g float64) float64 {
		return 2/float64(n)*AA.At(i, j) + 2*p.Nu*g + s.kappa*CC.At(i, j)
	}, s.G)
	var right, of, target, theta, W mat.VecDense
	target.SubVec(s.Phi, s.Lambda)
	right.MulVec(s.A.T(), y)
	right.ScaleVec(2/float64(n), &right)
	of.MulVec(s.C.T(), &target)
	right.AddScaledVec(&right, s.kappa, &of)
	var svd mat.SVD // H is singular where G is
	if !svd.Factorize(&H, mat.SVDThin) {
		t.Fatal("no singular values")
	}
	svd.SolveVecTo(&theta, &right, svd.Rank(1e-12))
	W.MulVec(s.C, &theta)
	s.values.MulVec(s.A, &theta)
	// S2 and S3: blocks shrink by tau/(kappa sqrt n)
	last := mat.VecDenseCopyOf(s.Phi)
	s.Phi.AddVec(&W, s.Lambda)
	for a := range d {
		var square float64
		for i := range n {
			square += s.Phi.AtVec(i*d+a) * s.Phi.AtVec(i*d+a)
		}
		factor := math.Max(0, 1-p.Tau/(s.kappa*math.Sqrt(float64(n)))/math.Sqrt(square))
		for i := range n {
			z := s.Phi.AtVec(i*d + a)
			s.Phi.SetVec(i*d+a, factor*z)
			s.Lambda.SetVec(i*d+a, z-factor*z)
		}
	}
	var primal, dual mat.VecDense
	primal.SubVec(&W, s.Phi)
	dual.SubVec(s.Phi, last)
	switch r, e := mat.Norm(&primal, 2), s.kappa*mat.Norm(&dual, 2); {
	case r > 10*e:
		s.kappa *= 2
		s.Lambda.ScaleVec(0.5, s.Lambda)
	case e > 10*r:
		s.kappa /= 2
		s.Lambda.ScaleVec(2, s.Lambda)
	}
}
