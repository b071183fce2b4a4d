package nvsd

import (
	"context"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// A solving finds the fits of a design, and tau_max.
type solving interface {
	solve.Solver
	// TauMax finds tau_max of a problem to the relative tolerance tol.
	TauMax(ctx context.Context, problem *solve.Problem, tol float64) (solve.Threshold, error)
}

// computed finds everything by computing it.
type computed struct{ solve.Solver }

func (computed) TauMax(ctx context.Context, problem *solve.Problem, tol float64) (solve.Threshold, error) {
	return searchTauMax(ctx, problem, tol)
}

// searchTauMax is solve.TauMax, whose steps are part of the progress.
func searchTauMax(ctx context.Context, problem *solve.Problem, tol float64) (solve.Threshold, error) {
	ctx, at := beginSteps(ctx, Part{Of: "tau_max"}, tol)
	defer at.End()
	return solve.TauMax(ctx, problem, tol)
}

// wrapKey is the key of the function in a context that wraps the solving of paths.
type wrapKey struct{}

// withSolving returns a context in which every new path finds its fits by what wrap makes of the
// usual solving.
func withSolving(ctx context.Context, wrap func(*design, solving) solving) context.Context {
	return context.WithValue(ctx, wrapKey{}, wrap)
}

// solveIn makes the context say how the fits of the design are found.
func (ds *design) solveIn(ctx context.Context) {
	ds.solving = computed{ds.spec.solver()}
	if wrap, is := ctx.Value(wrapKey{}).(func(*design, solving) solving); is {
		ds.solving = wrap(ds, ds.solving)
	}
}
