package data

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// Without a target all columns are inputs, and nothing can be taken for the target's values.
func TestNoTarget(t *testing.T) {
	f, err := Read(strings.NewReader("a,b\n1,u\n2,v\n3,u\n"), "file.csv", NoTarget(), Factor("b"))
	if err != nil {
		t.Fatal(err)
	}
	if f.Target() != "" || !slices.Equal(f.Names(), []string{"a", "b=v"}) || len(f.Y()) != 3 || !math.IsNaN(f.Y()[0]) {
		t.Errorf("%v, target values %v", f, f.Y())
	}
	if _, err := f.Column(""); err == nil {
		t.Error("there is a column without a name")
	}
	if got := f.String(); !strings.Contains(got, "no target") {
		t.Error(got)
	}
	if s := f.Describe(); len(s.Columns) != 2 || s.Warnings != nil {
		t.Errorf("described as\n%v", s)
	}
	g, err := f.Inputs("b")
	if err != nil || g.D() != 1 || g.Target() != "" {
		t.Errorf("%v, %v", g, err)
	}
	g, err = f.WithLevels("b", "t", "u", "v")
	if err != nil || g.D() != 4 {
		t.Errorf("%v, %v", g, err)
	}
	for _, opts := range [][]ReadOption{{NoTarget(), Target("a")}, {NoTarget(), Drop("a", "b")}} {
		if _, err := Read(strings.NewReader("a,b\n1,2\n"), "file.csv", opts...); err == nil {
			t.Error("no error")
		}
	}
}
