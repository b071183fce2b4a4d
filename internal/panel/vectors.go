package panel

// Dot returns the inner product of x and y, which has the length of x at least.
// Sixteen running sums have every sixteenth term each, so that the order of the
// additions depends on the length alone.
func Dot(x, y []float64) float64 {
	if len(x) == 0 {
		return 0
	}
	return dot(x, y[:len(x)])
}

// Axpy adds alpha x to y, which has the length of x at least. They are the same or do not overlap.
func Axpy(alpha float64, x, y []float64) {
	if len(x) == 0 {
		return
	}
	axpy(alpha, x, y[:len(x)])
}
