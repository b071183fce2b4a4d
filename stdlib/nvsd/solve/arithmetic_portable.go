//go:build portable

package solve

import (
	"gonum.org/v1/gonum/blas/blas64"

	"github.com/nvsd-kernel/nvsd-kernel/internal/blas"
)

// What install/portable builds has gonum without its assembly. These loops are faster than either and
// give the same bits everywhere.
func init() { blas64.Use(blas.Implementation{}) }
