package exact

import "github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"

// A Profile is kappa of a kernel kappa(<x, z>) or kappa(||x-z||^2/2), with its first
// two derivatives.
type Profile func(s Double) (value, first, second Double)

// ProfileOf returns the profile of a kernel of package kern that has one, and whether
// it is one of ||x-z||^2/2. It is nil for a kernel that is not known: such as one
// with a function from elsewhere in it, whose values are float64.
func ProfileOf(k any) (p Profile, radial bool) {
	if p := dotProfile(k); p != nil {
		return p, false
	}
	if p := radialProfile(k); p != nil {
		return p, true
	}
	return nil, false
}

func dotProfile(k any) Profile {
	switch k := k.(type) {
	case kern.Linear:
		return func(s Double) (value, first, second Double) { return s, Of(1), Double{} }
	case kern.Polynomial:
		return polynomial(k)
	case kern.Constant:
		return constant(k)
	case kern.Kernel:
		return composed(k, dotProfile)
	}
	return nil
}

func radialProfile(k any) Profile {
	switch k := k.(type) {
	case kern.Constant:
		return constant(k)
	case kern.Gaussian:
		if sigma, ok := k.Width.(kern.Sigma); ok {
			return gaussian(float64(sigma))
		}
	case kern.Matern52:
		return maternOf(2, k.Width)
	case kern.Matern72:
		return maternOf(3, k.Width)
	case kern.Matern92:
		return maternOf(4, k.Width)
	case kern.RationalQuadratic:
		if sigma, ok := k.Width.(kern.Sigma); ok {
			return rationalQuadratic(float64(sigma), k.Shape)
		}
	case kern.Kernel:
		return composed(k, radialProfile)
	}
	return nil
}

// composed is the profile of a sum or product, where of knows those of all parts.
func composed(k kern.Kernel, of func(any) Profile) Profile {
	parts, product := kern.Parts(k)
	if len(parts) == 0 {
		return nil
	}
	profiles := make([]Profile, len(parts))
	for i, part := range parts {
		profiles[i] = of(part)
		if profiles[i] == nil {
			return nil
		}
	}
	return func(s Double) (value, first, second Double) {
		value, first, second = profiles[0](s)
		for _, p := range profiles[1:] {
			v, f, g := p(s)
			if product {
				second = second.Mul(v).Add(first.Mul(f).scale(1)).Add(value.Mul(g))
				first = first.Mul(v).Add(value.Mul(f))
				value = value.Mul(v)
			} else {
				value, first, second = value.Add(v), first.Add(f), second.Add(g)
			}
		}
		return value, first, second
	}
}

func constant(k kern.Constant) Profile {
	return func(Double) (value, first, second Double) { return Of(k.Value), Double{}, Double{} }
}

func polynomial(k kern.Polynomial) Profile {
	return func(s Double) (value, first, second Double) {
		value = Of(1)
		s = s.Add(Of(k.Offset))
		for range k.Degree {
			second = second.Mul(s).Add(first.scale(1))
			first = first.Mul(s).Add(value)
			value = value.Mul(s)
		}
		return value, first, second
	}
}

// inverseSquare returns 1/x^2.
func inverseSquare(x float64) Double { return Of(1).Div(Of(x).Square()) }

func gaussian(sigma float64) Profile {
	g := inverseSquare(sigma)
	return func(s Double) (value, first, second Double) {
		value = g.Mul(s).Neg().Exp()
		first = g.Mul(value).Neg()
		return value, first, g.Mul(first).Neg()
	}
}

func rationalQuadratic(sigma, shape float64) Profile {
	g := inverseSquare(sigma)
	return func(s Double) (value, first, second Double) {
		x := g.Mul(s).Div(Of(shape))
		base := x.Add(Of(1))
		value = x.Log1p().Times(-shape).Exp()
		first = g.Mul(value).Div(base).Neg()
		return value, first, g.Mul(first).Mul(Sum(shape, 1)).Div(base.Times(shape)).Neg()
	}
}

func maternOf(m int, w kern.Width) Profile {
	sigma, ok := w.(kern.Sigma)
	if !ok {
		return nil
	}
	c := Of(float64(2*m + 1)).Sqrt().Div(Of(float64(sigma)))
	square := c.Square()
	slope := square.Div(Of(float64(2*m - 1)))
	curve := slope.Mul(square).Div(Of(float64(2*m - 3)))
	return func(s Double) (value, first, second Double) {
		t := c.Mul(s.scale(1).Sqrt())
		e := t.Neg().Exp()
		if e.Hi == 0 { // the polynomial may overflow there
			return Double{}, Double{}, Double{}
		}
		// See matern of package kern.
		var M [3]Double
		before, theta, odd := Of(1), Of(1), 1.0
		for k := 0; k <= m; k++ {
			switch k {
			case 0:
			case 1:
				theta = t.Add(Of(1))
			default:
				before, theta = theta, theta.Times(float64(2*k-1)).Add(t.Square().Mul(before))
				odd *= float64(2*k - 1)
			}
			M[0], M[1], M[2] = theta.Div(Of(odd)), M[0], M[1]
		}
		return M[0].Mul(e), slope.Mul(M[1]).Mul(e).Neg(), curve.Mul(M[2]).Mul(e)
	}
}
