//go:build !portable

package identity

import "github.com/nvsd-kernel/nvsd-kernel/internal/repl"

// Arithmetic says how the program rounds, and ArithmeticMeans what that is for its digits: go build alone lets the processor choose.
const (
	Arithmetic      = repl.Native
	ArithmeticMeans = ": last digits are those of this processor (make build takes one that all have)"
)
