package evidence

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/internal/symmetric"
)

// information is the average information of a point, and the workspace of it.
type information struct {
	matrix   *mat.Dense // of the inputs, then log lambda
	part     *mat.Dense // of one of several targets
	weighted *mat.Dense // a, x_b a and x_b^2 a of every column b
	products rows       // kappa' times these
	v        *mat.Dense // v_b
	solved   rows       // C^-1 v_b
	sums     *mat.VecDense
	work     symmetric.DenseWork
}

// rows is the memory of a product of a symmetric with a dense matrix.
type rows struct {
	data  []float64
	width int // of a row
}

func newInformation(c *cost) *information {
	all := c.inputs + 1
	f := &information{
		matrix: mat.NewDense(all, all, nil), part: mat.NewDense(all, all, nil), weighted: mat.NewDense(c.n, 1+2*c.d, nil),
		v: mat.NewDense(c.n, all, nil), sums: mat.NewVecDense(all, nil),
	}
	f.products.data, f.products.width = c.W.DenseRows(1 + 2*c.d)
	f.solved.data, f.solved.width = c.W.DenseRows(all)
	return f
}

// at sets the matrix to the average information of the point that c was evaluated and inverted at
// last: the mean of the observed and the expected second derivatives of -log evidence by log w and
// log lambda, without the second derivatives of the covariance (Gilmour, Thompson and Cullis 1995).
// The traces, which take a product of n x n matrices for each pair, are no part of the mean. With K_b
// the derivative of C by the b-th of these, a = P y and v_b = K_b a it is
//
//	(v_b' P v_d - v_b'a a'v_d / y'Py) / (2c),
//
// which is positive semidefinite. The second term is that of c, the scale of most evidence. Where c is
// the one of the least noise, it falls with lambda: v of log lambda is less by C a, and there is no
// second term. Of several targets it is the sum, times the share.
func (f *information) at(c *cost) {
	f.matrix.Zero()
	for k := range c.targets {
		t := &c.targets[k]
		f.derivatives(c, t)
		c.W.MulDense(f.solved.data, f.v, &f.work)
		all := c.inputs + 1
		solved := mat.NewDense(c.n, f.solved.width, f.solved.data[:c.n*f.solved.width]).Slice(0, c.n, 0, all)
		f.part.Mul(f.v.T(), solved)
		if c.problem.Intercept {
			f.less(c.u, floats.Sum(c.u))
		}
		if !t.atLeast {
			f.less(t.a, t.q)
		}
		f.part.Scale(1/(2*t.scale), f.part)
		f.matrix.Add(f.matrix, f.part)
	}
	f.matrix.Scale(c.problem.share(), f.matrix)
}

// less subtracts V'u u'V / by from the part.
func (f *information) less(u []float64, by float64) {
	f.sums.MulVec(f.v.T(), mat.NewVecDense(len(u), u))
	f.part.RankOne(f.part, -1/by, f.sums, f.sums)
}

// derivatives sets v for a target.
func (f *information) derivatives(c *cost, t *target) {
	for i, a := range t.a {
		x, square, to := c.problem.X.RawRowView(i), c.squares.RawRowView(i), f.weighted.RawRowView(i)
		to[0] = a
		for b := range c.d {
			to[1+b], to[1+c.d+b] = x[b]*a, square[b]*a
		}
	}
	c.first.MulDense(f.products.data, f.weighted, &f.work)
	f.v.Zero()
	for i, a := range t.a {
		x, square, v := c.problem.X.RawRowView(i), c.squares.RawRowView(i), f.v.RawRowView(i)
		product := f.products.data[i*f.products.width:]
		for b := range c.d {
			input := c.problem.input(b)
			w := c.w[input]
			v[input] += w * w * (square[b]*product[0] - 2*x[b]*product[1+b] + product[1+c.d+b])
		}
		v[c.inputs] = c.noiseOf(i) * a
		if t.atLeast {
			v[c.inputs] -= t.y[i] // C a but for a constant, which P takes to 0
		}
	}
}
