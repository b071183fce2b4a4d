package display

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestExcerptOf(t *testing.T) {
	three := 3
	deep := []any{[]any{[]any{[]any{1}}}}
	for _, tc := range []struct {
		name  string
		value any
		want  string
	}{
		{"nil", nil, "<nil>"},
		{"number", 1.0 / 3, "0.3333333333333333"},
		{"numbers", []float64{1.0 / 3, 2e-7}, "[0.3333 2e-07]"},
		{"long list", []int{1, 2, 3, 4, 5, 6, 7}, "[1 2 3 … 5 6 7] (7)"},
		{"long map", map[int]int{1: 1, 2: 4, 3: 9, 4: 16, 5: 25, 6: 36, 7: 49}, "map[1:1 2:4 3:9 … 5:25 6:36 7:49] (7)"},
		{"lines", "a\n\tb", "a b"},
		{"pointer to a struct", &point{1, 2}, "&{X:1 Y:2}"},
		{"time", time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC), "2026-01-02 03:04:05.000000006 +0000 UTC"},
		{"function", strings.ToUpper, "func(string) string"},
		{"lists within lists", deep, "[[[…]]]"},
		{"many parts", [][]int{{1}, {2}, {3}, {4}, {5}, {6}}, "[[1] [2] [3] [4] [5] [6]]"},
	} {
		if got := excerptOf(tc.value, excerptItems); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
	if got := excerptOf([]*int{&three}, 6); !strings.HasPrefix(got, "[0x") {
		t.Errorf("a pointer to a number is shown as %s", got)
	}
}

func TestOneLine(t *testing.T) {
	got := oneLine(strings.Repeat("ä\n", 1e6), 10)
	if got != "ä ä ä ä ä …" || utf8.RuneCountInString(got) != 11 {
		t.Errorf("a long text is cut to %q", got)
	}
}
