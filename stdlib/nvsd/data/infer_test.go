package data

import (
	"strings"
	"testing"
)

// TestTruthValues: the words for false and true are two values in any letters.
func TestTruthValues(t *testing.T) {
	for _, c := range []struct {
		cells, want string // the cells as they are written again
		kind        Kind
	}{
		{"True TRUE false", "true true false", Boolean},
		{"TRUE FALSE TRUE", "TRUE FALSE TRUE", Boolean},
		{"Yes no NO yes", "yes no no yes", Boolean},
		{"YES YES", "YES YES", Boolean},
		{"true no", "true no", Categorical},
		{"true False maybe", "true False maybe", Categorical},
	} {
		f, err := Read(strings.NewReader("x,y\n"+strings.ReplaceAll(c.cells, " ", ",1\n")+",1\n"), "x.csv")
		if err != nil {
			t.Errorf("%s: %v", c.cells, err)
			continue
		}
		if kind, _ := f.Kind("x"); kind != c.kind || texts(f, "x") != c.want || kind == Boolean && f.D() != 1 {
			t.Errorf("%s: %v, %s, %d inputs", c.cells, kind, texts(f, "x"), f.D())
		}
	}
}
