package baseline

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

var _ Method = Backfitting{}

// Backfitting is the sparse additive model by backfitting with smoothers: the algorithm of
// Ravikumar, Liu, Lafferty and Wasserman (2007, section 3; 2009, figure 1). With S_j the
// matrix of a linear smoother of input j, it goes over the inputs again and again, and sets
//
//	P_j = S_j (y - mean(y) - sum_{k != j} f_k),   s_j = sqrt(mean(P_j^2)),
//	f_j = (1 - lambda/s_j)_+ P_j,                 less its mean,
//
// until no value of a function changes by more than 1e-10 of the root mean square of the
// centred target. Where S_j is a projection, as by [SplineProjection], the functions minimise
//
//	||y - mean(y) - sum_j f_j||^2/(2n) + lambda sum_j sqrt(mean(f_j^2)),
//
// which [SpAM] minimises with lambda over the root of n in place of lambda. The fit then has an
// objective and a certificate: it iterates until its gap is at most 1e-9 of the objective with
// nothing in. With other smoothers nothing is minimised. The result may then depend on the
// order of the inputs, and the iteration may not settle, which the fit reports.
//
// Selected are the inputs of f_j other than 0; their scores are sqrt(mean(f_j^2)). An input
// that is constant is out.
type Backfitting struct {
	Smoother Smoother // nil is LocalLinear{}
	Sweeps   int      // over the inputs, at most; 0 is 10000
}

func (s Backfitting) String() string { return fmt.Sprintf("SpAM by backfitting, %v", s.smoother()) }

func (s Backfitting) smoother() Smoother {
	if s.Smoother == nil {
		return LocalLinear{}
	}
	return s.Smoother
}

// Fit fits at one lambda, or at a part of the least that takes all inputs out.
func (s Backfitting) Fit(ctx context.Context, train *data.Frame, lambda nvsd.TauChoice) (*Model, error) {
	return fit(ctx, s, train, lambda)
}

// Path fits at count lambdas, from the least that takes all inputs out down.
func (s Backfitting) Path(ctx context.Context, train *data.Frame, count int) (*Path, error) {
	return path(ctx, s, train, count)
}

func (s Backfitting) prepare(ctx context.Context, X *mat.Dense, y []float64, names []string) (problem, error) {
	c, err := newCentredTarget(y)
	if err != nil {
		return nil, err
	}
	if s.Sweeps < 0 {
		return nil, fmt.Errorf("Sweeps is %d: it must be at least 1, or 0 for 10000", s.Sweeps)
	}
	n, d := X.Dims()
	if err := checkMemory(float64(d), "smoothers", 8*float64(d)*float64(n)*float64(n), "take fewer rows, such as by train.Sample(2000, 1), or fewer inputs"); err != nil {
		return nil, err
	}
	_, projects := s.smoother().(SplineProjection)
	p := &backfittingProblem{centredTarget: c, sweeps: s.Sweeps, projects: projects, smoothings: make([]*smoothing, d)}
	if p.sweeps == 0 {
		p.sweeps = 10000
	}
	for a, name := range names {
		x := mat.Col(nil, a, X)
		if allEqual(x) {
			continue
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		p.smoothings[a], err = newSmoothing(s.smoother(), x)
		if err != nil {
			return nil, fmt.Errorf("input %q: %w", name, err)
		}
	}
	return p, nil
}

// A smoothing is a smoother of an input.
type smoothing struct {
	weights func(dst []float64, at float64)
	matrix  *mat.Dense // S
}

func newSmoothing(s Smoother, x []float64) (*smoothing, error) {
	weights, err := s.On(x)
	if err != nil {
		return nil, err
	}
	if weights == nil {
		return nil, fmt.Errorf("the %v has no weights (nil)", s)
	}
	n := len(x)
	m := &smoothing{weights, mat.NewDense(n, n, nil)}
	for i, v := range x {
		row := m.matrix.RawRowView(i)
		weights(row, v)
		if math.IsNaN(floats.Sum(row)) || math.IsInf(floats.Sum(row), 0) {
			return nil, fmt.Errorf("the %v has weights that are no finite numbers at %v", s, v)
		}
	}
	return m, nil
}

// on sets dst = S r.
func (m *smoothing) on(dst, r []float64) {
	mat.NewVecDense(len(dst), dst).MulVec(m.matrix, mat.NewVecDense(len(r), r))
}

// A BackfittingFit holds the results of backfitting that other systems lack.
type BackfittingFit struct {
	Functions [][]float64 // f_j at the training points; nil for an input that is out
	Fitted    []float64   // at the training points, the mean included
	Change    float64     // the largest change of a value in the last sweep
}

type backfittingProblem struct {
	*centredTarget
	smoothings []*smoothing // of each input; nil for a constant one
	sweeps     int
	projects   bool
}

func (p *backfittingProblem) top() float64 {
	most, v := 0.0, make([]float64, len(p.y))
	for _, s := range p.smoothings {
		if s != nil {
			s.on(v, p.y)
			most = max(most, rootMeanSquare(v))
		}
	}
	return most
}

// settled is the change of a value in a sweep, relative to the root mean square of the centred
// target, below which the iteration ends.
const settled = 1e-10

func (p *backfittingProblem) solve(ctx context.Context, weight float64, last *fitted) (*fitted, error) {
	run := &backfittingRun{
		backfittingProblem: p, weight: weight, r: append([]float64(nil), p.y...), change: math.Inf(1),
		f: make([][]float64, len(p.smoothings)), scale: make([]float64, len(p.smoothings)), shift: make([]float64, len(p.smoothings)), from: make([][]float64, len(p.smoothings)),
	}
	if last != nil {
		if before, ok := last.own.(*BackfittingFit); ok {
			run.start(before.Functions)
		}
	}
	rms := math.Sqrt(p.yy / float64(len(p.y)))
	sweeps := 0
	for limit := settled * rms; ; limit /= 10 {
		for sweeps < p.sweeps && run.change > limit && (sweeps == 0 || ctx.Err() == nil) {
			sweeps++
			run.sweep()
		}
		fit := run.fitted()
		fit.iterations, fit.converged = sweeps, run.change <= limit
		if p.projects {
			fit.converged = fit.gap <= linearTol*p.yy/float64(2*len(p.y))
		}
		// A slow iteration may be far from its limit although a sweep changes little. The
		// rounding of the values is the least that can be asked for.
		if !p.projects || fit.converged || run.change > limit || limit < roundoff*rms {
			return fit, nil
		}
	}
}

// backfittingRun is the state of the iteration.
type backfittingRun struct {
	*backfittingProblem
	weight float64
	f      [][]float64 // of each input at the training points; nil is 0
	r      []float64   // y less all of them
	change float64     // of a value in the last sweep

	// f_j = scale_j S_j from_j - shift_j, which gives its values at other points.
	from         [][]float64
	scale, shift []float64
}

func (run *backfittingRun) start(functions [][]float64) {
	for j, f := range functions {
		if f != nil {
			run.f[j] = append([]float64(nil), f...)
			floats.Sub(run.r, f)
		}
	}
}

func (run *backfittingRun) sweep() {
	n := len(run.y)
	run.change = 0
	next := make([]float64, n)
	for j, s := range run.smoothings {
		if s == nil {
			continue
		}
		if run.f[j] != nil {
			floats.Add(run.r, run.f[j]) // the partial residual
		}
		s.on(next, run.r)
		run.scale[j] = max(0, 1-run.weight/rootMeanSquare(next))
		if !(run.scale[j] > 0) {
			run.change = max(run.change, floats.Norm(run.f[j], math.Inf(1)))
			run.f[j] = nil
			continue
		}
		if run.f[j] == nil {
			run.f[j], run.from[j] = make([]float64, n), make([]float64, n)
		}
		if run.from[j] == nil {
			run.from[j] = make([]float64, n)
		}
		copy(run.from[j], run.r)
		floats.Scale(run.scale[j], next)
		run.shift[j] = meanOf(next)
		floats.AddConst(-run.shift[j], next)
		run.change = max(run.change, floats.Distance(next, run.f[j], math.Inf(1)))
		copy(run.f[j], next)
		floats.Sub(run.r, next)
	}
}

func (run *backfittingRun) fitted() *fitted {
	d := len(run.f)
	own := &BackfittingFit{Functions: run.f, Fitted: make([]float64, len(run.y)), Change: run.change}
	fit := &fitted{
		weight: run.weight, objective: math.NaN(), dual: math.NaN(), gap: math.NaN(), intercept: run.mean,
		scores: make([]float64, d), selected: make([]bool, d), own: own, predict: run.predict,
	}
	floats.AddConst(run.mean, own.Fitted)
	for j, f := range run.f {
		if f != nil {
			fit.scores[j], fit.selected[j] = rootMeanSquare(f), true
			floats.Add(own.Fitted, f)
		}
	}
	if run.projects {
		run.certify(fit)
	}
	return fit
}

// certify bounds the objective, S_j being U_j U_j'. The functions are in the span of U_j up
// to rounding, as those of the certificate are.
func (run *backfittingRun) certify(fit *fitted) {
	n := len(run.y)
	root := math.Sqrt(float64(n))
	p := leastSquares{y: run.y, l1: run.weight, r: make([]float64, n)}
	hidden, smoothed := make([]float64, n), make([]float64, n)
	penalty, terms := 0.0, 0
	copy(p.r, run.y)
	for i, v := range run.y {
		hidden[i] = math.Abs(v)
	}
	for _, f := range run.f {
		if f == nil {
			continue
		}
		terms++
		penalty += run.weight * rootMeanSquare(f)
		floats.Sub(p.r, f)
		for i, v := range f {
			hidden[i] += math.Abs(v)
		}
	}
	for _, s := range run.smoothings {
		if s == nil {
			continue
		}
		s.on(smoothed, p.r)
		p.norms = append(p.norms, root*floats.Norm(smoothed, 2))
		p.sizes = append(p.sizes, 2*root*mat.Norm(s.matrix, 2))
	}
	fit.objective = floats.Dot(p.r, p.r)/float64(2*n) + penalty
	fit.dual = p.lower()
	fit.gap = p.upper(hidden, terms, penalty) - fit.dual
}

func (run *backfittingRun) predict(X *mat.Dense) []float64 {
	v, weights := repeated(run.mean, X), make([]float64, len(run.y))
	for j, f := range run.f {
		if f == nil {
			continue
		}
		for i := range v {
			run.smoothings[j].weights(weights, X.At(i, j))
			v[i] += run.scale[j]*floats.Dot(weights, run.from[j]) - run.shift[j]
		}
	}
	return v
}
