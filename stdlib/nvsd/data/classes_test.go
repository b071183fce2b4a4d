package data

import (
	"errors"
	"fmt"
	"path/filepath"
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

// A target of two texts or truth values is of two classes without an option, in the order that the labels have; and one class may be told from the rest.
func TestTextsAreClasses(t *testing.T) {
	for _, c := range []struct {
		labels             []string
		opts               []ReadOption
		negative, positive string
		y                  []float64
	}{
		{[]string{"yes", "no", "no"}, nil, "no", "yes", []float64{1, -1, -1}},
		{[]string{"malignant", "benign", "malignant"}, nil, "benign", "malignant", []float64{1, -1, 1}},
		{[]string{"true", "false", "true"}, nil, "false", "true", []float64{1, -1, 1}},
		{[]string{"Tokyo", "Oslo", "Tokyo"}, nil, "Oslo", "Tokyo", []float64{1, -1, 1}},
		{[]string{"yes", "no", "no"}, []ReadOption{Classes("yes", "no")}, "yes", "no", []float64{-1, 1, 1}},
		{[]string{"a", "b", "", "a"}, []ReadOption{DropMissing("y")}, "a", "b", []float64{-1, 1, -1}},
		{[]string{"a", "b", "c"}, []ReadOption{Class("b")}, "not b", "b", []float64{-1, 1, -1}},
		{[]string{"3", "1", "2"}, []ReadOption{Class("2")}, "not 2", "2", []float64{-1, -1, 1}},
	} {
		var b strings.Builder
		b.WriteString("a,y\n")
		for i, label := range c.labels {
			fmt.Fprintf(&b, "%d,%s\n", i*i, label)
		}
		f, err := Read(strings.NewReader(b.String()), "t.csv", append(c.opts, Target("y"))...)
		if err != nil {
			t.Errorf("%v: %v", c.labels, err)
			continue
		}
		negative, positive, ok := f.Classes()
		if !ok || negative != c.negative || positive != c.positive || !slices.Equal(f.Y(), c.y) {
			t.Errorf("%v: %q, %q, %v", c.labels, negative, positive, f.Y())
		}
	}
	for text, want := range map[string]string{
		"a,y\n1,yes\n2,yes\n": "one class only",
		manyTexts(31):         "31 different texts, and at most 30 are classes",
	} {
		if _, err := Read(strings.NewReader(text), "t.csv", Target("y")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// manyTexts is a table whose target has so many texts.
func manyTexts(labels int) string {
	var b strings.Builder
	b.WriteString("a,y\n")
	for i := range 2 * labels {
		fmt.Fprintf(&b, "%d,name %d\n", i, i%labels)
	}
	return b.String()
}

// A target of three texts or more has the numbers of its classes, which travel with the rows: also into a file and back, and to one class against the rest.
func TestManyClasses(t *testing.T) {
	const text = "a,y\n1,red\n2,green\n3,blue\n4,red\n"
	labels := []string{"blue", "green", "red"}
	f, err := Read(strings.NewReader(text), "t.csv", Target("y"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "t.csv")
	if err := f.WriteCSV(path); err != nil {
		t.Fatal(err)
	}
	again, err := CSV(path, Target("y"))
	if err != nil {
		t.Fatal(err)
	}
	some, err := again.Rows(3, 1)
	if err != nil {
		t.Fatal(err)
	}
	bound, err := again.Bind(some)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		f *Frame
		y []float64
	}{{f, []float64{2, 1, 0, 2}}, {again, []float64{2, 1, 0, 2}}, {some, []float64{2, 1}}, {bound, []float64{2, 1, 0, 2, 2, 1}}} {
		if _, _, two := c.f.Classes(); !c.f.ManyClasses() || two || !slices.Equal(c.f.Labels(), labels) || !slices.Equal(c.f.Y(), c.y) {
			t.Errorf("labels %v, two %v, y %v", c.f.Labels(), two, c.f.Y())
		}
	}
	green, err := f.WithClass("green")
	if err != nil || green.ManyClasses() || !slices.Equal(green.Labels(), []string{"not green", "green"}) || !slices.Equal(green.Y(), []float64{-1, 1, -1, -1}) {
		t.Errorf("%v: %v, %v", err, green.Labels(), green.Y())
	}
	if _, err := f.WithClass("grey"); err == nil || !strings.Contains(err.Error(), `"red"`) {
		t.Errorf("a class that is not there: %v", err)
	}
	numbers, err := Read(strings.NewReader("a,y\n1,3\n2,1\n3,2\n"), "t.csv", Target("y"), Classes("1", "2", "3"))
	if err != nil || !slices.Equal(numbers.Y(), []float64{2, 0, 1}) {
		t.Errorf("%v: numbers by name are %v", err, numbers.Y())
	}
	_, err = Read(strings.NewReader(text), "t.csv", Target("y"), Classes("red", "green", "grey"))
	if cell, ok := errors.AsType[*CellError](err); !ok || cell.Line != 4 || !strings.Contains(cell.Reason, `"blue" is none of the classes`) {
		t.Errorf("a label that is not named: %v", err)
	}
	if _, err := Read(strings.NewReader(text), "t.csv", Target("y"), Classes("red", "green", "red")); err == nil {
		t.Error("equal labels: no error")
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
