//go:build portable

package main

// arithmetic says how the program rounds: install/portable has built it, for the same bits everywhere.
const (
	arithmetic      = "portable"
	arithmeticMeans = ": the same digits on every processor"
)
