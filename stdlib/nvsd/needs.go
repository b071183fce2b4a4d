package nvsd

import (
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/search"
)

// Needs are the number of bytes of memory that a computation takes at most, and about the number of seconds on one
// processor. It prints them in a phrase.
type Needs = problem.Needs

// Needs returns the needs of a path of taus fits on n rows of d inputs, and where folds is not 0 its cross-validation in so
// many folds with it:
//
//	fmt.Println(spec.Needs(train.N(), train.D(), 50, 0))
//
// It follows from these numbers, the kernel, the features and the solver, and not from the data. The memory is an upper
// bound, mostly within a factor of 2.5 of what is taken; the time is right within a factor of three or so.
func (s Spec) Needs(n, d, taus, folds int) Needs { return problem.Spec(s).Needs(n, d, taus, folds) }

// NeedsAt returns the needs of fits at so many given taus, which need no tau_max: see [Spec.PathAt].
func (s Spec) NeedsAt(n, d, taus int) Needs { return problem.Spec(s).NeedsAt(n, d, taus) }

// Needs returns the needs of Find on n rows of d inputs, as [Spec.Needs] does.
func (plan FindPlan) Needs(n, d int) Needs { return search.FindPlan(plan).Needs(n, d) }

// NeedsIn returns the needs of FindIn on a Stream, as far as the number of its rows is known.
func (plan FindPlan) NeedsIn(s *data.Stream) Needs { return search.FindPlan(plan).NeedsIn(s) }
