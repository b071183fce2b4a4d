package baseline

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

var _ Method = HSICLasso{}

// HSICLasso selects inputs by their dependence on the target, not by the error of a prediction
// (Yamada, Jitkrittum, Sigal, Xing and Sugiyama 2014, "High-dimensional
// feature selection by feature-wise kernelized lasso", eq. 8). With
//
//	K_k(i,j) = exp(-(u_ik - u_jk)^2 / 2),   u_ik = x_ik / (population standard deviation of input k)
//
// for every input, L alike for the target, H = I - 11'/n, and Kbar_k = H K_k H, Lbar = H L H,
// each divided by its Frobenius norm unless Unnormalised, it minimises
//
//	(1/2) ||Lbar - sum_k beta_k Kbar_k||_F^2 + lambda sum_k beta_k   over beta >= 0.
//
// The weight is lambda. An input is selected where beta > 0 exactly, and beta is its score.
// Nonnegative least angle regression finds the path over all lambda exactly. At one lambda,
// beta is the closed form on the inputs that are in there, and the gap bounds how far its
// objective is above the minimum, for the kernel matrices as rounded to float64.
//
// The lasso gives no function. Predictions are those of kernel ridge regression on the
// selected inputs with an unpenalised intercept (UAI 2018, section 5),
//
//	(1/n) ||y - f(X) - b||^2 + nu ||f||_H^2,   k(u, v) = exp(-||u - v||^2 / (2 s)),  s the number selected,
//
// at the nu of least leave-one-out error; with nothing selected, the mean. Its intercept is
// the model's.
//
// The zero value computes the same as pyHSICLasso, which has float32.
type HSICLasso struct {
	// Unnormalised leaves the centred kernel matrices as they are, as in the paper.
	Unnormalised bool

	// Categories takes the numbers of the target as names of classes: L(i,j) is then 1/m where
	// i and j are of the same class, m its size, and 0 elsewhere. The regression still predicts
	// these numbers, which is useful for two classes only.
	Categories bool

	Kernel kern.Kernel // of the regression, on the inputs u; nil is the Gaussian above
	Nus    []float64   // the regression chooses from; nil is choose.DefaultRidgeNus
}

func (s HSICLasso) String() string {
	name := "HSIC Lasso"
	if s.Unnormalised {
		name += ", not normalised"
	}
	if s.Categories {
		name += ", of classes"
	}
	return name
}

// Fit fits at one lambda; a fraction is one of the least lambda that takes all inputs out,
// max_k <Kbar_k, Lbar>.
func (s HSICLasso) Fit(ctx context.Context, train *data.Frame, lambda nvsd.TauChoice) (*Model, error) {
	return fit(ctx, s, train, lambda)
}

// Path fits at count lambdas from the least that takes all inputs out down.
func (s HSICLasso) Path(ctx context.Context, train *data.Frame, count int) (*Path, error) {
	return path(ctx, s, train, count)
}

// Features fits at the least lambda that has the given number of inputs in, which is how
// pyHSICLasso's num_feat selects: just before one more comes in. Where fewer ever come in,
// it is near the end of the path, at 1e-6 of the lambda where the first comes in.
func (s HSICLasso) Features(ctx context.Context, train *data.Frame, number int) (*Model, error) {
	if number < 1 {
		return nil, fmt.Errorf("baseline: %v: %d features are asked for: ask for at least one", s, number)
	}
	prepared, err := prepare(ctx, s, train)
	if err != nil {
		return nil, err
	}
	p := prepared.(*hsicProblem)
	lambda := max(hsicFirst(p.path.knots, number).Lambda, 1e-6*p.top())
	if lambda == 0 { // nothing ever comes in
		lambda = 1
	}
	f, err := p.solve(ctx, lambda, nil)
	if err != nil {
		return nil, fmt.Errorf("baseline: %v: %w", s, err)
	}
	return newModel(s, train, p.top(), f), ctx.Err()
}

// An HSICFit holds the results of HSIC Lasso that other systems lack.
type HSICFit struct {
	Top   float64                    // max_k <Kbar_k, Lbar>
	Path  []HSICKnot                 // from Top down to 0
	KKT   float64                    // by how much the conditions of the optimum are missed, of which one is <Kbar_k, residual> <= lambda
	Slack float64                    // the least 1 - <Kbar_k, residual>/lambda of the inputs that are out; 1 where none is
	Nu    float64                    // of the ridge regression; NaN with nothing selected
	First func(number int) HSICFirst // what is selected where a number of inputs is asked for
}

// An HSICKnot is a lambda where the inputs that are in change. Between two of them beta is
// linear in lambda.
type HSICKnot struct {
	Lambda float64
	Input  int    // that comes in or leaves; -1 at the end
	Event  string // "+j" where input j (from 0) comes in, "-j" where it leaves, "end" at lambda = 0
	Beta   []float64
}

// An HSICFirst is a selection of a number of inputs, as pyHSICLasso makes it: the inputs that
// are in just before one more would come in.
type HSICFirst struct {
	Lambda  float64   // at which one more would come in; 0 where none does
	Beta    []float64 // there
	Entered []int     // the inputs in the order in which they came in
	Ranked  []int     // the inputs by falling beta, which is pyHSICLasso's order
}

// prepare computes the inner products of the kernel matrices, and the path.
func (s HSICLasso) prepare(ctx context.Context, X *mat.Dense, y []float64, names []string) (problem, error) {
	if s.Categories && len(y) > 1 && slices.Min(y) == slices.Max(y) {
		return nil, fmt.Errorf("all targets are of one class (%v): there is nothing to tell apart", y[0])
	}
	n, d := X.Dims()
	// The inner products twice, and the path; the sums, the diagonals and the entries at work.
	inputs, rows := float64(d+1), float64(n)
	if err := checkMemory(float64(d), "inputs", 8*inputs*(3*inputs+3*rows+max(hsicChunk, rows)), "HSIC Lasso has the inner products of all pairs: take fewer inputs"); err != nil {
		return nil, err
	}
	units, err := toPopulationSD(X, names)
	if err != nil {
		return nil, err
	}
	Z := units.apply(X)
	views := make([]hsicView, 0, d+1)
	for k := range d {
		views = append(views, gaussianView(mat.Col(nil, k, Z)))
	}
	if s.Categories {
		views = append(views, newClassView(y))
	} else {
		target := mat.NewDense(n, 1, y)
		of, err := toPopulationSD(target, []string{"target"})
		if err != nil {
			return nil, errTargetSize
		}
		views = append(views, gaussianView(of.apply(target).RawMatrix().Data))
	}
	g, err := align(ctx, n, views)
	if err != nil {
		return nil, err
	}
	if !s.Unnormalised {
		g.normalise()
	}
	p := &hsicProblem{config: s, alignments: g, units: units, X: X, y: y}
	p.path, err = nonnegativePath(ctx, g)
	return p, err
}

// hsicProblem is the problem of HSIC Lasso on given data.
type hsicProblem struct {
	config HSICLasso
	*alignments
	path  *hsicPath
	units *inputScale
	X     *mat.Dense
	y     []float64
}

// top returns the least lambda that takes all inputs out; 0 where no input depends on the
// target.
func (p *hsicProblem) top() float64 { return p.path.knots[0].Lambda }

func (p *hsicProblem) solve(ctx context.Context, lambda float64, last *fitted) (*fitted, error) {
	beta, err := p.beta(lambda)
	if err != nil {
		return nil, err
	}
	f := &fitted{weight: lambda, scores: beta, selected: make([]bool, len(beta))}
	for k, b := range beta {
		f.selected[k] = b > 0
	}
	own := &HSICFit{Top: p.top(), Path: p.path.knots, First: func(number int) HSICFirst { return hsicFirst(p.path.knots, number) }}
	at := p.certify(beta, lambda)
	f.objective, f.dual, f.gap = at.objective, at.dual, at.gap
	f.converged = f.gap <= hsicTol*p.scale()
	own.KKT, own.Slack = p.conditions(beta, lambda)
	f.own = own
	return f, p.regress(ctx, f, own, last)
}

// hsicTol is the gap, relative to (1/2)||Lbar||^2, at which a fit counts as converged.
const hsicTol = 1e-8

// regress puts the ridge regression on the selected inputs into f; it is that of the last fit
// where the inputs are the same. Where ctx has ended it is the mean.
func (p *hsicProblem) regress(ctx context.Context, f *fitted, own *HSICFit, last *fitted) error {
	if last != nil && last.converged && slices.Equal(last.selected, f.selected) {
		f.predict, f.intercept, own.Nu = last.predict, last.intercept, last.own.(*HSICFit).Nu
		return nil
	}
	use := f.selected
	if ctx.Err() != nil { // the mean has to do
		use, f.converged = make([]bool, len(use)), false
	}
	r, err := newSelectedRidge(p.config.Kernel, p.config.Nus, p.units, p.X, p.y, use)
	if err != nil {
		return err
	}
	f.predict, f.intercept, own.Nu = r.predict, r.intercept, r.nu
	return nil
}

// hsicFirst returns the selection of a number of inputs, which is made at the knot where one
// more comes in, or at the end.
func hsicFirst(knots []HSICKnot, number int) HSICFirst {
	var in []int
	for _, knot := range knots {
		enters := knot.Event[0] == '+'
		if knot.Input < 0 || enters && len(in) == number {
			ranked := slices.Clone(in)
			slices.SortStableFunc(ranked, func(a, b int) int {
				switch {
				case knot.Beta[a] > knot.Beta[b]:
					return -1
				case knot.Beta[a] < knot.Beta[b]:
					return 1
				}
				return 0
			})
			return HSICFirst{Lambda: knot.Lambda, Beta: slices.Clone(knot.Beta), Entered: in, Ranked: ranked}
		}
		if enters {
			in = append(in, knot.Input)
		} else {
			in = slices.DeleteFunc(in, func(k int) bool { return k == knot.Input })
		}
	}
	return HSICFirst{Lambda: math.NaN()}
}
