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
