//go:build portable

package identity

import "github.com/nvsd-kernel/nvsd-kernel/internal/repl"

// Arithmetic says how the program rounds, and ArithmeticMeans what that is for its digits: install/portable has built it, for the same bits everywhere.
const (
	Arithmetic      = repl.Portable
	ArithmeticMeans = ": the same digits on every processor"
)
