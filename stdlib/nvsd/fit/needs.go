package fit

import (
	"errors"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// Needs returns the memory and the time of the task, without the search for tau_max of all digits, which has no limit.
func (s *Spec) Needs() nvsd.Needs {
	n, d := s.X.Dims()
	nu := nvsd.Fixed(s.Nu)
	if s.TauRidge {
		nu = nvsd.TimesTau(s.Nu)
	}
	spec := nvsd.Spec{Kernel: s.Kernel, Features: s.Features, Penalty: s.Penalty, Nu: nu, Intercept: nvsd.NoIntercept, Tol: s.Tol}
	solver, err := s.solver(nil)
	if err == nil {
		spec.Solver = solver
	}
	return spec.NeedsAt(n, d, len(s.Tau))
}

// fits refuses a kernel whose matrices on the rows of X would not fit in memory, before they are formed and before a rule
// looks for its width in the distances of all pairs of rows.
func (s *Spec) fits(k kern.Kernel) error {
	if !s.Features.IsZero() {
		return nil
	}
	n, d := s.X.Dims()
	return tooLarge(solve.Fits(k, n, d), k)
}

// tooLarge returns the refusal of matrices that would not fit with the ways that a file has, and other errors as they are.
func tooLarge(err error, k kern.Kernel) error {
	big, is := errors.AsType[*solve.MemoryError](err)
	if !is {
		return err
	}
	features := ""
	if solve.HasFeatures(k) {
		features = `, or "features": {"count": 500, "seed": 1}, which need no matrix of the rows`
	}
	return bad("X", "%s; %d rows fit%s; nvsd-kernel select takes tables of any length, and nvsd-kernel select --sample %d draws rows", reason(big), big.Most, features, big.Few())
}
