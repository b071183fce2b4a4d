package nvsdtest

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// dotProduct compares Eval, Grad and Mixed with kappa(<x, z>): the gradient is kappa'
// z_a, the mixed derivative kappa” z_a x_b + kappa' [a = b].
func (x kernelCheck) dotProduct(s trait.DotProduct, rng *rand.Rand) string {
	p, q := x.pair(rng)
	var dot float64
	for a, v := range p {
		dot += v * q[a]
	}
	value, first, second := s.AtDot(dot)
	return x.profile(p, q, "AtDot", dot, value,
		func(a int) float64 { return first * q[a] },
		func(a, b int) float64 { return second*q[a]*p[b] + first*same(a, b) })
}

// isotropic compares them with kappa(||x-z||^2 / 2): the gradient is kappa' (x_a -
// z_a), the mixed derivative -kappa” (x_a - z_a)(x_b - z_b) - kappa' [a = b].
func (x kernelCheck) isotropic(s trait.Isotropic, rng *rand.Rand) string {
	p, q := x.pair(rng)
	half := distance(p, q) * distance(p, q) / 2
	value, first, second := s.AtHalfSquare(half)
	return x.profile(p, q, "AtHalfSquare", half, value,
		func(a int) float64 { return first * (p[a] - q[a]) },
		func(a, b int) float64 { return -second*(p[a]-q[a])*(p[b]-q[b]) - first*same(a, b) })
}

func (x kernelCheck) profile(p, q []float64, method string, at, value float64, gradAt func(a int) float64, mixedAt func(a, b int) float64) string {
	if v := x.k.Eval(p, q); !(math.Abs(v-value) <= rounding*(math.Abs(v)+math.Abs(value))) {
		return fmt.Sprintf("at x = %.4g, z = %.4g Eval is %.8g, %s(%.4g) is %.8g", p, q, v, method, at, value)
	}
	grad, mixed := x.derivativesAt(p, q, math.NaN())
	wantGrad, wantMixed := make([]float64, x.d), make([]float64, x.d*x.d)
	for a := range x.d {
		wantGrad[a] = gradAt(a)
		for b := range x.d {
			wantMixed[a*x.d+b] = mixedAt(a, b)
		}
	}
	if found := x.differs("Grad", p, q, grad, wantGrad); found != "" {
		return "by " + method + ", " + found
	}
	if found := x.differs("Mixed", p, q, mixed, wantMixed); found != "" {
		return "by " + method + ", " + found
	}
	return ""
}

func same(a, b int) float64 {
	if a == b {
		return 1
	}
	return 0
}

// spread returns n points, close together or far apart.
func (x kernelCheck) spread(rng *rand.Rand, n int) [][]float64 {
	points := make([][]float64, n)
	scale := math.Exp(rng.NormFloat64())
	for i := range points {
		points[i] = x.point(rng)
		for a := range points[i] {
			points[i][a] *= scale
		}
	}
	return points
}

func (x kernelCheck) values(rng *rand.Rand) string {
	points := x.spread(rng, 30)
	G := mat.NewSymDense(len(points), nil)
	for i, p := range points {
		for j := range i + 1 {
			G.SetSym(i, j, x.k.Eval(p, points[j]))
		}
	}
	return positive(G, 1e-12)
}

// derivatives checks the matrix of the inner products of k(x_i, .) and its derivatives.
func (x kernelCheck) derivatives(rng *rand.Rand) string {
	n, d := 6, x.d
	points := x.spread(rng, n)
	G := mat.NewSymDense(n*(1+d), nil)
	for i, p := range points {
		for j, q := range points {
			grad, mixed := x.derivativesAt(p, q, math.NaN())
			G.SetSym(i, j, x.k.Eval(p, q))
			for a := range d {
				G.SetSym(n+i*d+a, j, grad[a])
				for b := range d {
					G.SetSym(n+i*d+a, n+j*d+b, mixed[a*d+b])
				}
			}
		}
	}
	if !trait.IsCertified(x.k) {
		return positive(G, 1e-8) // of differences
	}
	return positive(G, 1e-10)
}

// positive describes an eigenvalue that is negative by more than rounding, which is a part
// of the largest.
func positive(G *mat.SymDense, rounding float64) string {
	n := G.SymmetricDim()
	for i := range n {
		for j := range i + 1 {
			if v := G.At(i, j); math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Sprintf("it has the entry %v", v)
			}
		}
	}
	var eig mat.EigenSym
	if !eig.Factorize(G, false) {
		return "its eigenvalues cannot be computed"
	}
	v := eig.Values(nil)
	if v[0] < -rounding*max(v[n-1], -v[0]) {
		return fmt.Sprintf("of order %d, it has the eigenvalue %.4g beside %.4g", n, v[0], v[n-1])
	}
	return ""
}
