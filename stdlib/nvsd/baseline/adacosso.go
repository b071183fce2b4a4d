package baseline

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline/internal/components"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

var _ Method = ADACOSSO{}

// ADACOSSO is COSSO with norms that are matched to the data (Signoretto, Pelckmans, De
// Lathauwer and Suykens, "Improved non-parametric sparse recovery with data matched
// penalties"). Its components are the main effects of [COSSO], with the same kernels.
//
// First it adapts the norms (Table I), as [Adaptation] says. Then it minimises
//
//	(1/n) ||y - b - sum_j f_j||^2 + 2 tau sum_j ||f_j||_{D,j}
//
// with the adapted norms, to a certificate. The weight is tau; it is the model of eq. (15) at
// tau = sqrt(lambda0 lambda), which the paper approaches by COSSO's alternation. Form has that
// too, and its one sweep, with the weight lambda0/M, as [COSSO] has them.
//
// An input is selected where its norm is above 1e-9 of the largest; by OneStep where theta_j >
// 1e-7. The norms are the scores.
// The Detail of a fit is an [ADACOSSOFit].
type ADACOSSO struct {
	Mu      float64 // of the part of a component outside its line; 0 is 1
	Lambda0 float64 // of the ridge regressions while adapting, and of the forms with a bound; 0 chooses it by GCV, as COSSO does 2 lam
	Outer   int     // iterations of Table I; 0 is 10, as in the paper
	Inner   int     // iterations of eq. (14) in each, fewer where they settle to rounding; 0 is 50

	Form COSSOForm // PenalisedForm

	// Original leaves the kernels of the sparse model as they were, for comparison: that is
	// COSSO in the same form.
	Original bool

	Scale UnitScale // TrainRange
}

// An ADACOSSOFit holds the results of ADACOSSO that other systems lack.
type ADACOSSOFit struct {
	AdditiveFit
	Adaptation     *Adaptation // the same for all weights
	InactiveMargin float64     // the least 1 - Ratio_j among the components that are out; 1 where none is
	SplitTheta     []float64   // the theta of eq. (15): lambda0 ||f_j|| / tau; of the forms with a bound, the theta
}

func (s ADACOSSO) String() string {
	name := "ADACOSSO"
	if s.Form.bounded() {
		name += ", " + s.Form.String()
	}
	if s.Original {
		name += ", original kernels"
	}
	return name
}

// Fit fits at one tau.
func (s ADACOSSO) Fit(ctx context.Context, train *data.Frame, tau nvsd.TauChoice) (*Model, error) {
	return fit(ctx, s, train, tau)
}

// Path fits at count taus, from the least at which no input is in down. The norms are
// adapted once.
func (s ADACOSSO) Path(ctx context.Context, train *data.Frame, count int) (*Path, error) {
	return path(ctx, s, train, count)
}

// filled returns the options with the defaults, or an error for options out of range.
func (s ADACOSSO) filled() (ADACOSSO, error) {
	switch {
	case !(s.Mu >= 0) || math.IsInf(s.Mu, 1):
		return s, fmt.Errorf("mu is %v: it must be a finite number > 0, or 0 for 1", s.Mu)
	case !(s.Lambda0 >= 0) || math.IsInf(s.Lambda0, 1):
		return s, fmt.Errorf("lambda0 is %v: it must be a finite number > 0, or 0 to choose it by GCV", s.Lambda0)
	case s.Outer < 0 || s.Inner < 0:
		return s, fmt.Errorf("there are to be %d outer and %d inner iterations: give at least 1 of each, or 0 for 10 and 50", s.Outer, s.Inner)
	}
	if s.Mu == 0 {
		s.Mu = 1
	}
	if s.Outer == 0 {
		s.Outer = 10
	}
	if s.Inner == 0 {
		s.Inner = 50
	}
	return s, s.Form.check()
}

func (s ADACOSSO) prepare(ctx context.Context, X *mat.Dense, y []float64, names []string) (problem, error) {
	s, err := s.filled()
	if err != nil {
		return nil, err
	}
	if len(y) < len(names) {
		return nil, fmt.Errorf("there are %d observations and %d inputs: it gives each input a direction of its own in the space of the observations, and needs at least as many of them: leave inputs out", len(y), len(names))
	}
	scale, err := toUnit(s.Scale, X, names)
	if err != nil {
		return nil, err
	}
	Z := scale.apply(X)
	const matrices = 5 // a component: its kernel, the adapted one, that centred, and two to adapt by
	sum, err := newKernelSum(newSplineKernels(Z), names, 1, len(y), matrices)
	if err != nil {
		return nil, err
	}
	p := &adaproblem{config: s, lambda0: s.Lambda0, additive: &additive{sum: sum, scale: scale, points: Z, y: y}}
	if err := p.adapt(ctx, Z); err != nil {
		return nil, err
	}
	p.largest, err = p.least()
	return p, err
}

// least returns the least weight at which no input is in; +Inf for the forms with a bound.
func (p *adaproblem) least() (float64, error) {
	if p.config.Form.bounded() {
		return math.Inf(1), nil
	}
	return p.tauMax()
}

// adaproblem is the problem of ADACOSSO on given data.
type adaproblem struct {
	config ADACOSSO
	*additive
	lambda0    float64 // that of config, or the one chosen
	adaptation *Adaptation
	largest    float64       // tau; +Inf for the forms with a bound
	cosso      *cossoProblem // of the forms with a bound, once one is fitted
}

// adapt computes the adapted kernels, and replaces the kernels of the sparse model by them.
func (p *adaproblem) adapt(ctx context.Context, Z *mat.Dense) error {
	if err := p.aim(true); err != nil {
		return err
	}
	kernels, err := p.sum.grams(Z)
	if err != nil {
		return err
	}
	adapted, err := newAdaptedKernels(kernels, p.config.Mu, p.sum)
	if err != nil {
		return err
	}
	if p.lambda0 == 0 {
		p.take(clones(kernels), true)
		lam, err := (&cossoProblem{additive: p.additive}).byGCV(ctx)
		if err != nil {
			return err
		}
		p.lambda0 = 2 * lam
	}
	p.adaptation, err = p.table1(ctx, kernels, adapted)
	if err != nil {
		return err
	}
	p.model()
	return nil
}

// model gives the sparse model its kernels.
func (p *adaproblem) model() {
	if !p.config.Original {
		p.take(clones(p.adaptation.Kernels), true)
		p.adapted = p.adaptation.components
		return
	}
	kernels := make([]*mat.SymDense, len(p.adaptation.components))
	for j, c := range p.adaptation.components {
		kernels[j] = c.kernel
	}
	p.take(clones(kernels), true)
}

// from takes over the adaptation, which is the same whether the sparse model has the adapted
// kernels or the original ones.
func (s ADACOSSO) from(p problem) problem {
	of, ok := p.(*adaproblem)
	s, err := s.filled()
	if !ok || err != nil {
		return nil
	}
	same, other := s, of.config
	same.Original, other.Original = false, false
	same.Scale, other.Scale = cmp.Or(same.Scale, TrainRange), cmp.Or(other.Scale, TrainRange)
	if same != other {
		return nil
	}
	own := *of.additive
	own.adapted = nil
	with := &adaproblem{config: s, additive: &own, lambda0: of.lambda0, adaptation: of.adaptation}
	with.model()
	with.largest, err = with.least()
	if err != nil {
		return nil
	}
	return with
}

func clones(kernels []*mat.SymDense) []*mat.SymDense {
	list := make([]*mat.SymDense, len(kernels))
	for j, k := range kernels {
		list[j] = mat.NewSymDense(k.SymmetricDim(), nil)
		list[j].CopySym(k)
	}
	return list
}

func (p *adaproblem) top() float64 { return p.largest }

func (p *adaproblem) solve(ctx context.Context, tau float64, last *fitted) (*fitted, error) {
	if p.config.Form.bounded() {
		return p.published(ctx, tau)
	}
	var from *AdditiveFit
	if last != nil {
		if own, ok := last.own.(*ADACOSSOFit); ok {
			from = &own.AdditiveFit
		}
	}
	f, own, err := p.penalised(ctx, tau, from)
	if err != nil {
		return nil, err
	}
	a := &ADACOSSOFit{AdditiveFit: *own, Adaptation: p.adaptation, InactiveMargin: own.margin(1)}
	for _, c := range own.Components {
		a.SplitTheta = append(a.SplitTheta, p.lambda0*c.Norm/tau)
	}
	f.own = a
	return f, nil
}

// published fits a form with a bound by COSSO's procedure for it, on the kernels of the sparse model.
func (p *adaproblem) published(ctx context.Context, weight float64) (*fitted, error) {
	if p.cosso == nil {
		p.cosso = &cossoProblem{config: COSSO{Form: p.config.Form}, additive: p.additive, lam: p.lambda0 / 2}
	}
	f, err := p.cosso.solve(ctx, weight, nil)
	if err != nil {
		return nil, err
	}
	own := cossoFit(f)
	f.own = &ADACOSSOFit{AdditiveFit: own.AdditiveFit, Adaptation: p.adaptation, InactiveMargin: own.InactiveMargin, SplitTheta: own.Theta}
	return f, nil
}

// ridge solves (sum_j K_j + n lambda0 I) alpha + b 1 = target, 1'alpha = 0.
func (p *adaproblem) ridge(kernels []*mat.SymDense) (alpha []float64, b float64, err error) {
	n := len(p.y)
	sum := mat.NewSymDense(n, nil)
	for _, k := range kernels {
		sum.AddSym(sum, k)
	}
	for i := range n {
		sum.SetSym(i, i, sum.At(i, i)+float64(n)*p.lambda0)
	}
	var factor mat.Cholesky
	if !factor.Factorize(sum) {
		return nil, 0, fmt.Errorf("lambda0 = %v is too small beside the kernels for float64: take a larger one", p.lambda0)
	}
	var u, w mat.VecDense
	ones := mat.NewVecDense(n, nil)
	for i := range n {
		ones.SetVec(i, 1)
	}
	if err := factor.SolveVecTo(&u, mat.NewVecDense(n, p.target)); err != nil && !components.IsCondition(err) {
		return nil, 0, err
	}
	if err := factor.SolveVecTo(&w, ones); err != nil && !components.IsCondition(err) {
		return nil, 0, err
	}
	b = mat.Sum(&u) / mat.Sum(&w)
	u.AddScaledVec(&u, -b, &w)
	return u.RawVector().Data, b, nil
}
