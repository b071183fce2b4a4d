package panel

import (
	"math"
	"testing"
)

// TestExp compares it with package math over the range, and at its ends.
func TestExp(t *testing.T) {
	var x []float64
	for v := -720.0; v < 708; v += 0.0173 {
		x = append(x, v, v/700)
	}
	x = append(x, 0, math.Copysign(0, -1), -708, math.Nextafter(-708, -709), math.Inf(-1), math.NaN(), 1e-300, -1e300)
	got := make([]float64, len(x))
	Exp(got, x)
	for i, v := range x {
		want := math.Exp(v)
		if v < -708 {
			want = 0
		}
		if math.IsNaN(v) != math.IsNaN(got[i]) || math.Abs(got[i]-want) > 4e-16*want {
			t.Errorf("e^%v is %v, want %v", v, got[i], want)
		}
	}
}

// BenchmarkExp is of a row of a covariance.
func BenchmarkExp(b *testing.B) {
	x, y := make([]float64, 500), make([]float64, 500)
	for i := range x {
		x[i] = -float64(i) / 50
	}
	for b.Loop() {
		Exp(y, x)
	}
}
