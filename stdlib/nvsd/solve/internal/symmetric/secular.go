package symmetric

import "math"

// secular is the eigenproblem of diag(d) + rho z z', with d strictly rising, rho > 0
// and no entry of z negligible. The eigenvalues are the roots of
//
//	g(x) = 1/rho + sum_i z_i^2 / (d_i - x),
//
// one between each d and the next, and one above the last.
type secular struct {
	d, z   []float64
	rho    float64
	length float64 // z'z
}

// A root is d[origin] + offset, which has its difference from every d without
// cancellation.
type root struct {
	origin int
	offset float64
}

// to returns d_i - x.
func (s *secular) to(i int, x root) float64 { return (s.d[i] - s.d[x.origin]) - x.offset }

func (s *secular) value(x root) float64 { return s.d[x.origin] + x.offset }

// sums are of the terms of g, and of their derivatives, at poles up to one and
// behind it.
type sums struct{ below, slopeBelow, above, slopeAbove float64 }

func (s *secular) sums(x root, last int) (t sums) {
	at, z := s.d[x.origin], s.z
	for i, d := range s.d[:last+1] {
		part := z[i] / ((d - at) - x.offset)
		t.below += z[i] * part
		t.slopeBelow += part * part
	}
	z = z[last+1:]
	for i, d := range s.d[last+1:] {
		part := z[i] / ((d - at) - x.offset)
		t.above += z[i] * part
		t.slopeAbove += part * part
	}
	return t
}

const (
	roundoff = 0x1p-53
	maxSteps = 100
)

// root finds root j to full accuracy. A step goes to the root of a constant and two
// poles that have the values and slopes of the terms below and above (the middle
// way of Li 1994), and to the middle of the bounds where that is not between them.
func (s *secular) root(j int) root {
	k := len(s.d)
	if k == 1 {
		return root{0, s.rho * s.length}
	}
	x, low, high := s.begin(j)
	left := min(j, k-2) // the poles are this one and the next
	for range maxSteps {
		t := s.sums(x, left)
		g, slope := 1/s.rho+t.below+t.above, t.slopeBelow+t.slopeAbove
		// What rounding of the terms, and of x, may leave of g.
		noise := 1/s.rho + 8*(math.Abs(t.below)+math.Abs(t.above)) + math.Abs(x.offset)*slope
		if math.Abs(g) <= roundoff*noise {
			break
		}
		if g < 0 {
			low = x.offset
		} else {
			high = x.offset
		}
		near, far := s.to(left, x), s.to(left+1, x)
		c := g - near*t.slopeBelow - far*t.slopeAbove
		a, b := (near+far)*g-near*far*slope, near*far*g
		step := smaller(c, a, b, j == k-1)
		if !(step*g < 0) { // g rises
			step = -g / slope
		}
		next := x.offset + step
		if !(next > low && next < high) {
			next = low + (high-low)/2
		}
		if next == x.offset || math.Abs(next-x.offset) <= roundoff*math.Abs(next) || next <= low || next >= high {
			break
		}
		x.offset = next
	}
	return x
}

// begin returns the pole from which root j is measured, the nearer one, and bounds
// of the offset, with a first guess between them.
func (s *secular) begin(j int) (x root, low, high float64) {
	k := len(s.d)
	left := min(j, k-2)
	gap := s.d[left+1] - s.d[left]
	wl, wr := s.z[left]*s.z[left], s.z[left+1]*s.z[left+1]
	var middle float64
	if j == k-1 {
		x.origin, middle, high = j, s.rho*s.length/2, s.rho*s.length
	} else {
		x.origin, middle, high = j, gap/2, gap/2
	}
	x.offset = middle
	t := s.sums(x, left)
	g := 1/s.rho + t.below + t.above
	rest := g - wl/s.to(left, x) - wr/s.to(left+1, x)
	switch {
	case j == k-1:
		if g < 0 {
			low = middle
		} else {
			high = middle
		}
		x.offset = smaller(rest, -rest*gap+wl+wr, -wr*gap, true)
	case g >= 0:
		x.offset = smaller(rest, rest*gap+wl+wr, wl*gap, false)
	default:
		x.origin, low, high = j+1, -gap/2, 0
		x.offset = smaller(rest, -rest*gap+wl+wr, -wr*gap, false)
	}
	if !(x.offset > low && x.offset < high) {
		x.offset = low + (high-low)/2
	}
	return x, low, high
}

// smaller returns the root of c x^2 - a x + b that lies between two poles, or that
// above both, without cancellation.
func smaller(c, a, b float64, above bool) float64 {
	if c == 0 {
		return b / a
	}
	square := math.Sqrt(math.Abs(a*a - 4*b*c))
	if above {
		square = -square
	}
	if (a <= 0) != above {
		return (a - square) / (2 * c)
	}
	return 2 * b / (a + square)
}

// weight returns entry i of the z for which the roots are exact, times sqrt(rho) (Gu
// and Eisenstat 1994): with it eigenvectors are orthogonal however close eigenvalues
// are.
func (s *secular) weight(i int, roots []root) float64 {
	product := -s.to(i, roots[i])
	for j, x := range roots {
		if j != i {
			product *= s.to(i, x) / (s.d[i] - s.d[j])
		}
	}
	return math.Copysign(math.Sqrt(math.Max(product, 0)), s.z[i])
}
