package worker

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestDecoder: cutting text anywhere changes nothing, and each byte that is of no character becomes
// one mark, as where Go makes runes of the text.
func TestDecoder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(t, "in")
		var d decoder
		var out strings.Builder
		for rest := in; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "cut")
			out.Write(d.decode([]byte(rest[:n])))
			rest = rest[n:]
		}
		out.Write(d.flush())
		if got, want := out.String(), string([]rune(in)); got != want {
			t.Fatalf("got %q, want %q", got, want)
		}
	})
}
