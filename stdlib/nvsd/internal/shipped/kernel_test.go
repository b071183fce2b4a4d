package shipped

import (
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

// TestEveryKernel: the table has every type of kernel but those that hold code.
func TestEveryKernel(t *testing.T) {
	Kernels(t, "../../kern", EveryKernel(3, kern.Sigma(1)), "isotropicFunction", "dotFunction", "fromEval")
}
