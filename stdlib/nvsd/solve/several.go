package solve

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/internal/exact"
)

// several is an operator of several functions on the same points: it has the functionals of all of them, function by function, so
// that k n + i is row i of function k. Its matrices are block diagonal, and only the blocks are there.
type several struct {
	parts []*Operator // of each function; functions that weigh alike have the same one
	level *levels     // where adding the same number to all functions at a row costs nothing; else nil
}

// Several returns the operator of c functions f_1, ..., f_c on the same points, with which a problem is
//
//	min over f_k (and b_k)  (1/n) sum_i w_i sum_k (y_ik - f_k(x_i) - b_k)^2 + Tau P(u) + nu sum_k ||f_k||_H^2,
//	u_a = sqrt((1/n) sum_i w_i sum_k (d_a f_k(x_i))^2),
//
// or has a [loss.Joint] of them. An input has one norm, and is in or out for all functions.
// Targets, coefficients and fitted values have length n c, and blocks of coefficients are n c x d, function by function: row k n + i belongs to
// row i of X and function k. Each function has a constant of its own. Several(1) is the operator itself. [Dual] minimises the problems, and [Newton] those of squares.
func (op *Operator) Several(c int) (*Operator, error) {
	if err := op.hasPoints("an operator of several functions"); err != nil {
		return nil, err
	}
	if c < 1 {
		return nil, fmt.Errorf("solve: an operator of %d functions: there must be at least one", c)
	}
	if c == 1 {
		return op, nil
	}
	n, d := op.Dims()
	const matrices = 3 // the kernel's, a factor and an inverse, for each function
	if err := fits("the operator of several functions", 8*matrices*float64(c)*float64(n)*float64(n), n, d, "use fewer samples"); err != nil {
		return nil, err
	}
	base := op
	if op.weighting != nil {
		base = op.same()
		base.remember()
	}
	weights := make([]float64, 0, n*c) // means are over n c functionals
	for range c {
		for i := range n {
			w := 1.0
			if op.weighting != nil {
				w = op.weighting.slopes[i]
			}
			weights = append(weights, w*float64(c))
		}
	}
	o := newSeveral(slices.Repeat([]*Operator{base}, c))
	return o.under(newWeighting(o, weights, weights)), nil
}

// Functions returns the number of functions, 1 but for [Operator.Several].
func (op *Operator) Functions() int {
	if op.several == nil {
		return 1
	}
	return len(op.several.parts)
}

// newSeveral returns the operator whose blocks are those of the parts.
func newSeveral(parts []*Operator) *Operator {
	o := parts[0].same()
	s := &several{parts: parts}
	o.several, o.n = s, parts[0].n*len(parts)
	o.train, o.training, o.precise = severalAt{s}, severalTraining{s}, severalPrecise{s}
	o.remember()
	return o
}

// scaled is [Operator.scaled], with an operator for each of the functions that weigh differently.
func (s *several) scaled(v, steep []float64) *Operator {
	parts := make([]*Operator, len(s.parts))
	for k, part := range s.parts {
		if k > 0 && part == s.parts[k-1] && slices.Equal(s.of(v, k), s.of(v, k-1)) && slices.Equal(s.of(steep, k), s.of(steep, k-1)) {
			parts[k] = parts[k-1]
			continue
		}
		parts[k] = part.scaled(s.of(v, k), s.of(steep, k))
	}
	return newSeveral(parts)
}

// rows returns n.
func (s *several) rows() int { return s.parts[0].n }

// of returns the part of v that belongs to function k.
func (s *several) of(v []float64, k int) []float64 { return blockIn(v, k, s.rows()) }

// rowsOf returns the rows of A that belong to function k.
func (s *several) rowsOf(A *mat.Dense, k int) *mat.Dense {
	n := s.rows()
	_, d := A.Dims()
	return A.Slice(k*n, (k+1)*n, 0, d).(*mat.Dense)
}

// blockIn returns the k-th n entries of v; nil where v is nil.
func blockIn[T any, S ~[]T](v S, k, n int) S {
	if v == nil {
		return nil
	}
	return v[k*n : (k+1)*n : (k+1)*n]
}

// evaluate is [Operator.Evaluate] of coefficients that fit.
func (s *several) evaluate(alpha []float64, B, Z *mat.Dense) (v []float64, W *mat.Dense, err error) {
	W = new(mat.Dense)
	for k, part := range s.parts {
		own, gradients, err := part.Evaluate(s.of(alpha, k), s.rowsOf(B, k), Z)
		if err != nil {
			return nil, nil, err
		}
		v = append(v, own...)
		if k == 0 {
			W = gradients
			continue
		}
		both := new(mat.Dense)
		both.Stack(W, gradients)
		W = both
	}
	return v, W, nil
}

// values is [Operator.Values] of coefficients that fit.
func (s *several) values(alpha []float64, Z *mat.Dense) (v []float64, err error) {
	for k, part := range s.parts {
		own, err := part.Values(s.of(alpha, k), Z)
		if err != nil {
			return nil, err
		}
		v = append(v, own...)
	}
	return v, nil
}

// center takes the parts along the free constants from v.
func (s *several) center(v []float64, intercept bool) {
	if s.level != nil {
		s.level.center(v, intercept)
		return
	}
	if !intercept {
		return
	}
	for k, part := range s.parts {
		part.constant.center(s.of(v, k))
	}
}

// blocks returns the blocks of the kernel matrix, of which there is one for each function.
func (op *Operator) blocks() []*mat.Dense {
	if op.several == nil {
		return []*mat.Dense{op.train.kernel()}
	}
	blocks := make([]*mat.Dense, len(op.several.parts))
	for k, part := range op.several.parts {
		blocks[k] = part.train.kernel()
	}
	return blocks
}

// severalAt evaluates every function at the training points.
type severalAt struct{ *several }

// kernel forms the whole matrix, which nothing does that is made for several functions.
func (e severalAt) kernel() *mat.Dense {
	n := e.rows()
	K := mat.NewDense(n*len(e.parts), n*len(e.parts), nil)
	for k, part := range e.parts {
		K.Slice(k*n, (k+1)*n, k*n, (k+1)*n).(*mat.Dense).Copy(part.train.kernel())
	}
	return K
}

func (e severalAt) fromB(ctx context.Context, v []float64, W, B *mat.Dense) {
	for k, part := range e.parts {
		part.train.fromB(ctx, e.of(v, k), e.rowsOf(W, k), e.rowsOf(B, k))
	}
}

func (e severalAt) addAlpha(v, alpha []float64) {
	for k, part := range e.parts {
		part.train.addAlpha(e.of(v, k), e.of(alpha, k))
	}
}

func (e severalAt) finish(ctx context.Context, W *mat.Dense, alpha []float64, B *mat.Dense) {
	for k, part := range e.parts {
		part.train.finish(ctx, e.rowsOf(W, k), e.of(alpha, k), e.rowsOf(B, k))
	}
}

type severalTraining struct{ *several }

func (t severalTraining) rounding(v, w, alpha []float64, B *mat.Dense) {
	for k, part := range t.parts {
		part.training.rounding(t.of(v, k), t.of(w, k), t.of(alpha, k), t.rowsOf(B, k))
	}
}

// lengths returns the largest of the blocks: no eigenvalue is larger.
func (t severalTraining) lengths() []float64 {
	var largest []float64
	for k, part := range t.parts {
		if k > 0 && part == t.parts[k-1] {
			continue
		}
		own := part.lengths()
		if largest == nil {
			largest = slices.Clone(own)
		}
		for a, v := range own {
			largest[a] = math.Max(largest[a], v)
		}
	}
	return largest
}

func (t severalTraining) addBlocks(C *mat.Dense, scale []float64) {
	n := t.rows()
	for k, part := range t.parts {
		part.training.addBlocks(C.Slice(k*n, (k+1)*n, k*n, (k+1)*n).(*mat.Dense), scale)
	}
}

type severalPrecise struct{ *several }

func (e severalPrecise) at(ctx context.Context, alpha []float64, B *mat.Dense) (v, W []exact.Double) {
	for k, part := range e.parts {
		own, gradients := part.precise.at(ctx, e.of(alpha, k), e.rowsOf(B, k))
		v, W = append(v, own...), append(W, gradients...)
	}
	return v, W
}
