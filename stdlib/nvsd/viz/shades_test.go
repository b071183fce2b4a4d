package viz

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestShades(t *testing.T) {
	for _, tc := range []struct {
		lo, hi float64
		want   []string
	}{
		{8.98, 43, []string{"10", "15", "20", "25", "30", "35", "40"}},
		{-1, 1, []string{"-0.75", "-0.50", "-0.25", "0", "0.25", "0.50", "0.75"}},
		{1000, 1001, []string{"1000.2", "1000.4", "1000.6", "1000.8"}},
		{0, 9e6, []string{"1e+06", "2e+06", "3e+06", "4e+06", "5e+06", "6e+06", "7e+06", "8e+06"}},
		{5, 5, nil},
	} {
		var labels []string
		s := newShades(tc.lo, tc.hi)
		for _, l := range s.limits {
			labels = append(labels, l.Label)
		}
		if !slices.Equal(labels, tc.want) {
			t.Errorf("from %v to %v: %v, want %v", tc.lo, tc.hi, labels, tc.want)
		}
		if s.band(tc.lo) != 0 || s.band(tc.hi) != len(s.limits) {
			t.Errorf("from %v to %v: the bands go from %d to %d of %d", tc.lo, tc.hi, s.band(tc.lo), s.band(tc.hi), len(s.limits))
		}
	}
}

func TestShadesAreFewAndDiffer(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		size := rapid.SampledFrom([]float64{1e-300, 1e-9, 1, 1e9, 1e300}).Draw(rt, "size")
		lo := size * rapid.Float64Range(-1, 1).Draw(rt, "lo")
		hi := lo + size*rapid.Float64Range(1e-3, 1).Draw(rt, "more")
		s := newShades(lo, hi)
		if n := len(s.limits); n < 3 || n > maxLimits {
			rt.Fatalf("from %v to %v there are %d limits", lo, hi, n)
		}
		for k, l := range s.limits {
			if l.Value <= lo || l.Value >= hi || k > 0 && l.Label == s.limits[k-1].Label {
				rt.Fatalf("from %v to %v there is a limit %q at %v", lo, hi, l.Label, l.Value)
			}
		}
	})
}

// The colours grow lighter, as they do in grey, and texts on each of them can be read.
func TestRampGrowsLighter(t *testing.T) {
	last := -1.0
	for k := range 101 {
		c := viridis(float64(k) / 100)
		light := luminance(c.light)
		if light <= last {
			t.Errorf("at %d of 100 the lightness falls from %v to %v", k, last, light)
		}
		last = light
		if got := contrast(c.light, upon(c).light); got < 4.5 {
			t.Errorf("at %d of 100 a text has %.2f times the contrast", k, got)
		}
	}
}
