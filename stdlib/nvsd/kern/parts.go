package kern

// Parts returns the kernels that k was made of by [Sum] or [Product], and
// whether they are multiplied; nil for a kernel that is neither.
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
