package data

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// The correlation is that of the definition, is symmetric, and does not change with units.
func TestCorrelation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 20).Draw(t, "n")
		cells := rapid.SliceOfN(rapid.OneOf(rapid.Float64Range(-10, 10), rapid.Just(math.NaN())), n, n)
		v, w := cells.Draw(t, "v"), cells.Draw(t, "w")
		unit := rapid.SampledFrom([]float64{-1e280, -3, 0.5, 1e-280, 1e280}).Draw(t, "unit")
		scaled := make([]float64, n)
		for i := range v {
			scaled[i] = unit * v[i]
		}
		f := &Frame{n: n, columns: []column{{name: "v", values: v}, {name: "w", values: w}, {name: "scaled", values: scaled}}}

		var x, y []float64
		for i := range v {
			if !math.IsNaN(v[i]) && !math.IsNaN(w[i]) {
				x, y = append(x, v[i]), append(y, w[i])
			}
		}
		r, rows := f.correlation(0, 1)
		if rows != len(x) {
			t.Fatalf("it is over %d rows, want %d", rows, len(x))
		}
		if len(x) < 3 || slices.Min(x) == slices.Max(x) || slices.Min(y) == slices.Max(y) {
			if !math.IsNaN(r) {
				t.Fatalf("without three different pairs it is %v", r)
			}
			return
		}
		mean := func(v []float64) (m float64) {
			for _, x := range v {
				m += x / float64(len(v))
			}
			return m
		}
		var xy, xx, yy float64
		for i := range x {
			dx, dy := x[i]-mean(x), y[i]-mean(y)
			xy, xx, yy = xy+dx*dy, xx+dx*dx, yy+dy*dy
		}
		if xx < 1e-20 || yy < 1e-20 { // where the sums above are rounding
			return
		}
		if want := xy / math.Sqrt(xx*yy); math.Abs(r-want) > 1e-9 {
			t.Fatalf("it is %v, want %v", r, want)
		}
		if back, _ := f.correlation(1, 0); math.Abs(back-r) > 1e-12 {
			t.Fatalf("it is %v, and the other way around %v", r, back)
		}
		if other, _ := f.correlation(2, 1); math.Abs(other-math.Copysign(r, r*unit)) > 1e-9 {
			t.Fatalf("in units of %v it is %v, and was %v", unit, other, r)
		}
	})
}

func TestCorr(t *testing.T) {
	f := readTable(t, "up,down,flat,colour,y\n1,8,7,red,1\n2,6,7,blue,2\n3,4,7,red,4\n4,,7,red,3\n", AllowMissing())
	r, err := f.Corr()
	if err != nil {
		t.Fatal(err)
	}
	want := `y up down flat
y 1 0.8 -0.98
up 0.8 1 -1
down -0.98 -1 1
flat

The largest correlations
column with correlation rows
up down -1 3
y down -0.982 3
y up 0.8 4
`
	var got strings.Builder
	for line := range strings.Lines(r.String()) {
		got.WriteString(strings.Join(strings.Fields(line), " ") + "\n")
	}
	if got.String() != want {
		t.Errorf("it shows\n%s\nwant\n%s", got.String(), want)
	}
	chart := r.Charts()[0].(report.HeatMap)
	for _, note := range []string{`"flat" has no correlation`, "Of 4 rows, down is missing in 1."} {
		if !strings.Contains(chart.Note, note) {
			t.Errorf("the note is %q, want %q", chart.Note, note)
		}
	}
	if !slices.Equal(chart.Rows, []string{"y", "up", "down", "flat"}) || !chart.Correlations {
		t.Errorf("the heat map has the rows %v", chart.Rows)
	}
}

// Of many columns those are shown that go with the target, and a note says so.
func TestCorrOfManyColumns(t *testing.T) {
	const n, d = 50, 100
	X, y := mat.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		y[i] = float64(i)
		for a := range d {
			X.Set(i, a, math.Sin(float64((a+3)*i*i)))
		}
		X.Set(i, 77, -y[i])
		X.Set(i, 78, y[i]+10*X.At(i, 3))
	}
	f, err := New(X, y)
	if err != nil {
		t.Fatal(err)
	}
	c := plotted[report.HeatMap](t, f, func(f *Frame) (report.Report, error) { return f.Corr() })
	if len(c.Rows) != mostCorrelated || !slices.Equal(c.Rows[:3], []string{"y", "x78", "x79"}) {
		t.Errorf("the columns are %v", c.Rows)
	}
	if want := fmt.Sprintf("Of %d inputs of numbers the %d with the largest correlations with y are shown.", d, mostCorrelated-1); !strings.Contains(c.Note, want) {
		t.Errorf("the note is %q, want %q", c.Note, want)
	}
	pairs := plotted[report.Pairs](t, f, func(f *Frame) (report.Report, error) { return f.Pairs() })
	if len(pairs.Columns) != usualPairs || pairs.Columns[0].Name != "y" || pairs.Columns[1].Name != "x78" {
		t.Errorf("the pairs are %s", pairs.Title)
	}
	if drop, err := f.Drop("y"); err != nil {
		t.Error(err)
	} else if c := plotted[report.HeatMap](t, drop, func(f *Frame) (report.Report, error) { return f.Corr() }); c.Rows[0] != "x1" || !strings.Contains(c.Note, "The first 25 of 100 columns") {
		t.Errorf("without a target the columns are %v, with the note %q", c.Rows, c.Note)
	}
}
