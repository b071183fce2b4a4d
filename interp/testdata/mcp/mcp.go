// Package mcp is a penalty as a user would write one: once, for notebooks and
// for compiled programs.
package mcp

import "math"

// Penalty is the minimax concave penalty of Zhang (2010) with the bend at
// Gamma: u - u^2/(2 Gamma) up to there, constant beyond.
type Penalty struct{ Gamma float64 }

// Value is the sum over the norms.
func (p Penalty) Value(u []float64) float64 {
	sum := 0.0
	for _, x := range u {
		x = min(x, p.Gamma)
		sum += x - x*x/(2*p.Gamma)
	}
	return sum
}

// Prox is firm thresholding; where t is beyond the bend it is hard thresholding.
func (p Penalty) Prox(dst, u []float64, t float64) {
	for a, x := range u {
		switch {
		case t >= p.Gamma && x <= math.Sqrt(t*p.Gamma), x <= t && t < p.Gamma:
			dst[a] = 0
		case x >= p.Gamma:
			dst[a] = x
		default:
			dst[a] = (x - t) / (1 - t/p.Gamma)
		}
	}
}

// String is what messages call it.
func (p Penalty) String() string { return "MCP" }
