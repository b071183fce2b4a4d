package penalty

import "math"

// scalarProx returns the minimiser over r in [0, u] of
//
//	h(r) = 1/2 (r-u)^2 + t rho(r),
//
// and NaN where rho is not finite. rho may have kinks, and h several minima. h is
// scanned first, in smaller steps near 0; every point of the scan that is no worse
// than its neighbours is then refined to a minimum between them. Of minima that are as
// good as one another, but for rounding, it is the smallest.
func scalarProx(rho func(float64) float64, u, t float64) float64 {
	if u == 0 || t == 0 {
		return u
	}
	s := scalar{rho: rho, u: u, t: t}
	const points = 32
	var r, h [points + 1]float64
	for k := range r {
		part := float64(k) / points
		r[k] = u * part * part
		h[k] = s.at(r[k])
	}
	x, least := 0.0, math.Inf(1)
	const tie = 1e-14 // of u^2, which no value of h is far from
	for k := range r {
		left, right := max(k-1, 0), min(k+1, points)
		if h[k] > h[left] || h[k] > h[right] {
			continue
		}
		here, low := r[k], h[k]
		if y, hy := s.between(r[left], r[right]); hy < low {
			here, low = y, hy
		}
		if low < least-tie*u*u {
			x, least = here, low
		}
	}
	if x > 0 && x < u {
		x = s.polish(x, least)
	}
	if s.broken {
		return math.NaN()
	}
	return x
}

// scalar is one problem of scalarProx.
type scalar struct {
	rho    func(float64) float64
	u, t   float64
	broken bool // rho was not finite
}

// at returns h(r) - h(0) + t rho(0), which keeps its digits where r is small beside u.
func (s *scalar) at(r float64) float64 {
	v := s.rho(r)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		s.broken = true
	}
	return s.t*v - r*(s.u-r/2)
}

// between searches [lo, hi] by golden sections.
func (s *scalar) between(lo, hi float64) (x, h float64) {
	const section = 0.6180339887498949
	const sections = 42 // of what is left, 1e-9 of the interval
	a, b := hi-section*(hi-lo), lo+section*(hi-lo)
	ha, hb := s.at(a), s.at(b)
	for range sections {
		if ha <= hb {
			hi, b, hb = b, a, ha
			a = hi - section*(hi-lo)
			ha = s.at(a)
		} else {
			lo, a, ha = a, b, hb
			b = lo + section*(hi-lo)
			hb = s.at(b)
		}
	}
	if ha <= hb {
		return a, ha
	}
	return b, hb
}

// polish moves a minimum to a zero of the slope: values alone give it to half of all
// digits. Where rho has a kink, the slope has no zero, and the minimum stays.
func (s *scalar) polish(x, h float64) float64 {
	const steps, near, rounding = 3, 1e-6, 1e-15
	// The step of the differences: in their fourth order both errors are small.
	width := 1e-3 * min(x, s.u-x)
	for range steps {
		slope, curvature := s.slopes(x, width)
		move := -slope / curvature
		if !(curvature > 0) || !(math.Abs(move) <= near*s.u) {
			return x
		}
		y := x + move
		if !(y > 0 && y < s.u) {
			return x
		}
		hy := s.at(y)
		if hy > h+rounding*(s.u*s.u+math.Abs(h)) {
			return x
		}
		x, h = y, hy
	}
	return x
}

// slopes returns h' and h” at x, by differences of fourth order and of second.
func (s *scalar) slopes(x, width float64) (first, second float64) {
	value := func(k float64) float64 { return s.rho(x + k*width) }
	far, near := value(2)-value(-2), value(1)-value(-1)
	first = (8*near - far) / (12 * width)
	second = (value(1) - 2*value(0) + value(-1)) / (width * width)
	return x - s.u + s.t*first, 1 + s.t*second
}
