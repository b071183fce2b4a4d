package solve

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/parallel"
)

// A Solver is a method for a [Problem]. Take [Dual] where its Check accepts the problem.
type Solver interface {
	// Check returns the reason why the method cannot solve p; nil where it can.
	Check(p *Problem) error
	// Solve minimises p, from warm's coefficients where warm is not nil. Where it
	// stops early, it returns the best solution that it found beside an *[Unfinished]
	// error.
	Solve(ctx context.Context, p *Problem, warm *Solution) (*Solution, error)
}

// A run is one call of a solver, with a tolerance that may be lowered.
type run interface {
	// begin makes the first iterate: 0, or warm where it is not nil.
	begin(warm *Solution) error
	// minimise continues until the run is within its tolerance, or must end.
	minimise(ctx context.Context) (Status, error)
	// solution returns the best solution so far, with its bounds computed anew. After the end of
	// the context it takes one product at most.
	solution(status Status) (*Solution, error)
	// sharpen halves the run's tolerance.
	sharpen()
}

// A run is sharpened at most sharpenings times, and at most vainSharpenings times in a row
// without a better solution: a tolerance that is halved so often cannot be met.
const (
	sharpenings     = 60
	vainSharpenings = 4
)

// carryOut makes a run, begins it from warm, and completes it. To make it takes long, and parts of
// that cannot be stopped: where ctx ends before the run has a certificate, the solution is f = 0,
// and what is under way goes on until it is done or looks at ctx.
func carryOut(ctx context.Context, p *Problem, tol float64, warm *Solution, made func() (run, error)) (*Solution, error) {
	start := time.Now()
	r, err := parallel.Within(ctx, made)
	if err == nil {
		err = ctx.Err() // what is made by then is not whole
	}
	if err == nil {
		err = r.begin(warm)
	}
	switch {
	case ended(ctx, err):
	case err != nil:
		return nil, err
	default:
		return complete(ctx, r, tol)
	}
	bare, err := bareFinisher(ctx, p, tol)
	if err != nil {
		return nil, err
	}
	sol, err := bare.nothing()
	if err != nil {
		return nil, err
	}
	sol.Status, sol.Seconds = Cancelled, time.Since(start).Seconds()
	return sol, unfinished(ctx, sol, tol)
}

// ended reports whether err says that ctx has ended.
func ended(ctx context.Context, err error) bool { return ctx.Err() != nil && errors.Is(err, ctx.Err()) }

// complete runs r until its solution is within tol. By rounding, the gap of the solution,
// which is proven anew, may differ from that in the run; the gap of the solution decides.
// Where rounding alone is more than tol, no run can do better.
func complete(ctx context.Context, r run, tol float64) (*Solution, error) {
	var sol *Solution
	least, vain := math.Inf(1), 0
	for range sharpenings {
		status, err := r.minimise(ctx)
		if ended(ctx, err) {
			status, err = Cancelled, nil
		}
		if err != nil {
			return nil, err
		}
		sol, err = r.solution(status)
		if ended(ctx, err) {
			status = Cancelled
			sol, err = r.solution(status)
		}
		if err != nil {
			return nil, err
		}
		switch {
		case (status == MaxIter || status == Cancelled) && sol.RelGap <= tol:
			sol.Status = Converged
			return sol, nil
		case status == MaxIter || status == Cancelled:
			return sol, unfinished(ctx, sol, tol)
		case status == Stopped || !(sol.RelGap > tol):
			return sol, nil
		}
		vain++
		if sol.RelGap < 0.9*least {
			least, vain = sol.RelGap, 0
		}
		if sol.Rounding > tol || vain == vainSharpenings {
			break
		}
		r.sharpen()
	}
	sol.Status = MaxIter
	sol.Notes = append(sol.Notes, fmt.Sprintf("rounding keeps the proven gap at %.2g, above the tolerance: the numbers are too far apart for a float64", sol.RelGap))
	return sol, unfinished(ctx, sol, tol)
}
