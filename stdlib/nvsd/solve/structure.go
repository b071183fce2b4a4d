package solve

// DotProduct is a kernel k(x, z) = kappa(<x, z>). Knowing it, an [Operator]
// forms products with all second derivatives in O(n^2 d) time and O(n^2 + n d)
// memory.
type DotProduct interface {
	Kernel
	// AtDot returns kappa and its first two derivatives at s = <x, z>.
	AtDot(s float64) (k, k1, k2 float64)
}

// Isotropic is a kernel k(x, z) = kappa(||x - z||^2 / 2), with the same fast
// products as [DotProduct].
type Isotropic interface {
	Kernel
	// AtHalfSquare returns kappa and its first two derivatives at s = ||x - z||^2 / 2.
	AtHalfSquare(s float64) (k, k1, k2 float64)
}

// A kernel with a Check method is asked before it is used; the error says what
// is wrong with its parameters.
type checker interface{ Check() error }
