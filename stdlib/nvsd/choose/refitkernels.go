package choose

import (
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"gonum.org/v1/gonum/mat"
)

// widthFactors are the factors of the median distance. Of equal errors the first one wins,
// which is the widest. Without 4, polynomials are learned markedly worse; 8 adds nothing.
var widthFactors = []float64{4, 2, 1, 0.5, 0.25}

// refitKernels returns the kernels that a ridge regression on the scaled inputs Z
// chooses from, resolved.
func refitKernels(ds *problem.Design, Z *mat.Dense) ([]kern.Kernel, error) {
	switch ds.Spec.Refit {
	case problem.NewWidth:
		k, err := kern.Resolve(ds.Spec.Kernel, ds.Weighed(Z))
		if err != nil {
			return nil, refusal.BadArgument("Spec.Kernel", "%w", err)
		}
		return []kern.Kernel{k}, nil
	case "", problem.BestWidth, problem.ARD:
		k, wide, err := kern.WithWidth(ds.Spec.Kernel, kern.MedianDistance, ds.Weighed(Z))
		if err != nil {
			return nil, refusal.BadArgument("Spec.Kernel", "%w", err)
		}
		if !wide {
			break
		}
		if ds.Spec.Refit == problem.ARD { // looks for widths later
			return []kern.Kernel{k}, nil
		}
		var kernels []kern.Kernel
		for _, factor := range widthFactors {
			kernels = append(kernels, kern.Widen(k, factor))
		}
		return kernels, nil
	}
	return []kern.Kernel{ds.Kernel}, nil
}
