package solve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/internal/symmetric"
)

// MultinomialRidge is kernel ridge regression of k classes by the multinomial loss,
//
//	min over f_1, ..., f_k (and b)  (1/n) sum_i w_i [log sum_c exp g_ic - g_{i y_i}] + nu sum_c ||f_c||_H^2,   g_ic = f_c(x_i) + b_c,
//
// f_c = sum_i alpha_ic k(x_i, .). At the optimum the f_c have the sum 0, and the b_c are chosen so. Of two classes f_2 - f_1 is the function of
// [LossRidge] with the logistic loss and the ridge nu/2. The weights w are those of the operator. One goroutine at a time may use it.
type MultinomialRidge struct {
	n, k      int
	y         []int
	w         rowWeights
	intercept bool
	K         *symmetric.Matrix
	product   []float64 // of K, row by row
	width     int       // of a row of it
	work      symmetric.DenseWork

	// Tol is the gap at which a fit is done, relative to the objective: 1e-8 if it is 0.
	Tol float64
}

// NewMultinomialRidge prepares the regression of classes, numbers from 0 to k-1, on the operator's points. With an intercept each class
// must have a row: without one its constant would be infinite.
func NewMultinomialRidge(op *Operator, classes []int, k int, intercept bool) (*MultinomialRidge, error) {
	if op == nil {
		return nil, errors.New("solve: ridge regression of classes needs an operator, made by NewOperator(kernel, X)")
	}
	if err := op.hasPoints("ridge regression of classes"); err != nil {
		return nil, err
	}
	if n, _ := op.Dims(); len(classes) != n || k < 2 {
		return nil, fmt.Errorf("solve: there are %d classes, %d rows of them and %d rows of X: there must be two classes or more, and as many rows", k, len(classes), n)
	}
	r := &MultinomialRidge{n: len(classes), k: k, y: append([]int(nil), classes...), intercept: intercept}
	rows := make([]int, k)
	for i, c := range classes {
		if c < 0 || c >= k {
			return nil, fmt.Errorf("solve: the class of row %d (from 0) is %d: classes are numbers from 0 to %d", i, c, k-1)
		}
		rows[c]++
	}
	for c, count := range rows {
		if count == 0 && intercept {
			return nil, fmt.Errorf("solve: no row has the class %d, so that its constant would be infinite: leave the class out", c)
		}
	}
	if err := op.checkPositive(context.Background()); err != nil {
		return nil, err
	}
	if op.weighting != nil {
		r.w = op.weighting.slopes
	}
	K := op.train.kernel()
	r.K = symmetric.New(r.n)
	for i := range r.n {
		copy(r.K.Row(i), K.RawRowView(i))
	}
	r.product, r.width = r.K.DenseRows(k)
	return r, nil
}

// A MultinomialFit is the solution of a [MultinomialRidge] at one nu.
type MultinomialFit struct {
	Alpha      *mat.Dense // n x k
	Intercepts []float64  // b, of sum 0; all 0 without
	Values     *mat.Dense // g_ic, n x k
	Objective  float64
	Gap        float64 // by which the objective is at most above the minimum, up to rounding
	Steps      int     // of Newton's method
	Products   int     // with the kernel's matrix

	of     *MultinomialRidge
	shift  float64    // 2 n nu
	f      *mat.Dense // Values without Intercepts
	p      *mat.Dense // probabilities
	slopes *mat.Dense // w_i (p_ic - [c = y_i])
}

// Fit returns the solution at nu > 0. It begins at another solution, such as the one at a larger nu; nil is f = 0.
//
// A step of Newton's method solves, with W_i = S_i S_i' the second derivatives of the loss of row i, the symmetric equations
//
//	(2 n nu I + S'KS) beta = S'(z - b),   alpha_i = S_i beta_i,   S_i = (w_i)^1/2 diag(p_i)^1/2 (I - q_i q_i'),  q_i = p_i^1/2,
//
// in the space of sum_i alpha_i = 0 by conjugate gradients. It goes as far as the objective falls.
func (r *MultinomialRidge) Fit(ctx context.Context, nu float64, from *MultinomialFit) (*MultinomialFit, error) {
	if !(nu > 0) || math.IsInf(nu, 1) {
		return nil, fmt.Errorf("solve: ridge regression at nu = %v: nu must be a finite number > 0", nu)
	}
	x := r.newFit(nu)
	if from != nil {
		x.Alpha.Copy(from.Alpha)
		copy(x.Intercepts, from.Intercepts)
	}
	r.multiply(x.f, x.Alpha)
	x.Products++
	x.measure()
	for x.Gap > cmp.Or(r.Tol, newtonGap)*x.Objective && x.Steps < newtonSteps {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("solve: ridge regression of classes: %w", err)
		}
		next := x.step()
		if next == nil { // rounding has the last word
			break
		}
		x = next
	}
	if !(x.Gap <= newtonRest*x.Objective) {
		return nil, &NoMinimum{"multinomial", nu}
	}
	return x, nil
}

func (r *MultinomialRidge) newFit(nu float64) *MultinomialFit {
	of := func() *mat.Dense { return mat.NewDense(r.n, r.k, nil) }
	return &MultinomialFit{of: r, shift: 2 * nu * float64(r.n), Alpha: of(), Intercepts: make([]float64, r.k), Values: of(), f: of(), p: of(), slopes: of()}
}

// multiply sets to to K of.
func (r *MultinomialRidge) multiply(to, of *mat.Dense) {
	r.K.MulWhole(r.product, of, &r.work)
	for i := range r.n {
		copy(to.RawRowView(i), r.product[i*r.width:])
	}
}

// measure sets the constants, and what follows from Alpha and f: see [LossFit] for the gap.
func (x *MultinomialFit) measure() {
	r := x.of
	nu := x.shift / float64(2*r.n)
	x.Objective = x.settle() + nu*dot(x.Alpha, x.f)
	away, product := mat.NewDense(r.n, r.k, nil), mat.NewDense(r.n, r.k, nil)
	away.Scale(1/x.shift, x.slopes)
	away.Add(away, x.Alpha)
	r.multiply(product, away)
	x.Products++
	x.Gap = nu * math.Max(dot(away, product), 0)
}

// dot returns the sum of the products of entries.
func dot(A, B *mat.Dense) float64 { return floats.Dot(A.RawMatrix().Data, B.RawMatrix().Data) }

// spread sets Values, the probabilities and the slopes. It returns the sums of the slopes by class, the largest sum of their sizes, and
// the mean loss.
func (x *MultinomialFit) spread() (sums []float64, size, value float64) {
	r := x.of
	sums = make([]float64, r.k)
	sizes := make([]float64, r.k)
	for i, y := range r.y {
		g, p, s := x.Values.RawRowView(i), x.p.RawRowView(i), x.slopes.RawRowView(i)
		floats.AddTo(g, x.f.RawRowView(i), x.Intercepts)
		w := r.w.at(i)
		value += w * (probabilities(p, g) - g[y])
		rest := 0.0 // 1 - p_y, with all its digits
		for c, v := range p {
			s[c] = w * v
			if c != y {
				rest += v
			}
		}
		s[y] = -w * rest
		for c, v := range s {
			sums[c] += v
			sizes[c] += math.Abs(v)
		}
	}
	return sums, floats.Max(sizes), value / float64(r.n)
}

// probabilities sets p to those of the values g, and returns log sum_c exp g_c.
func probabilities(p, g []float64) float64 {
	top := floats.MaxIdx(g)
	highest := g[top]
	loss.Multinomial{}.Probabilities(p, g)
	return highest - math.Log(p[top])
}

// settle sets the constants of least loss by Newton's method, and all that spread sets. It returns the mean loss.
func (x *MultinomialFit) settle() float64 {
	r := x.of
	sums, size, value := x.spread()
	for range newtonSteps {
		if !r.intercept || floats.Norm(sums, math.Inf(1)) <= settled*size {
			break
		}
		H := x.curvature()
		var factor mat.Cholesky
		if !factor.Factorize(H) {
			break
		}
		var step mat.VecDense
		if err := factor.SolveVecTo(&step, mat.NewVecDense(r.k, sums)); err != nil && !isCondition(err) {
			break
		}
		from, fell := append([]float64(nil), x.Intercepts...), false
		for t := 1.0; !fell && t > settled; t /= 2 {
			floats.AddScaledTo(x.Intercepts, from, -t, step.RawVector().Data)
			floats.AddConst(-floats.Sum(x.Intercepts)/float64(r.k), x.Intercepts)
			var there float64
			sums, size, there = x.spread()
			fell = there < value || there == value && t == 1
			if fell {
				value = there
			}
		}
		if !fell {
			copy(x.Intercepts, from)
			_, _, value = x.spread()
			break
		}
	}
	return value
}

// curvature returns the sum of W_i, made definite along the vector of ones, in which it has nothing.
func (x *MultinomialFit) curvature() *mat.SymDense {
	r := x.of
	H := mat.NewSymDense(r.k, nil)
	for i := range r.n {
		p := x.p.RawRowView(i)
		for c, v := range p {
			for d := c; d < r.k; d++ {
				u := -v * p[d]
				if c == d {
					u += v
				}
				H.SetSym(c, d, H.At(c, d)+r.w.at(i)*u)
			}
		}
	}
	ones := mat.Trace(H)/float64(r.k*r.k) + math.SmallestNonzeroFloat64
	for c := range r.k {
		for d := c; d < r.k; d++ {
			H.SetSym(c, d, H.At(c, d)+ones)
		}
	}
	return H
}

// A curving applies S and projects, at a fit.
type curving struct {
	*MultinomialFit
	roots *mat.Dense   // q_i
	sums  mat.Cholesky // of the sum of W_i
	free  bool         // the constants
}

// leastProbability bounds what the target of a step may be.
const leastProbability = 1e-12

func (x *MultinomialFit) curving() (*curving, bool) {
	r := x.of
	s := &curving{MultinomialFit: x, roots: mat.NewDense(r.n, r.k, nil), free: r.intercept}
	for i := range r.n {
		for c, p := range x.p.RawRowView(i) {
			s.roots.Set(i, c, math.Sqrt(p))
		}
	}
	return s, !s.free || s.sums.Factorize(x.curvature())
}

// apply sets to to S of.
func (s *curving) apply(to, of *mat.Dense) {
	for i := range s.of.n {
		q, v, u := s.roots.RawRowView(i), of.RawRowView(i), to.RawRowView(i)
		along, w := floats.Dot(q, v), math.Sqrt(s.of.w.at(i))
		for c := range u {
			u[c] = w * q[c] * (v[c] - along*q[c])
		}
	}
}

// transposed sets to to S' of.
func (s *curving) transposed(to, of *mat.Dense) {
	for i := range s.of.n {
		q, v, u := s.roots.RawRowView(i), of.RawRowView(i), to.RawRowView(i)
		w := math.Sqrt(s.of.w.at(i))
		for c := range u {
			u[c] = w * q[c] * v[c]
		}
		floats.AddScaled(u, -floats.Dot(q, u), q)
	}
}

// project takes from beta what changes the sums of alpha = S beta.
func (s *curving) project(beta, work *mat.Dense) {
	if !s.free {
		return
	}
	s.apply(work, beta)
	sums := mat.NewVecDense(s.of.k, nil)
	for i := range s.of.n {
		floats.Add(sums.RawVector().Data, work.RawRowView(i))
	}
	if err := s.sums.SolveVecTo(sums, sums); err != nil && !isCondition(err) {
		return
	}
	for i := range s.of.n {
		copy(work.RawRowView(i), sums.RawVector().Data)
	}
	s.transposed(work, work)
	beta.Sub(beta, work)
}

// Limits of conjugate gradients in a step: the part of the first residual that may be left, and the number of products.
const (
	leftOfStep     = 1e-5
	productsOfStep = 400
)

// step returns the solution after a Newton step, as far as the objective falls; nil where it does not.
func (x *MultinomialFit) step() *MultinomialFit {
	const halvings = 30
	r := x.of
	s, ok := x.curving()
	if !ok {
		return nil
	}
	of := func() *mat.Dense { return mat.NewDense(r.n, r.k, nil) }
	right, work := of(), of()
	for i, y := range r.y { // z = g - 1 + e_y / p_y, of which the ones have no part in S'z
		copy(right.RawRowView(i), x.Values.RawRowView(i))
		right.Set(i, y, right.At(i, y)+1/math.Max(x.p.At(i, y), leastProbability))
	}
	s.transposed(right, right)
	s.project(right, work)
	beta, residual, direction, product := of(), mat.DenseCopyOf(right), mat.DenseCopyOf(right), of()
	square := dot(residual, residual)
	products, enough := 0, leftOfStep*leftOfStep*square
	for square > enough && products < productsOfStep {
		s.apply(work, direction)
		r.multiply(product, work)
		products++
		s.transposed(product, product)
		scaled(product, x.shift, direction)
		s.project(product, work)
		by := square / dot(direction, product)
		scaled(beta, by, direction)
		scaled(residual, -by, product)
		before := square
		square = dot(residual, residual)
		direction.Scale(square/before, direction)
		direction.Add(direction, residual)
	}
	to, values := of(), of()
	s.apply(to, beta)
	r.multiply(values, to)
	for k := range halvings {
		t := math.Ldexp(1, -k)
		next := r.newFit(x.shift / float64(2*r.n))
		next.Steps, next.Products = x.Steps+1, x.Products+products+1
		copy(next.Intercepts, x.Intercepts)
		between(next.Alpha, x.Alpha, to, t)
		between(next.f, x.f, values, t)
		next.measure()
		if next.Objective < x.Objective || next.Objective == x.Objective && next.Gap < x.Gap {
			return next
		}
	}
	return nil
}

// scaled adds t B to A.
func scaled(A *mat.Dense, t float64, B *mat.Dense) {
	floats.AddScaled(A.RawMatrix().Data, t, B.RawMatrix().Data)
}

// between sets to to A + t (B - A).
func between(to, A, B *mat.Dense, t float64) {
	a, b := A.RawMatrix().Data, B.RawMatrix().Data
	for i := range to.RawMatrix().Data {
		to.RawMatrix().Data[i] = a[i] + t*(b[i]-a[i])
	}
}

// Probabilities sets the rows of values g, m x k, to the probabilities of the classes exp(g_ic) / sum_d exp(g_id).
func Probabilities(g *mat.Dense) {
	rows, _ := g.Dims()
	for i := range rows {
		loss.Multinomial{}.Probabilities(g.RawRowView(i), g.RawRowView(i))
	}
}
