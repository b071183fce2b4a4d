package kern

// Parts returns the parts of a [Sum] or [Product] k, and whether they are multiplied.
// It returns nil for any other kernel.
func Parts(k Kernel) (parts []Kernel, product bool) {
	var c composite
	switch k := k.(type) {
	case composite:
		c = k
	case dotComposite:
		c = k.composite
	case isotropicComposite:
		c = k.composite
	default:
		return nil, false
	}
	_, product = c.op.(multiplication)
	return append([]Kernel(nil), c.parts...), product
}
