package choose

import (
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
)

// CheckFeatures reports a choice among ridge regressions that the random features of a Spec cannot make.
func CheckFeatures(s *problem.Spec, by Criterion) error {
	switch {
	case s.Features.IsZero():
		return nil
	case by.LeaveOut:
		return refusal.BadArgument("by", "leaving one out needs the kernel itself, and the Spec has %v in its place: choose by nvsd.ByValidation or nvsd.ByCrossValidation, or leave Features out", s.Features)
	case s.Refit == problem.ARD:
		return refusal.BadArgument("Spec.Refit", "the evidence of nvsd.ARD needs the kernel itself, and the Spec has %v in its place: take another Refit, or leave Features out", s.Features)
	}
	return nil
}
