package nvsd

import (
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"gonum.org/v1/gonum/mat"
)

// widthFactors are the factors of the median distance. Of equal errors the first one wins,
// which is the widest. Without 4, polynomials are learned markedly worse; 8 adds nothing.
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
		k, wide, err := kern.WithWidth(ds.spec.Kernel, kern.MedianDistance, Z)
		if err != nil {
			return nil, badArgument("Spec.Kernel", "%w", err)
		}
		if !wide {
			break
		}
		if ds.spec.Refit == ARD { // looks for widths later
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
