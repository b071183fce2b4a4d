package spelling

import "testing"

func TestNearest(t *testing.T) {
	for _, c := range []struct {
		name  string
		names []string
		want  string
	}{
		{"medv", []string{"CRIM", "medw", "MEDV"}, "MEDV"}, // case does not count, letters do
		{"lmabda", []string{"lambda", "tau"}, "lambda"},
		{"MGP", []string{"MPG", "Make"}, "MPG"}, // two letters exchanged are one mistake
		{"x12", []string{"x1", "y12"}, "x1"},
		{"temperature", []string{"CRIM", "MEDV"}, ""},
		{"a", nil, ""},
		{"", []string{"a"}, ""},
	} {
		if got := Nearest(c.name, c.names); got != c.want {
			t.Errorf("%q among %q: %q, want %q", c.name, c.names, got, c.want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "ab", 2}, {"ab", "", 2}, {"kitten", "sitting", 3}, {"ab", "ba", 1}, {"ca", "abc", 3}, {"modle", "model", 1},
	} {
		if got := Distance(c.a, c.b); got != c.want {
			t.Errorf("%q, %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

// TestQuestion: of names that look alike the question says what differs.
func TestQuestion(t *testing.T) {
	for name, want := range map[string]string{
		"weigth":         `is it "weight"? `,
		"weight ":        `is it "weight"? Blanks at an end differ. `,
		"w\u0435ight":    `is it "weight"? Its character 2 is U+0065 there, and U+0435 here. `,
		"temp\u00e9rant": `is it "tempe` + "\u0301" + `rant"? Its character 5 is U+0065 there, and U+00E9 here. `,
		"Height":         `is it "weight"? `,
		"nothing":        "",
	} {
		if got := Question(name, []string{"weight", "tempe\u0301rant"}); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
