package baseline

import (
	"context"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline/internal/components"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

var _ Method = GroupLasso{}

// GroupLasso is the linear group lasso (Yuan and Lin 2006). With the weight alpha it
// minimises
//
//	||y - mean(y) - Z b||^2/(2n) + alpha sum_g p_g ||b_g||
//
// over coefficients b_g of groups g of inputs, Z as for [Lasso]: with a group for every
// input and p_g = 1 it is the lasso. Groups are a partition of the inputs, by their numbers
// from 0 or by their names. The p_g that go without saying are the roots of the groups'
// sizes, as Yuan and Lin have them; those of penalty.GroupLasso are the sizes.
//
// The components are the groups of coefficients other than 0, with ||b_g|| as their norms.
// Selected are their inputs that vary; the score of an input is |b_j|.
type GroupLasso struct {
	Groups  [][]int
	Names   [][]string // instead of Groups; the name of a categorical input stands for all its columns
	Weights []float64  // p_g > 0; nil is the roots of the groups' sizes
}

func (s GroupLasso) String() string {
	return fmt.Sprintf("linear group lasso, %d groups", max(len(s.Groups), len(s.Names)))
}

// Fit fits at one alpha, or at a part of the least that takes all groups out.
func (s GroupLasso) Fit(ctx context.Context, train *data.Frame, alpha nvsd.TauChoice) (*Model, error) {
	return fit(ctx, s, train, alpha)
}

// Path fits at count alphas, from the least that takes all groups out down.
func (s GroupLasso) Path(ctx context.Context, train *data.Frame, count int) (*Path, error) {
	return path(ctx, s, train, count)
}

func (s GroupLasso) prepare(_ context.Context, X *mat.Dense, y []float64, names []string) (problem, error) {
	groups, weights, err := s.partition(names)
	if err != nil {
		return nil, err
	}
	f, err := inputFeatures(X, y, names)
	if err != nil {
		return nil, err
	}
	p := &groupProblem{linearFeatures: f}
	if err := checkMemory(float64(len(names)), "inputs", 8*float64(len(names))*float64(len(names)), "take fewer inputs"); err != nil {
		return nil, err
	}
	var blocks []*mat.Dense
	for g, members := range groups {
		var varying []int
		for _, a := range members {
			if f.scale[a] > 0 {
				varying = append(varying, a)
			}
		}
		if len(varying) == 0 {
			continue
		}
		block := mat.NewDense(len(y), len(varying), nil)
		for k, a := range varying {
			column := f.columns[a].Data
			for i, z := range column {
				block.Set(i, k, z/weights[g])
			}
		}
		blocks = append(blocks, block)
		p.groups = append(p.groups, varying)
		p.weights = append(p.weights, weights[g])
	}
	if len(blocks) == 0 {
		return p, nil
	}
	p.family = components.NewFeatures(len(y), blocks)
	p.most, err = components.TauMax(p.family, f.y)
	return p, err
}

// partition returns the groups by number, and their weights.
func (s GroupLasso) partition(names []string) ([][]int, []float64, error) {
	resolved, err := penalty.Resolve(penalty.GroupLasso{Groups: s.Groups, Names: s.Names, Weights: s.Weights}, names)
	if err != nil {
		return nil, nil, err
	}
	p := resolved.(penalty.GroupLasso)
	if err := p.Check(len(names)); err != nil {
		return nil, nil, fmt.Errorf("%w (the inputs are, from 0: %s)", err, strings.Join(names, ", "))
	}
	weights := make([]float64, len(p.Groups))
	for g, members := range p.Groups {
		weights[g] = math.Sqrt(float64(len(members)))
		if s.Weights != nil {
			weights[g] = s.Weights[g]
		}
		if weights[g] == 0 {
			return nil, nil, fmt.Errorf("the weight of group %d is 0: it must be above 0", g)
		}
	}
	return p.Groups, weights, nil
}

// A GroupFit is what the linear group lasso found beside what all systems tell.
type GroupFit struct {
	Standardised []float64 // coefficients of the inputs less their means over their standard deviations
	Coefficients []float64 // of the inputs in their own units
	Mean         float64   // of the target: the constant beside the standardised inputs
	Constant     float64   // beside the inputs in their own units

	theta []float64
}

type groupProblem struct {
	*linearFeatures
	groups  [][]int // of the inputs that vary
	weights []float64
	family  *components.Features // nil where no input varies
	most    float64
}

func (p *groupProblem) top() float64 { return p.most }

func (p *groupProblem) solve(ctx context.Context, weight float64, last *fitted) (*fitted, error) {
	own := &GroupFit{Standardised: make([]float64, p.d), Coefficients: make([]float64, p.d), Mean: p.mean, Constant: p.mean}
	fit := &fitted{weight: weight, objective: p.yy / (2 * p.n()), scores: make([]float64, p.d), selected: make([]bool, p.d), own: own}
	fit.dual, fit.converged = fit.objective, true
	if p.family != nil {
		var start []float64
		if last != nil {
			if before, ok := last.own.(*GroupFit); ok {
				start = before.theta
			}
		}
		sol, err := halved(ctx, p.family, p.y, weight, start)
		if err != nil {
			return nil, err
		}
		own.theta, fit.iterations = sol.Theta, sol.Iterations
		p.spread(fit, own, sol)
		at := p.judge(own.Standardised, weight)
		fit.objective, fit.dual, fit.gap, fit.converged = at.objective, at.dual, at.gap, p.certified(at)
	}
	for j, v := range own.Standardised {
		if v != 0 {
			own.Coefficients[j] = v / p.scale[j]
			own.Constant -= own.Coefficients[j] * p.shift[j]
		}
	}
	fit.intercept = own.Constant
	fit.predict = p.predictor(own.Standardised)
	return fit, nil
}

// judge bounds coefficients: those of groups are p_g b_g, of features Z_g/p_g.
func (p *groupProblem) judge(b []float64, weight float64) (at bounds) {
	r, hidden, terms := p.residual(b)
	ls := leastSquares{y: p.y, r: r, l1: weight, norms: make([]float64, len(p.groups)), sizes: make([]float64, len(p.groups))}
	penalty := 0.0
	for g, members := range p.groups {
		length := 0.0
		for _, a := range members {
			ls.norms[g] = math.Hypot(ls.norms[g], blas64.Dot(p.columns[a], asVector(r)))
			ls.sizes[g] = math.Hypot(ls.sizes[g], math.Sqrt(p.squares[a]))
			length = math.Hypot(length, b[a])
		}
		ls.norms[g] /= p.weights[g]
		ls.sizes[g] *= (1 + 1e-12) / p.weights[g]
		penalty += weight * p.weights[g] * length
	}
	at.objective = floats.Dot(r, r)/(2*p.n()) + penalty
	at.dual = ls.lower()
	at.gap = ls.upper(hidden, terms, penalty) - at.dual
	return at
}

// spread sets the coefficients b_g = theta_g Z_g'alpha/p_g^2 of the groups that are in.
func (p *groupProblem) spread(fit *fitted, own *GroupFit, sol *halfSolution) {
	for g, members := range p.groups {
		if !sol.in(g) {
			continue
		}
		var names []string
		for _, a := range members {
			along := blas64.Dot(p.columns[a], asVector(sol.Alpha))
			own.Standardised[a] = sol.Theta[g] * along / (p.weights[g] * p.weights[g])
			fit.selected[a], fit.scores[a] = true, math.Abs(own.Standardised[a])
			names = append(names, p.names[a])
		}
		fit.components = append(fit.components, Component{
			Name: strings.Join(names, ", "), Inputs: members, Norm: sol.Norms[g] / p.weights[g],
		})
	}
}
