package data

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestClassesAreMinusAndPlusOne(t *testing.T) {
	f, err := Read(strings.NewReader("a,y\n1,ill\n2, well\n3,ill\n"), "t", Classes("well", "ill"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := f.Y(), []float64{1, -1, 1}; !slices.Equal(got, want) {
		t.Errorf("target %v, want %v", got, want)
	}
	if negative, positive, ok := f.Classes(); !ok || negative != "well" || positive != "ill" {
		t.Errorf("classes %q, %q, %v", negative, positive, ok)
	}
	if w := f.Warnings(); len(w) > 0 {
		t.Errorf("what was asked for is warned of: %q", w)
	}
	if r := f.Report().String(); !strings.Contains(r, `-1 for "well", +1 for "ill"`) {
		t.Errorf("it is shown as\n%s", r)
	}
	part, err := f.Rows(0, 1)
	if err != nil {
		t.Fatal(err)
	}
	p := part.Plain()
	if g, err := p.Frame(); err != nil || !reflect.DeepEqual(part, g) {
		t.Errorf("as plain values and back: %v (%v)", g, err)
	}
	p.Y[0] = 2
	if _, err := p.Frame(); err == nil {
		t.Error("a third value among plain values: no error")
	}
}

func TestWithClasses(t *testing.T) {
	f, err := New(mat.NewDense(3, 1, []float64{1, 2, 3}), []float64{0, 1, 1})
	if err != nil {
		t.Fatal(err)
	}
	g, err := f.WithClasses(0, 1)
	if err != nil || !slices.Equal(g.Y(), []float64{-1, 1, 1}) || !slices.Equal(f.Y(), []float64{0, 1, 1}) {
		t.Errorf("0/1 became %v (%v), the Frame itself %v", g, err, f.Y())
	}
	if _, _, ok := f.Classes(); ok {
		t.Error("numbers are taken for classes without being told")
	}
	for _, c := range [][2]float64{{0, 2}, {1, 1}} {
		if _, err := f.WithClasses(c[0], c[1]); err == nil {
			t.Errorf("classes %v: no error", c)
		}
	}
}

func TestClassesRefuse(t *testing.T) {
	_, err := Read(strings.NewReader("a,y\n1,no\n2,maybe\n"), "t", Classes("no", "yes"))
	if cell, ok := errors.AsType[*CellError](err); !ok || cell.Line != 3 || !strings.Contains(cell.Reason, `"maybe" is neither`) {
		t.Errorf("a third label: %v", err)
	}
	if _, err := Read(strings.NewReader("a,y\n1,no\n"), "t", Classes("no", " no")); err == nil {
		t.Error("equal labels: no error")
	}
}

// Two labels are read as -1 and +1, and the Frame says which is which.
func ExampleClasses() {
	table := "age,outcome\n61,well\n70,ill\n"
	f, err := Read(strings.NewReader(table), "patients", Classes("well", "ill"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Y())
	fmt.Println(f.Classes())
	fmt.Println(f.Warnings())
	// Output:
	// [-1 1]
	// well ill true
	// []
}
