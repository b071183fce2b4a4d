package nvsd

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

// A Refit says which kernel a kernel ridge regression uses: the one on the selected
// inputs, and [Spec.Ridge] on all of them. The zero value is BestWidth.
type Refit string

const (
	// BestWidth chooses the width together with nu, by the criterion that chooses the
	// inputs, among 4, 2, 1, 1/2 and 1/4 times the median distance between two rows of the
	// inputs in use, as they are scaled; in a fold, between two of the rows that it
	// trains on. (Where half of the distances are 0, as with one binary input, it is the
	// root mean square distance.) How a kernel takes a width is said at
	// [kern.WithWidth]; a kernel that has none, such as a polynomial, keeps itself.
	//
	// The width of all inputs is too large for the few that are selected, and the loss
	// is the larger the fewer they are.
	BestWidth Refit = "best width"
	// KeepKernel keeps the kernel of the selecting fit, as JMLR 2013, section 6.
	KeepKernel Refit = "keep kernel"
	// NewWidth resolves the kernel's width rule again, on the selected inputs.
	NewWidth Refit = "new width"
	// ARD gives every input a width of its own (automatic relevance determination), by the
	// evidence: the marginal likelihood of the targets under the Gaussian process of the
	// kernel. It starts from the norms of the path, climbs on the inputs that the criterion
	// chose and a few more, and on all of them; it then leaves out the inputs that are not
	// worth their price, and lets in those that the residuals depend on. Package evidence
	// has the formulas. The inputs that remain are the selected ones, which may be others
	// than the criterion's, and nu is that of the evidence; Selection.Evidence tells what
	// each input is worth. Where one width on them, or the same widths two or four times
	// as large, predict better by 1.5 standard errors of the difference, the model has
	// these and their nu: a function that is nearly a polynomial is such a case. The kernel must be one of distances: Gaussian, RationalQuadratic
	// or Matern.
	//
	// The error of such a model by leave-one-out or validation is that of its last
	// regression; by cross-validation all is done anew in every fold. [Spec.Ridge] with
	// this refit chooses one width, as BestWidth.
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

// widthFactors are what the median distance is multiplied by. Of equal errors the first
// wins: the widest. Without 4, polynomials are learned markedly worse; 8 adds nothing.
var widthFactors = []float64{4, 2, 1, 0.5, 0.25}

// refitKernels returns the kernels that a ridge regression on the scaled inputs Z
// chooses from, resolved.
func (ds *design) refitKernels(Z *mat.Dense) ([]kern.Kernel, error) {
	switch ds.spec.Refit {
	case NewWidth:
		k, err := kern.Resolve(ds.spec.Kernel, Z)
		if err != nil {
			return nil, badArgument("Spec.Kernel", "%w", err)
		}
		return []kern.Kernel{k}, nil
	case "", BestWidth, ARD:
		k, wide, err := kern.WithWidth(ds.spec.Kernel, typical{}, Z)
		if err != nil {
			return nil, badArgument("Spec.Kernel", "%w", err)
		}
		if !wide {
			break
		}
		if ds.spec.Refit == ARD { // which looks for widths later
			return []kern.Kernel{k}, nil
		}
		var kernels []kern.Kernel
		for _, factor := range widthFactors {
			kernels = append(kernels, kern.Widen(k, factor))
		}
		return kernels, nil
	}
	return []kern.Kernel{ds.kernel}, nil
}

// typical is the median distance between two rows, and where that is 0 the root mean
// square distance.
type typical struct{}

func (typical) String() string { return "median or root mean square distance" }

func (typical) On(X mat.Matrix) (float64, error) {
	if width, err := kern.MedianDistance.On(X); err == nil {
		return width, nil
	}
	_, d := X.Dims()
	sum := 0.0
	for a := range d {
		sum += 2 * stat.Variance(mat.Col(nil, a, X), nil)
	}
	return kern.Sigma(math.Sqrt(sum)).On(X)
}
