package fit

import (
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// A method is a solver that a spec names, with the options of the spec.
type method struct {
	name string
	make func(s *Spec, progress solve.Progress) solve.Solver
}

func (m method) String() string { return m.name }

func methods() []method {
	return []method{
		{"dual", func(s *Spec, to solve.Progress) solve.Solver {
			return solve.Dual{Tol: s.Tol, MaxIter: s.MaxIter, Progress: to}
		}},
		{"newton", func(s *Spec, to solve.Progress) solve.Solver {
			return solve.Newton{Tol: s.Tol, MaxIter: s.MaxIter, Progress: to}
		}},
		{"admm", func(s *Spec, to solve.Progress) solve.Solver {
			return solve.ADMM{Tol: s.Tol, MaxIter: s.MaxIter, Progress: to}
		}},
		{"denovas", func(s *Spec, to solve.Progress) solve.Solver {
			return solve.DENOVAS{Tol: s.Tol, MaxIter: s.MaxIter, Progress: to}
		}},
		{"aistats", func(s *Spec, to solve.Progress) solve.Solver {
			return solve.AISTATS{Tol: s.Tol, MaxIter: s.MaxIter, Progress: to}
		}},
	}
}

// solver returns the solver that the spec names.
func (s *Spec) solver(progress solve.Progress) (solve.Solver, error) {
	all := methods()
	i := slices.IndexFunc(all, func(m method) bool { return m.name == s.Solver })
	if i < 0 {
		return nil, bad("solver", "%q: the solvers are %s", s.Solver, list(all))
	}
	return all[i].make(s, progress), nil
}

// refused returns the error of the i-th problem, which the solver does not take. It names the
// field that is the reason, and the solvers that take the problem.
func (s *Spec) refused(solver solve.Solver, p solve.Problem, i int, err error) error {
	say := reason(err)
	able := slices.DeleteFunc(methods(), func(m method) bool { return m.make(s, nil).Check(&p) != nil })
	if len(able) > 0 {
		say += " (solvers that take it: " + list(able) + ")"
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
