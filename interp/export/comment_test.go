package export

import (
	"strings"
	"testing"
)

// TestCommentOf: long lines are broken at spaces, items of lists keep together,
// code and tables stay as they are.
func TestCommentOf(t *testing.T) {
	word := strings.Repeat("w", 30)
	long := strings.Join([]string{word, word, word}, " ")
	for _, test := range []struct{ text, want string }{
		{"# Title\n\ntext", "// # Title\n//\n// text\n"},
		{long, "// " + word + " " + word + "\n// " + word + "\n"},
		{"* " + long, "// * " + word + " " + word + "\n//   " + word + "\n"},
		{"```\n" + long + "\n```", "// ```\n// " + long + "\n// ```\n"},
		{"| " + long + " |", "// | " + long + " |\n"},
		{strings.Repeat("w", 100), "// " + strings.Repeat("w", 100) + "\n"},
	} {
		if got := commentOf(test.text); got != test.want {
			t.Errorf("%q becomes\n%swant\n%s", test.text, got, test.want)
		}
	}
}
