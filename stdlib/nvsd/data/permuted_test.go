package data

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestPermutedCopiesAreRowsInAnotherOrder(t *testing.T) {
	f, err := Read(strings.NewReader(housing), "h", Factor("road"), Drop("river"))
	if err != nil {
		t.Fatal(err)
	}
	g, groups, err := f.WithPermuted(5)
	if err != nil {
		t.Fatal(err)
	}
	d := f.D()
	if g.D() != 2*d || g.Names()[d] != "rooms (permuted)" || !slices.Equal(g.Y(), f.Y()) {
		t.Errorf("%v became %v", f, g)
	}
	if want := [][]int{{0, 1, 2, 3}, {4, 5, 6, 7}}; !reflect.DeepEqual(groups, want) {
		t.Errorf("groups %v, want %v", groups, want)
	}
	if c := g.Categories(); len(c) != 2 || c[1].Name != "road (permuted)" || !slices.Equal(c[1].Columns, []int{5, 6, 7}) {
		t.Errorf("categories %v", c)
	}
	for k, name := range g.Names()[d+1:] { // as Category has it, so that a penalty finds the columns by its name
		if want := "road (permuted)=" + f.Categories()[0].Levels[k]; name != want {
			t.Errorf("the copy of a categorical input's column is called %q, want %q", name, want)
		}
	}
	rows := func(x mat.Matrix, from int) (all [][]float64) {
		for i := range f.N() {
			all = append(all, mat.Row(nil, i, x)[from:from+d])
		}
		slices.SortFunc(all, slices.Compare)
		return all
	}
	if original := rows(f.X(), 0); !reflect.DeepEqual(rows(g.X(), 0), original) || !reflect.DeepEqual(rows(g.X(), d), original) {
		t.Error("the rows of the copies are not those of the inputs")
	}
	if _, _, err := g.WithPermuted(1); err == nil {
		t.Error("copies of copies have the names of copies: no error")
	}
}

// The inputs beside copies that cannot matter, as two groups.
func ExampleFrame_WithPermuted() {
	f, err := Read(strings.NewReader("a,b,y\n1,2,3\n4,5,6\n7,8,9\n"), "table")
	if err != nil {
		fmt.Println(err)
		return
	}
	both, groups, err := f.WithPermuted(1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(both)
	fmt.Println(groups)
	// Output:
	// table: 3 observations of 4 inputs (a, b, a (permuted), b (permuted)), target y
	// [[0 1] [2 3]]
}
