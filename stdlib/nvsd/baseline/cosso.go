package baseline

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

var _ Method = COSSO{}

// COSSO is the component selection and smoothing operator (Lin and Zhang 2006; R's package
// cosso): smoothing-spline ANOVA with the sum of the norms of the components as penalty. A
// component is a function of one input (main effect) or, with Order 2, of two; the kernel of
// an input on [0, 1] is
//
//	K(s, t) = k1(s) k1(t) + k2(s) k2(t) - k4(|s - t|),   k_r = B_r / r! (Bernoulli polynomials),
//
// that of two inputs the product of theirs. None is centred or normalised; the constant b is
// free. Form selects the problem, and the meaning of the weight of a fit:
//
//	PenalisedForm    (1/n) ||y - b - sum_j f_j||^2 + 2 tau sum_j ||f_j||
//	                 weight tau, Lin and Zhang's tau_n^2 / 2
//	ConstraintForm   (1/n) ||y - b - sum_j f_j||^2 + lambda0 sum_j ||f_j||^2 / theta_j
//	                 over theta >= 0 with sum_j theta_j <= M too, lambda0 = 2 lam;
//	                 weight lambda0/M, for what it comes to is (lambda0/M) (sum_j ||f_j||)^2
//	OneStep          what cosso 2.1-2 computes for it at (lam, M): one sweep, no minimum
//	Alternation      the sweeps of Lin and Zhang (2006, sec. 5) for it until they stand still
//
// The first two are convex and are solved to a certificate, by Newton's method in theta. The
// forms meet: lambda0 sum_j ||f_j||^2/theta_j + lambda sum_j theta_j has the f of
// PenalisedForm at tau = sqrt(lambda0 lambda), with theta_j = sqrt(lambda0/lambda) ||f_j||,
// and ConstraintForm that at tau = (lambda0/M) sum_j ||f_j||. The minimum depends on lam and M
// through their ratio alone; the results of the two published procedures do not.
//
// All inputs count as continuous: the package has another kernel for those of six values or
// fewer.
//
// A component is selected where its norm is above 1e-9 of the largest; by OneStep where
// theta_j > 1e-7, as in the package. An input is in where a component with it is, and its
// score is the sum of the norms of these. Objective and Gap of OneStep and Alternation are
// those of ConstraintForm at their f, so that the gap shows how far they are from its minimum.
// The Detail of a fit is a [COSSOFit].
type COSSO struct {
	Order int       // 1 main effects, 2 pairs of inputs too; 0 is 1
	Form  COSSOForm // PenalisedForm
	Scale UnitScale // TrainRange

	// Lambda is lam > 0 of the forms with a bound; 0 chooses it by GCV at theta = 1 from
	// the grid of cosso 2.1-2, 2^-10, 2^-10.75, ..., 2^-22.
	Lambda float64

	Sweeps int // of Alternation at most; 0 is 500
}

// A COSSOForm is one of the optimisation problems that are called COSSO. The zero value is
// PenalisedForm.
type COSSOForm string

const (
	PenalisedForm  COSSOForm = "penalised"
	ConstraintForm COSSOForm = "constraint"
	OneStep        COSSOForm = "one step"
	Alternation    COSSOForm = "alternation"
)

func (f COSSOForm) String() string {
	switch f {
	case "", PenalisedForm:
		return "penalised"
	case ConstraintForm:
		return "bounded"
	case OneStep:
		return "one step of cosso 2.1-2"
	case Alternation:
		return "alternation"
	}
	return fmt.Sprintf("COSSOForm(%q)", string(f))
}

// bounded reports whether the form has a bound M.
func (f COSSOForm) bounded() bool { return f != "" && f != PenalisedForm }

// check reports a form that is not one of the choices.
func (f COSSOForm) check() error {
	switch f {
	case "", PenalisedForm, ConstraintForm, OneStep, Alternation:
		return nil
	}
	return fmt.Errorf("%v is not a form: take baseline.PenalisedForm, ConstraintForm, OneStep or Alternation", f)
}

// A COSSOFit holds the results of COSSO that other systems lack.
type COSSOFit struct {
	AdditiveFit

	Lambda, Bound float64 // lam and M; NaN for PenalisedForm

	// Multiplier is lambda0 max_j alpha'K_j alpha, by which the minimum falls for a unit of
	// M; for PenalisedForm it is tau.
	Multiplier float64

	// InactiveMargin is the least distance of a component that is out from coming in: 1 -
	// Ratio_j for PenalisedForm, 1 - (Ratio_j / the largest Ratio)^2 for the others; 1 where
	// none is out.
	InactiveMargin float64

	// Split is (1/n) ||y - f - b||^2 + lambda0 sum_j ||f_j||^2/theta_j at the theta of the
	// fit, which exceeds Objective where theta is not the best for its f. NaN for
	// PenalisedForm.
	Split float64

	FirstStep  *AdditiveFit // of OneStep and Alternation: the smoothing spline at theta = 1
	Objectives []float64    // of Alternation: Split after each sweep
}

func (s COSSO) String() string {
	name := "COSSO"
	if s.Order == 2 {
		name += ", 2-way"
	}
	if s.Form.bounded() {
		name += ", " + s.Form.String()
	}
	return name
}

// Fit fits at one weight.
func (s COSSO) Fit(ctx context.Context, train *data.Frame, weight nvsd.TauChoice) (*Model, error) {
	return fit(ctx, s, train, weight)
}

// Path fits at count weights. The forms with a bound have no weight at which all components
// are out.
func (s COSSO) Path(ctx context.Context, train *data.Frame, count int) (*Path, error) {
	return path(ctx, s, train, count)
}

// check reports options out of range.
func (s COSSO) check() error {
	switch {
	case s.Order < 0 || s.Order > 2:
		return fmt.Errorf("the order is %d: it must be 1 (main effects) or 2 (pairs of inputs too)", s.Order)
	case !(s.Lambda >= 0) || math.IsInf(s.Lambda, 1):
		return fmt.Errorf("lam is %v: it must be a finite number > 0, or 0 to choose it by GCV", s.Lambda)
	case s.Sweeps < 0:
		return fmt.Errorf("there are to be %d sweeps: give at least 1, or 0 for %d", s.Sweeps, defaultSweeps)
	}
	return s.Form.check()
}

func (s COSSO) prepare(ctx context.Context, X *mat.Dense, y []float64, names []string) (problem, error) {
	p, err := s.on(ctx, X, y, names)
	if err != nil {
		return nil, err
	}
	switch {
	case !s.Form.bounded():
		p.largest, err = p.tauMax()
	case p.lam == 0:
		p.lam, err = p.byGCV(ctx)
	}
	return p, err
}

// on prepares the components on data.
func (s COSSO) on(ctx context.Context, X *mat.Dense, y []float64, names []string) (*cossoProblem, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	scale, err := toUnit(s.Scale, X, names)
	if err != nil {
		return nil, err
	}
	Z := scale.apply(X)
	sum, err := newKernelSum(newSplineKernels(Z), names, max(s.Order, 1), len(y), 1)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	p, err := newAdditive(sum, scale, Z, y, true)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return &cossoProblem{config: s, additive: p, lam: s.Lambda, largest: math.Inf(1)}, nil
}

// cossoProblem is the problem of COSSO on given data.
type cossoProblem struct {
	config COSSO
	*additive
	lam     float64     // of the forms with a bound: that of config, or the one chosen
	largest float64     // tau; +Inf for the forms with a bound
	first   *cossoFirst // of the published procedures, at the lam asked for last
}

func (p *cossoProblem) top() float64 { return p.largest }

func (p *cossoProblem) solve(ctx context.Context, weight float64, last *fitted) (*fitted, error) {
	if p.config.Form.bounded() {
		return p.at(ctx, p.lam, 2*p.lam/weight, last)
	}
	var from *AdditiveFit
	if own := cossoFit(last); own != nil {
		from = &own.AdditiveFit
	}
	f, own, err := p.penalised(ctx, weight, from)
	if err != nil {
		return nil, err
	}
	f.own = &COSSOFit{AdditiveFit: *own, Lambda: math.NaN(), Bound: math.NaN(), Multiplier: weight,
		InactiveMargin: own.margin(1), Split: math.NaN()}
	return f, nil
}

// at fits a form with a bound at (lam, M).
func (p *cossoProblem) at(ctx context.Context, lam, bound float64, last *fitted) (*fitted, error) {
	if !(bound > 0) || math.IsInf(bound, 1) || !(lam > 0) || math.IsInf(lam, 1) {
		return nil, fmt.Errorf("lam is %v and the bound M is %v: both must be finite numbers > 0", lam, bound)
	}
	switch p.config.Form {
	case OneStep:
		return p.oneStep(ctx, lam, bound)
	case Alternation:
		return p.alternate(ctx, lam, bound)
	}
	start := make([]float64, p.family.Len())
	floats.AddConst(1, start)
	if own := cossoFit(last); own != nil && slices.Max(own.Theta) > 0 {
		copy(start, own.Theta)
	}
	floats.Scale(bound/floats.Sum(start), start) // the best theta fill the bound
	f, own, err := p.bounded(ctx, 2*lam, bound, start, componentIterations)
	if err != nil {
		return nil, err
	}
	f.own = newCOSSOFit(own, lam, bound)
	return f, nil
}

// newCOSSOFit returns the results of a fit at (lam, M).
func newCOSSOFit(own *AdditiveFit, lam, bound float64) *COSSOFit {
	c := &COSSOFit{AdditiveFit: *own, Lambda: lam, Bound: bound, Split: own.RSS}
	part := 1 - own.margin(slices.Max(own.Ratio))
	c.InactiveMargin = 1 - part*part
	for j, ratio := range own.Ratio {
		c.Multiplier = max(c.Multiplier, 2*lam*ratio*ratio)
		c.Split += 2 * lam * own.Theta[j] * ratio * ratio
	}
	return c
}

// margin returns the least 1 - ratio/among of the components that are out; 1 where none is.
func (f *AdditiveFit) margin(among float64) float64 {
	out := 0.0
	for j, ratio := range f.Ratio {
		if f.Theta[j] == 0 {
			out = max(out, ratio)
		}
	}
	if out == 0 {
		return 1
	}
	return 1 - out/among
}

// cossoFit returns the results of a fit of COSSO; nil for any other.
func cossoFit(f *fitted) *COSSOFit {
	if f == nil {
		return nil
	}
	own, _ := f.own.(*COSSOFit)
	return own
}
