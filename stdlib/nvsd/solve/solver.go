package solve

import (
	"context"
	"fmt"
	"math"
)

// A Solver is a method for a [Problem]. [Dual] is the one to take where it can
// be taken.
type Solver interface {
	// Check reports what the method cannot take of p, and why.
	Check(p *Problem) error
	// Solve minimises p, from warm's coefficients where warm is not nil. Where it
	// stops early, the best it found is returned beside an *[Unfinished] error.
	Solve(ctx context.Context, p *Problem, warm *Solution) (*Solution, error)
}

// A run is that of a solver with a tolerance of its own.
type run interface {
	// minimise goes on until the run is within its tolerance, or has to end.
	minimise(ctx context.Context) (Status, error)
	// solution is what there is by now, with its bounds computed anew.
	solution(status Status) (*Solution, error)
	// sharpen halves the run's tolerance.
	sharpen()
}

// sharpenings is how often a run is sharpened at most where what it returns does not
// get better by it, and in all: a tolerance that is halved so often cannot be met.
const (
	sharpenings     = 60
	vainSharpenings = 4
)

// complete runs r until what it returns is within tol. Proven anew, a gap can be
// larger by rounding than in the run, or smaller: that of what is returned decides.
// Where rounding alone is more than tol, no run can do better.
func complete(ctx context.Context, r run, tol float64) (*Solution, error) {
	var sol *Solution
	least, vain := math.Inf(1), 0
	for range sharpenings {
		status, err := r.minimise(ctx)
		if err != nil {
			return nil, err
		}
		if sol, err = r.solution(status); err != nil {
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
		if vain++; sol.RelGap < 0.9*least {
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
