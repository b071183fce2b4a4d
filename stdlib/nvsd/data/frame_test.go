package data

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestNewRefuses(t *testing.T) {
	x := mat.NewDense(2, 2, []float64{1, 2, 3, 4})
	y := []float64{1, 2}
	for _, c := range []struct {
		what  string
		x     mat.Matrix
		y     []float64
		names []string
		want  string // in the error
	}{
		{"no rows", &mat.Dense{}, nil, nil, "0 x 0"},
		{"nil", nil, y, nil, "nil"},
		{"lengths", x, []float64{1}, nil, "2 rows of inputs and 1 of the target"},
		{"name count", x, y, []string{"a"}, "1 names for 2 inputs"},
		{"repeated name", x, y, []string{"a", "a"}, `both named "a"`},
		{"input named as the target", x, y, []string{"a", "y"}, `both named "y"`},
		{"empty name", x, y, []string{"a", ""}, "column 2 has no name"},
		{"NaN", mat.NewDense(2, 1, []float64{1, math.NaN()}), y, nil, `row 2 of input "x1" is NaN`},
		{"Inf", x, []float64{math.Inf(1), 0}, nil, `row 1 of the target "y" is +Inf`},
	} {
		_, err := New(c.x, c.y, c.names...)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.what, err, c.want)
		}
	}
}

func TestFrameIsImmutable(t *testing.T) {
	x := mat.NewDense(2, 2, []float64{1, 2, 3, 4})
	y, names := []float64{5, 6}, []string{"a", "b", "out"}
	f, err := New(x, y, names...)
	if err != nil {
		t.Fatal(err)
	}
	x.Set(0, 0, 99)
	y[0], names[0] = 99, "z"
	f.Y()[1], f.Names()[1] = 99, "z"
	col, err := f.Column("a")
	if err != nil {
		t.Fatal(err)
	}
	col[0] = 99
	if f.X().At(0, 0) != 1 || !slices.Equal(f.Y(), []float64{5, 6}) || !slices.Equal(f.Names(), []string{"a", "b"}) || f.Target() != "out" {
		t.Errorf("frame changed: %v %v %v", f, mat.Formatted(f.X()), f.Y())
	}
}

func TestInputsAndRows(t *testing.T) {
	f, err := New(mat.NewDense(3, 3, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}), []float64{10, 11, 12}, "a", "b", "c")
	if err != nil {
		t.Fatal(err)
	}
	g, err := f.Inputs("c", "a")
	if err != nil {
		t.Fatal(err)
	}
	g, err = g.Rows(2, 0)
	if err != nil {
		t.Fatal(err)
	}
	want := mat.NewDense(2, 2, []float64{9, 7, 3, 1})
	if !mat.Equal(g.X(), want) || !slices.Equal(g.Y(), []float64{12, 10}) {
		t.Errorf("got %v %v", mat.Formatted(g.X()), g.Y())
	}
	for what, fail := range map[string]func() (*Frame, error){
		"unknown input": func() (*Frame, error) { return f.Inputs("q") },
		"target":        func() (*Frame, error) { return f.Inputs("y") },
		"twice":         func() (*Frame, error) { return f.Inputs("a", "a") },
		"no input":      func() (*Frame, error) { return f.Inputs() },
		"row":           func() (*Frame, error) { return f.Rows(3) },
		"no row":        func() (*Frame, error) { return f.Rows() },
	} {
		if _, err := fail(); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
}

func TestWarnings(t *testing.T) {
	f, err := New(mat.NewDense(4, 2, []float64{1, 7, 2, 7, 1, 7, 1, 7}), []float64{3, 3, 3, 3}, "a", "b")
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(f.Warnings(), "\n")
	for _, want := range []string{`input "b" is constant (7)`, `target "y" is constant (3)`, "2 of 4 rows repeat"} {
		if !strings.Contains(got, want) {
			t.Errorf("warnings %q lack %q", got, want)
		}
	}
	if s := f.Describe(); s.Columns[1].SD != 0 || s.Columns[1].Distinct != 1 || len(s.Warnings) != 3 {
		t.Errorf("summary of a constant input: %+v", s)
	}
}
