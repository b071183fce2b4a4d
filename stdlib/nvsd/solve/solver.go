package solve

import "context"

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

// sharpenings are more than there are digits: a tolerance that is halved so often
// cannot be met but by rounding.
const sharpenings = 60

// complete runs r until what it returns is within tol. Computed anew, a gap can be
// larger by rounding than in the run, or smaller: that of what is returned decides.
func complete(ctx context.Context, r run, tol float64) (*Solution, error) {
	for range sharpenings {
		status, err := r.minimise(ctx)
		if err != nil {
			return nil, err
		}
		sol, err := r.solution(status)
		switch {
		case err != nil:
			return nil, err
		case status == MaxIter && sol.RelGap <= tol:
			sol.Status = Converged
			return sol, nil
		case status == MaxIter || status == Cancelled:
			return sol, unfinished(ctx, sol, tol)
		case status == Stopped || !(sol.RelGap > tol):
			return sol, nil
		}
		r.sharpen()
	}
	sol, err := r.solution(MaxIter)
	if err != nil {
		return nil, err
	}
	return sol, unfinished(ctx, sol, tol)
}
