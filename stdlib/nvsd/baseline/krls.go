package baseline

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

var _ Method = KRLS{}

// KRLS is kernel regularised least squares, or kernel ridge regression: the Krls of UAI 2018,
// the RLS of JMLR 2013 (section 6.3) and the G-ridge of AISTATS 2010. With the weight lambda
// it minimises
//
//	||y - b - f(X)||^2/n + lambda ||f||_H^2
//
// over f in the space of the kernel: f = sum_i c_i k(x_i, .) with (K + n lambda I) c = y - b.
// One eigendecomposition serves all weights, and gives the leave-one-out error of each in
// closed form, with n lambda, scaling and kernel width those of all rows.
//
// KRLS does not select: all inputs are in, except constant ones where the inputs are scaled.
// It does not measure inputs either: the score of one that is in is 1.
type KRLS struct {
	Kernel    kern.Kernel   // nil is kern.Gaussian{Width: kern.Mean20thNN}, as in JMLR 2013, section 6.3.3; a width rule is resolved on the scaled inputs
	Intercept KRLSIntercept // FreeIntercept
	Scale     nvsd.Scale    // nvsd.TrainSD
}

// A KRLSIntercept is a rule for the constant b of KRLS. The zero value is FreeIntercept.
type KRLSIntercept string

const (
	// FreeIntercept is a b that is minimised over together with f.
	FreeIntercept KRLSIntercept = "free"
	// MeanIntercept is the mean of the training targets; f is fitted to the rest.
	MeanIntercept KRLSIntercept = "mean"
	// ZeroIntercept is 0.
	ZeroIntercept KRLSIntercept = "none"
)

func (i KRLSIntercept) String() string {
	switch i {
	case "", FreeIntercept:
		return "free intercept"
	case MeanIntercept:
		return "the mean as intercept"
	case ZeroIntercept:
		return "no intercept"
	}
	return fmt.Sprintf("KRLSIntercept(%q)", string(i))
}

func (s KRLS) String() string { return fmt.Sprintf("kernel ridge, %v, %v", s.kernel(), s.Intercept) }

func (s KRLS) kernel() kern.Kernel {
	if s.Kernel == nil {
		return kern.Gaussian{Width: kern.Mean20thNN}
	}
	return s.Kernel
}

// Fit fits at one lambda. No lambda takes all inputs out, so that a fraction is refused.
func (s KRLS) Fit(ctx context.Context, train *data.Frame, lambda nvsd.TauChoice) (*Model, error) {
	return fit(ctx, s, train, lambda)
}

// Path fits at count lambdas.
func (s KRLS) Path(ctx context.Context, train *data.Frame, count int) (*Path, error) {
	return path(ctx, s, train, count)
}

func (s KRLS) prepare(_ context.Context, X *mat.Dense, y []float64, names []string) (problem, error) {
	s.Intercept = cmp.Or(s.Intercept, FreeIntercept)
	switch s.Intercept {
	case FreeIntercept, MeanIntercept, ZeroIntercept:
	default:
		return nil, fmt.Errorf("Intercept is %q: it must be FreeIntercept, MeanIntercept or ZeroIntercept", string(s.Intercept))
	}
	c, err := newCentredTarget(y)
	if err != nil {
		return nil, err
	}
	if s.Intercept == ZeroIntercept {
		c = &centredTarget{y: y, yy: floats.Dot(y, y)}
	}
	scaling, err := toSD(s.Scale, X, names)
	if err != nil {
		return nil, err
	}
	p := &krlsProblem{centredTarget: c, free: s.Intercept == FreeIntercept, scaling: scaling, x: scaling.apply(X)}
	if err := checkOperator(s.kernel(), p.x); err != nil {
		return nil, err
	}
	p.kernel, err = kern.Resolve(s.kernel(), p.x)
	if err != nil {
		return nil, err
	}
	p.op, err = solve.NewOperator(p.kernel, p.x)
	if err != nil {
		return nil, err
	}
	p.ridge, err = solve.NewRidge(p.op, c.y, p.free)
	if err != nil {
		return nil, err
	}
	if s.Intercept == MeanIntercept {
		p.ones, err = solve.NewRidge(p.op, constantVector(len(y), 1), false)
		if err != nil {
			return nil, err
		}
	}
	p.gram = p.between(p.x)
	return p, nil
}

// A KRLSFit holds the results of kernel ridge regression that other systems lack.
type KRLSFit struct {
	Coefficients []float64 // c: f = sum_i c_i k(x_i, .)
	Fitted       []float64 // at the training points, the intercept included
	LeaveOneOut  float64   // root mean squared leave-one-out error; +Inf where a value is fitted whatever it is
	Kernel       kern.Kernel
}

type krlsProblem struct {
	*centredTarget
	free    bool // the intercept
	scaling *inputScale
	x       *mat.Dense // scaled
	kernel  kern.Kernel
	op      *solve.Operator
	gram    *mat.Dense
	ridge   *solve.Ridge
	ones    *solve.Ridge // of a target of ones, where the intercept is the mean; else nil
}

func (p *krlsProblem) top() float64 { return math.Inf(1) }

func (p *krlsProblem) solve(_ context.Context, weight float64, _ *fitted) (*fitted, error) {
	c, values, b, err := p.coefficients(weight)
	if err != nil {
		return nil, err
	}
	loo, err := p.leaveOneOut(weight)
	if err != nil {
		return nil, err
	}
	own := &KRLSFit{Coefficients: c, LeaveOneOut: loo, Kernel: p.kernel}
	fit := &fitted{weight: weight, intercept: p.mean + b, scores: make([]float64, len(p.scaling.scale)), selected: make([]bool, len(p.scaling.scale)), own: own}
	for a, s := range p.scaling.scale {
		if !math.IsInf(s, 1) {
			fit.scores[a], fit.selected[a] = 1, true
		}
	}
	p.certify(fit, values, b)
	if null := p.yy / float64(len(p.y)); !(fit.objective <= null*(1+1e-9)) {
		return nil, fmt.Errorf("%w: f = 0 has the objective %.3g, and what is left of f has %.3g", lost(weight), null, fit.objective)
	}
	own.Fitted = values
	floats.AddConst(fit.intercept, own.Fitted)
	fit.predict = func(X *mat.Dense) []float64 {
		v := p.values(p.between(p.scaling.apply(X)), c)
		floats.AddConst(fit.intercept, v)
		return v
	}
	return fit, nil
}

// coefficients returns c, K c and the intercept beside the mean. It solves once more for the
// residual of the equation: the result is then as precise as K, and not only as precise as
// the matrices of eigenvectors.
func (p *krlsProblem) coefficients(weight float64) (c, values []float64, b float64, err error) {
	c, b, err = p.ridge.Fit(weight)
	if err != nil {
		return nil, nil, 0, err
	}
	n := float64(len(p.y))
	values = p.values(p.gram, c)
	rest := make([]float64, len(c))
	for i := range rest {
		rest[i] = p.y[i] - b - values[i] - n*weight*c[i]
	}
	if !allFinite(rest) {
		return nil, nil, 0, lost(weight)
	}
	again, err := solve.NewRidge(p.op, rest, p.free)
	if err != nil {
		return nil, nil, 0, err
	}
	step, _, err := again.Fit(weight)
	if err != nil {
		return nil, nil, 0, err
	}
	floats.Add(c, step)
	values = p.values(p.gram, c)
	if !allFinite(values) {
		return nil, nil, 0, lost(weight)
	}
	if p.free {
		b = p.meanRest(values)
	}
	return c, values, b, nil
}

// lost returns the error of a weight that is too small beside the kernel.
func lost(weight float64) error {
	return fmt.Errorf("the weight %.3g is lost in the rounding of float64 beside the kernel: scale the inputs, or take a larger one", weight)
}

// meanRest returns the mean of y less values.
func (p *krlsProblem) meanRest(values []float64) float64 {
	rest := make([]float64, len(values))
	floats.SubTo(rest, p.y, values)
	return meanOf(rest)
}

// between returns the kernel between the rows of Z and the training points.
func (p *krlsProblem) between(z *mat.Dense) *mat.Dense {
	m, _ := z.Dims()
	n, _ := p.x.Dims()
	k := mat.NewDense(m, n, nil)
	for i := range m {
		row := k.RawRowView(i)
		for j := range row {
			row[j] = p.kernel.Eval(p.x.RawRowView(j), z.RawRowView(i))
		}
	}
	return k
}

func (p *krlsProblem) values(k *mat.Dense, c []float64) []float64 {
	m, n := k.Dims()
	v := make([]float64, m)
	mat.NewVecDense(m, v).MulVec(k, mat.NewVecDense(n, c))
	return v
}

// leaveOneOut returns the root mean squared error. Where the intercept is the mean, each error
// takes the mean of the other targets: the residual of y less a constant is that of y less
// the constant times that of ones.
func (p *krlsProblem) leaveOneOut(weight float64) (float64, error) {
	residuals, err := p.ridge.LeaveOneOut(weight)
	if err != nil {
		return 0, err
	}
	if p.ones != nil {
		ones, err := p.ones.LeaveOneOut(weight)
		if err != nil {
			return 0, err
		}
		n := float64(len(p.y))
		if n == 1 { // there are no others
			return math.Inf(1), nil
		}
		for i, y := range p.y {
			residuals[i] += y / (n - 1) * ones[i] // the mean of the others is -y_i/(n-1)
		}
	}
	if loo := rootMeanSquare(residuals); !math.IsNaN(loo) {
		return loo, nil
	}
	return math.Inf(1), nil // values that are fitted whatever they are
}

// certify bounds the distance of the objective of c and b to its minimum. With v = n lambda
// c the dual objective
//
//	(2v'(y - b) - v'v)/n - v'Kv/(n^2 lambda)
//
// is ||y - b - Kc - n lambda c||^2/n below it, which leaves no difference of large numbers to
// round. Where the intercept is free v must sum to 0: with a mean m of c other than 0 it is
// v - n lambda m, which adds lambda m^2 1'K1. values are K c.
func (p *krlsProblem) certify(fit *fitted, values []float64, b float64) {
	c, n, lambda := fit.own.(*KRLSFit).Coefficients, float64(len(p.y)), fit.weight
	rounding := (n + 8) * roundoff
	largest := 0.0 // of the entries of K
	for i := range c {
		largest = max(largest, math.Abs(p.gram.At(i, i)))
	}
	sum := floats.Norm(c, 1)
	blur := rounding * largest * sum // of one value of K c
	off := 0.0                       // |n m|
	if p.free {
		off = math.Abs(floats.Sum(c)) + rounding*sum
	}
	var rr, square, gap, slack float64
	for i, v := range values {
		rest, dual := p.y[i]-b-v, n*lambda*c[i]
		hidden := blur + 4*roundoff*(math.Abs(p.y[i])+math.Abs(b)+math.Abs(v)+math.Abs(dual))
		miss := math.Abs(rest-dual) + hidden + lambda*off
		rr += rest * rest / n
		square += dual * v / n
		gap += miss * miss / n
		slack += (hidden*(2*math.Abs(rest)+hidden) + blur*math.Abs(dual)) / n
	}
	fit.objective = rr + max(0, square) // dual'v/n is lambda c'Kc, which rounding alone makes negative
	fit.gap = (gap + lambda*off*off*largest) * (1 + 2*rounding)
	fit.dual = max(0, fit.objective-fit.gap-slack-rounding*(rr+math.Abs(square)))
	fit.converged = fit.gap <= 1e-8*p.yy/n
}
