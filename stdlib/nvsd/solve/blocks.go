package solve

import "math"

// A sum of block norms and squares,
//
//	P(u) = sum_g weights[g] sqrt(sum_{a in groups[g]} u_a^2) + quad sum_a u_a^2,
//
// tells its parts, so that the dual ratio of every group can be reported.
type blockNorms interface {
	Blocks(d int) (groups [][]int, weights []float64, quad float64)
}

// blocksOf returns the parts of a sum of block norms and squares, nil groups
// for any other penalty.
func blocksOf(p Penalty, d int) (groups [][]int, weights []float64, quad float64) {
	if b, ok := p.(blockNorms); ok {
		return b.Blocks(d)
	}
	return nil, nil, 0
}

// blockNorm returns sqrt(sum_{a in members} u_a^2).
func blockNorm(u []float64, members []int) float64 {
	var sum float64
	for _, a := range members {
		sum += u[a] * u[a]
	}
	return math.Sqrt(sum)
}
