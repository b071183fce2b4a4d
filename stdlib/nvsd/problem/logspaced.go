package problem

import "math"

// LogSpaced returns count numbers in equal ratios between two positive ones, which are the first
// and the last: nvsd.Choose(nvsd.LogSpaced(1e-4, 1, 9)...).
func LogSpaced(from, to float64, count int) []float64 {
	v := make([]float64, max(0, count))
	for i := range v {
		v[i] = from * math.Pow(to/from, float64(i)/float64(max(1, count-1)))
	}
	return v
}
