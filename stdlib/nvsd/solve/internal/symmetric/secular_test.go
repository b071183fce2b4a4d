package symmetric

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"
)

// secularProblem has poles and weights over many orders of magnitude, as they are
// when nothing more can be deflated.
func secularProblem(t *rapid.T) *secular {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	k := rapid.IntRange(1, 60).Draw(t, "size")
	gaps, weights := rapid.Float64Range(0, 15).Draw(t, "gaps"), rapid.Float64Range(0, 15).Draw(t, "weights")
	s := &secular{rho: math.Pow(10, rapid.Float64Range(-3, 3).Draw(t, "rho"))}
	spread := func(decades float64) float64 { return math.Pow(10, -decades*rng.Float64()) }
	d, z := make([]float64, k), make([]float64, k)
	for i := range d {
		z[i] = spread(weights)
		if rng.IntN(2) == 0 {
			z[i] = -z[i]
		}
		d[i] = spread(gaps)
		if i > 0 {
			d[i] += d[i-1]
		}
	}
	floats.Scale(1/floats.Norm(z, 2), z)
	small := deflateUnits * roundoff * (d[k-1] + s.rho)
	for i := range d {
		if s.rho*math.Abs(z[i]) <= small {
			continue
		}
		if last := len(s.d) - 1; last >= 0 {
			length := math.Hypot(z[i], s.z[last])
			if (d[i]-s.d[last])*math.Abs(z[i]/length*s.z[last]/length) <= small {
				continue
			}
		}
		s.d, s.z = append(s.d, d[i]), append(s.z, z[i])
		s.length += z[i] * z[i]
	}
	return s
}

// TestRoots: every root is between its poles, and z is what the roots say, to
// rounding: they are the exact ones of a problem so close.
func TestRoots(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := secularProblem(t)
		k := len(s.d)
		roots := make([]root, k)
		for j := range roots {
			roots[j] = s.root(j)
			above := s.to(j, roots[j]) < 0
			below := j < k-1 && s.to(j+1, roots[j]) > 0 || j == k-1 && s.to(j, roots[j]) >= -s.rho*s.length*(1+1e-15)
			if !above || !below {
				t.Fatalf("root %d of %d is %+v: not between its poles in %v", j, k, roots[j], s.d)
			}
		}
		for i, z := range s.z {
			tol := (10 + float64(k)) * 0x1p-52 * math.Sqrt(s.length)
			tol += (10 + float64(k)) * 0x1p-52 * s.d[k-1] / s.rho // of the whole matrix, where rho is small
			if got := s.weight(i, roots) / math.Sqrt(s.rho); !(math.Abs(got-z) <= tol) {
				t.Errorf("the roots say z_%d = %v, not %v, bound %.3g", i, got, z, tol)
			}
		}
	})
}
