package problem

import (
	"context"
	"fmt"
	"math"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// A Ceiling is tau_max of a Spec on its training part. Finding it can take as long
// as a fit, so it is found once, when it is first asked for. A model without a
// penalised fit has a nil ceiling.
type Ceiling struct {
	ds *Design

	mu    sync.Mutex
	found bool
	top   solve.Threshold
}

// NewCeiling returns the tau_max of a design, which is not found yet.
func NewCeiling(ds *Design) *Ceiling { return &Ceiling{ds: ds} }

// FoundCeiling returns a ceiling whose tau_max is known.
func FoundCeiling(tau float64) *Ceiling {
	return &Ceiling{found: true, top: solve.Threshold{Tau: tau, Begin: tau}}
}

// FindTauMax returns tau_max. Its Tau is NaN without a ridge, because there is none then.
func (c *Ceiling) FindTauMax(ctx context.Context) (solve.Threshold, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.found {
		return c.top, nil
	}
	switch {
	case c.ds.Op == nil:
		c.top = solve.Threshold{}
	case c.ds.Spec.Nu.value == 0:
		c.top = solve.Threshold{Tau: math.NaN(), Begin: math.NaN()}
	default:
		top, err := c.ds.solving.TauMax(ctx, c.ds.Problem(0), c.ds.Spec.Tolerance())
		if err != nil {
			return solve.Threshold{}, fmt.Errorf("nvsd: tau_max: %w", err)
		}
		c.top = top
	}
	c.found = true
	return c.top, nil
}

// TauMax returns the least tau at which all derivatives vanish, or a bound above it, and finds it
// at the first call. It is NaN if tau_max is not defined.
func (c *Ceiling) TauMax() float64 {
	if c == nil {
		return math.NaN()
	}
	top, err := c.FindTauMax(context.Background())
	if err != nil {
		return math.NaN()
	}
	return top.Tau
}

// Seen returns tau_max if it has been found already, and NaN otherwise.
func (c *Ceiling) Seen() float64 {
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
func (c *Ceiling) start(tau float64) *solve.Solution {
	const same = 1e-9 // the taus of folds are rounded
	if !(tau >= (1-same)*c.Seen()) {
		return nil
	}
	return c.top.Start
}

// FirstTau returns the tau that a path begins at.
func (c *Ceiling) FirstTau(ctx context.Context) (float64, error) {
	if c.ds.Op != nil && c.ds.Spec.Nu.value == 0 {
		return 0, refusal.BadArgument("Spec.Nu", "with nu = 0 there is no tau_max, and so no beginning of a path: give the taus, by PathAt, or take a small nu")
	}
	top, err := c.FindTauMax(ctx)
	switch {
	case err != nil:
		return 0, err
	case math.IsInf(top.Tau, 1):
		return 0, refusal.BadArgument("taus", "%s: give the taus, by PathAt", c.noTau())
	case top.Begin == 0:
		return 0, refusal.BadArgument("taus", "tau_max is 0: without any penalty no derivative differs from 0; give the taus, by PathAt")
	}
	return top.Begin, nil
}

// TauOf returns the tau that a choice stands for. A fraction of tau_max asks for tau_max.
func (c *Ceiling) TauOf(ctx context.Context, tau TauChoice) (float64, error) {
	if !tau.fraction {
		return tau.value, nil
	}
	if c.ds.Op != nil && c.ds.Spec.Nu.value == 0 {
		return 0, refusal.BadArgument("Spec.Nu", "with nu = 0 there is no tau_max, and no fraction of it: give nvsd.Tau")
	}
	top, err := c.FindTauMax(ctx)
	switch {
	case err != nil:
		return 0, err
	case math.IsInf(top.Tau, 1):
		return 0, refusal.BadArgument("tau", "%s, and there is no fraction of it: give nvsd.Tau", c.noTau())
	case top.Tau == 0 && top.Begin > 0:
		return 0, refusal.BadArgument("tau", "%s; there is no fraction of tau_max = 0: give nvsd.Tau", c.everyTau())
	}
	return tau.value * top.Tau, nil
}

// noTau explains an infinite tau_max, in a clause.
func (c *Ceiling) noTau() string {
	if c.ds.flat() {
		return fmt.Sprintf("no tau leaves an input out: the penalty %v has slope 0 at 0, where small norms cost next to nothing, so that none becomes exactly 0 and tau_max is infinite", c.ds.Spec.Penalty)
	}
	return fmt.Sprintf("no tau empties the model: the penalty %v does not rise at 0 with every norm, so that tau_max is infinite", c.ds.Spec.Penalty)
}

// everyTau explains a tau_max of 0, in a clause.
func (c *Ceiling) everyTau() string {
	return fmt.Sprintf("every tau > 0 empties the model: with nu = %v a function without derivatives that follows the target is the best however small tau is; take a larger factor, or a fixed nu", c.ds.Spec.Nu)
}
