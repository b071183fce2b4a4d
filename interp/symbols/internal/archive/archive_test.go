package archive

import (
	"io"
	"maps"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Every text comes back under its own name, and names that begin or end alike are kept
// apart: those of packages do.
func TestTextsComeBack(t *testing.T) {
	name := rapid.StringMatching(`[ab]{1,3}(/[ab0-9]{1,2}){0,2}`)
	texts := rapid.MapOf(name, rapid.SliceOf(rapid.Byte()))
	rapid.Check(t, func(t *rapid.T) {
		want := texts.Draw(t, "texts")
		a, err := Make("heading", want)
		if err != nil {
			t.Fatal(err)
		}
		for name, text := range want {
			r := a.Open(name)
			if r == nil {
				t.Fatalf("there is no %s in %q", name, a)
			}
			if got, err := io.ReadAll(r); err != nil || string(got) != string(text) {
				t.Fatalf("%s is %q, %v, want %q", name, got, err, text)
			}
		}
		other := name.Draw(t, "other")
		if _, ok := want[other]; !ok && a.Open(other) != nil {
			t.Fatalf("there is %s in %q", other, a)
		}
		if again, err := Make("heading", maps.Clone(want)); err != nil || again != a {
			t.Fatalf("the same texts make %q and %q, %v", a, again, err)
		}
	})
}

// A person can read the index, and a name that would break it is refused.
func TestForm(t *testing.T) {
	a, err := Make("# heading", map[string][]byte{"fmt": []byte("text"), "bytes": nil})
	if err != nil {
		t.Fatal(err)
	}
	if want := "# heading\nbytes 0 5\nfmt 5 10\n\n"; !strings.HasPrefix(string(a), want) {
		t.Errorf("the archive is %q, want it to begin with %q", a, want)
	}
	for _, name := range []string{"", "a b", "a\nb"} {
		if _, err := Make("", map[string][]byte{name: nil}); err == nil {
			t.Errorf("an archive has a text with the name %q", name)
		}
	}
	for _, name := range []string{"", "byte", "ytes", "0", "5", "#", "heading"} {
		if a.Open(name) != nil {
			t.Errorf("an archive with bytes and fmt has %q", name)
		}
	}
	if Archive("").Open("fmt") != nil {
		t.Error("an archive of nothing has a text")
	}
}
