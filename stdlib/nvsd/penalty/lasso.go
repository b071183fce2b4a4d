package penalty

// Lasso is P(u) = sum_a u_a (UAI 2018 eq. 3).
type Lasso struct{}

func (Lasso) String() string { return "Lasso" }

// Convex returns true: the penalty is convex.
func (Lasso) Convex() bool { return true }

// Value returns P(u).
func (Lasso) Value(u []float64) float64 {
	var sum float64
	for _, v := range u {
		sum += v
	}
	return sum
}

// Prox sets dst_a = max(0, u_a - t).
func (Lasso) Prox(dst, u []float64, t float64) {
	for a, v := range u {
		dst[a] = max(0, v-t)
	}
}

// Blocks returns the penalty as a sum of block norms: every input is a group of
// weight 1.
func (Lasso) Blocks(d int) (groups [][]int, weights []float64, quad float64) {
	groups, weights = singletons(d)
	return groups, weights, 0
}

func singletons(d int) (groups [][]int, weights []float64) {
	for a := range d {
		groups = append(groups, []int{a})
		weights = append(weights, 1)
	}
	return groups, weights
}
