package baseline

import (
	"context"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
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
// from 0 or by their names. The p_g default to the roots of the groups' sizes, as in Yuan and
// Lin; those of penalty.GroupLasso default to the sizes.
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
	n, d := float64(len(y)), float64(len(names))
	if err := checkMemory(d, "inputs", 8*d*(d+4*n), "take fewer inputs"); err != nil {
		return nil, err
	}
	var features [][][]float64
	for g, members := range groups {
		var varying []int
		var block [][]float64
		for _, a := range members {
			if f.scale[a] > 0 {
				varying = append(varying, a)
				block = append(block, f.columns[a].Data)
			}
		}
		if len(varying) > 0 {
			features = append(features, block)
			p.groups = append(p.groups, varying)
			p.weights = append(p.weights, weights[g])
		}
	}
	if len(features) > 0 {
		p.blocks, err = newBlockLasso(features, p.weights, f.y)
	}
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

// A GroupFit holds the results of the linear group lasso that other systems lack.
type GroupFit struct {
	Standardised []float64 // coefficients of the inputs less their means over their standard deviations
	Coefficients []float64 // of the inputs in their own units
	Mean         float64   // of the target: the constant beside the standardised inputs
	Constant     float64   // beside the inputs in their own units
}

type groupProblem struct {
	*linearFeatures
	groups  [][]int // of the inputs that vary
	weights []float64
	blocks  *blockLasso // nil where no input varies
}

func (p *groupProblem) top() float64 {
	if p.blocks == nil {
		return 0
	}
	return p.blocks.top()
}

func (p *groupProblem) solve(ctx context.Context, weight float64, last *fitted) (*fitted, error) {
	own := &GroupFit{Standardised: make([]float64, p.d), Coefficients: make([]float64, p.d), Mean: p.mean, Constant: p.mean}
	fit := &fitted{weight: weight, objective: p.yy / (2 * p.n()), scores: make([]float64, p.d), selected: make([]bool, p.d), own: own}
	fit.dual, fit.converged = fit.objective, true
	if p.blocks != nil {
		at := p.blocks.minimise(ctx, p.start(last), weight, p.certified)
		fit.iterations = at.rounds
		fit.objective, fit.dual, fit.gap, fit.converged = at.objective, at.dual, at.gap, p.certified(at.bounds)
		p.spread(fit, own, at.b)
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

// start returns the coefficients of the last fit, or none.
func (p *groupProblem) start(last *fitted) [][]float64 {
	b := make([][]float64, len(p.groups))
	if last == nil {
		return b
	}
	if before, ok := last.own.(*GroupFit); ok {
		for g, members := range p.groups {
			for _, a := range members {
				b[g] = append(b[g], before.Standardised[a])
			}
		}
	}
	return b
}

// spread sets the results of the inputs in the groups that are in.
func (p *groupProblem) spread(fit *fitted, own *GroupFit, b [][]float64) {
	for g, members := range p.groups {
		if b[g] == nil {
			continue
		}
		var names []string
		for k, a := range members {
			own.Standardised[a] = b[g][k]
			fit.selected[a], fit.scores[a] = true, math.Abs(b[g][k])
			names = append(names, p.names[a])
		}
		fit.components = append(fit.components, Component{
			Name: strings.Join(names, ", "), Inputs: members, Norm: floats.Norm(b[g], 2),
		})
	}
}
