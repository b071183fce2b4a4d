package baseline

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

var _ Method = SpAM{}

// SpAM is the sparse additive model (Ravikumar, Liu, Lafferty and Wasserman 2007) on spline
// bases, as in R's package SAM. With the weight lambda it minimises
//
//	||y - mean(y) - sum_j U_j b_j||^2/(2n) + lambda sum_j ||b_j||,
//
// where U_j is an orthonormal basis, U_j'U_j = I, of the centred natural cubic splines of
// input j: with knots at its least and largest training values and at the quantiles between
// that divide the training values into as many parts as there are functions (the tertiles).
// Where ties among the values make two of these knots one, the quantiles are those of the
// distinct values; an input of m distinct values has at most m-1 functions, which are then all
// functions of it. Beyond the knots at the ends an input is held at them. So
// ||b_j|| = ||f_j(X)||, without a root of n, and lambda sqrt(n) is the weight of [Backfitting],
// whose norms have it.
//
// The fit is certified by a duality gap. Selected are the inputs of f_j other than 0; their
// scores are ||f_j(X)||. An input that is constant is out.
type SpAM struct {
	Functions int // of each input, at most: 0 is 3
}

func (s SpAM) String() string {
	if s.functions() == 1 {
		return "SpAM, a straight line an input"
	}
	return fmt.Sprintf("SpAM, %d functions an input", s.functions())
}

func (s SpAM) functions() int {
	if s.Functions == 0 {
		return 3
	}
	return s.Functions
}

// Fit fits at one lambda, or at a part of the least that takes all inputs out.
func (s SpAM) Fit(ctx context.Context, train *data.Frame, lambda nvsd.TauChoice) (*Model, error) {
	return fit(ctx, s, train, lambda)
}

// Path fits at count lambdas, from the least that takes all inputs out down.
func (s SpAM) Path(ctx context.Context, train *data.Frame, count int) (*Path, error) {
	return path(ctx, s, train, count)
}

func (s SpAM) prepare(_ context.Context, X *mat.Dense, y []float64, names []string) (problem, error) {
	if s.functions() < 1 {
		return nil, fmt.Errorf("Functions is %d: it must be at least 1, or 0 for 3", s.Functions)
	}
	c, err := newCentredTarget(y)
	if err != nil {
		return nil, err
	}
	n, d := X.Dims()
	all := float64(d) * float64(s.functions())
	if err := checkMemory(all, "spline functions", 8*all*(all+4*float64(n)), "take fewer inputs or Functions"); err != nil {
		return nil, err
	}
	p := &spamProblem{centredTarget: c, functions: s.functions(), bases: make([]*splineBasis, d)}
	var features [][][]float64
	for a, name := range names {
		x := mat.Col(nil, a, X)
		if allEqual(x) {
			continue
		}
		basis, u, err := newSplineBasis(x, s.functions())
		if err != nil {
			return nil, fmt.Errorf("input %q: %w", name, err)
		}
		p.bases[a] = basis
		p.inputs = append(p.inputs, a)
		block := make([][]float64, basis.len())
		for k := range block {
			block[k] = mat.Col(nil, k, u)
		}
		features = append(features, block)
	}
	if len(features) > 0 {
		p.blocks, err = newBlockLasso(features, constantVector(len(features), 1), c.y)
	}
	return p, err
}

// A SpAMFit holds the results of SpAM that other systems lack.
type SpAMFit struct {
	Norms          []float64   // ||f_j(X)|| of each input
	Coefficients   [][]float64 // b_j; nil for an input that is out
	Knots          [][]float64 // interior knots of each input over its range, 0 to 1; nil for a constant input
	Fitted         []float64   // at the training points, the mean included
	InactiveMargin float64     // 1 less the largest ||U_j'r||/(n lambda) among inputs that are out; 1 where none is
}

type spamProblem struct {
	*centredTarget
	functions int
	bases     []*splineBasis // of each input; nil for a constant one
	inputs    []int          // that have a basis
	blocks    *blockLasso    // nil where no input varies
}

func (p *spamProblem) top() float64 {
	if p.blocks == nil {
		return 0
	}
	return p.blocks.top()
}

// spamTol is the largest gap of a fit that converged, relative to the objective.
const spamTol = 1e-10

func (p *spamProblem) solve(ctx context.Context, weight float64, last *fitted) (*fitted, error) {
	n, d := len(p.y), len(p.bases)
	own := &SpAMFit{Norms: make([]float64, d), Coefficients: make([][]float64, d), Knots: make([][]float64, d), Fitted: constantVector(n, p.mean), InactiveMargin: 1}
	fit := &fitted{weight: weight, intercept: p.mean, scores: own.Norms, selected: make([]bool, d), own: own}
	fit.objective = p.yy / float64(2*n)
	fit.dual, fit.converged = fit.objective, true
	if p.blocks != nil {
		at := p.blocks.minimise(ctx, p.start(last), weight, p.certified)
		fit.iterations = at.rounds
		fit.objective, fit.dual, fit.gap, fit.converged = at.objective, at.dual, at.gap, p.certified(at.bounds)
		own.InactiveMargin = at.margin
		floats.Add(own.Fitted, at.fitted)
		p.spread(fit, own, at.b)
	}
	fit.predict = func(X *mat.Dense) []float64 { return p.predict(own, X) }
	return fit, nil
}

func (p *spamProblem) certified(at bounds) bool {
	return at.gap <= spamTol*max(at.objective, 1e-12*p.yy/float64(len(p.y)))
}

// start returns the coefficients of the last fit, or none.
func (p *spamProblem) start(last *fitted) [][]float64 {
	b := make([][]float64, len(p.inputs))
	if last == nil {
		return b
	}
	if before, ok := last.own.(*SpAMFit); ok {
		for k, a := range p.inputs {
			b[k] = before.Coefficients[a]
		}
	}
	return b
}

// spread sets the results of each input.
func (p *spamProblem) spread(fit *fitted, own *SpAMFit, b [][]float64) {
	for k, a := range p.inputs {
		own.Knots[a] = p.bases[a].interior()
		if b[k] != nil {
			own.Coefficients[a] = b[k]
			own.Norms[a], fit.selected[a] = floats.Norm(b[k], 2), true
		}
	}
}

func (p *spamProblem) predict(own *SpAMFit, X *mat.Dense) []float64 {
	v, at := repeated(p.mean, X), make([]float64, p.functions)
	for a, b := range own.Coefficients {
		if b == nil {
			continue
		}
		for i := range v {
			p.bases[a].at(at[:len(b)], X.At(i, a))
			v[i] += floats.Dot(at[:len(b)], b)
		}
	}
	return v
}
