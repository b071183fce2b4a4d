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
