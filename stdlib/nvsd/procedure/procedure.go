// Package procedure is the default procedure of variable selection on a file. It reads a table
// of comma-separated numbers, and returns the inputs that matter, their ranking and
// predictions, as `nvsd-kernel select` does. docs/select.md states the answer field by field.
//
// A path of penalised fits proposes the inputs, and the evidence chooses among them, each with
// a width of its own; see [nvsd.ARD].
package procedure

import (
	"fmt"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// What decides the numbers: the settings of the Spec, and the number of folds.
const (
	nu    = 0.01
	tol   = 0.01 // of the path, which only proposes
	taus  = 12
	folds = 5
	rule  = nvsd.Ranked
)

// Spec returns the Spec of the procedure.
func Spec() nvsd.Spec {
	return nvsd.Spec{
		Kernel:  kern.Gaussian{Width: kern.MedianDistance},
		Penalty: penalty.Lasso{},
		Nu:      nvsd.Fixed(nu),
		Refit:   nvsd.ARD,
		Tol:     tol,
	}
}

// inGo returns the procedure as the text of a cell.
func (r *Request) inGo() string {
	by := "nvsd.ByLeaveOneOut()"
	if r.Criterion == CrossValidation {
		by = fmt.Sprintf("nvsd.ByCrossValidation(nvsd.KFold(%d, %d))", folds, r.Seed)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "train := %s\n", r.readInGo())
	fmt.Fprintf(&b, "spec := nvsd.Spec{\n\tKernel:  kern.Gaussian{Width: kern.MedianDistance},\n\tPenalty: penalty.Lasso{},\n\tNu:      nvsd.Fixed(%v),\n\tRefit:   nvsd.ARD,\n\tTol:     %v,\n}\n", nu, tol)
	if r.Null > 0 {
		fmt.Fprintf(&b, "null := spec.PermutedTarget(train, %d, %s, nvsd.Ranked, nvsd.NullPlan{Repeats: %d, Seed: %d})\nmodel := null.Model\n", taus, by, r.Null, r.Seed)
	} else {
		fmt.Fprintf(&b, "path := spec.Path(train, %d)\nmodel := path.Select(%s, nvsd.Ranked)\n", taus, by)
	}
	return b.String() + "model\n"
}
