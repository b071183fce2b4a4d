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
