package baseline

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline/internal/components"
)

// The tolerance of a fit of components, its iterations at most, and the part of the largest
// norm above which a component counts as selected.
const (
	componentTol        = 1e-6
	componentIterations = 300
	componentIn         = 1e-9
)

// An AdditiveFit is a fitted sum of functions with a norm each, as MKL, COSSO and ADACOSSO
// have it:
//
//	f = b + sum_j f_j,   f_j = theta_j sum_i alpha_i k_j(x_i, .).
type AdditiveFit struct {
	Components []Component // all of them, also those that are out, whose Norm ||f_j||_j is 0
	Theta      []float64   // of each component
	Alpha      []float64   // of each training point
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
	values := make([]float64, m)
	floats.AddConst(f.Intercept, values)
	for _, part := range f.parts(X) {
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
	y      []float64
	family *components.Grams

	// adapted returns the coefficients over the kernel j of sum of what has alpha over the
	// matrix j of family, where the two differ; else it is nil.
	adapted func(j int, alpha []float64) []float64

	target []float64 // y on the unit, centred where the intercept is free
	unit   float64   // a power of two near the largest of the target
	mean   float64
	means  [][]float64 // of the columns of every kernel matrix; nil without an intercept
}

// newAdditive prepares the components of sum over the points Z, which are on the scale.
func newAdditive(sum *kernelSum, scale *inputScale, Z *mat.Dense, y []float64, intercept bool) (*additive, error) {
	p := &additive{sum: sum, scale: scale, y: y}
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

// take makes the problem that of the kernel matrices, which may be overwritten.
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
		p.mean = centreTarget(p.target)
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

// centreTarget subtracts the mean, which it returns, and again what rounding leaves of it. Equal
// numbers become zeros.
func centreTarget(v []float64) float64 {
	if allEqual(v) {
		mean := v[0]
		clear(v)
		return mean
	}
	mean := stat.Mean(v, nil)
	floats.AddConst(-mean, v)
	rest := stat.Mean(v, nil)
	floats.AddConst(-rest, v)
	return mean + rest
}

// tauMax returns the least tau at which no component is in.
func (p *additive) tauMax() (float64, error) {
	top, err := components.TauMax(p.family, p.target)
	return top * p.unit, p.explain(err)
}

// explain says what can be done about an error of package components.
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
	f, own := p.fitted(sol)
	f.weight = tau
	return f, own, nil
}

// bounded solves the problem with (lambda0/M) (sum_j ||f_j||)^2, or looks at the theta given
// where iterations is 0.
func (p *additive) bounded(ctx context.Context, lambda0, bound float64, start []float64, iterations int) (*fitted, *AdditiveFit, error) {
	problem := components.Bounded(p.family, p.target, lambda0, bound)
	sol, err := components.Solve(ctx, problem, start, components.Limit{Tol: componentTol, Iterations: iterations})
	if err != nil {
		return nil, nil, p.explain(err)
	}
	floats.Scale(p.unit, sol.Alpha)
	floats.Scale(p.unit, sol.Ratio)
	f, own := p.fitted(sol)
	f.weight = lambda0 / bound
	return f, own, nil
}

// fitted is a solution in the units of the target: Theta and Alpha are so already.
func (p *additive) fitted(sol *components.Solution) (*fitted, *AdditiveFit) {
	square := p.unit * p.unit
	f := &fitted{
		objective: sol.Objective * square, dual: sol.Dual * square, gap: sol.Gap * square,
		converged: sol.Converged, iterations: sol.Iterations,
	}
	own := p.expand(sol.Theta, sol.Alpha)
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

// expand returns the function of theta and alpha, with its intercept.
func (p *additive) expand(theta, alpha []float64) *AdditiveFit {
	own := &AdditiveFit{Components: slices.Clone(p.sum.terms), Theta: theta, Alpha: alpha}
	coefs := make([][]float64, len(theta))
	for j, t := range theta {
		if t > 0 {
			coefs[j] = slices.Clone(alpha)
			if p.adapted != nil {
				coefs[j] = p.adapted(j, alpha)
			}
			floats.Scale(t, coefs[j])
		}
	}
	own.parts = func(X *mat.Dense) [][]float64 { return p.sum.parts(p.scale.apply(X), coefs) }
	if p.means != nil {
		own.Intercept = p.mean
		for j, t := range theta {
			if t > 0 {
				own.Intercept -= t * floats.Dot(p.means[j], alpha)
			}
		}
	}
	return own
}

// describe fills in what follows from the components.
func (p *additive) describe(f *fitted, own *AdditiveFit) {
	n := len(p.y)
	own.Train = make([]float64, n)
	floats.AddConst(own.Intercept, own.Train)
	for j, t := range own.Theta {
		if t > 0 {
			floats.AddScaled(own.Train, t, p.family.Times(j, own.Alpha))
			if p.means != nil { // what centring took away
				floats.AddConst(t*floats.Dot(p.means[j], own.Alpha), own.Train)
			}
		}
	}
	own.RSS = 0
	for i, v := range own.Train {
		own.RSS += (p.y[i] - v) * (p.y[i] - v) / float64(n)
	}
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
