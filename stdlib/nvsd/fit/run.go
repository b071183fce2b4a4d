package fit

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// Run solves the spec for every tau, and reports in the order of the list. progress may be
// nil. The program that writes the report sets Version.
//
// A tau that does not converge, or whose context ends, is no error: its solution says so, and
// is the best that was found. If the solver cannot take the problem, the error is a
// *[SpecError].
func Run(ctx context.Context, s *Spec, progress solve.Progress) (*Report, error) {
	op, y, err := s.operator(ctx)
	if _, big := errors.AsType[*solve.MemoryError](err); big {
		return nil, tooLarge(err, s.Kernel)
	}
	if err != nil {
		return nil, bad("kernel", "%s", reason(err))
	}
	p := &solve.Problem{Op: op, Y: y, Penalty: s.Penalty, Nu: s.Nu, TauRidge: s.TauRidge, Loss: s.Loss}
	solver, err := s.solver(progress)
	if err != nil {
		return nil, err
	}
	for i, tau := range s.Tau {
		p.Tau = tau
		if err := solver.Check(p); err != nil {
			return nil, s.refused(solver, *p, i, err)
		}
	}
	report := &Report{Solver: s.Solver}
	sols, err := solveAll(ctx, s, p, solver)
	if err != nil {
		return nil, err
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
	return report, report.findTauMax(ctx, s, p)
}

// solveAll solves p for every tau, from the largest down. It begins each one at the solution of
// the last, if that is certified. Otherwise the solution would depend on where the solver
// begins, and so on the list of taus.
func solveAll(ctx context.Context, s *Spec, p *solve.Problem, solver solve.Solver) ([]*solve.Solution, error) {
	order := make([]int, len(s.Tau))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(s.Tau[j], s.Tau[i]) })
	sols := make([]*solve.Solution, len(s.Tau))
	var last *solve.Solution
	for _, i := range order {
		p.Tau = s.Tau[i]
		sol, err := solver.Solve(ctx, p, last)
		if _, unfinished := errors.AsType[*solve.Unfinished](err); err != nil && !unfinished {
			return nil, bad("", "%s", reason(err))
		}
		sols[i], last = sol, nil
		if sol.Certified() {
			last = sol
		}
	}
	return sols, nil
}
