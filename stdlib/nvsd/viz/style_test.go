package viz

import (
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"
)

func TestNumber(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 1: "1", 24.123: "24.1", 0.00412: "0.00412", 1234.5: "1234", 1e-9: "1e-09", 2.5e6: "2.5e+06",
	} {
		if got := number(v); got != want {
			t.Errorf("number(%v) = %q, want %q", v, got, want)
		}
	}
}

func TestMeasured(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 27: "27.0", 24.123: "24.1", 4.1: "4.10", 100: "100", 1234.5: "1234", 1e-9: "1.00e-09",
	} {
		if got := measured(v); got != want {
			t.Errorf("measured(%v) = %q, want %q", v, got, want)
		}
	}
}

func TestSteps(t *testing.T) {
	for _, tc := range []struct {
		lo, hi float64
		want   string
	}{
		{0, 27.03, "0 10 20"}, {0, 24.1, "0 5 10 15 20"}, {0, 1, "0 0.2 0.4 0.6 0.8 1"}, {0, 0.9, "0 0.2 0.4 0.6 0.8"}, {0, 1.5e-9, "0 5e-10 1e-09 1.5e-09"},
		{0, 4, "0 1 2 3 4"}, {0, 2, "0 0.5 1 1.5 2"}, {0, 8e6, "0 2e+06 4e+06 6e+06 8e+06"},
	} {
		var labels []string
		for _, tick := range (steps{}).Ticks(tc.lo, tc.hi) {
			labels = append(labels, tick.Label)
		}
		if got := strings.Join(labels, " "); got != tc.want {
			t.Errorf("ticks from %v to %v: %s, want %s", tc.lo, tc.hi, got, tc.want)
		}
	}
}

func TestElide(t *testing.T) {
	style := sans(textSize, ink)
	rapid.Check(t, func(rt *rapid.T) {
		s := clean(rapid.String().Draw(rt, "s"))
		w := vg.Length(rapid.Float64Range(15, 200).Draw(rt, "w"))
		got := elide(s, style, w)
		if style.Width(got) > w {
			rt.Fatalf("%q is %v wide, more than %v", got, style.Width(got), w)
		}
		head, tail, cut := strings.Cut(got, "…")
		if cut && got != s && (!strings.HasPrefix(s, head) || !strings.HasSuffix(s, tail)) {
			rt.Fatalf("%q is not beginning and end of %q", got, s)
		}
	})
}

// No tick is outside of its axis, also where numbers differ in their last digits alone.
func TestTicksAreOnTheAxis(t *testing.T) {
	for _, axis := range []scale{{lo: 100, hi: 100.00000019}, {lo: -1e6, hi: -1e6 + 1e-6}, {lo: 0, hi: 0.3}, {lo: -3, hi: 7}} {
		ticks := axis.ticks()
		if len(ticks) == 0 {
			t.Errorf("an axis from %v to %v has no ticks", axis.lo, axis.hi)
		}
		for _, tick := range ticks {
			if part := axis.part(tick.Value); part < 0 || part > 1+1e-5 {
				t.Errorf("the tick %s is at %v of an axis from %v to %v", tick.Label, part, axis.lo, axis.hi)
			}
		}
	}
}
