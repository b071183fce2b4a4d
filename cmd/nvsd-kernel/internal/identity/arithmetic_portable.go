//go:build portable

package identity

import "github.com/nvsd-kernel/nvsd-kernel/internal/repl"

// Arithmetic names the arithmetic of the program, and ArithmeticMeans its consequence for the
// digits: install/portable has built it, for the same bits everywhere.
const (
	Arithmetic      = repl.Portable
	ArithmeticMeans = ": the same digits on every processor"
)
