//go:build !portable

package identity

import "github.com/nvsd-kernel/nvsd-kernel/internal/repl"

// Arithmetic names the arithmetic of the program, and ArithmeticMeans its consequence for the
// digits: go build alone lets the processor choose the rounding.
const (
	Arithmetic      = repl.Native
	ArithmeticMeans = ": last digits are those of this processor (make build takes one that all have)"
)
