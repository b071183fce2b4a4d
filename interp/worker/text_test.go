package worker

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Cutting valid text anywhere changes nothing; anything at all becomes valid.
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
		// One U+FFFD stands for a run of bad bytes; a cut may make two of it.
		got := strings.ReplaceAll(out.String(), "\uFFFD\uFFFD", "\uFFFD")
		for strings.Contains(got, "\uFFFD\uFFFD") {
			got = strings.ReplaceAll(got, "\uFFFD\uFFFD", "\uFFFD")
		}
		want := strings.ToValidUTF8(in, "\uFFFD")
		for strings.Contains(want, "\uFFFD\uFFFD") {
			want = strings.ReplaceAll(want, "\uFFFD\uFFFD", "\uFFFD")
		}
		if got != want {
			t.Fatalf("got %q, want %q", got, want)
		}
	})
}
