package resample

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A single draw finds what the filter of knockoffs finds: the inputs from the least threshold on at which (1 + V)/R is at most q.
func TestOneDrawIsTheFilterOfKnockoffs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var w []float64
		for _, v := range rapid.SliceOfN(rapid.IntRange(-6, 12), 1, 25).Draw(t, "w") {
			w = append(w, float64(v))
		}
		q := rapid.SampledFrom([]float64{0.05, 0.1, 0.2, 0.25, 0.5}).Draw(t, "q")
		want := make([]bool, len(w))
		for threshold := 1.0; threshold <= 12; threshold++ {
			var found, behind float64
			for j, v := range w {
				want[j] = v >= threshold
				if v >= threshold {
					found++
				}
				if v <= -threshold {
					behind++
				}
			}
			if found > 0 && (1+behind)/found <= q+1e-12 {
				break
			}
			clear(want)
		}
		evidence := make([]float64, len(w))
		has := addEvidence(evidence, w, q, 1)
		if got := discoveries(evidence, q); !slices.Equal(got, want) || has != slices.Contains(want, true) {
			t.Fatalf("%v at %v: %v, want %v", w, q, got, want)
		}
	})
}

// Inputs that are found in some of the draws alone count by the part of these.
func TestDiscoveriesOfSeveralDraws(t *testing.T) {
	for _, c := range []struct {
		evidence []float64
		want     int
	}{
		{[]float64{1, 1, 1, 1, 1, 0}, 5},
		{[]float64{1, 1, 1, 1, 0.9, 0}, 0},                   // 5 are needed, with 1 each
		{[]float64{1, 1, 1, 1, 1, 0.9, 0.8, 0.8, 0.8, 0}, 9}, // of nine 0.56 is needed
		{[]float64{0, 0}, 0},
	} {
		got := 0
		for _, in := range discoveries(c.evidence, 0.2) {
			if in {
				got++
			}
		}
		if got != c.want {
			t.Errorf("%v: %d, want %d", c.evidence, got, c.want)
		}
	}
}
