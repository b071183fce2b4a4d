package solve

import (
	"context"
	"fmt"
	"math"
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
	// minimise continues until the run is within its tolerance, or must end.
	minimise(ctx context.Context) (Status, error)
	// solution returns the best solution so far, with its bounds computed anew.
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

// complete runs r until its solution is within tol. By rounding, the gap of the solution,
// which is proven anew, may differ from that in the run; the gap of the solution decides.
// Where rounding alone is more than tol, no run can do better.
func complete(ctx context.Context, r run, tol float64) (*Solution, error) {
	var sol *Solution
	least, vain := math.Inf(1), 0
	for range sharpenings {
		status, err := r.minimise(ctx)
		if err != nil {
			return nil, err
		}
		sol, err = r.solution(status)
		if err != nil {
			return nil, err
		}
		switch {
		case status == MaxIter && sol.RelGap <= tol:
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
