package solve

import "math"

// blockNorm returns sqrt(sum_{a in members} u_a^2).
func blockNorm(u []float64, members []int) float64 {
	var sum float64
	for _, a := range members {
		sum += u[a] * u[a]
	}
	return math.Sqrt(sum)
}
