//go:build !portable

package main

// arithmetic says how the program rounds: go build alone lets the processor choose.
const (
	arithmetic      = "native"
	arithmeticMeans = ": last digits are those of this processor (make build takes one that all have)"
)
