package solve

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/internal/exact"
)

// A weighting is the weights of the rows of an operator: values of the sums over f(x_i), and slopes of the derivative norms,
//
//	(1/n) sum_i v_i (y_i - f(x_i) - b)^2 + Tau P(u) + nu ||f||_H^2,   u_a = sqrt((1/n) sum_i s_i (d_a f(x_i))^2).
//
// Weights of rows are both, with the sum n, so that a weight of 2 is the row twice. Other values come from the curvature of
// a loss. This is the problem without weights of the functionals sqrt(v_i) k(x_i, .) and sqrt(s_i) d_a k(x_i, .) and the targets
// sqrt(v_i) y_i, whose constant function is sqrt(v). Its coefficients are alpha_i/sqrt(v_i) and B_ia/sqrt(s_i). Solvers run in
// these coordinates, and certificates are of the coefficients of the kernel.
type weighting struct {
	values, slopes rowWeights
	root, steep    []float64 // sqrt(v), sqrt(s)
	even           *Operator // of the functionals
}

// newWeighting returns the weighting of an operator without weights.
func newWeighting(op *Operator, values, slopes []float64) *weighting {
	w := &weighting{values: values, slopes: slopes, root: roots(values), steep: roots(slopes)}
	w.even = op.scaled(w.root, w.steep)
	return w
}

func roots(x []float64) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = math.Sqrt(v)
	}
	return y
}

// under returns the operator with the weighting in the place of its own.
func (op *Operator) under(w *weighting) *Operator {
	o := op.same()
	o.weighting = w
	o.remember()
	return o
}

// Weighted returns the operator on the same points whose rows have weights w > 0 (length n), which are scaled to the sum n.
// Values, gradients and coefficients belong to the kernel, as without weights.
func (op *Operator) Weighted(w []float64) (*Operator, error) {
	if err := op.hasPoints("a fit with weights"); err != nil {
		return nil, err
	}
	if op.weighting != nil {
		return nil, fmt.Errorf("solve: the operator has weights: make another one by NewOperator(kernel, X)")
	}
	if len(w) != op.n {
		return nil, fmt.Errorf("solve: there are %d weights for %d rows", len(w), op.n)
	}
	for i, v := range w {
		if !(v > 0) || math.IsInf(v, 1) {
			return nil, fmt.Errorf("solve: the weight of row %d (from 0) is %v: weights are finite numbers > 0; leave out a row without weight", i, v)
		}
	}
	weights := slices.Clone(w)
	floats.Scale(1/floats.Max(w), weights) // sums of large weights would overflow
	floats.Scale(float64(op.n)/floats.Sum(weights), weights)
	return op.under(newWeighting(op, weights, weights)), nil
}

// Weights returns the weights of the rows, whose sum is n; nil where all rows of one function weigh the same.
func (op *Operator) Weights() []float64 {
	if op.weighting == nil {
		return nil
	}
	w := slices.Clone(op.weighting.slopes)
	if op.several != nil {
		w = w[:op.several.rows()]
		floats.Scale(1/float64(op.Functions()), w)
	}
	return w
}

// evenRows returns the operator of the coordinates in which all rows weigh 1.
func (op *Operator) evenRows() *Operator {
	if op.weighting == nil {
		return op
	}
	return op.weighting.even
}

// same returns an operator on the same matrices, which is to remember its own.
func (op *Operator) same() *Operator {
	return &Operator{n: op.n, d: op.d, x: op.x, kernel: op.kernel, products: op.products, train: op.train, training: op.training, features: op.features, several: op.several,
		approximate: op.approximate, precise: op.precise, known: op.known, rounds: op.rounds}
}

// scaled returns the operator of the functionals v_i k(x_i, .) and s_i d_a k(x_i, .). It serves runs, and not certificates.
func (op *Operator) scaled(v, s []float64) *Operator {
	if op.several != nil {
		return op.several.scaled(v, s)
	}
	o := op.same()
	K := mat.DenseCopyOf(op.train.kernel())
	for i, own := range v {
		row := K.RawRowView(i)
		floats.Mul(row, v)
		floats.Scale(own, row)
	}
	o.constant, o.steep = &constant{s: v, square: floats.Dot(v, v)}, s
	o.train, o.training, o.precise = &scaledAt{op.train, v, s, K}, &scaledTraining{op.training, s}, nil
	o.remember()
	return o
}

// scaledAt evaluates at the training points, with values and gradients and their coefficients scaled.
type scaledAt struct {
	evaluation
	v, s []float64
	K    *mat.Dense // of the scaled functionals
}

func (e *scaledAt) kernel() *mat.Dense { return e.K }

func (e *scaledAt) fromB(ctx context.Context, v []float64, W, B *mat.Dense) {
	e.evaluation.fromB(ctx, v, W, timesRows(e.s, B)) // W stays without scale until finish
	floats.Mul(v, e.v)
}

func (e *scaledAt) addAlpha(v, alpha []float64) { addProduct(v, e.K, alpha) }

func (e *scaledAt) finish(ctx context.Context, W *mat.Dense, alpha []float64, B *mat.Dense) {
	e.evaluation.finish(ctx, W, times(e.v, alpha), timesRows(e.s, B))
	scaleRows(W, e.s)
}

type scaledTraining struct {
	training
	s []float64
}

// lengths returns bounds above ||S L_aa S||_F.
func (t *scaledTraining) lengths() []float64 {
	lengths := t.training.lengths()
	largest := floats.Max(t.s)
	floats.Scale(largest*largest, lengths)
	return lengths
}

func (t *scaledTraining) addBlocks(C *mat.Dense, scale []float64) {
	n, _ := C.Dims()
	sum := mat.NewDense(n, n, nil)
	t.training.addBlocks(sum, scale)
	for i, s := range t.s {
		to := C.RawRowView(i)
		for j, v := range sum.RawRowView(i) {
			to[j] += s * v * t.s[j]
		}
	}
}

// times returns the products of the entries.
func times(s, v []float64) []float64 { return floats.MulTo(make([]float64, len(v)), s, v) }

// timesRows returns a copy of A with its rows scaled.
func timesRows(s []float64, A *mat.Dense) *mat.Dense {
	C := mat.DenseCopyOf(A)
	scaleRows(C, s)
	return C
}

func scaleRows(A *mat.Dense, s []float64) {
	for i, v := range s {
		floats.Scale(v, A.RawRowView(i))
	}
}

// A constant holds the values of the constant function 1 at the rows, in the coordinates of a run: nil stands for ones.
type constant struct {
	s      []float64
	square float64 // ||s||^2
}

// at returns the entry i.
func (c *constant) at(i int) float64 {
	if c == nil {
		return 1
	}
	return c.s[i]
}

// part returns the entry i over the square of the length, where there are n entries.
func (c *constant) part(i, n int) float64 {
	if c == nil {
		return 1 / float64(n)
	}
	return c.s[i] / c.square
}

// mean returns the factor of the constant in r.
func (c *constant) mean(r []float64) float64 {
	if c == nil {
		return floats.Sum(r) / float64(len(r))
	}
	return floats.Dot(c.s, r) / c.square
}

// addTo adds v times the constant to r.
func (c *constant) addTo(r []float64, v float64) {
	if c == nil {
		floats.AddConst(v, r)
		return
	}
	floats.AddScaled(r, v, c.s)
}

// center takes the part along the constant from r.
func (c *constant) center(r []float64) { c.addTo(r, -c.mean(r)) }

// rowWeights are the weights of rows in a certificate; nil where all are 1.
type rowWeights []float64

func (w rowWeights) at(i int) float64 {
	if w == nil {
		return 1
	}
	return w[i]
}

// sum returns the sum of the weights of n rows.
func (w rowWeights) sum(n int) exact.Double {
	if w == nil {
		return exact.Of(float64(n))
	}
	return exact.Total(ofFloats(w))
}

// mean returns the weighted mean.
func (w rowWeights) mean(x []exact.Double) exact.Double {
	return exact.Total(w.all(x)).Div(w.sum(len(x)))
}

// all returns the entries times their weights.
func (w rowWeights) all(x []exact.Double) []exact.Double {
	if w == nil {
		return x
	}
	y := make([]exact.Double, len(x))
	for i, v := range x {
		y[i] = v.Times(w[i])
	}
	return y
}

// roots returns upper bounds of sizes times the roots of their weights.
func (w rowWeights) roots(x []float64) []float64 {
	if w == nil {
		return x
	}
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = v * math.Sqrt(w[i]) * (1 + 4*unit)
	}
	return y
}

func (w rowWeights) times(i int, x exact.Double) exact.Double {
	if w == nil {
		return x
	}
	return x.Times(w[i])
}

func (w rowWeights) over(i int, x exact.Double) exact.Double {
	if w == nil {
		return x
	}
	return x.Div(exact.Of(w[i]))
}

func (w rowWeights) timesRoot(i int, x exact.Double) exact.Double {
	if w == nil {
		return x
	}
	return x.Mul(exact.Of(w[i]).Sqrt())
}

func (w rowWeights) overRoot(i int, x exact.Double) exact.Double {
	if w == nil {
		return x
	}
	return x.Div(exact.Of(w[i]).Sqrt())
}

// asKernel returns the coefficients of the kernel for coefficients of a run: the same without weights.
func (r *reduced) asKernel(alpha []float64, B *mat.Dense) ([]float64, *mat.Dense) {
	if r.root == nil {
		return alpha, B
	}
	return times(r.root, alpha), timesRows(r.steep, B)
}

// blocksInto sets B to the coefficients of a run for blocks of the kernel.
func (r *reduced) blocksInto(B, of *mat.Dense) {
	B.Copy(of)
	for i, s := range r.steep {
		floats.Scale(1/s, B.RawRowView(i))
	}
}

// alphaInto is blocksInto for alpha.
func (r *reduced) alphaInto(alpha, of []float64) {
	copy(alpha, of)
	if r.root != nil {
		floats.Div(alpha, r.root)
	}
}
