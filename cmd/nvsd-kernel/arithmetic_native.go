//go:build !portable

package main

import "github.com/nvsd-kernel/nvsd-kernel/internal/repl"

// arithmetic says how the program rounds: go build alone lets the processor choose.
const (
	arithmetic      = repl.Native
	arithmeticMeans = ": last digits are those of this processor (make build takes one that all have)"
)
