package data

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// The quartiles, whiskers and numbers beyond them are those that R's quantile (type 7) and the rule of
// Tukey give.
func TestBoxOf(t *testing.T) {
	got := boxOf("a", []float64{50, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1})
	want := report.Box{Name: "a", Count: 11, Q1: 3.5, Median: 6, Q3: 8.5, Low: 1, High: 10, Far: []float64{50}}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the box is %+v, want %+v", got, want)
	}
	if few := boxOf("a", []float64{3, 1}); !slices.Equal(few.Few, []float64{1, 3}) || few.Median != 2 {
		t.Errorf("the box of two numbers is %+v", few)
	}
}

// Every number is at or between the whiskers, or beyond them by more than 1.5 times the distance
// of the quartiles, and never both.
func TestWhiskersPartTheNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.SliceOfN(rapid.OneOf(rapid.Float64Range(-10, 10), rapid.SampledFrom([]float64{0, 0, 1, 100})), leastInBox, 60).Draw(t, "v")
		b := boxOf("a", slices.Clone(v))
		near := 0
		for _, x := range v {
			if far := max(b.Q1-x, x-b.Q3) > 1.5*(b.Q3-b.Q1); far != slices.Contains(b.Far, x) {
				t.Fatalf("%v is far: %v, and the box is %+v", x, far, b)
			}
			if x >= b.Low && x <= b.High {
				near++
			}
		}
		if near+len(b.Far) != len(v) || !slices.IsSorted([]float64{b.Low, b.Q1, b.Median, b.Q3, b.High}) {
			t.Fatalf("of %d numbers %d are near and %d far: %+v", len(v), near, len(b.Far), b)
		}
	})
}

func TestBox(t *testing.T) {
	f := readTrees(t)
	r, err := f.Box("height", "species")
	if err != nil {
		t.Fatal(err)
	}
	chart := r.Charts()[0].(report.Boxes)
	var names []string
	sum := 0
	for _, b := range chart.Boxes {
		names = append(names, b.Name)
		sum += b.Count
	}
	if want := []string{"(missing)", "beech", "oak", "pine"}; !slices.Equal(names, want) || sum != f.N() {
		t.Errorf("the levels are %v of %d rows, want %v of %d", names, sum, want, f.N())
	}
	if !strings.Contains(r.String(), "whisker") || r.Tables()[0].Rows[1][0] != "beech" {
		t.Errorf("as text it is\n%s", r)
	}
	dates := plotted[report.Boxes](t, f, func(f *Frame) (report.Report, error) { return f.Box("day", "old") })
	if !dates.Dates || dates.Boxes[0].Name != "no" {
		t.Errorf("of dates it is %+v", dates)
	}
	numbers := plotted[report.Boxes](t, f, func(f *Frame) (report.Report, error) { return f.Box("height", "girth") })
	if len(numbers.Boxes) != 5 || numbers.Boxes[0].Name != "8.25" || numbers.Note != "1 row is left out: girth is missing in 1." {
		t.Errorf("by numbers it is %+v", numbers)
	}
}

// Of many levels those with the most rows are shown, in their order.
func TestBoxOfManyLevels(t *testing.T) {
	var text strings.Builder
	text.WriteString("g,y\n")
	for k := range 40 {
		for i := range 1 + k%20 {
			fmt.Fprintf(&text, "level%02d,%d\n", k, i)
		}
	}
	f := readTable(t, text.String(), Factor("g"))
	c := plotted[report.Boxes](t, f, func(f *Frame) (report.Report, error) { return f.Box("y", "g") })
	least := math.MaxInt
	for k, b := range c.Boxes {
		least = min(least, b.Count)
		if k > 0 && b.Name <= c.Boxes[k-1].Name {
			t.Errorf("%s stands after %s", b.Name, c.Boxes[k-1].Name)
		}
	}
	if len(c.Boxes) != mostBoxes || least != 6 || c.Note != "The 30 levels with the most rows are shown, of 40." {
		t.Errorf("there are %d boxes of at least %d rows, with the note %q", len(c.Boxes), least, c.Note)
	}
}
