package nvsd

import (
	"fmt"
)

// A Refit says which kernel a kernel ridge regression has, both on the selected inputs and
// in [Spec.Ridge] on all inputs. The zero value is BestWidth.
type Refit string

const (
	// BestWidth chooses the width together with nu, by the criterion that chooses the
	// inputs. It chooses among 4, 2, 1, 1/2 and 1/4 times the median distance between two
	// training rows of the scaled inputs in use ([kern.MedianDistance]); in a fold, between
	// two of its training rows. [kern.WithWidth] says how a kernel takes a width. A kernel
	// without a width, such as a polynomial, stays as it is.
	//
	// The width for all inputs is too large for the few that are selected, and the fewer
	// they are the worse it predicts.
	BestWidth Refit = "best width"
	// KeepKernel keeps the kernel of the selecting fit, as in JMLR 2013, section 6.
	KeepKernel Refit = "keep kernel"
	// NewWidth resolves the kernel's width rule again, on the selected inputs.
	NewWidth Refit = "new width"
	// ARD gives every input a width of its own (automatic relevance determination), by the
	// evidence: the marginal likelihood of the targets under the Gaussian process of the
	// kernel. The search starts from the norms of the path. It climbs on the inputs that
	// the criterion chose and a few more, and on all inputs. Then it leaves out the inputs
	// that are not worth their price, and lets in those that the residuals depend on.
	// Package evidence has the formulas. The inputs that remain are the selected ones; they
	// may differ from the criterion's. nu is that of the evidence, and Selection.Evidence
	// has the worth of each input.
	//
	// One width on these inputs, or the same widths two or four times as large, may predict
	// better by 1.5 standard errors of the difference; the model then has these widths and
	// their nu. A function that is nearly a polynomial is such a case. The kernel must be
	// one of distances: Gaussian, RationalQuadratic or Matern.
	//
	// The leave-one-out or validation error of such a model is that of its last regression.
	// Cross-validation repeats everything in every fold. [Spec.Ridge] with this refit
	// chooses one width, as with BestWidth.
	ARD Refit = "width for each input"
)

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

// check reports a refit that is not one of the choices.
func (r Refit) check() error {
	switch r {
	case "", BestWidth, KeepKernel, NewWidth, ARD:
		return nil
	}
	return badArgument("Spec.Refit", "there is no refit %q: give nvsd.BestWidth, nvsd.KeepKernel, nvsd.NewWidth or nvsd.ARD", string(r))
}
