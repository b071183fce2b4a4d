package solve

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/internal/symmetric"
)

// LossRidge is kernel ridge regression with a loss l in the place of the square, such as kernel logistic regression,
//
//	min over f (and b)  (1/n) sum_i w_i l(y_i, f(x_i) + b) + nu ||f||_H^2,   f = sum_i alpha_i k(x_i, .),
//
// by Newton's method at each nu. The weights w are those of the operator. One goroutine at a time may use it and its fits.
type LossRidge struct {
	n         int
	intercept bool
	mean      *meanLoss
	K         *mat.Dense
	constant  float64           // of f = 0
	work      *symmetric.Matrix // of the system of a step
}

// NewLossRidge prepares the regression of y (length n) on the operator's points.
func NewLossRidge(op *Operator, l loss.Loss, y []float64, intercept bool) (_ *LossRidge, err error) {
	if op == nil || l == nil {
		return nil, errors.New("solve: ridge regression with a loss needs an operator, made by NewOperator(kernel, X), and a loss")
	}
	if err := op.hasPoints("ridge regression with a loss"); err != nil {
		return nil, err
	}
	p := &Problem{Op: op, Y: append([]float64(nil), y...), Loss: l}
	if err := checkTarget(op, y); err != nil {
		return nil, err
	}
	if err := p.checkLoss(); err != nil {
		return nil, err
	}
	if err := op.checkPositive(context.Background()); err != nil {
		return nil, err
	}
	defer heldLoss(&err)
	r := &LossRidge{n: len(y), intercept: intercept, K: op.train.kernel(), work: symmetric.New(len(y)), mean: &meanLoss{guardedLoss: newGuardedLoss(l), y: p.Y, free: intercept}}
	if op.weighting != nil {
		r.mean.w = op.weighting.slopes
	}
	r.constant, err = r.mean.bestConstant(make([]float64, r.n), 0)
	return r, err
}

// A LossFit is the solution of a [LossRidge] at one nu.
type LossFit struct {
	Alpha     []float64
	Intercept float64   // b, 0 without
	Values    []float64 // f(x_i) + b
	Objective float64
	Gap       float64 // by which the objective is at most above the minimum, up to rounding
	Steps     int

	of                 *LossRidge
	shift              float64   // n nu
	slopes, curvatures []float64 // of the loss at Values
}

// Fit returns the solution at nu > 0. It begins at another solution, such as the one at a larger nu; nil is f = 0. Where Newton's method
// fails from there, it goes by larger nus. It is a *[NoMinimum] if that fails too.
func (r *LossRidge) Fit(ctx context.Context, nu float64, from *LossFit) (_ *LossFit, err error) {
	if !(nu > 0) || math.IsInf(nu, 1) {
		return nil, fmt.Errorf("solve: ridge regression at nu = %v: nu must be a finite number > 0", nu)
	}
	defer heldLoss(&err)
	x, err := r.newton(ctx, nu, from)
	if err != nil || x.converged() {
		return x, err
	}
	for half := 2; half <= farthest; half += 2 {
		x, err = r.newton(ctx, nu*math.Pow(10, float64(half)/2), nil)
		if err != nil {
			return nil, err
		}
		for at := half - 1; x.converged() && at >= 0; at-- {
			x, err = r.newton(ctx, nu*math.Pow(10, float64(at)/2), x)
			if err != nil {
				return nil, err
			}
		}
		if x.converged() && x.shift == nu*float64(r.n) {
			return x, nil
		}
	}
	return nil, &NoMinimum{called(r.mean.Loss), nu}
}

// A NoMinimum is the error of a [LossRidge] or a [MultinomialRidge] that Newton's method does not solve.
type NoMinimum struct {
	Loss string // its name
	Nu   float64
}

func (e *NoMinimum) Error() string {
	return fmt.Sprintf("solve: ridge regression with the loss %s at nu = %.3g: Newton's method does not find the minimum: take a larger nu", e.Loss, e.Nu)
}

// Limits of Newton's method: the relative gap at which it is done, the one that will do where rounding ends it, its steps, and the
// number of half decades above nu from which it comes.
const (
	newtonGap   = 1e-8
	newtonRest  = 1e-5
	newtonSteps = 100
	farthest    = 16
)

func (x *LossFit) converged() bool { return x.Gap <= newtonRest*x.Objective }

// newton returns the last step of Newton's method.
func (r *LossRidge) newton(ctx context.Context, nu float64, from *LossFit) (*LossFit, error) {
	x := &LossFit{of: r, shift: nu * float64(r.n), Alpha: make([]float64, r.n), Values: make([]float64, r.n), Intercept: r.constant}
	if from != nil {
		copy(x.Alpha, from.Alpha)
		x.Intercept = from.Intercept
	}
	if err := x.measure(); err != nil {
		return nil, err
	}
	for x.Gap > newtonGap*x.Objective && x.Steps < newtonSteps {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("solve: ridge regression with the loss %s: %w", called(r.mean.Loss), err)
		}
		next, err := x.step()
		if err != nil {
			return nil, err
		}
		if next == nil { // rounding has the last word
			break
		}
		x = next
	}
	return x, nil
}

// measure sets what follows from the coefficients: the values, with the best constant, the objective and the gap.
//
// With u_i = l'(y_i, f_i), whose weighted sum is 0 at the best constant, the function g with the coefficients -w_i u_i / (2 n nu)
// is the optimum of a lower bound of the objective, which is nu ||f - g||_H^2 below it.
func (x *LossFit) measure() error {
	r := x.of
	nu := x.shift / float64(r.n)
	f := make([]float64, r.n)
	addProduct(f, r.K, x.Alpha)
	normSq := floats.Dot(x.Alpha, f)
	if err := x.settle(f); err != nil {
		return err
	}
	x.Objective = nu * normSq
	away := make([]float64, r.n)
	for i, y := range r.mean.y {
		x.Objective += r.mean.w.at(i) * r.mean.Value(y, x.Values[i]) / float64(r.n)
		away[i] = x.Alpha[i] + r.mean.w.at(i)*x.slopes[i]/(2*x.shift)
	}
	product := make([]float64, r.n)
	addProduct(product, r.K, away)
	x.Gap = nu * math.Max(floats.Dot(away, product), 0)
	return nil
}

// The constant is the best one when the sum of the slopes is this part of the sum of their sizes, or after so many steps.
const (
	settled     = 1e-9
	settleSteps = 20
)

// settle sets the constant, the values, and the slopes and curvatures of the loss there, for the values f without the constant.
func (x *LossFit) settle(f []float64) error {
	r := x.of
	x.slopes, x.curvatures = make([]float64, r.n), make([]float64, r.n)
	for k := range settleSteps + 1 {
		var sum, size, curvature float64
		for i, y := range r.mean.y {
			x.Values[i] = f[i] + x.Intercept
			x.slopes[i], x.curvatures[i] = r.mean.Derivative(y, x.Values[i]), r.mean.Curvature(y, x.Values[i])
			w := r.mean.w.at(i)
			sum, size, curvature = sum+w*x.slopes[i], size+w*math.Abs(x.slopes[i]), curvature+w*x.curvatures[i]
		}
		if !r.intercept || math.Abs(sum) <= settled*size {
			return nil
		}
		if next := x.Intercept - sum/curvature; k < settleSteps-1 && math.Abs(next-x.Intercept) <= 1 {
			x.Intercept = next
			continue
		}
		var err error // Newton's method alone goes astray
		x.Intercept, err = r.mean.bestConstant(f, x.Intercept)
		if err != nil || k == settleSteps {
			return err
		}
	}
	return nil
}

// model returns the roots of the weights and the targets of the squares that the loss is near to at the values. No curvature counts for less than a part
// of the largest one.
func (x *LossFit) model(floor float64) (root, target []float64) {
	r := x.of
	root, target = make([]float64, r.n), make([]float64, r.n)
	least := floor * floats.Max(x.curvatures)
	if least == 0 {
		least = 1
	}
	for i, c := range x.curvatures {
		c = max(c, least)
		root[i] = math.Sqrt(r.mean.w.at(i) * c / 2)
		target[i] = x.Values[i] - x.slopes[i]/c
	}
	return root, target
}

// A lossSystem is V^1/2 K V^1/2 + n nu I of a model of squares with the weights v, and its solutions.
type lossSystem struct {
	root   []float64
	factor *symmetric.Factor
	along  []float64 // its inverse times root; nil without an intercept
	total  float64   // root times that
}

func (x *LossFit) system(root []float64) (*lossSystem, error) {
	r := x.of
	S := r.work
	for i, own := range root {
		from, to := r.K.RawRowView(i), S.Row(i)
		for j := i; j < r.n; j++ {
			to[j] = own * from[j] * root[j]
		}
		to[i] += x.shift
	}
	factor, ok := S.Cholesky()
	if !ok {
		return nil, fmt.Errorf("solve: the kernel's matrix is not positive definite in float64 at n nu = %.3g: take a larger nu", x.shift)
	}
	s := &lossSystem{root: root, factor: factor}
	if r.intercept {
		s.along = append([]float64(nil), root...)
		factor.Solve(s.along)
		s.total = floats.Dot(root, s.along)
	}
	return s, nil
}

// solve returns the coefficients in the coordinates of the system.
func (s *lossSystem) solve(target []float64) []float64 {
	a := times(s.root, target)
	s.factor.Solve(a)
	if s.along != nil {
		floats.AddScaled(a, -floats.Dot(s.root, a)/s.total, s.along)
	}
	return a
}

// step returns the solution after a Newton step, as far as the objective falls; nil where it does not.
func (x *LossFit) step() (*LossFit, error) {
	const halvings = 30
	root, target := x.model(curvatureFloor)
	s, err := x.system(root)
	if err != nil {
		return nil, err
	}
	to := times(root, s.solve(target))
	for k := range halvings {
		t := math.Ldexp(1, -k)
		next := &LossFit{of: x.of, shift: x.shift, Alpha: make([]float64, len(to)), Values: make([]float64, len(to)), Intercept: x.Intercept, Steps: x.Steps + 1}
		for i, v := range to {
			next.Alpha[i] = x.Alpha[i] + t*(v-x.Alpha[i])
		}
		if err := next.measure(); err != nil { // the step is too long for the loss
			continue
		}
		if next.Objective < x.Objective || next.Objective == x.Objective && next.Gap < x.Gap {
			return next, nil
		}
	}
	return nil, nil
}

// leaveOutFloor is the least curvature of a row where others are left out, as a part of the largest one. A row whose loss is nearly flat says nothing of
// its neighbours.
const leaveOutFloor = 1e-9

// LeaveGroupsOut returns, for each group of points, about the values there of the fit to all points outside it, by one Newton step from
// this fit (Cawley and Talbot 2008): exactly those for the square. groups holds indices of points; a point that is in none is left out
// alone. With an intercept a group of all points leaves nothing to fit, and has the constant 0.
func (x *LossFit) LeaveGroupsOut(groups [][]int) (_ []float64, err error) {
	r := x.of
	if err := checkGroups(groups, r.n); err != nil {
		return nil, err
	}
	defer heldLoss(&err)
	root, target := x.model(leaveOutFloor)
	s, err := x.system(root)
	if err != nil {
		return nil, err
	}
	a := s.solve(target)
	P := symmetric.New(r.n)
	var inverter symmetric.Inverter
	inverter.Inverse(P, s.factor)
	for i := range r.n {
		row := P.Row(i)
		for j := i; s.along != nil && j < r.n; j++ {
			row[j] -= s.along[i] * s.along[j] / s.total
		}
	}
	values := make([]float64, r.n)
	for i := range values {
		values[i] = target[i] - quotient(a[i], P.Row(i)[i])/root[i]
	}
	for _, g := range groups {
		if len(g) < 2 {
			continue
		}
		own, rest := mat.NewSymDense(len(g), nil), mat.NewVecDense(len(g), nil)
		for k, i := range g {
			rest.SetVec(k, a[i])
			for l, j := range g[:k+1] {
				own.SetSym(k, l, P.Row(min(i, j))[max(i, j)])
			}
		}
		var cholesky mat.Cholesky
		if !cholesky.Factorize(own) || len(g) == r.n && r.intercept {
			for _, i := range g {
				values[i] = 0
			}
			continue
		}
		if err := cholesky.SolveVecTo(rest, rest); err != nil && !isCondition(err) {
			return nil, err
		}
		for k, i := range g {
			values[i] = target[i] - rest.AtVec(k)/root[i]
		}
	}
	return values, nil
}

// isCondition reports an error that says how far rounding may go, and no failure.
func isCondition(err error) bool {
	_, is := errors.AsType[mat.Condition](err)
	return is
}
