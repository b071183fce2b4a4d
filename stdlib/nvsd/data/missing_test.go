package data

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"
)

// Missing cells are refused with their place and with what can be done, for every kind.
func TestMissingIsRefused(t *testing.T) {
	for _, c := range []struct {
		text string
		opts []ReadOption
		want string
	}{
		{"a,y\n1,2\n,3\n", nil, `line 3, column "a": the cell is empty: if the mean of the training rows is to stand for such cells, say data.Impute(data.Mean); if such rows are to be left out, say data.DropMissing("a"); if the column is to be left out, say data.Drop("a"); or else mend the file`},
		{"a,y\nred,2\n?,3\n", nil, `the value is missing ("?"): if such cells are a level of their own, say data.Impute(data.MissingLevel); if`},
		{"a,y\n1,2\n3,\n", []ReadOption{Impute(Mean)}, `line 3, column "y": the cell is empty: if such rows are to be left out, say data.DropMissing("y"); or else mend the file`},
		{"a,y\nred,2\n?,3\n", []ReadOption{Impute(Mean)}, `column "a"`},
		{"a,y\nred,2\n?,3\n", []ReadOption{Impute(Mean, "a")}, `the column "a" is categorical, for which there is no mean: give data.MissingLevel or data.MostFrequent`},
		{"a,y\n1,2\n", []ReadOption{Impute(Mean, "b")}, `the column "b", whose missing cells are to be filled in, is not among the columns`},
		{"a,y\n1,2\n", []ReadOption{Impute("magic")}, `"magic" is no way to fill in missing cells`},
	} {
		if _, err := Read(strings.NewReader(c.text), "t.csv", c.opts...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
}

// What is filled in is learned from the cells that are there, and these stay.
func TestFilled(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(3, 20).Draw(r, "n")
		cells := func(name string, draw *rapid.Generator[float64]) []float64 {
			return append([]float64{1, 0, math.NaN()}, rapid.SliceOfN(rapid.OneOf(draw, rapid.Just(math.NaN())), n, n).Draw(r, name)...)
		}
		few := rapid.Map(rapid.IntRange(0, 2), func(k int) float64 { return float64(k) })
		f := &Frame{n: n + 3, columns: []column{
			{name: "mean", values: cells("mean", rapid.Float64Range(-9, 9)), fill: Mean},
			{name: "median", values: cells("median", rapid.Float64Range(-9, 9)), fill: Median},
			{name: "most", kind: Categorical, values: cells("most", few), levels: []string{"a", "b", "c"}, fill: MostFrequent},
		}}
		f.inputs = slices.Concat(f.terms(0), f.terms(1), f.terms(2))
		f.lay()
		g, fill, err := f.Filled()
		if err != nil {
			r.Fatal(err)
		}
		if g.MissingCells() != 0 {
			r.Fatalf("%d cells are missing still", g.MissingCells())
		}
		known := slices.DeleteFunc(slices.Clone(f.columns[0].values), math.IsNaN)
		if math.Abs(fill[0]-stat.Mean(known, nil)) > 1e-12 {
			r.Fatalf("the mean is %v", fill[0])
		}
		below, above := 0, 0
		for _, v := range slices.DeleteFunc(slices.Clone(f.columns[1].values), math.IsNaN) {
			if v < fill[1] {
				below++
			}
			if v > fill[1] {
				above++
			}
		}
		if half := len(slices.DeleteFunc(slices.Clone(f.columns[1].values), math.IsNaN)); 2*below > half || 2*above > half {
			r.Fatalf("%d are below the median %v and %d above", below, fill[1], above)
		}
		if fill[2]+fill[3]+fill[4] != 1 {
			r.Fatalf("a missing level is %v", fill[2:])
		}
		for i := range f.n {
			for a := range fill {
				if v, w := f.X().At(i, a), g.X().At(i, a); v != w && !(math.IsNaN(v) && w == fill[a]) {
					r.Fatalf("row %d of %s was %v and is %v", i, f.names[a], v, w)
				}
			}
		}
	})
}

func TestFilledRefuses(t *testing.T) {
	f := tableOf(t, "a,b\n1,\n2,\n", Impute(Mean), NoTarget())
	if _, _, err := f.Filled(); err == nil || !strings.Contains(err.Error(), `all 2 cells of the input "b" are missing, so that no mean can be learned`) {
		t.Errorf("a column without a cell: %v", err)
	}
	if _, err := f.DropMissing(); err == nil || !strings.Contains(err.Error(), "every one of the 2 rows has a missing cell") {
		t.Errorf("no row is left: %v", err)
	}
	g, err := f.DropMissing("a")
	if err != nil || g.N() != 2 {
		t.Errorf("rows without a missing cell of a: %v (%v)", g, err)
	}
}

// TestRowsLeftOut: rows that lack a cell of the named columns are left out, with the levels that they alone have.
func TestRowsLeftOut(t *testing.T) {
	const text = "a,kind,y\n1,oak,2\n,oak,3\n3,ash,\n4,elm,5\n"
	for want, opts := range map[string][]ReadOption{
		"3 [2 3 5] [elm oak]": {DropMissing("y"), Impute(Mean)},
		"2 [2 5] [elm oak]":   {DropMissing()},
	} {
		f, err := Read(strings.NewReader(text), "t.csv", opts...)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(f.N(), f.Y(), f.Categories()[0].Levels); got != want || !strings.Contains(fmt.Sprint(f.Warnings()), "left out for want of a cell of ") {
			t.Errorf("%s, want %s: %v", got, want, f.Warnings())
		}
	}
	if _, err := Read(strings.NewReader("a,y\n,1\n2,\n"), "t.csv", DropMissing()); err == nil || !strings.Contains(err.Error(), `every one of the 2 rows lacks a cell of "a", "y"`) {
		t.Errorf("no row is left: %v", err)
	}
	if _, err := Read(strings.NewReader("a,y\n,1\n2,\n"), "t.csv"); err == nil || strings.Contains(err.Error(), `data.Drop("a", "y")`) || strings.Contains(err.Error(), `data.Drop("y")`) {
		t.Errorf("a target is named to be left out: %v", err)
	}
}
