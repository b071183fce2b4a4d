package baseline

import (
	"context"
	"errors"
	"fmt"

	"gonum.org/v1/gonum/floats"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline/internal/components"
)

// halfSolution is the solution of a group lasso written with 1/(2n) and the weight once:
// half of components.Penalised, whose tau is the same.
type halfSolution struct {
	*components.Solution
	least float64 // a norm that is above it is no rounding
}

func halved(ctx context.Context, family *components.Features, y []float64, weight float64, start []float64) (*halfSolution, error) {
	sol, err := components.Solve(ctx, components.Penalised(family, y, weight), start, components.Limit{Tol: 1e-10, Iterations: 200})
	if errors.Is(err, components.ErrIndefinite) {
		return nil, fmt.Errorf("the weight %.3g is lost in the rounding of float64 beside the features: take a larger one", weight)
	}
	if err != nil {
		return nil, err
	}
	return &halfSolution{sol, 1e-10 * floats.Norm(y, 2)}, nil
}

// in reports whether component j is in.
func (s *halfSolution) in(j int) bool { return s.Theta[j] > 0 && s.Norms[j] > s.least }
