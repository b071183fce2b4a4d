package baseline

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline/internal/components"
)

// The tolerance of a fit of components, its iterations at most, and the part of the largest
// norm above which a component counts as selected.
const (
	componentTol        = 1e-6
	componentIterations = 300
	componentIn         = 1e-9
)

// An AdditiveFit is a fitted sum of functions with a norm each, of MKL, COSSO or ADACOSSO:
//
//	f = b + sum_j f_j,   f_j = theta_j sum_i alpha_i k_j(x_i, .).
type AdditiveFit struct {
	Components []Component // all of them, also those that are out, whose Norm ||f_j||_j is 0
	Theta      []float64   // of each component
	Alpha      []float64   // of each training point; their sum is 0 where the intercept is free
	Ratio      []float64   // of each component, sqrt(alpha'K_j alpha), K_j centred where the intercept is free
	Intercept  float64     // b
	Train      []float64   // the values at the training points
	RSS        float64     // (1/n) sum_i (y_i - f(x_i))^2
	Selected   []int       // the components that are in

	parts func(X *mat.Dense) [][]float64
}

// Parts returns the functions of the components at the rows of X (inputs in their own
// units); nil for those that are out. They leave the intercept out.
func (f *AdditiveFit) Parts(X mat.Matrix) [][]float64 { return f.parts(mat.DenseCopyOf(X)) }

// Predict returns the values at the rows of X (inputs in their own units).
func (f *AdditiveFit) Predict(X mat.Matrix) ([]float64, error) {
	return f.predict(mat.DenseCopyOf(X)), nil
}

func (f *AdditiveFit) predict(X *mat.Dense) []float64 {
	m, _ := X.Dims()
	values := sumOfParts(m, f.parts(X))
	floats.AddConst(f.Intercept, values)
	return values
}

// sumOfParts adds up the parts that are not nil, in their order.
func sumOfParts(m int, parts [][]float64) []float64 {
	values := make([]float64, m)
	for _, part := range parts {
		if part != nil {
			floats.Add(values, part)
		}
	}
	return values
}

// additive is the problem of a sum of functions with a norm each on data.
type additive struct {
	sum    *kernelSum
	scale  *inputScale
	points *mat.Dense // the training points, on the scale
	y      []float64
	family *components.Grams

	// adapted are the kernels of family, where they differ from those of sum; else it is nil.
	adapted []*adaptedKernel

	target []float64 // y on the unit, centred where the intercept is free
	unit   float64   // a power of two near the largest of the target
	mean   float64
	means  [][]float64 // of the columns of every kernel matrix; nil without an intercept
}

// newAdditive prepares the components of sum over the points Z, which are on the scale.
func newAdditive(sum *kernelSum, scale *inputScale, Z *mat.Dense, y []float64, intercept bool) (*additive, error) {
	p := &additive{sum: sum, scale: scale, points: Z, y: y}
	if err := p.aim(intercept); err != nil {
		return nil, err
	}
	kernels, err := sum.grams(Z)
	if err != nil {
		return nil, err
	}
	p.take(kernels, intercept)
	return p, nil
}

// take sets the kernel matrices of the problem; it may overwrite them.
func (p *additive) take(kernels []*mat.SymDense, intercept bool) {
	if intercept {
		p.family, p.means = components.NewCentredGrams(p.sum.n, kernels)
	} else {
		p.family = components.NewGrams(p.sum.n, kernels)
	}
}

// aim prepares the target.
func (p *additive) aim(intercept bool) error {
	p.target, p.unit = slices.Clone(p.y), 1
	if intercept {
		p.mean = takeMean(p.target)
	}
	largest := floats.Norm(p.target, math.Inf(1))
	if largest == 0 {
		return nil
	}
	if !(largest > 1e-140 && largest < 1e140) {
		return fmt.Errorf("the target varies by %.3g, the square of which is beyond float64: scale it", largest)
	}
	_, exponent := math.Frexp(largest)
	p.unit = math.Ldexp(1, exponent)
	floats.Scale(1/p.unit, p.target)
	return nil
}

// tauMax returns the least tau at which no component is in.
func (p *additive) tauMax() (float64, error) {
	top, err := components.TauMax(p.family, p.target)
	return top * p.unit, p.explain(err)
}

// explain adds the remedy to an error of package components.
func (p *additive) explain(err error) error {
	if errors.Is(err, components.ErrIndefinite) {
		return errors.New("the kernel matrices and the weight are not positive definite in float64: the weight is too small beside the kernels (take a larger one), or a kernel is none")
	}
	return err
}

// penalised solves the problem with 2 tau sum_j ||f_j||, from the theta of another fit or
// from nil.
func (p *additive) penalised(ctx context.Context, tau float64, from *AdditiveFit) (*fitted, *AdditiveFit, error) {
	var start []float64
	if from != nil {
		start = slices.Clone(from.Theta)
		floats.Scale(1/p.unit, start) // theta is the norms, in units of y
	}
	problem := components.Penalised(p.family, p.target, tau/p.unit)
	sol, err := components.Solve(ctx, problem, start, components.Limit{Tol: componentTol, Iterations: componentIterations})
	if err != nil {
		return nil, nil, p.explain(err)
	}
	floats.Scale(p.unit, sol.Theta) // and alpha, the residual over n tau, has none
	f, own := p.fitted(problem, sol)
	f.weight = tau
	return f, own, nil
}

// bounded solves the problem with (lambda0/M) (sum_j ||f_j||)^2, from the given theta. Where
// iterations is 0 it evaluates that theta.
func (p *additive) bounded(ctx context.Context, lambda0, bound float64, start []float64, iterations int) (*fitted, *AdditiveFit, error) {
	problem := components.Bounded(p.family, p.target, lambda0, bound)
	sol, err := components.Solve(ctx, problem, start, components.Limit{Tol: componentTol, Iterations: iterations})
	if err != nil {
		return nil, nil, p.explain(err)
	}
	floats.Scale(p.unit, sol.Alpha)
	floats.Scale(p.unit, sol.Ratio)
	f, own := p.fitted(problem, sol)
	f.weight = lambda0 / bound
	return f, own, nil
}

// fitted returns a solution in the units of the target, as Theta and Alpha already are. The
// certificate is that of the function that predicts.
func (p *additive) fitted(problem *components.Problem, sol *components.Solution) (*fitted, *AdditiveFit) {
	own, at := p.measure(sol.Theta, sol.Alpha)
	if p.adapted != nil {
		p.boundNorms(sol.Most, at.coefs)
	}
	floats.Scale(1/p.unit, at.residual)
	floats.Scale(1/p.unit, at.hidden)
	problem.Certify(sol, at.residual, at.hidden, componentTol)
	square := p.unit * p.unit
	f := &fitted{
		objective: sol.Objective * square, dual: sol.Dual * square, gap: sol.Gap * square,
		converged: sol.Converged, iterations: sol.Iterations,
	}
	own.Ratio = sol.Ratio
	least := componentIn * floats.Max(sol.Norms)
	for j, norm := range sol.Norms {
		own.Components[j].Norm = norm * p.unit
		if norm > least {
			own.Selected = append(own.Selected, j)
		}
	}
	p.describe(f, own)
	return f, own
}

// boundNorms raises most, in units of the target, to the adapted norms of the functions of
// coefs, which differ from those of alpha by rounding.
func (p *additive) boundNorms(most []float64, coefs [][]float64) {
	for j, c := range coefs {
		if c != nil {
			most[j] = max(most[j], p.adapted[j].norm(c)/p.unit)
		}
	}
}

// expand returns the function of theta and alpha, with its intercept.
func (p *additive) expand(theta, alpha []float64) *AdditiveFit {
	own, _ := p.measure(theta, alpha)
	return own
}

// A measured holds the coefficients and the residual of a function at the training points.
type measured struct {
	coefs            [][]float64 // over the kernel of each component that is in; nil for the others
	residual, hidden []float64   // y less the values, and what rounding may hide of it
}

// measure returns the function of theta and alpha. Its values at the training points and its
// intercept come from its predictions there.
func (p *additive) measure(theta, alpha []float64) (*AdditiveFit, *measured) {
	own := &AdditiveFit{Components: slices.Clone(p.sum.terms), Theta: theta, Alpha: alpha}
	coefs := make([][]float64, len(theta))
	for j, t := range theta {
		if t > 0 {
			coefs[j] = slices.Clone(alpha)
			if p.adapted != nil {
				coefs[j] = p.adapted[j].coefs(alpha)
			}
			floats.Scale(t, coefs[j])
		}
	}
	own.parts = func(X *mat.Dense) [][]float64 { return p.sum.parts(p.scale.apply(X), coefs) }
	parts, sizes := p.sum.sized(p.points, coefs)
	own.Train = sumOfParts(len(p.y), parts)
	at := &measured{coefs: coefs, residual: make([]float64, len(p.y)), hidden: sizes}
	if p.means != nil { // the best constant beside the parts
		for i, v := range own.Train {
			at.residual[i] = p.unit*p.target[i] - v
		}
		own.Intercept = p.mean + meanOf(at.residual)
	}
	// A value is a sum of n products for each component. The kernel has another rounding in
	// it where it is evaluated the other way round.
	rounding := float64(len(p.y)+len(theta)+24) * roundoff
	for i, v := range own.Train {
		rest := p.y[i] - own.Intercept
		at.residual[i] = rest - v
		at.hidden[i] = rounding * (at.hidden[i] + math.Abs(rest))
	}
	own.RSS = floats.Dot(at.residual, at.residual) / float64(len(p.y))
	floats.AddConst(own.Intercept, own.Train)
	return own, at
}

// describe sets the fields of a fit that follow from the components.
func (p *additive) describe(f *fitted, own *AdditiveFit) {
	d := len(p.scale.shift)
	f.intercept = own.Intercept
	f.scores, f.selected = make([]float64, d), make([]bool, d)
	f.components = nil
	for _, j := range own.Selected {
		f.components = append(f.components, own.Components[j])
		for _, a := range own.Components[j].Inputs {
			f.scores[a] += own.Components[j].Norm
			f.selected[a] = true
		}
	}
	f.predict = own.predict
}
