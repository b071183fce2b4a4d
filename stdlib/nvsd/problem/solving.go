package problem

import (
	"context"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/parallel"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// A Solving finds the fits of a design, and tau_max.
type Solving interface {
	solve.Solver
	// TauMax finds tau_max of a problem to the relative tolerance tol.
	TauMax(ctx context.Context, problem *solve.Problem, tol float64) (solve.Threshold, error)
}

// freshSolving computes every fit, and tau_max, anew.
type freshSolving struct{ solve.Solver }

// TauMax searches for tau_max: see [SearchTauMax].
func (freshSolving) TauMax(ctx context.Context, problem *solve.Problem, tol float64) (solve.Threshold, error) {
	return SearchTauMax(ctx, problem, tol)
}

// SearchTauMax finds tau_max of a problem by [solve.TauMax], and reports its steps. Where ctx ends it returns at once: a step of a
// problem of many rows takes seconds, and nothing of it is of use.
func SearchTauMax(ctx context.Context, problem *solve.Problem, tol float64) (solve.Threshold, error) {
	return parallel.Within(ctx, func() (solve.Threshold, error) {
		ctx, at := progress.BeginSteps(ctx, progress.Part{Of: "tau_max"}, tol)
		defer at.End()
		return solve.TauMax(ctx, problem, tol)
	})
}

// wrapKey is the key of the function in a context that wraps the solving of paths.
type wrapKey struct{}

// WithSolving returns a context in which every new path finds its fits by what wrap makes of the
// usual solving.
func WithSolving(ctx context.Context, wrap func(*Design, Solving) Solving) context.Context {
	return context.WithValue(ctx, wrapKey{}, wrap)
}

// solveIn sets the solving of the design: the solver of the Spec, or the replacement that the
// context has for it. What is stored of fits is of one function.
func (ds *Design) solveIn(ctx context.Context) {
	ds.solving = freshSolving{ds.Spec.Minimiser()}
	if wrap, is := ctx.Value(wrapKey{}).(func(*Design, Solving) Solving); is && ds.Several == nil {
		ds.solving = wrap(ds, ds.solving)
	}
}
