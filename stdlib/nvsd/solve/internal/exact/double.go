// Package exact evaluates kernels in numbers of twice the digits of a float64, for
// certificates that have to know more than a float64 can hold.
package exact

import "math"

// A Double is the unevaluated sum Hi + Lo of two float64, where Hi is the float64
// nearest to it: some 31 digits. The operations are those of Dekker (1971) and of
// Hida, Li and Bailey (2001); each has a relative error of at most 2^-101, where
// nothing overflows or falls below 1e-290.
type Double struct{ Hi, Lo float64 }

// Of returns x as a Double.
func Of(x float64) Double { return Double{x, 0} }

// Float64 returns the float64 nearest to x.
func (x Double) Float64() float64 { return x.Hi }

// twoSum returns a + b, and its rounding error.
func twoSum(a, b float64) Double {
	s := a + b
	v := s - a
	return Double{s, (a - (s - v)) + (b - v)}
}

// quickTwoSum is twoSum for |a| >= |b|.
func quickTwoSum(a, b float64) Double {
	s := a + b
	return Double{s, b - (s - a)}
}

// twoMul returns a b, and its rounding error.
func twoMul(a, b float64) Double {
	p := a * b
	return Double{p, math.FMA(a, b, -p)}
}

// Sum returns a + b without an error.
func Sum(a, b float64) Double { return twoSum(a, b) }

// Add returns x + y.
func (x Double) Add(y Double) Double {
	s, t := twoSum(x.Hi, y.Hi), twoSum(x.Lo, y.Lo)
	s = quickTwoSum(s.Hi, s.Lo+t.Hi)
	return quickTwoSum(s.Hi, s.Lo+t.Lo)
}

// Neg returns -x.
func (x Double) Neg() Double { return Double{-x.Hi, -x.Lo} }

// Sub returns x - y.
func (x Double) Sub(y Double) Double { return x.Add(y.Neg()) }

// Mul returns x y.
func (x Double) Mul(y Double) Double {
	p := twoMul(x.Hi, y.Hi)
	return quickTwoSum(p.Hi, p.Lo+(x.Hi*y.Lo+x.Lo*y.Hi))
}

// Times returns x y.
func (x Double) Times(y float64) Double {
	p := twoMul(x.Hi, y)
	return quickTwoSum(p.Hi, p.Lo+x.Lo*y)
}

// Div returns x / y.
func (x Double) Div(y Double) Double {
	q := x.Hi / y.Hi
	if math.IsInf(q, 0) || math.IsNaN(q) || math.IsInf(y.Hi, 0) {
		return Of(q)
	}
	r := x.Sub(y.Times(q))
	second := r.Hi / y.Hi
	r = r.Sub(y.Times(second))
	return quickTwoSum(q, second).Add(Of(r.Hi / y.Hi))
}

// Sqrt returns the root of x, which is 0 for an x below 0.
func (x Double) Sqrt() Double {
	if x.Hi <= 0 {
		return Double{}
	}
	root := math.Sqrt(x.Hi)
	rest := x.Sub(twoMul(root, root))
	return quickTwoSum(root, rest.Hi/(2*root))
}

// Abs returns |x|.
func (x Double) Abs() Double {
	if x.Hi < 0 {
		return x.Neg()
	}
	return x
}

// Square returns x^2.
func (x Double) Square() Double { return x.Mul(x) }

// scale returns x 2^k.
func (x Double) scale(k int) Double { return Double{math.Ldexp(x.Hi, k), math.Ldexp(x.Lo, k)} }

// Product returns a b without an error.
func Product(a, b float64) Double { return twoMul(a, b) }

// Inner returns <x, y>.
func Inner(x, y []Double) Double {
	var sum Double
	for i, v := range x {
		sum = sum.Add(v.Mul(y[i]))
	}
	return sum
}

// Total returns the sum of x.
func Total(x []Double) Double {
	var sum Double
	for _, v := range x {
		sum = sum.Add(v)
	}
	return sum
}
