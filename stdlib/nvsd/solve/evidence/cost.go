package evidence

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/internal/symmetric"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// A point is the argument of the evidence.
type point struct {
	logW     []float64 // log w_a of each input; -Inf for one that is left out
	logNoise float64   // log lambda
}

func (p point) clone() point {
	p.logW = append([]float64(nil), p.logW...)
	return p
}

// errNotDefinite is the error of a covariance that is singular in float64.
var errNotDefinite = errors.New("evidence: the covariance of the targets is not positive definite in float64")

// A cost computes -log evidence of a problem as a function of a point, and holds the
// memory for it. Of symmetric matrices the entries on and above the diagonal count.
type cost struct {
	problem Problem
	n, d    int                              // of X
	inputs  int                              // whose widths are the point's
	w       []float64                        // w_a
	squares *mat.Dense                       // x_ia^2
	Z       *mat.Dense                       // x_ia w_a
	C       *symmetric.Matrix                // K + lambda kappa(0) I, then its factor
	W       *symmetric.Matrix                // Z Z', then C^-1, then the weights M of the slopes
	first   *symmetric.Matrix                // kappa'
	profile func(values, first, s []float64) // kappa and kappa' at half squares s
	factor  *symmetric.Factor
	inverse symmetric.Inverter
	work    symmetric.DenseWork
	product []float64 // M X, row by row
	width   int       // of a row of it
	targets []target
	u       []float64 // C^-1 1
	r       []float64
	lambda  float64 // times kappa(0)

	value float64   // -log evidence
	slope []float64 // its derivatives by w_a^2
	noise float64   // and by log lambda
}

// A target has the part of the evidence that is of one target y.
type target struct {
	y, a    []float64 // a is P y
	q       float64   // y'P y
	scale   float64   // c
	atLeast bool      // c is the one of the least noise, and not that of most evidence
}

func newCost(p Problem) *cost {
	n, d := p.X.Dims()
	c := &cost{
		problem: p, n: n, d: d, inputs: p.inputs(), w: make([]float64, p.inputs()),
		squares: mat.NewDense(n, d, nil), Z: mat.NewDense(n, d, nil),
		C: symmetric.New(n), W: symmetric.New(n), first: symmetric.New(n),
		u: make([]float64, n), r: make([]float64, n), slope: make([]float64, p.inputs()),
	}
	c.profile = profileOf(p.Kernel)
	c.product, c.width = c.W.DenseRows(d)
	c.squares.MulElem(p.X, p.X)
	for _, y := range p.targets() {
		c.targets = append(c.targets, target{y: y, a: make([]float64, n)})
	}
	return c
}

// free is m, the number of directions of a target that the evidence is of.
func (c *cost) free() float64 {
	if c.problem.Intercept {
		return float64(c.n - 1)
	}
	return float64(c.n)
}

// evaluate sets the value at a point: the sum over the targets, times the share, of
//
//	(m/2) log(2 pi c) + y'Py / (2c) + (1/2) log det C [+ (1/2) log(1'C^-1 1 / n)],
//
// with C = K + lambda kappa(0) T^-1, T the diagonal of times, and, where there is an intercept,
// P = C^-1 - C^-1 1 1'C^-1 / (1'C^-1 1) and m = n - 1; else P = C^-1, m = n and no last term.
// c is y'Py / m, or what makes the noise c lambda kappa(0) the least one.
func (c *cost) evaluate(at point) error {
	c.covariance(at)
	return c.likelihood()
}

// likelihood sets the value of the covariance C, and what follows from its factor, which takes its place.
func (c *cost) likelihood() error {
	factor, ok := c.C.Cholesky()
	if !ok {
		return errNotDefinite
	}
	c.factor, c.value = factor, factor.LogDet()/2
	total := 0.0
	if c.problem.Intercept {
		for i := range c.u {
			c.u[i] = 1
		}
		factor.Solve(c.u)
		total = floats.Sum(c.u)
		if !(total > 0) {
			return errNotDefinite
		}
		c.value += math.Log(total/float64(c.n)) / 2
	}
	c.value *= float64(len(c.targets))
	m := c.free()
	for k := range c.targets {
		t := &c.targets[k]
		copy(t.a, t.y)
		factor.Solve(t.a)
		if c.problem.Intercept {
			floats.AddScaled(t.a, -floats.Sum(t.a)/total, c.u)
		}
		t.q = floats.Dot(t.y, t.a)
		if !(t.q > 0) {
			return errNotDefinite
		}
		t.scale, t.atLeast = t.q/m, false
		if least := c.problem.leastOf(k) / c.lambda; t.scale < least {
			t.scale, t.atLeast = least, true
		}
		c.value += m/2*math.Log(2*math.Pi*t.scale) + t.q/(2*t.scale)
	}
	c.value *= c.problem.share()
	if math.IsInf(c.value, 0) || math.IsNaN(c.value) {
		return errNotDefinite
	}
	return nil
}

// noiseOf returns the noise of an observation on the diagonal of C.
func (c *cost) noiseOf(i int) float64 {
	if c.problem.times == nil {
		return c.lambda
	}
	return c.lambda / c.problem.times[i]
}

// covariance sets C and kappa'.
func (c *cost) covariance(at point) {
	for a, logW := range at.logW {
		c.w[a] = math.Exp(logW)
	}
	for i := range c.n {
		x, z := c.problem.X.RawRowView(i), c.Z.RawRowView(i)
		c.r[i] = 0
		for b := range z {
			z[b] = x[b] * c.w[c.problem.input(b)]
			c.r[i] += z[b] * z[b] / 2
		}
	}
	c.W.SetOuter(c.Z, &c.work)
	top, slope, _ := c.problem.Kernel.AtHalfSquare(0)
	c.lambda = math.Exp(at.logNoise) * top
	for i, r := range c.r {
		values, firsts := c.C.Row(i), c.first.Row(i)
		values[i], firsts[i] = top+c.noiseOf(i), slope
		halves := c.W.Row(i)[i+1:]
		for j, product := range halves {
			halves[j] = max(r+c.r[i+1+j]-product, 0)
		}
		c.profile(values[i+1:], firsts[i+1:], halves)
	}
}

// profileOf returns the function that sets kappa and its first derivative at many half squares.
func profileOf(kernel trait.Isotropic) func(values, first, s []float64) {
	if many := kern.ManyHalfSquares(kernel); many != nil {
		return many
	}
	return func(values, first, s []float64) {
		for i, v := range s {
			values[i], first[i], _ = kernel.AtHalfSquare(v)
		}
	}
}

// invert sets W to C^-1 at the point that was evaluated last.
func (c *cost) invert() { c.inverse.Inverse(c.W, c.factor) }

// slopes sets the derivatives at the point that was inverted last, with W = P - a a'/c, summed over the targets and times the share,
// a = P y, M_ij = W_ij kappa'_ij and r = M 1,
//
//	by w_b^2        (1/2) (sum_i x_ib^2 r_i - (X'MX)_bb), summed over the columns b of an input,
//	by log lambda   (lambda kappa(0) / 2) tr W T^-1,
//
// and by log lambda y'Py / (2c) - m/2 more where c falls with it.
func (c *cost) slopes() {
	ofMean := 0.0 // 1 / 1'C^-1 1
	if c.problem.Intercept {
		ofMean = 1 / floats.Sum(c.u)
	}
	var trace float64
	clear(c.r)
	for i := range c.n {
		w, first := c.W.Row(i), c.first.Row(i)
		c.addFits(i, w, ofMean*c.u[i])
		trace += w[i] * c.noiseOf(i)
		for j := i; j < c.n; j++ {
			w[j] *= first[j]
			c.r[i] += w[j]
		}
		for j := i + 1; j < c.n; j++ {
			c.r[j] += w[j]
		}
	}
	c.noise = trace / 2
	for _, t := range c.targets {
		if t.atLeast {
			c.noise += c.problem.share() * (t.q/(2*t.scale) - c.free()/2)
		}
	}
	c.W.MulDense(c.product, c.problem.X, &c.work)
	clear(c.slope)
	for i, r := range c.r {
		x, product, square := c.problem.X.RawRowView(i), c.product[i*c.width:], c.squares.RawRowView(i)
		for b := range c.d {
			c.slope[c.problem.input(b)] += (square[b]*r - x[b]*product[b]) / 2
		}
	}
}

// addFits makes the row i of W, which has C^-1, that of the sum over the targets. mean is the factor of u.
func (c *cost) addFits(i int, w []float64, mean float64) {
	if len(c.targets) == 1 {
		t := &c.targets[0]
		fit := 1 / t.scale * t.a[i]
		for j := i; j < c.n; j++ {
			w[j] -= float64(mean*c.u[j]) + float64(fit*t.a[j])
		}
	} else {
		for j := i; j < c.n; j++ {
			w[j] = float64(len(c.targets)) * (w[j] - float64(mean*c.u[j]))
		}
		for _, t := range c.targets {
			floats.AddScaled(w[i:], -t.a[i]/t.scale, t.a[i:])
		}
	}
	if share := c.problem.share(); share != 1 {
		floats.Scale(share, w[i:])
	}
}

// residuals returns the leave-one-out residuals a_i / P_ii of each target at a point.
func (c *cost) residuals(at point) ([][]float64, error) {
	if err := c.evaluate(at); err != nil {
		return nil, err
	}
	c.invert()
	all := make([][]float64, len(c.targets))
	total := floats.Sum(c.u)
	for k, t := range c.targets {
		r := make([]float64, c.n)
		for i := range r {
			free := c.W.Row(i)[i]
			if c.problem.Intercept {
				free -= c.u[i] * c.u[i] / total
			}
			r[i] = t.a[i] / free
		}
		all[k] = r
	}
	return all, nil
}

// norms returns the empirical norms of the derivatives of the mean of the process by the
// inputs, at a point; of several targets the roots of the sums of their squares.
func (c *cost) norms(at point) ([]float64, error) {
	if err := c.evaluate(at); err != nil {
		return nil, err
	}
	G := mat.NewDense(c.n, c.n, nil) // kappa'_ik a_k
	u := make([]float64, c.inputs)
	for _, t := range c.targets {
		for i := range c.n {
			for k, first := range c.first.Row(i)[i:] {
				G.Set(i, i+k, first*t.a[i+k])
				G.Set(i+k, i, first*t.a[i])
			}
		}
		var GX mat.Dense
		GX.Mul(G, c.problem.X)
		for i := range c.n {
			r := floats.Sum(G.RawRowView(i))
			for b, x := range c.problem.X.RawRowView(i) {
				a := c.problem.input(b)
				slope := math.Exp(2*at.logW[a]) * (x*r - GX.At(i, b))
				u[a] += slope * slope / float64(c.n)
			}
		}
	}
	for a := range u {
		u[a] = math.Sqrt(u[a])
	}
	return u, nil
}
