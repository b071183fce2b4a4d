package data

import (
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestWithLevelsGivesTheColumnsOfOtherData(t *testing.T) {
	whole, err := Read(strings.NewReader(housing), "h", Factor("road", "river"))
	if err != nil {
		t.Fatal(err)
	}
	rest, err := Read(strings.NewReader("rooms,road,river,price\n7,2,no,3\n8,x,no,4\n"), "h", Factor("river", "road"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range whole.Categories() {
		rest, err = rest.WithLevels(c.Name, c.Levels...)
		if err != nil {
			t.Fatal(err)
		}
	}
	last, err := whole.Rows(2, 3)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(rest.Names(), whole.Names()) || !mat.Equal(rest.X(), last.X()) {
		t.Errorf("read apart: %q\n%v, together: %q\n%v", rest.Names(), mat.Formatted(rest.X()), last.Names(), mat.Formatted(last.X()))
	}
	if err := checkCategories(rest.dense(), rest.names, rest.categories); err != nil || len(rest.Categories()) != 2 {
		t.Errorf("categories %v: %v", rest.Categories(), err)
	}
	for what, fail := range map[string]func() (*Frame, error){
		"unknown input": func() (*Frame, error) { return whole.WithLevels("rooms", "5") },
		"missing level": func() (*Frame, error) { return whole.WithLevels("road", "2", "10") },
		"no level":      func() (*Frame, error) { return whole.WithLevels("road") },
		"level twice":   func() (*Frame, error) { return whole.WithLevels("river", "yes", "no", "no") },
	} {
		if _, err := fail(); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
}
