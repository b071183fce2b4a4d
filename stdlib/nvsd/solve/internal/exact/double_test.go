package exact

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

const bits = 400

func bigOf(x Double) *big.Float {
	hi, lo := new(big.Float).SetPrec(bits).SetFloat64(x.Hi), new(big.Float).SetPrec(bits).SetFloat64(x.Lo)
	return hi.Add(hi, lo)
}

// near reports whether x is want to 2^-precision of scale.
func near(x Double, want, scale *big.Float, precision int) bool {
	rest := new(big.Float).SetPrec(bits).Sub(bigOf(x), want)
	bound := new(big.Float).SetPrec(bits).Abs(scale)
	bound.SetMantExp(bound, -precision)
	return rest.Abs(rest).Cmp(bound) <= 0
}

func double(t *rapid.T, name string, least, most float64) Double {
	hi := rapid.Float64Range(least, most).Draw(t, name)
	lo := rapid.Float64Range(-0.5, 0.5).Draw(t, name+" low") * (math.Nextafter(math.Abs(hi), math.Inf(1)) - math.Abs(hi))
	return twoSum(hi, lo)
}

func TestArithmetic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := double(t, "x", -1e6, 1e6), double(t, "y", -1e6, 1e6)
		a, b := bigOf(x), bigOf(y)
		is := func(name string, got Double, want *big.Float) {
			if !near(got, want, want, 98) {
				t.Fatalf("%s of %v and %v is %v, want %v", name, x, y, got, want.Text('g', 40))
			}
		}
		fresh := func() *big.Float { return new(big.Float).SetPrec(bits) }
		if got := x.Add(y); !near(got, fresh().Add(a, b), fresh().Add(fresh().Abs(a), fresh().Abs(b)), 104) && !near(got, fresh().Add(a, b), fresh().Add(a, b), 98) {
			t.Fatalf("%v + %v is %v", x, y, got)
		}
		if math.Abs(x.Hi) < 1e-100 || math.Abs(y.Hi) < 1e-100 {
			return
		}
		is("the product", x.Mul(y), fresh().Mul(a, b))
		is("the quotient", x.Div(y), fresh().Quo(a, b))
		is("the root", x.Abs().Sqrt(), fresh().Sqrt(a.Abs(a)))
	})
}

// expOf is e^x by its series.
func expOf(x *big.Float) *big.Float {
	const halvings = 40
	r := new(big.Float).SetPrec(bits).SetMantExp(x, -halvings)
	sum, term := big.NewFloat(1).SetPrec(bits), big.NewFloat(1).SetPrec(bits)
	for i := 1; i < 40; i++ {
		term.Mul(term, r).Quo(term, new(big.Float).SetInt64(int64(i)))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum
}

func TestExpAndLog(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := double(t, "x", -600, 600)
		want := expOf(bigOf(x))
		if got := x.Exp(); !near(got, want, want, 92) {
			t.Fatalf("e^%v is %v, want %v", x, got, want.Text('g', 40))
		}
		back := x.Exp().Log()
		if !near(back, bigOf(x), new(big.Float).SetFloat64(math.Max(1, math.Abs(x.Hi))), 90) {
			t.Fatalf("log of e^%v is %v", x, back)
		}
		small := double(t, "small", 1e-30, 1e-2)
		up := expOf(bigOf(small.Log1p()))
		up.Sub(up, big.NewFloat(1))
		if !near(small, up, up, 90) {
			t.Fatalf("e^log1p(%v) - 1 is %v", small, up.Text('g', 40))
		}
	})
}

func TestSinCosPi(t *testing.T) {
	for _, c := range []struct{ x, sin, cos float64 }{{0, 0, 1}, {0.5, 1, 0}, {-0.5, -1, 0}, {0.25, math.Sqrt2 / 2, math.Sqrt2 / 2}} {
		sin, cos := Of(c.x).SinCosPi()
		if math.Abs(sin.Hi-c.sin) > 1e-15 || math.Abs(cos.Hi-c.cos) > 1e-15 {
			t.Errorf("of pi %v they are %v and %v", c.x, sin, cos)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		x := double(t, "x", -0.5, 0.5)
		sin, cos := x.SinCosPi()
		if rest := sin.Square().Add(cos.Square()).Sub(Of(1)); math.Abs(rest.Hi) > 0x1p-95 {
			t.Fatalf("of pi %v: sin^2 + cos^2 - 1 = %v", x, rest)
		}
		// sin 3t = 3 sin t - 4 sin^3 t
		third := x.Div(Of(3))
		s, _ := third.SinCosPi()
		if rest := s.Times(3).Sub(s.Square().Mul(s).Times(4)).Sub(sin); math.Abs(rest.Hi) > 0x1p-95 {
			t.Fatalf("of pi %v: sin is off by %v", x, rest)
		}
	})
}
