// Package procedure is the default procedure of variable selection on a file: a table of
// comma-separated numbers in, the inputs that matter, their ranking and predictions out. It
// is what `nvsd-kernel select` does, and docs/select.md states it field by field.
//
// The inputs are proposed by a path of penalised fits and chosen, each with a width of its
// own, by the evidence; see [nvsd.ARD].
package procedure

import (
	"fmt"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// What decides the numbers: those of the Spec, and how many folds there are.
const (
	nu    = 0.01
	tol   = 0.01 // of the path, which proposes and does not decide
	taus  = 12
	folds = 5
	rule  = nvsd.Ranked
)

// Spec is that of the procedure.
func Spec() nvsd.Spec {
	return nvsd.Spec{
		Kernel:  kern.Gaussian{Width: kern.MedianDistance},
		Penalty: penalty.Lasso{},
		Nu:      nvsd.Fixed(nu),
		Refit:   nvsd.ARD,
		Tol:     tol,
	}
}

// inGo is the procedure as the text of a cell.
func (r *Request) inGo() string {
	by := "nvsd.ByLeaveOneOut()"
	if r.Criterion == CrossValidation {
		by = fmt.Sprintf("nvsd.ByCrossValidation(nvsd.KFold(%d, %d))", folds, r.Seed)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "train := data.CSV(%q, %s)\n", r.Train.Name, r.optionsInGo())
	fmt.Fprintf(&b, "spec := nvsd.Spec{\n\tKernel:  kern.Gaussian{Width: kern.MedianDistance},\n\tPenalty: penalty.Lasso{},\n\tNu:      nvsd.Fixed(%v),\n\tRefit:   nvsd.ARD,\n\tTol:     %v,\n}\n", nu, tol)
	if r.Null > 0 {
		fmt.Fprintf(&b, "null := spec.PermutedTarget(train, %d, %s, nvsd.Ranked, nvsd.NullPlan{Repeats: %d, Seed: %d})\nmodel := null.Model\n", taus, by, r.Null, r.Seed)
	} else {
		fmt.Fprintf(&b, "path := spec.Path(train, %d)\nmodel := path.Select(%s, nvsd.Ranked)\n", taus, by)
	}
	return b.String() + "model\n"
}
