package nvsd

import (
	"context"
	"fmt"
	"math"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// A ceiling is tau_max of a Spec on its training part. Finding it can take as long
// as a fit, so it is found once, when it is first asked for. A model without a
// penalised fit has a nil ceiling.
type ceiling struct {
	ds *design

	mu    sync.Mutex
	found bool
	top   solve.Threshold
}

func newCeiling(ds *design) *ceiling { return &ceiling{ds: ds} }

// foundCeiling returns a ceiling whose tau_max is known.
func foundCeiling(tau float64) *ceiling {
	return &ceiling{found: true, top: solve.Threshold{Tau: tau, Begin: tau}}
}

// find returns tau_max. Its Tau is NaN without a ridge, because there is none then.
func (c *ceiling) find(ctx context.Context) (solve.Threshold, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.found {
		return c.top, nil
	}
	switch {
	case c.ds.op == nil:
		c.top = solve.Threshold{}
	case c.ds.spec.Nu.value == 0:
		c.top = solve.Threshold{Tau: math.NaN(), Begin: math.NaN()}
	default:
		top, err := c.ds.solving.TauMax(ctx, c.ds.problem(0), c.ds.spec.tol())
		if err != nil {
			return solve.Threshold{}, fmt.Errorf("nvsd: tau_max: %w", err)
		}
		c.top = top
	}
	c.found = true
	return c.top, nil
}

// ask returns tau_max, or NaN if it is not defined.
func (c *ceiling) ask() float64 {
	if c == nil {
		return math.NaN()
	}
	top, err := c.find(context.Background())
	if err != nil {
		return math.NaN()
	}
	return top.Tau
}

// seen returns tau_max if it has been found already, and NaN otherwise.
func (c *ceiling) seen() float64 {
	if c == nil {
		return math.NaN()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.found {
		return math.NaN()
	}
	return c.top.Tau
}

// start returns coefficients for a fit at tau to begin with: at tau_max, those by which that was
// found. At other taus it is nil.
func (c *ceiling) start(tau float64) *solve.Solution {
	const same = 1e-9 // the taus of folds are rounded
	if !(tau >= (1-same)*c.seen()) {
		return nil
	}
	return c.top.Start
}

// begin returns the tau that a path begins at.
func (c *ceiling) begin(ctx context.Context) (float64, error) {
	if c.ds.op != nil && c.ds.spec.Nu.value == 0 {
		return 0, badArgument("Spec.Nu", "with nu = 0 there is no tau_max, and so no beginning of a path: give the taus, by PathAt, or take a small nu")
	}
	top, err := c.find(ctx)
	switch {
	case err != nil:
		return 0, err
	case math.IsInf(top.Tau, 1):
		return 0, badArgument("taus", "%s: give the taus, by PathAt", c.noTau())
	case top.Begin == 0:
		return 0, badArgument("taus", "tau_max is 0: without any penalty no derivative differs from 0; give the taus, by PathAt")
	}
	return top.Begin, nil
}

// part returns the given fraction of tau_max.
func (c *ceiling) part(ctx context.Context, fraction float64) (float64, error) {
	if c.ds.op != nil && c.ds.spec.Nu.value == 0 {
		return 0, badArgument("Spec.Nu", "with nu = 0 there is no tau_max, and no fraction of it: give nvsd.Tau")
	}
	top, err := c.find(ctx)
	switch {
	case err != nil:
		return 0, err
	case math.IsInf(top.Tau, 1):
		return 0, badArgument("tau", "%s, and there is no fraction of it: give nvsd.Tau", c.noTau())
	case top.Tau == 0 && top.Begin > 0:
		return 0, badArgument("tau", "%s; there is no fraction of tau_max = 0: give nvsd.Tau", c.everyTau())
	}
	return fraction * top.Tau, nil
}

// noTau and everyTau say what an infinite tau_max means, and a tau_max of 0.
func (c *ceiling) noTau() string {
	if c.ds.flat() {
		return fmt.Sprintf("no tau leaves an input out: the penalty %v has slope 0 at 0, where small norms cost next to nothing, so that none becomes exactly 0 and tau_max is infinite", c.ds.spec.Penalty)
	}
	return fmt.Sprintf("no tau empties the model: the penalty %v does not rise at 0 with every norm, so that tau_max is infinite", c.ds.spec.Penalty)
}

func (c *ceiling) everyTau() string {
	return fmt.Sprintf("every tau > 0 empties the model: with nu = %v a function without derivatives that follows the target is the best however small tau is; take a larger factor, or a fixed nu", c.ds.spec.Nu)
}
