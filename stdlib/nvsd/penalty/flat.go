package penalty

// Flat returns the inputs along which P has slope 0 at 0: P(h e_a)/h falls with h, as it does
// for squares. The prox makes no such norm exactly 0, whatever its step, so that a fit leaves
// none of these inputs out. It is decided by two values for each input, at 1e-6 and at 1e-9 of
// scale, which holds the size that norms may have, one > 0 for each. A slope at 0 that is
// below some 1e-7 of the slope at scale counts as 0.
func Flat(p Penalty, scale []float64) (inputs []int) {
	const (
		large, small = 1e-6, 1e-9
		fallen       = 0.1
	)
	u := make([]float64, len(scale))
	zero := p.Value(u)
	for a, size := range scale {
		slope := func(part float64) float64 {
			clear(u)
			u[a] = part * size
			return (p.Value(u) - zero) / u[a]
		}
		if slope(small) <= fallen*slope(large) {
			inputs = append(inputs, a)
		}
	}
	return inputs
}
