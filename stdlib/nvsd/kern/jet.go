package kern

import "math"

// A Jet is the value of a function of one number s, with its first and second
// derivatives by s. Arithmetic on jets carries the derivatives along exactly, so
// that a kernel written for jets has all its derivatives:
//
//	func(s kern.Jet) kern.Jet { return s.Times(-2).Exp() } // exp(-2 s)
//
// Methods return a new Jet. As in package math, undefined results are NaN.
type Jet struct {
	Value, First, Second float64
}

// Variable returns s itself at the value v.
func Variable(v float64) Jet { return Jet{v, 1, 0} }

// Const returns the constant c.
func Const(c float64) Jet { return Jet{Value: c} }

// Add returns f + g.
func (f Jet) Add(g Jet) Jet {
	return Jet{f.Value + g.Value, f.First + g.First, f.Second + g.Second}
}

// Sub returns f - g.
func (f Jet) Sub(g Jet) Jet {
	return Jet{f.Value - g.Value, f.First - g.First, f.Second - g.Second}
}

// Mul returns f g.
func (f Jet) Mul(g Jet) Jet {
	return Jet{
		f.Value * g.Value,
		f.First*g.Value + f.Value*g.First,
		f.Second*g.Value + 2*f.First*g.First + f.Value*g.Second,
	}
}

// Div returns f / g.
func (f Jet) Div(g Jet) Jet { return f.Mul(g.Pow(-1)) }

// Plus returns f + c.
func (f Jet) Plus(c float64) Jet { return f.Add(Const(c)) }

// Times returns c f.
func (f Jet) Times(c float64) Jet { return Jet{c * f.Value, c * f.First, c * f.Second} }

// Neg returns -f.
func (f Jet) Neg() Jet { return f.Times(-1) }

// Pow returns f^p. For negative f it is NaN unless p is an integer.
func (f Jet) Pow(p float64) Jet {
	v := f.Value
	// A factor 0 rules out a pole: the derivatives of v^0 and v^1 at 0 are finite.
	slope := func(c, p float64) float64 {
		if c == 0 {
			return 0
		}
		return c * math.Pow(v, p)
	}
	return f.chain(math.Pow(v, p), slope(p, p-1), slope(p*(p-1), p-2))
}

// Sqrt returns the square root of f, which has no derivative at 0: do not write a
// kernel as a function of the distance itself with it.
func (f Jet) Sqrt() Jet { return f.Pow(0.5) }

// Exp returns e^f.
func (f Jet) Exp() Jet {
	e := math.Exp(f.Value)
	return f.chain(e, e, e)
}

// Log returns the natural logarithm of f.
func (f Jet) Log() Jet {
	return f.chain(math.Log(f.Value), 1/f.Value, -1/(f.Value*f.Value))
}

// Sin returns the sine of f.
func (f Jet) Sin() Jet {
	sin, cos := math.Sincos(f.Value)
	return f.chain(sin, cos, -sin)
}

// Cos returns the cosine of f.
func (f Jet) Cos() Jet {
	sin, cos := math.Sincos(f.Value)
	return f.chain(cos, -sin, -cos)
}

// Tanh returns the hyperbolic tangent of f.
func (f Jet) Tanh() Jet {
	tanh, cosh := math.Tanh(f.Value), math.Cosh(f.Value)
	slope := 1 / (cosh * cosh) // 1 - tanh^2 would cancel
	return f.chain(tanh, slope, -2*tanh*slope)
}

// Asin returns the arc sine of f.
func (f Jet) Asin() Jet {
	square := (1 - f.Value) * (1 + f.Value)
	slope := 1 / math.Sqrt(square)
	return f.chain(math.Asin(f.Value), slope, f.Value*slope/square)
}

// chain returns phi(f), for phi with the given value and derivatives there.
func (f Jet) chain(value, first, second float64) Jet {
	return Jet{value, first * f.First, second*f.First*f.First + first*f.Second}
}
