// Package baseline holds the systems that the papers of nvsd compare with: for each the
// problem that it solves, to a certificate where it is convex, and the inputs that it
// selects. They are values beside [nvsd.Spec]:
//
//	for _, m := range []baseline.Method{baseline.NVSD{Spec: spec}, baseline.SpAM{}, baseline.HSICLasso{}} {
//		path := m.Path(s.Train, 30)
//		path.Select(nvsd.ByValidation(s.Valid)).Score(s.Test)
//	}
package baseline

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// A Method is a system of variable selection that is fitted to data, at one weight of its
// penalty or along a path of weights.
type Method interface {
	Fit(ctx context.Context, train *data.Frame, weight nvsd.TauChoice) (*Model, error)
	Path(ctx context.Context, train *data.Frame, count int) (*Path, error)
	String() string
}

// A system is a Method of this package, on plain matrices instead of frames. Each system
// forwards Fit and Path to fit and path by itself: an embedded type would not see the
// fields of the system, and one that held them would keep them out of literals such as
// SpAM{Functions: 5}.
type system interface {
	String() string

	// prepare scales the inputs as the system does, and computes what all weights share. An
	// error says what in the data the system cannot take. A Frame guarantees that there is
	// a row and that all numbers are finite.
	prepare(ctx context.Context, X *mat.Dense, y []float64, names []string) (problem, error)
}

// A problem is the optimisation problem of a system on given data.
type problem interface {
	// top returns the least weight at which no input is in; +Inf where there is none.
	top() float64

	// solve fits at one weight > 0. last is the fit at the weight before, from which it may
	// start, or nil. Where ctx ends, the fit is the best so far, marked as not converged.
	solve(ctx context.Context, weight float64, last *fitted) (*fitted, error)
}

// A fitted is the result of a system at one weight.
type fitted struct {
	weight     float64
	objective  float64 // NaN where the system minimises nothing
	dual       float64 // a lower bound of the minimum; NaN where there is none
	gap        float64 // objective - dual, and what rounding may hide; NaN where there is none
	converged  bool
	iterations int
	remark     string // on the objective of a fit that has not converged

	intercept  float64
	scores     []float64   // an input: how much it matters by the measure of the system, 0 where it is out
	selected   []bool      // an input
	components []Component // that are in, where the system has others than the inputs

	predict func(X *mat.Dense) []float64 // X in the units that prepare was given
	own     any                          // what the system alone tells, for its own methods and for package fit
}

// A Component is a term of a fitted function: one input, or several that act together.
type Component struct {
	Name   string
	Inputs []int
	Norm   float64 // by the system's own norm
}
