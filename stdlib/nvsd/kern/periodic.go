package kern

import (
	"fmt"
	"math"
)

// Periodic is k(x, z) = exp(-(2/Width^2) sum_a sin^2(pi (x_a - z_a)/Period)), for
// functions that repeat with Period in every input. Width is a pure number.
type Periodic struct {
	Period float64 // > 0, in the units of the inputs
	Width  float64 // > 0
}

func (k Periodic) String() string {
	return fmt.Sprintf("Periodic(period %.4g, width %.4g)", k.Period, k.Width)
}

// Check reports a period or a width that is not a positive number.
func (k Periodic) Check() error {
	if !(k.Period > 0) || math.IsInf(k.Period, 1) {
		return fmt.Errorf("the period of the periodic kernel is %v: it must be a finite number > 0", k.Period)
	}
	return Sigma(k.Width).check()
}

// Eval returns k(x, z).
func (k Periodic) Eval(x, z []float64) float64 {
	var sum float64
	for a, v := range x {
		s := math.Sin(math.Pi * k.phase(v-z[a]))
		sum += s * s
	}
	return math.Exp(-2 * sum / (k.Width * k.Width))
}

// phase returns t in periods, less the whole ones. The remainder is exact: the kernel at
// a distance of a million periods is that within one.
func (k Periodic) phase(t float64) float64 { return math.Remainder(t, k.Period) / k.Period }

// slope returns d log k / d x_a and its derivative, at x_a - z_a = t.
func (k Periodic) slope(t float64) (first, second float64) {
	w := 2 * math.Pi / k.Period
	sin, cos := math.Sincos(2 * math.Pi * k.phase(t))
	return -w * sin / (k.Width * k.Width), -w * w * cos / (k.Width * k.Width)
}

// Grad sets dst[a] = d k(x, z) / d x_a.
func (k Periodic) Grad(dst, x, z []float64) {
	value := k.Eval(x, z)
	for a, v := range x {
		first, _ := k.slope(v - z[a])
		dst[a] = value * first
	}
}

// Mixed sets dst[a*d+b] = d^2 k(x, z) / d x_a d z_b.
func (k Periodic) Mixed(dst, x, z []float64) {
	d := len(x)
	value := k.Eval(x, z)
	for a := range d {
		first, second := k.slope(x[a] - z[a])
		for b := range d {
			other, _ := k.slope(x[b] - z[b])
			dst[a*d+b] = -value * first * other
		}
		dst[a*d+a] -= value * second
	}
}
