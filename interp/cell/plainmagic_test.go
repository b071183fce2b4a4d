package cell

import "testing"

// TestWithoutMagics: a magic that runs Go leaves the Go, others and what is no
// Go become comments, and Go that looks like a magic stays.
func TestWithoutMagics(t *testing.T) {
	for _, test := range []struct{ code, want string }{
		{"x := 1\n%time f(x)\n", "x := 1\nf(x)\n"},
		{"%vars\nx\n!ls -l", "// Left out: %vars\nx\n// Left out: !ls -l"},
		{"\n%%time\nf()\n", "\n// Left out: %%time\nf()\n"},
		{"%%html\n<b>x</b>\n", "// Left out: %%html\n// <b>x</b>\n"},
		{"x := `\n%vars\n!ls`", "x := `\n%vars\n!ls`"},
		{"x := (7\n%2)\ny := a &&\n!b", "x := (7\n%2)\ny := a &&\n!b"},
		{"x := 1\nfmt.Println?\n?? x\n%time?", "x := 1\n// Left out: fmt.Println?\n// Left out: ?? x\n// Left out: %time?"},
		{"s := `\nwhy?`\nf() // why?", "s := `\nwhy?`\nf() // why?"},
		{"f()\n%%html", "f()\n// Left out: %%html"},
	} {
		if got := withoutMagics(test.code); got != test.want {
			t.Errorf("%q becomes %q, want %q", test.code, got, test.want)
		}
	}
}
