package panel

import "math"

// Exp sets dst to e^x, entry by entry, within one unit of the last place: 0 where x is below -708. No x
// is above 708. dst has the length of x at least; they are the same or do not overlap.
//
// It is 2^k (1 + r + r^2 q(r)), with k the whole number nearest to x / log 2, r = x - k log 2, and q
// the sum of r^i / (i+2)! up to i = 11.
func Exp(dst, x []float64) {
	whole := len(x) &^ 3
	if whole > 0 {
		exp(dst[:whole], x[:whole])
	}
	expGo(dst[whole:len(x)], x[whole:])
}

const (
	leastExp  = -708.0
	rounder   = 3 << 51 // added and subtracted, it leaves a whole number
	log2Upper = 6.93147180369123816490e-01
	log2Lower = 1.90821492927058770002e-10
)

// expGo is Exp in Go.
func expGo(dst, x []float64) {
	for i, v := range x {
		shifted := float64(v*math.Log2E) + rounder
		k := shifted - rounder
		r := (v - float64(k*log2Upper)) - float64(k*log2Lower)
		q := float64(r*(1.0/6227020800)) + 1.0/479001600
		q = float64(r*q) + 1.0/39916800
		q = float64(r*q) + 1.0/3628800
		q = float64(r*q) + 1.0/362880
		q = float64(r*q) + 1.0/40320
		q = float64(r*q) + 1.0/5040
		q = float64(r*q) + 1.0/720
		q = float64(r*q) + 1.0/120
		q = float64(r*q) + 1.0/24
		q = float64(r*q) + 1.0/6
		q = float64(r*q) + 1.0/2
		sum := 1 + (r + float64(q*float64(r*r)))
		dst[i] = sum * math.Float64frombits(math.Float64bits(shifted)<<52+math.Float64bits(1))
		if v < leastExp {
			dst[i] = 0
		}
	}
}
