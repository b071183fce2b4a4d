package data

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

const housing = "rooms,road,river,price\n5,10,no,1\n6,2,yes,2\n7,2,no,3\n8,x,no,4\n"

func TestFactorBecomesColumns(t *testing.T) {
	f, err := Read(strings.NewReader(housing), "h", Factor("river", "road"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := f.Names(), []string{"rooms", "road=10", "road=2", "road=x", "river=yes"}; !slices.Equal(got, want) {
		t.Errorf("columns %q, want %q", got, want)
	}
	want := mat.NewDense(4, 5, []float64{5, 1, 0, 0, 0, 6, 0, 1, 0, 1, 7, 0, 1, 0, 0, 8, 0, 0, 1, 0})
	if !mat.Equal(f.X(), want) {
		t.Errorf("values %v", mat.Formatted(f.X()))
	}
	if got, want := f.Groups(), [][]int{{0}, {1, 2, 3}, {4}}; !reflect.DeepEqual(got, want) {
		t.Errorf("groups %v, want %v", got, want)
	}
	if got, want := f.Categories(), []Category{
		{"road", []string{"10", "2", "x"}, []int{1, 2, 3}}, {"river", []string{"no", "yes"}, []int{4}},
	}; !reflect.DeepEqual(got, want) {
		t.Errorf("categories %v, want %v", got, want)
	}
	x := mat.Row(nil, 0, f.X())
	f.Categories()[0].Set(x, 1)
	f.Categories()[1].Set(x, 1)
	if want := []float64{5, 0, 1, 0, 1}; !slices.Equal(x, want) {
		t.Errorf("road 2 and river yes set: %v, want %v", x, want)
	}
	p := f.Plain()
	if g, err := p.Frame(); err != nil || !reflect.DeepEqual(f, g) {
		t.Errorf("as plain values and back: %v (%v)", g, err)
	}
}

func TestNumericLevelsAreOrderedAsNumbers(t *testing.T) {
	f, err := New(mat.NewDense(4, 2, []float64{10, 1, 2, 2, 9, 3, 2, 4}), []float64{1, 2, 3, 4}, "road", "z")
	if err != nil {
		t.Fatal(err)
	}
	g, err := f.Factor("road")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := g.Names(), []string{"road=2", "road=9", "road=10", "z"}; !slices.Equal(got, want) {
		t.Errorf("columns %q, want %q", got, want)
	}
	g, err = g.Factor("z")
	if err != nil || g.Categories()[1].Columns[0] != 3 {
		t.Errorf("a second factor: %v, %v", g.Categories(), err)
	}
	if f.D() != 2 || len(f.Categories()) != 0 {
		t.Error("the Frame itself was changed")
	}
}

func TestFactorsFollowTheFrame(t *testing.T) {
	f, err := Read(strings.NewReader(housing), "h", Factor("road", "river"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		inputs, names []string
		groups        [][]int
		categories    int
	}{
		{[]string{"river", "road"}, []string{"river=yes", "road=10", "road=2", "road=x"}, [][]int{{0}, {1, 2, 3}}, 2},
		{[]string{"road=x", "rooms", "road=2"}, []string{"road=x", "rooms", "road=2"}, [][]int{{0}, {1}, {2}}, 0},
		{[]string{"road=x", "road=10", "rooms", "road=2"}, []string{"road=x", "road=10", "rooms", "road=2"}, [][]int{{1, 3, 0}, {2}}, 1},
	} {
		g, err := f.Inputs(c.inputs...)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(g.Names(), c.names) || len(g.Categories()) != c.categories {
			t.Errorf("inputs %q: names %q, categories %v", c.inputs, g.Names(), g.Categories())
		}
	}
	g, err := f.Rows(0, 1)
	if err != nil || len(g.Categories()) != 2 {
		t.Errorf("rows: %v, %v", g, err)
	}
}

func TestFactorRefuses(t *testing.T) {
	long := "id,y\n"
	for i := range maxLevels + 1 {
		long += fmt.Sprintf("n%d,1\n", i)
	}
	for _, c := range []struct {
		text, want string
		opts       []ReadOption
	}{
		{housing, "price\" cannot be a factor", []ReadOption{Factor("price")}},
		{housing, "not among the columns that are read", []ReadOption{Factor("roof")}},
		{housing, "named twice", []ReadOption{Factor("road", "road")}},
		{"a,y\n,1\n", "the cell is empty", []ReadOption{Factor("a")}},
		{"a,y\nNA,1\n", "the value is missing", []ReadOption{Factor("a")}},
		{"a=1,a,y\n1,0,1\n2,1,2\n", `both named "a=1"`, []ReadOption{Factor("a")}},
		{long, "is it an identifier", []ReadOption{Factor("id")}},
	} {
		if _, err := Read(strings.NewReader(c.text), "h", c.opts...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	f, err := Read(strings.NewReader(housing), "h", Factor("road", "river"))
	if err != nil {
		t.Fatal(err)
	}
	for _, names := range [][]string{{"roof"}, {"road=2"}, {"rooms", "rooms"}} {
		if _, err := f.Factor(names...); err == nil {
			t.Errorf("Factor(%q): no error", names)
		}
	}
}

func TestPlainRefusesFalseCategories(t *testing.T) {
	for what, c := range map[string]Category{
		"no level":   {Name: "a"},
		"columns":    {"a", []string{"1", "2"}, []int{0, 1}},
		"no column":  {"a", []string{"1", "2"}, []int{4}},
		"twice":      {"a", []string{"1", "2", "3"}, []int{0, 0, 1}},
		"not 0 or 1": {"a", []string{"1", "2"}, []int{1}},
		"two levels": {"a", []string{"1", "2", "3"}, []int{0, 2, 3}},
	} {
		p := Plain{Names: []string{"a", "b", "c", "d"}, Target: "y", X: [][]float64{{1, 2, 1, 0}}, Y: []float64{1}, Categories: []Category{c}}
		if _, err := p.Frame(); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
}

// A column of codes is not a number: it becomes one input a level.
func ExampleFactor() {
	table := "rooms,road,price\n5,A,1\n6,B,2\n7,C,3\n"
	f, err := Read(strings.NewReader(table), "houses", Factor("road"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f)
	fmt.Println(f.Groups())
	// Output:
	// houses: 3 observations of 2 inputs, 4 columns (rooms, road=A, road=B, road=C), target price
	// [[0] [1 2 3]]
}

// TestFactorOfTruthValues: true in other letters is the same level, and texts as they are stay apart.
func TestFactorOfTruthValues(t *testing.T) {
	const text = "b,y\nTrue,1\nTRUE,2\nFalse,3\n"
	f, err := Read(strings.NewReader(text), "t.csv", Factor("b"))
	if err != nil || !slices.Equal(f.Categories()[0].Levels, []string{"False", "true"}) {
		t.Fatalf("%v: %v", f, err)
	}
	if b, err := f.Column("b=true"); err != nil || !slices.Equal(b, []float64{1, 1, 0}) {
		t.Errorf("%v, %v", b, err)
	}
	quoted := strings.ReplaceAll(strings.ReplaceAll(text, "T", `"T`), "e,", `e",`)
	quoted = strings.ReplaceAll(strings.ReplaceAll(quoted, "TRUE,", `TRUE",`), "False", `"False`)
	g, err := Read(strings.NewReader(quoted), "t.csv", QuotedTexts(), Factor("b"))
	if err != nil || len(g.Categories()[0].Levels) != 3 {
		t.Errorf("%q: %v, %v", quoted, g, err)
	}
}
