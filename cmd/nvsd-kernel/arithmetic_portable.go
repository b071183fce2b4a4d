//go:build portable

package main

import "github.com/nvsd-kernel/nvsd-kernel/internal/repl"

// arithmetic says how the program rounds: install/portable has built it, for the same bits everywhere.
const (
	arithmetic      = repl.Portable
	arithmeticMeans = ": the same digits on every processor"
)
