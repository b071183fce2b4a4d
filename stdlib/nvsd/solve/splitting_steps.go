package solve

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// normOfL estimates the largest eigenvalue of L by steps of the power method,
// from below. The inner loops that rely on it check.
func (s *splitting) normOfL(steps int) float64 {
	e := s.diff
	for i := range s.n {
		for a, x := range s.op.x.RawRowView(i) {
			e.B.Set(i, a, x+math.Sin(float64(i*s.d+a+1))) // no direction is left out
		}
	}
	var top float64
	for range steps {
		norm := mat.Norm(e.B, 2)
		if norm == 0 || s.ctx.Err() != nil {
			break
		}
		e.B.Scale(1/norm, e.B)
		e.fromB(s.op)
		top = max(top, mat.Norm(e.W, 2))
		e.B, e.W = e.W, e.B
	}
	return top
}

// overshot reports whether the step diff has met a larger curvature than sigma,
// and takes a larger sigma if so.
func (s *splitting) overshot() bool {
	const shortest = 1e-7 // the least relative step whose curvature can be measured
	square := s.diff.normSq()
	if square <= shortest*shortest*s.f.normSq() {
		return false
	}
	values := append([]float64(nil), s.diff.values...)
	s.center(values)
	curved := floats.Dot(values, values)/float64(s.n) + s.nu*square
	if curved <= s.sigma*square*(1+1e-6) {
		return false
	}
	before := s.sigma
	s.sigma *= 2
	s.taken.combine(before/s.sigma, s.taken, 0, s.taken)
	return true
}
