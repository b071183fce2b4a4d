package commands

import "testing"

func TestDiff(t *testing.T) {
	for _, c := range []struct{ old, text, want string }{
		{"a\nb\nc", "a\nB\nc", "f:2\n-b\n+B\n"},
		{"a\nb\nc\nd\ne", "a\nx\nc\ny\ne", "f:2\n-b\n+x\n c\n-d\n+y\n"},
		{"a", "a\nb", "f:2\n+b\n"},
		{"a\nb", "b", "f:1\n-a\n"},
	} {
		if got := diff("f", c.old, c.text); got != c.want {
			t.Errorf("%q to %q: %q, want %q", c.old, c.text, got, c.want)
		}
	}
}
