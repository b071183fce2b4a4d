//go:build portable

package solve

import (
	"gonum.org/v1/gonum/blas/blas64"

	"github.com/nvsd-kernel/nvsd-kernel/internal/blas"
)

// What install/portable builds has gonum without its assembly. These loops give the same bits everywhere,
// and take as long as the assembly or less, but for a few sizes.
func init() { blas64.Use(blas.Implementation{}) }
