package proof

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/stored"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/record"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"gonum.org/v1/gonum/mat"
)

// WithReplay returns a context in which paths take their fits from the keeper where these hold, and
// give the keeper what they compute. The many fits within folds and draws are nobody's to keep.
func WithReplay(ctx context.Context, keeper *stored.Keeper) context.Context {
	return problem.WithSolving(stored.With(ctx, keeper), func(ds *problem.Design, next problem.Solving) problem.Solving { return replay{next, ds} })
}

// A replay finds the fits of a design by what is stored of an earlier run, and what is not stored, or
// does not hold, by the next solving. The keeper is that of the context.
type replay struct {
	problem.Solving
	ds *problem.Design
}

// Solve takes the solution that is stored of this problem, if it holds, or computes it.
func (r replay) Solve(ctx context.Context, problem *solve.Problem, warm *solve.Solution) (*solve.Solution, error) {
	keeper := stored.Of(ctx)
	if keeper.Replaces() {
		if sol := r.take(ctx, keeper, problem.Tau); sol != nil {
			return sol, nil
		}
		keeper.Compute()
	}
	sol, err := r.Solving.Solve(ctx, problem, warm)
	if keeper.Keeps() && err == nil && (r.ds.Spec.Solver == nil || sol.Split == nil) { // a rule may ask for what ADMM has split
		if fit, err := storedFitOf((&model.PenalisedFit{Ds: r.ds, Tau: problem.Tau, Sol: sol})); err == nil {
			keeper.Keep(r.key("fit", problem.Tau), fit)
		}
	}
	return sol, err
}

// take returns the stored solution of the fit at tau, or nil without one that holds.
func (r replay) take(ctx context.Context, keeper *stored.Keeper, tau float64) *solve.Solution {
	raw, found := keeper.Find(r.key("fit", tau))
	if !found {
		return nil
	}
	var fit storedFit
	c := &checking{ds: r.ds, open: map[int]bool{}}
	var sol *solve.Solution
	err := json.Unmarshal(raw, &fit)
	if err == nil {
		fit.Tau = tau // which another machine may have rounded otherwise, and nu with it
		fit.Nu = r.ds.Spec.Nu.At(tau)
		sol, err = c.fit(ctx, &problem.Path{Design: r.ds}, &fit)
	}
	if err != nil {
		c.refuse("%v", err)
	}
	if len(c.Reasons) > 0 {
		keeper.Refuse(fmt.Sprintf("the stored solution of a fit at tau = %.4g, which cells use: %s", tau, strings.Join(c.Reasons, "; ")))
		return nil
	}
	return sol
}

// TauMax takes the tau_max that is stored, or computes it.
func (r replay) TauMax(ctx context.Context, problem *solve.Problem, tol float64) (solve.Threshold, error) {
	keeper := stored.Of(ctx)
	if keeper.Replaces() {
		var s savedThreshold
		if raw, found := keeper.Find(r.key("tau_max", 0)); found && json.Unmarshal(raw, &s) == nil {
			return solve.Threshold{Tau: float64(s.Tau), Begin: float64(s.Begin), Gap: float64(s.Gap), Rest: float64(s.Rest), Exact: s.Exact}, nil
		}
		keeper.Compute()
	}
	top, err := r.Solving.TauMax(ctx, problem, tol)
	if keeper.Keeps() && err == nil {
		keeper.Keep(r.key("tau_max", 0), savedThreshold{record.Number(top.Tau), record.Number(top.Begin), record.Number(top.Gap), record.Number(top.Rest), top.Exact})
	}
	return top, err
}

// savedThreshold is the record of a [solve.Threshold].
type savedThreshold struct {
	Tau   record.Number `json:"tau"`
	Begin record.Number `json:"begin"`
	Gap   record.Number `json:"gap"`
	Rest  record.Number `json:"rest"`
	Exact bool          `json:"exact,omitempty"`
}

// key returns the key of a stored solution, from the numbers of its problem.
func (r replay) key(what string, tau float64) stored.Key {
	ds := r.ds
	var ySum, xSum float64
	X := ds.Train.X()
	for i, y := range ds.Y {
		ySum += y * float64(1+i*7919%1013)
		for a, x := range mat.Row(nil, i, X) {
			xSum += x * float64(1+(i*31+a*17)%997)
		}
	}
	return stored.Key{
		What: what, Rows: ds.Train.N(), Inputs: ds.Train.D(), Kernel: refusal.Called(ds.Kernel), Penalty: refusal.Called(ds.Spec.Penalty),
		Tau: tau, Nu: ds.Spec.Nu.At(tau), Marks: []float64{ySum, xSum},
	}
}
