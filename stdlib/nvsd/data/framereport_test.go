package data

import (
	"fmt"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// A Frame shows its head, and the type and the quartiles of each column.
func TestFrameReport(t *testing.T) {
	const text = "size,answer,colour,weight\n1,0,red,0.5\n2,1,blue,1.5\n3,1,green,2.25\n4,0,red,4\n5,1,red,2\n6,0,blue,1\n7,1,blue,3\n"
	f, err := Read(strings.NewReader(text), "t.csv", Target("weight"), Factor("colour"))
	if err != nil {
		t.Fatal(err)
	}
	want := `t.csv: 7 observations of 5 inputs
size  answer  colour=blue  colour=green  colour=red  weight (target)
   1       0            0             0           1             0.5
   2       1            1             0           0             1.5
   3       1            0             1           0             2.25
   4       0            0             0           1             4
   5       1            0             0           1             2
   6       0            1             0           0             1
and 1 more row

Columns
column           type             min  25 %   median  75 %   max
size             whole number    1     2.5      4     5.5      7
answer           0 or 1          0     0        1     1        1
colour=blue      level of colour  0    0        0     1        1
colour=green     level of colour  0    0        0     0        1
colour=red       level of colour  0    0        0     1        1
weight (target)  number          0.5   1.25     2     2.625    4
no value is missing
`
	if got := f.Report().String(); strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(want), " ") {
		t.Errorf("it is shown as\n%s\nwant\n%s", got, want)
	}
}

// wideFrame returns a Frame of zeros and ones.
func wideFrame(tb testing.TB, n, d int) *Frame {
	X := mat.NewDense(n, d, nil)
	for a := range d {
		X.Set(a%n, a, 1)
	}
	f, err := New(X, make([]float64, n))
	if err != nil {
		tb.Fatal(err)
	}
	return f
}

// A wide Frame shows its first and last columns, and how many there are.
func TestWideFrameReport(t *testing.T) {
	tables := wideFrame(t, 20, 1000).Report().Tables()
	var names []string
	for _, c := range tables[0].Columns {
		names = append(names, c.Name)
	}
	if got := strings.Join(names, " "); got != "x1 x2 x3 x4 x5 x6 x7  x994 x995 x996 x997 x998 x999 x1000 y (target)" {
		t.Errorf("its head has the columns %s", got)
	}
	if got := fmt.Sprint(tables[0].Notes); got != "[and 14 more rows and 986 more inputs]" {
		t.Errorf("its notes are %s", got)
	}
	rows := tables[1].Rows
	if len(rows) != profileColumns+2 || rows[0][0] != "x1" || rows[profileColumns/2][0] != report.Down || rows[profileColumns][0] != "x1000" {
		t.Errorf("it has %d rows of columns: %v", len(rows), rows)
	}
}

// Of very many rows some are enough for the quartiles, and it says so. The least and the
// largest are those of all.
func TestLongFrameReport(t *testing.T) {
	const n = 10 * quartileRows
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(i)
	}
	x[17] = -1
	f, err := New(mat.NewDense(n, 1, x), x)
	if err != nil {
		t.Fatal(err)
	}
	profile := f.Report().Tables()[1]
	if got := fmt.Sprint(profile.Notes); got != "[no value is missing the quartiles are those of 5000 rows, evenly spread]" {
		t.Errorf("its notes are %s", got)
	}
	row := profile.Rows[0]
	if row[2] != -1.0 || row[6] != float64(n-1) {
		t.Errorf("it says that %v is the least and %v the largest", row[2], row[6])
	}
	for k, part := range []float64{0.25, 0.5, 0.75} {
		if got := row[3+k].(float64); got < (part-0.01)*n || got > (part+0.01)*n {
			t.Errorf("the quartile %v is %v", part, got)
		}
	}
}

func BenchmarkFrameReport(b *testing.B) {
	for _, size := range []struct{ n, d int }{{100_000, 30}, {1000, 1000}, {1_000_000, 10}} {
		f := wideFrame(b, size.n, size.d)
		b.Run(fmt.Sprintf("n=%d/d=%d", size.n, size.d), func(b *testing.B) {
			for b.Loop() {
				f.Report()
			}
		})
	}
}
