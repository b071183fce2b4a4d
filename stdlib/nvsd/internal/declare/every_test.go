package declare

import (
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/shipped"
)

// TestEveryTypeIsDeclared: each kernel of package kern and each penalty of package penalty is a row
// of a table, or an exception that is named here.
func TestEveryTypeIsDeclared(t *testing.T) {
	var k, p []any
	for _, row := range kernels() {
		k = append(k, row.value)
	}
	for _, row := range penalties() {
		p = append(p, row.value)
	}
	shipped.Kernels(t, "../../kern", k,
		"composite", "dotComposite", "isotropicComposite", // the types of Sum and Product, whose rows are theirs
		"isotropicFunction", "dotFunction", "fromEval") // hold the code of a function
	shipped.Penalties(t, "../../penalty", p, "separable", "wrapped") // hold code
}
