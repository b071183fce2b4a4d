// Package solve minimises the functionals of derivative-based variable
// selection,
//
//	(1/n) ||y - f(X)||^2 + tau P(||d_1 f||_n, ..., ||d_d f||_n) + nu ||f||_H^2,
//
// over a reproducing-kernel Hilbert space H, and certifies what it returns.
package solve

// Kernel is a reproducing kernel with the derivatives that the method needs. One
// that is a [DotProduct] or [Isotropic] besides gets fast products. A method
// Check() error is called before the kernel is used. One whose derivatives are not
// exact says so by Certified() bool; solutions are then Approximate. Package trait
// has these further methods, and finds them. Suspect of package kern looks for
// derivatives that are wrong, as package nvsd does in every path.
type Kernel interface {
	// Eval returns k(x, z).
	Eval(x, z []float64) float64
	// Grad sets dst[a] = d k(x, z) / d x_a; dst has length d.
	Grad(dst, x, z []float64)
	// Mixed sets dst[a*d+b] = d^2 k(x, z) / d x_a d z_b; dst has length d*d.
	Mixed(dst, x, z []float64)
}

// Penalty is a function of the d derivative norms u_a = ||d_a f||_n >= 0,
// nondecreasing in each. It is called by one goroutine at a time. What it does
// wrong is found out only where it is no number or panics: Prox is taken at its
// word, by certificates too. Suspect of package penalty looks for one that is not
// that of Value, and for more that may be wrong, as package nvsd does in every path.
//
// A penalty may say more of itself by further methods, which package trait finds:
// Convex() bool (without it, it counts as nonconvex), Check(d int) error (whether it
// fits d inputs), and Blocks(d int) (groups [][]int, weights []float64, quad float64)
// where it is
// sum_g weights[g] sqrt(sum_{a in g} u_a^2) + quad sum_a u_a^2, which gives
// ratios of groups and, for small problems, a faster finish; nil groups where it
// is not.
type Penalty interface {
	// Value returns P(u).
	Value(u []float64) float64
	// Prox sets dst to the minimiser over r >= 0 of 1/2 ||r-u||^2 + t P(r).
	Prox(dst, u []float64, t float64)
}
