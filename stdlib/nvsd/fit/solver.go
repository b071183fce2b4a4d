package fit

import (
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/declare"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// solver returns the solver that the spec names.
func (s *Spec) solver(progress solve.Progress) (solve.Solver, error) {
	return declare.NewSolver(s.Solver, s.Tol, s.MaxIter, s.Options, progress)
}

// refused returns the error of the i-th problem, which the solver does not take. It names the
// field that is the reason, and the solvers that take the problem.
func (s *Spec) refused(solver solve.Solver, p solve.Problem, i int, err error) error {
	say := reason(err)
	able := slices.DeleteFunc(declare.SolverNames(), func(name string) bool {
		other, err := declare.NewSolver(name, s.Tol, s.MaxIter, nil, nil)
		return err != nil || other.Check(&p) != nil
	})
	if len(able) > 0 {
		say += " (solvers that take it: " + strings.Join(able, ", ") + ")"
	}
	taken := func(change func(*solve.Problem)) bool {
		other := p
		change(&other)
		return solver.Check(&other) == nil
	}
	switch {
	case taken(func(p *solve.Problem) { p.Nu = 1 }):
		return bad("nu", "%s", say)
	case taken(func(p *solve.Problem) { p.Tau = 1 }):
		return badCell("tau", i, -1, "%s", say)
	case taken(func(p *solve.Problem) { p.Nu, p.Tau, p.Penalty = 1, 1, penalty.Lasso{} }):
		return bad("penalty", "%s", say)
	}
	return bad("solver", "%s", say)
}
