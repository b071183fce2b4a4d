package kern

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// Suspect looks for a mistake in k at a few pairs of the rows of X. Mistakes are an Eval
// or a Mixed that is not symmetric, a Grad that is not the derivative of Eval, a Mixed
// that is not the derivative of Grad, and an AtDot, AtHalfSquare or Unstretched that
// does not agree with these. Suspect returns nil where it finds none. Otherwise the error
// names the method, its arguments, what it set and what it should have set.
//
// Suspect finds a gradient that is 0.1 % off and a mixed derivative that is 1 % off.
// Where differences are too coarse to tell, it reports nothing. It does not compare
// derivatives of a kernel whose Certified returns false. The kernels of this package are
// trusted, except for functions given to them. Suspect calls Eval and Grad some 40 times
// for each of at most 64 inputs. The same arguments give the same result.
func Suspect(k Kernel, X mat.Matrix) (err error) {
	if known(k) {
		return nil
	}
	n, d := X.Dims()
	q := &inquiry{k: k, x: mat.DenseCopyOf(X), inputs: rand.New(rand.NewPCG(1, uint64(d))).Perm(d)[:min(d, 64)]}
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("the kernel %v panics %s: %v", k, q.at, cause)
		}
	}()
	var sites []*site
	for _, p := range q.pairs(n) {
		s := q.site(p[0], p[1])
		if err := q.symmetric(s); err != nil {
			return err
		}
		sites = append(sites, s)
	}
	q.measure(sites)
	asks := []func(*site) error{q.structure, q.gradient, q.second}
	if !trait.IsCertified(k) {
		asks = asks[:1]
	}
	for _, ask := range asks { // what is wrong at first makes the next look wrong
		for _, s := range sites {
			q.at = q.where(s)
			if err := ask(s); err != nil {
				return err
			}
		}
	}
	return nil
}

// known reports whether k, and every part of it, is a kernel of this package, whose
// derivatives the tests of the package check.
func known(k Kernel) bool {
	switch k := k.(type) {
	case Linear, Polynomial, Gaussian, RationalQuadratic, Matern52, Matern72, Matern92, Periodic, Constant, fromEval:
		return true
	case ARD:
		return known(k.Base)
	}
	parts, _ := Parts(k)
	for _, part := range parts {
		if !known(part) {
			return false
		}
	}
	return parts != nil
}

// An inquiry is the state of one search for mistakes, at pairs of the rows of x.
type inquiry struct {
	k      Kernel
	x      *mat.Dense
	inputs []int  // those that are looked at
	at     string // where the kernel is being asked, for messages

	// The largest gradient and mixed derivative at the pairs, in the units of a
	// site.
	grads, mixeds float64
}

// A site is a pair of points with the kernel's numbers there. lengths are, for each
// input, the distance over which the kernel changes according to its own derivatives.
// The unit of a derivative is value/length, so that comparisons do not depend on the
// units of inputs and kernel.
type site struct {
	i, j        int
	x, z        []float64
	value       float64 // sqrt(k(x, x) k(z, z)), a bound of |k(x, z)|; 1 where it is 0
	lengths     []float64
	grad, mixed []float64
}

// pairs returns a row with itself, with a near one, and others.
func (q *inquiry) pairs(n int) [][2]int {
	rng := rand.New(rand.NewPCG(2, uint64(n)))
	i := rng.IntN(n)
	pairs := [][2]int{{i, i}}
	nearest, least := i, math.Inf(1)
	for range 20 {
		j := rng.IntN(n)
		if far := halfSquare(q.x.RawRowView(i), q.x.RawRowView(j)); far > 0 && far < least {
			nearest, least = j, far
		}
	}
	if nearest != i {
		pairs = append(pairs, [2]int{i, nearest})
	}
	for range 2 {
		if j, l := rng.IntN(n), rng.IntN(n); j != l {
			pairs = append(pairs, [2]int{j, l})
		}
	}
	return pairs
}

func (q *inquiry) where(s *site) string {
	return fmt.Sprintf("at rows %d and %d of the inputs (from 0), x = %s and z = %s", s.i, s.j, brief(s.x), brief(s.z))
}

// site asks the kernel at rows i and j.
func (q *inquiry) site(i, j int) *site {
	_, d := q.x.Dims()
	s := &site{i: i, j: j, x: mat.Row(nil, i, q.x), z: mat.Row(nil, j, q.x), grad: make([]float64, d), mixed: make([]float64, d*d), lengths: make([]float64, d)}
	q.at = q.where(s)
	xx, zz := math.Abs(q.k.Eval(s.x, s.x)), math.Abs(q.k.Eval(s.z, s.z))
	s.value = math.Sqrt(xx) * math.Sqrt(zz)
	q.k.Mixed(s.mixed, s.z, s.z)
	for a := range d {
		s.lengths[a] = math.Abs(s.mixed[a*d+a])
	}
	q.k.Mixed(s.mixed, s.x, s.x)
	for a := range d {
		s.lengths[a] = math.Sqrt((xx + zz) / (s.lengths[a] + math.Abs(s.mixed[a*d+a])))
		if l := s.lengths[a]; !(l > 0) || math.IsInf(l, 1) { // it does not change by a, or says so
			s.lengths[a] = q.spread(a)
		}
	}
	if s.value == 0 {
		s.value = 1
	}
	q.k.Grad(s.grad, s.x, s.z)
	q.k.Mixed(s.mixed, s.x, s.z)
	return s
}

// spread returns the distance of the values of an input, 1 where all are equal.
func (q *inquiry) spread(a int) float64 {
	column := mat.Col(nil, a, q.x)
	lo, hi := column[0], column[0]
	for _, v := range column {
		lo, hi = min(lo, v), max(hi, v)
	}
	if hi > lo {
		return hi - lo
	}
	return 1
}

// measure sets the sizes below which derivatives do not count. Derivatives that are far
// smaller than the kernel's values do no harm, and may be rounded to a few bits.
func (q *inquiry) measure(sites []*site) {
	const least = 1e-20
	q.grads, q.mixeds = least, least
	for _, s := range sites {
		d := len(s.x)
		for a, g := range s.grad {
			q.grads = max(q.grads, math.Abs(g)*s.lengths[a]/s.value)
			for b := range d {
				q.mixeds = max(q.mixeds, math.Abs(s.mixed[a*d+b])*s.lengths[a]*s.lengths[b]/s.value)
			}
		}
	}
}

// symmetric compares the kernel at (x, z) with that at (z, x).
func (q *inquiry) symmetric(s *site) error {
	const tol = 1e-8
	v, w := q.k.Eval(s.x, s.z), q.k.Eval(s.z, s.x)
	if !(math.Abs(v-w) <= tol*s.value) {
		return fmt.Errorf("the Eval of the kernel %v is not symmetric: %s it is %.8g, and with x and z exchanged %.8g", q.k, q.where(s), v, w)
	}
	d := len(s.x)
	back := make([]float64, d*d)
	q.k.Mixed(back, s.z, s.x)
	for _, a := range q.inputs {
		for _, b := range q.inputs {
			v, w := s.mixed[a*d+b], back[b*d+a]
			if !(math.Abs(v-w) <= 1e-6*s.value/s.lengths[a]/s.lengths[b]) {
				return fmt.Errorf("the Mixed of the kernel %v is not symmetric: %s it sets the derivative by x[%d] and z[%d] to %.8g, and with x and z exchanged that by x[%d] and z[%d] to %.8g",
					q.k, q.where(s), a, b, v, b, a, w)
			}
		}
	}
	return nil
}

// brief formats the first coordinates of a point.
func brief(x []float64) string {
	const most = 20
	if len(x) <= most {
		return fmt.Sprintf("%.4g", x)
	}
	text := fmt.Sprintf("%.4g", x[:most])
	return fmt.Sprintf("%s and %d more]", text[:len(text)-1], len(x)-most)
}
