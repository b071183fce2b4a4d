package fit

import (
	"context"
	"errors"
	"math"
	"runtime/debug"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// Run solves the spec for every tau, in the order of the list. progress may be
// nil.
//
// A tau that does not converge, or whose context ends, is no error: its
// solution says so, and holds the best that was found. Errors are a *[SpecError]
// where the solver cannot take the problem.
func Run(ctx context.Context, s *Spec, progress solve.Progress) (*Report, error) {
	op, err := solve.NewOperator(s.Kernel, s.X)
	if err != nil {
		return nil, bad("kernel", "%v", err)
	}
	p := &solve.Problem{Op: op, Y: s.Y, Penalty: s.Penalty, Nu: s.Nu, TauRidge: s.TauRidge}
	solver, err := s.solver(progress)
	if err != nil {
		return nil, err
	}
	for i, tau := range s.Tau {
		p.Tau = tau
		if err := solver.Check(p); err != nil {
			return nil, refused(solver, *p, i, err)
		}
	}
	report := &Report{Solver: s.Solver, Version: version()}
	if report.TauMax, err = tauMax(ctx, p); err != nil {
		return nil, err
	}
	sols := make([]*solve.Solution, len(s.Tau))
	for i, tau := range s.Tau {
		p.Tau = tau
		sols[i], err = solver.Solve(ctx, p, nil)
		if _, unfinished := errors.AsType[*solve.Unfinished](err); err != nil && !unfinished {
			return nil, err
		}
	}
	largest := 0.0
	for _, sol := range sols {
		largest = max(largest, sol.NormScale)
	}
	for i, sol := range sols {
		entry, err := newEntry(op, s, s.Tau[i], sol, largest)
		if err != nil {
			return nil, err
		}
		report.Solutions = append(report.Solutions, entry)
	}
	return report, nil
}

// tauMaxTol is about all that rounding allows: tau_max is a result of its own here,
// whatever the spec's tolerance.
const tauMaxTol = 1e-12

// tauMax is nil where no tau is large enough, where nu = 0 leaves it undefined,
// or where the context ended first.
func tauMax(ctx context.Context, p *solve.Problem) (*float64, error) {
	if p.Nu == 0 {
		return nil, nil
	}
	at, err := solve.TauMax(ctx, p, tauMaxTol)
	if ctx.Err() != nil || math.IsInf(at.Tau, 1) {
		return nil, nil
	}
	return &at.Tau, err
}

func newEntry(op *solve.Operator, s *Spec, tau float64, sol *solve.Solution, largest float64) (Entry, error) {
	e := Entry{
		Tau: tau, Status: sol.Status, Objective: sol.Objective, Dual: known(sol.Dual), RelGap: known(sol.RelGap),
		Certified: sol.Certified(), Residual: known(sol.Residual), Certain: sol.Certain,
		RawNorms: sol.RawNorms, Train: sol.Fitted, NormSq: sol.NormSq, Iterations: sol.Iterations, Seconds: sol.Seconds,
		ActiveGroups: []int{}, Norms: make([]float64, len(sol.RawNorms)),
	}
	for g, members := range sol.Groups {
		e.Ratios = append(e.Ratios, known(sol.Ratios[g]))
		if solve.Out(sol.Ratios[g], groupNorm(sol.RawNorms, members), largest) {
			continue
		}
		e.ActiveGroups = append(e.ActiveGroups, g)
		for _, a := range members {
			e.Norms[a] = sol.RawNorms[a]
		}
	}
	if s.XTest != nil {
		var err error
		if e.Test, err = op.Predict(sol.Alpha, sol.B, s.XTest); err != nil {
			return e, err
		}
	}
	if s.Coefficients {
		e.Alpha = sol.Alpha
		n, _ := sol.B.Dims()
		for i := range n {
			e.B = append(e.B, mat.Row(nil, i, sol.B))
		}
	}
	return e, nil
}

// known is nil for NaN.
func known(v float64) *float64 {
	if math.IsNaN(v) {
		return nil
	}
	return &v
}

func groupNorm(norms []float64, members []int) float64 {
	var sum float64
	for _, a := range members {
		sum += norms[a] * norms[a]
	}
	return math.Sqrt(sum)
}

func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
