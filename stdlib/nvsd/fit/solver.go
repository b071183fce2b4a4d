package fit

import (
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// A method is a solver by its name in a spec, with the spec's options.
type method struct {
	name string
	make func(s *Spec, progress solve.Progress) solve.Solver
}

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
		var names []string
		for _, m := range all {
			names = append(names, m.name)
		}
		return nil, bad("solver", "%q: the solvers are %s", s.Solver, strings.Join(names, ", "))
	}
	return all[i].make(s, progress), nil
}

// refused names the field for which the solver does not take the i-th problem:
// the one without which it would.
func refused(solver solve.Solver, p solve.Problem, i int, err error) error {
	positive := p
	positive.Tau, positive.Nu = 1, 1
	plain := positive
	plain.Penalty = penalty.Lasso{}
	switch {
	case p.Nu == 0 && solver.Check(&positive) == nil:
		return bad("nu", "%v", err)
	case p.Ridge() == 0 && solver.Check(&positive) == nil: // DENOVAS
		return badCell("tau", i, -1, "%v", err)
	case solver.Check(&plain) == nil:
		return bad("penalty", "%v", err)
	}
	return bad("solver", "%v", err)
}
