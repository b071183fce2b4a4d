package solve

import "github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"

// DotProduct is a kernel k(x, z) = kappa(<x, z>). Knowing it, an [Operator]
// forms products with all second derivatives in O(n^2 d) time and O(n^2 + n d)
// memory.
type DotProduct interface {
	Kernel
	trait.DotProduct
}

// Isotropic is a kernel k(x, z) = kappa(||x - z||^2 / 2), with the same fast
// products as [DotProduct].
type Isotropic interface {
	Kernel
	trait.Isotropic
}

// Stretched is a kernel k(x, z) = k0(x/w, z/w), every input with a length scale
// of its own. What an [Operator] knows of the structure of k0 serves k as well.
type Stretched interface {
	Kernel
	trait.Stretched
}
