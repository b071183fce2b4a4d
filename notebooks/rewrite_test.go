package notebooks

import (
	"fmt"
	"strings"
	"testing"
)

func TestRewriteScript(t *testing.T) {
	for _, c := range []struct{ text, want, calls string }{
		{"a\nb", "A\nB", "1"},
		{"#!run\na\n// %% One\n\nb\n// %% [markdown]\n// c\n// %% Two\nd\n", "#!run\nA\n// %% One\n\nB\n// %% [markdown]\n// c\n// %% Two\nD\n", "2 4 9"},
		{"// %%\n// %% [raw]\n// x\n", "// %%\n// %% [raw]\n// x\n", ""},
		{"", "", ""},
	} {
		var lines []string
		got := RewriteScript(c.text, func(line int, source string) string {
			lines = append(lines, fmt.Sprint(line))
			return strings.ToUpper(source)
		})
		if calls := strings.Join(lines, " "); got != c.want || calls != c.calls {
			t.Errorf("%q: got %q of lines %s", c.text, got, calls)
		}
	}
}
