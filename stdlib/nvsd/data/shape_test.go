package data

import (
	"slices"
	"strings"
	"testing"
)

func TestShape(t *testing.T) {
	names, rows, err := Shape(strings.NewReader("\xef\xbb\xbf id; y\nbob\n\n;\n"), "file.csv", Comma(';'))
	if err != nil || !slices.Equal(names, []string{"id", "y"}) || rows != 2 {
		t.Errorf("%q, %d rows, %v", names, rows, err)
	}
	if _, rows, err := Shape(strings.NewReader("a,y"), "file.csv"); err != nil || rows != 0 {
		t.Errorf("of a header alone: %d rows, %v", rows, err)
	}
	for text, want := range map[string]string{"": "is empty", "1,2\n": "holds numbers", "a,y\n\"1": "line 2", "a;y\n": "data.Comma(';')"} {
		if _, _, err := Shape(strings.NewReader(text), "file.csv"); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "file.csv") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
