package data

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// The variance of the function is fifteen times that of the noise, and by its formula.
func TestJMLR(t *testing.T) {
	for _, m := range []JMLRModel{JMLRAdditive, JMLRPairs, JMLRTriple, JMLRRadial} {
		t.Run(string(m), func(t *testing.T) {
			const n, d = 40000, 6
			frame, err := JMLR(m, n, d, 5)
			if err != nil {
				t.Fatal(err)
			}
			f, inputs, variance := m.function()
			signal, noise := make([]float64, n), frame.Y()
			for i := range noise {
				signal[i] = f(mat.Row(nil, i, frame.X()))
				noise[i] -= signal[i]
			}
			if got := stat.Variance(signal, nil); math.Abs(got-variance) > 0.06*variance {
				t.Errorf("variance %v, by the formula %v", got, variance)
			}
			if ratio := variance / stat.Variance(noise, nil); math.Abs(ratio-signalToNoise) > 0.5 {
				t.Errorf("signal to noise %v", ratio)
			}
			if _, err := JMLR(m, n, inputs-1, 5); err == nil {
				t.Errorf("no error for %d inputs", inputs-1)
			}
		})
	}
	if _, err := JMLR("4way", 10, 5, 1); err == nil {
		t.Error("no error for a model that there is not")
	}
}
