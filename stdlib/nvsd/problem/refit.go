package problem

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
)

// A Refit is the choice of the kernel of a kernel ridge regression, both on the selected inputs and
// in model.Ridge on all inputs. The zero value is BestWidth.
type Refit string

const (
	// BestWidth chooses the width together with nu, by the criterion that chooses the inputs.
	BestWidth Refit = "best width"
	// KeepKernel keeps the kernel of the selecting fit, as in JMLR 2013, section 6.
	KeepKernel Refit = "keep kernel"
	// NewWidth resolves the kernel's width rule again, on the selected inputs.
	NewWidth Refit = "new width"
	// ARD gives every input a width of its own (automatic relevance determination), by the evidence:
	// the marginal likelihood of the targets under the Gaussian process of the kernel.
	ARD Refit = "width for each input"
)

// String names the refit.
func (r Refit) String() string {
	switch r {
	case "", BestWidth:
		return "kernel width chosen with nu"
	case KeepKernel:
		return "same kernel"
	case NewWidth:
		return "kernel width from the selected inputs"
	case ARD:
		return "kernel width for each input"
	}
	return fmt.Sprintf("Refit(%q)", string(r))
}

// Check reports a refit that is not one of the choices.
func (r Refit) Check() error {
	switch r {
	case "", BestWidth, KeepKernel, NewWidth, ARD:
		return nil
	}
	return refusal.BadArgument("Spec.Refit", "there is no refit %q: give nvsd.BestWidth, nvsd.KeepKernel, nvsd.NewWidth or nvsd.ARD", string(r))
}
