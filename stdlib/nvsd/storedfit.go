package nvsd

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/internal/stored"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// storedKey says which problem a stored solution is of.
func (ds *design) storedKey(what string, tau float64) stored.Key {
	var ySum, xSum float64
	X := ds.train.X()
	for i, y := range ds.y {
		ySum += y * float64(1+i*7919%1013)
		for a, x := range mat.Row(nil, i, X) {
			xSum += x * float64(1+(i*31+a*17)%997)
		}
	}
	return stored.Key{
		What: what, Rows: ds.train.N(), Inputs: ds.train.D(), Kernel: called(ds.kernel), Penalty: called(ds.spec.Penalty),
		Tau: tau, Nu: ds.spec.Nu.at(tau), Marks: []float64{ySum, xSum},
	}
}

// solveOrTake fits at tau, or takes the solution that is stored of this fit, if it holds.
func (p *Path) solveOrTake(ctx context.Context, tau float64, warm *solve.Solution) (*solve.Solution, error) {
	keeper := stored.Of(ctx)
	if keeper.Replaces() {
		if sol := p.takeStored(ctx, keeper, tau); sol != nil {
			return sol, nil
		}
		keeper.Compute()
	}
	sol, err := p.spec.solver().Solve(ctx, p.problem(tau), warm)
	if keeper.Keeps() && err == nil && (p.spec.Solver == nil || sol.Split == nil) { // a rule may ask for what ADMM has split
		if fit, err := (&selecting{ds: p.design, tau: tau, sol: sol}).saved(); err == nil {
			keeper.Keep(p.storedKey("fit", tau), fit)
		}
	}
	return sol, err
}

// takeStored returns the stored solution of the fit at tau, or nil without one that holds.
func (p *Path) takeStored(ctx context.Context, keeper *stored.Keeper, tau float64) *solve.Solution {
	raw, found := keeper.Find(p.storedKey("fit", tau))
	if !found {
		return nil
	}
	var fit savedFit
	c := &proofCheck{ds: p.design, open: map[int]bool{}}
	var sol *solve.Solution
	err := json.Unmarshal(raw, &fit)
	if err == nil {
		fit.Tau = tau // which another machine may have rounded otherwise, and nu with it
		fit.Nu = p.spec.Nu.at(tau)
		sol, err = c.fit(ctx, p, &fit)
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

// savedThreshold is a solve.Threshold.
type savedThreshold struct {
	Tau   number `json:"tau"`
	Begin number `json:"begin"`
	Gap   number `json:"gap"`
	Rest  number `json:"rest"`
	Exact bool   `json:"exact,omitempty"`
}

// tauMaxOrTake finds tau_max, or takes the one that is stored.
func (ds *design) tauMaxOrTake(ctx context.Context) (solve.Threshold, error) {
	keeper := stored.Of(ctx)
	if keeper.Replaces() {
		var s savedThreshold
		if raw, found := keeper.Find(ds.storedKey("tau_max", 0)); found && json.Unmarshal(raw, &s) == nil {
			return solve.Threshold{Tau: float64(s.Tau), Begin: float64(s.Begin), Gap: float64(s.Gap), Rest: float64(s.Rest), Exact: s.Exact}, nil
		}
		keeper.Compute()
	}
	top, err := searchTauMax(ctx, ds.problem(0), ds.spec.tol())
	if keeper.Keeps() && err == nil {
		keeper.Keep(ds.storedKey("tau_max", 0), savedThreshold{number(top.Tau), number(top.Begin), number(top.Gap), number(top.Rest), top.Exact})
	}
	return top, err
}
