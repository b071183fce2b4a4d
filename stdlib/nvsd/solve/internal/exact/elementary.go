package exact

import "math"

// ln2 is the logarithm of 2.
var ln2 = Double{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56}

// pi is half of a circle's circumference.
var pi = Double{0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53}

// Exp returns e^x, 0 where that is below the float64 of full precision.
func (x Double) Exp() Double {
	const halvings = 6
	switch {
	case math.IsNaN(x.Hi):
		return x
	case x.Hi > 709:
		return Of(math.Inf(1))
	case x.Hi < -680:
		return Double{}
	}
	k := math.Round(x.Hi / ln2.Hi)
	r := x.Sub(ln2.Times(k)).scale(-halvings)
	// e^r - 1, whose square is added in the doublings: 1 + r would lose digits.
	sum, term := r, r
	for i := 2.0; i < 20; i++ {
		term = term.Mul(r).Div(Of(i))
		sum = sum.Add(term)
		if math.Abs(term.Hi) < 0x1p-112*math.Abs(sum.Hi) {
			break
		}
	}
	for range halvings {
		sum = sum.scale(1).Add(sum.Square())
	}
	return sum.Add(Of(1)).scale(int(k))
}

// Log returns the natural logarithm of x > 0, by a step of Newton's method from the
// float64's.
func (x Double) Log() Double {
	y := math.Log(x.Hi)
	if math.IsInf(y, 0) || math.IsNaN(y) {
		return Of(y)
	}
	at := Of(y)
	for range 2 { // the first leaves y^2 rounding
		at = at.Add(x.Mul(at.Neg().Exp())).Sub(Of(1))
	}
	return at
}

// Log1p returns the logarithm of 1 + x, for x > -1/2.
func (x Double) Log1p() Double {
	if math.Abs(x.Hi) > 0x1p-6 {
		return x.Add(Of(1)).Log()
	}
	var sum Double
	for power, i := x, 1.0; i < 20; i++ {
		sum = sum.Add(power.Div(Of(i)))
		power = power.Mul(x).Neg()
	}
	return sum
}

// SinCosPi returns the sine and the cosine of pi x, for |x| <= 1/2.
func (x Double) SinCosPi() (sin, cos Double) {
	// sin and 1 - cos of an eighth, and back by doublings of sin and of 1 - cos.
	const halvings = 4
	r := x.Mul(pi).scale(-halvings)
	square := r.Square()
	term := r
	sin = r
	versine := square.scale(-1)
	small := versine
	for i := 2.0; i < 30; i += 2 {
		term = term.Mul(square).Div(Of(-i * (i + 1)))
		sin = sin.Add(term)
		small = small.Mul(square).Div(Of(-(i + 1) * (i + 2)))
		versine = versine.Add(small)
		if math.Abs(term.Hi) <= 0x1p-112*math.Abs(sin.Hi) && math.Abs(small.Hi) <= 0x1p-112*math.Abs(versine.Hi) {
			break
		}
	}
	for range halvings {
		sin, versine = sin.Mul(Of(1).Sub(versine)).scale(1), sin.Square().scale(1)
	}
	return sin, Of(1).Sub(versine)
}
