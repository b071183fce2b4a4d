package kern_test

import (
	"math"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

// TestJets holds every method to differences of its value.
func TestJets(t *testing.T) {
	for name, c := range map[string]struct {
		jet   func(s kern.Jet) kern.Jet
		value func(s float64) float64
	}{
		"Add":   {func(s kern.Jet) kern.Jet { return s.Add(s.Mul(s)) }, func(s float64) float64 { return s + s*s }},
		"Sub":   {func(s kern.Jet) kern.Jet { return s.Sub(s.Exp()) }, func(s float64) float64 { return s - math.Exp(s) }},
		"Mul":   {func(s kern.Jet) kern.Jet { return s.Exp().Mul(s.Sin()) }, func(s float64) float64 { return math.Exp(s) * math.Sin(s) }},
		"Div":   {func(s kern.Jet) kern.Jet { return s.Sin().Div(s.Plus(2)) }, func(s float64) float64 { return math.Sin(s) / (s + 2) }},
		"Plus":  {func(s kern.Jet) kern.Jet { return s.Plus(3) }, func(s float64) float64 { return s + 3 }},
		"Times": {func(s kern.Jet) kern.Jet { return s.Cos().Times(3) }, func(s float64) float64 { return 3 * math.Cos(s) }},
		"Neg":   {func(s kern.Jet) kern.Jet { return s.Exp().Neg() }, func(s float64) float64 { return -math.Exp(s) }},
		"Pow":   {func(s kern.Jet) kern.Jet { return s.Pow(2.5) }, func(s float64) float64 { return math.Pow(s, 2.5) }},
		"Sqrt":  {func(s kern.Jet) kern.Jet { return s.Plus(1).Sqrt() }, func(s float64) float64 { return math.Sqrt(s + 1) }},
		"Exp":   {func(s kern.Jet) kern.Jet { return s.Mul(s).Neg().Exp() }, func(s float64) float64 { return math.Exp(-s * s) }},
		"Log":   {func(s kern.Jet) kern.Jet { return s.Times(2).Log() }, func(s float64) float64 { return math.Log(2 * s) }},
		"Sin":   {func(s kern.Jet) kern.Jet { return s.Mul(s).Sin() }, func(s float64) float64 { return math.Sin(s * s) }},
		"Cos":   {func(s kern.Jet) kern.Jet { return s.Mul(s).Cos() }, func(s float64) float64 { return math.Cos(s * s) }},
		"Tanh":  {func(s kern.Jet) kern.Jet { return s.Mul(s).Tanh() }, func(s float64) float64 { return math.Tanh(s * s) }},
		"Asin":  {func(s kern.Jet) kern.Jet { return s.Times(0.4).Asin() }, func(s float64) float64 { return math.Asin(0.4 * s) }},
		"Const": {func(kern.Jet) kern.Jet { return kern.Const(7) }, func(float64) float64 { return 7 }},
	} {
		const h = 1e-4
		for _, s := range []float64{0.1, 0.7, 1.3, 2} {
			j := c.jet(kern.Variable(s))
			near(t, name, j.Value, c.value(s), 1e-15)
			near(t, name+"'", j.First, (c.value(s+h)-c.value(s-h))/(2*h), 1e-6)
			near(t, name+"''", j.Second, (c.value(s+h)-2*c.value(s)+c.value(s-h))/(h*h), 1e-6)
		}
	}
}

// TestPowAtZero: powers that have derivatives at 0 give them.
func TestPowAtZero(t *testing.T) {
	for _, c := range []struct {
		p    float64
		want kern.Jet
	}{
		{0, kern.Jet{Value: 1}},
		{1, kern.Jet{First: 1}},
		{2, kern.Jet{Second: 2}},
		{3, kern.Jet{}},
	} {
		if got := kern.Variable(0).Pow(c.p); got != c.want {
			t.Errorf("s^%v at 0: %v, want %v", c.p, got, c.want)
		}
	}
	if got := kern.Variable(0).Sqrt(); !math.IsInf(got.First, 1) {
		t.Errorf("the root of s at 0: %v", got)
	}
}
