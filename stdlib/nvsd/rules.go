package nvsd

import "github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"

// A SelectionRule is a rule that proposes sets of inputs along a path.
type SelectionRule = choose.SelectionRule

const (
	// ExactZeros proposes, at every tau, the inputs whose derivative norm is not
	// exactly 0.
	ExactZeros = choose.ExactZeros
	// Ranked proposes, at some taus, the k inputs of largest derivative norm per standard
	// deviation. At eight taus, spread evenly over those at which inputs are in, it tries
	// k = 1, ..., 8, 10, 12, 15, 20, 30, ... up to the number of inputs that are in. Then
	// it tries the k between these at the best tau and its two neighbours, as long as
	// this gives new sets. Every column is ranked by itself, so a group or the levels of a
	// categorical input may be divided; RankedGroups does not divide them.
	Ranked = choose.Ranked
	// RankedGroups is Ranked with whole groups in place of single inputs: it proposes the k
	// groups of largest sqrt(sum_{a in g} u_a^2), with u_a per standard deviation. The groups
	// are those of the penalty if any has several inputs, and otherwise the columns of each
	// categorical input; every other input is a group. The refit ARD may divide them again,
	// as it gives every column a width of its own.
	RankedGroups = choose.RankedGroups
	// ADMMZeros proposes, at every tau, the inputs whose part of ADMM's split
	// gradients is not exactly 0, as in UAI 2018, section 4.3. It is for a path that was
	// fitted by solve.ADMM. If that was stopped early, the selection depends on its
	// MaxIter.
	ADMMZeros = choose.ADMMZeros
)

// TopK proposes exactly the k inputs that come first in the ranking of every tau. The
// criterion chooses the tau:
//
//	m, err := path.Select(ctx, nvsd.ByLeaveOneOut(), nvsd.TopK(5))
//
// If fewer inputs are in at a tau, those that come in at smaller taus follow.
func TopK(k int) SelectionRule {
	return choose.TopK(k)
}
