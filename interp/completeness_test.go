package interp

import (
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

func TestCompletenessOfMagics(t *testing.T) {
	for _, c := range []struct {
		code  string
		state repl.CompletenessState
	}{
		{"x := 1\n!ls 'a (", repl.Complete},
		{"!ls && \\", repl.Incomplete},
		{"!ls && \\\n", repl.Complete},
		{"!ls && \\\n pwd", repl.Complete},
		{"%vars", repl.Complete},
		{"%time f(x)", repl.Complete},
		{"%time f(x,", repl.Incomplete},
		{"!ls\nfunc f() {", repl.Incomplete},
		{"%nonsense", repl.Invalid},
		{"fmt.Println?", repl.Complete},
		{"??f", repl.Complete},
		{"f?\nfunc f() {", repl.Incomplete},
		{"?", repl.Invalid},
		{"%%html?", repl.Complete},
		{"%%html", repl.Incomplete},
		{"%%html\n<b>", repl.Incomplete},
		{"%%html\n<b>\n", repl.Complete},
		{"%%test\nfunc TestA(t *testing.T) {\n", repl.Complete}, // running it says what is missing
	} {
		if got := completeness(c.code); got.State != c.state {
			t.Errorf("%q is %s, want %s", c.code, got.State, c.state)
		}
	}
}
