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
	want := `t.csv: 7 observations of 3 inputs, 5 columns
size  answer  colour  weight (target)
   1       0  red                0.5
   2       1  blue               1.5
   3       1  green              2.25
   4       0  red                4
   5       1  red                2
   6       0  blue               1
and 1 more row

Columns
column           type                          min  25 %   median  75 %   max
size             whole number                  1     2.5      4     5.5      7
answer           0 or 1                        0     0        1     1        1
colour           3 levels: blue, green, red
weight (target)  number          0.5   1.25     2     2.625    4
no value is missing
`
	if got := f.Report().String(); strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(want), " ") {
		t.Errorf("it is shown as\n%s\nwant\n%s", got, want)
	}
}

// Columns that are no inputs say what they are, and missing cells are counted.
func TestTypedFrameReport(t *testing.T) {
	want := `trees.csv: 6 observations of 3 inputs, 6 columns
id (key) species old girth day (no input) site (group) height (target)
t1 oak yes 8.25 2024-03-01 north 70
t2 beech no NA 2024-03-02 north 65
t3 oak no 8.75 2024-03-05 south 63
t4 (missing) yes 10.5 2024-03-09 south 72
t5 beech no 10.75 2024-03-07 east 81
t6 pine yes 11 2024-03-11 east 83

Columns
column type min 25 % median 75 % max
id (key) 6 levels: t1, t2, t3, t4, …
species 4 levels: (missing), beech, oak, pine
old boolean: no or yes 0 0 0.5 1 1
girth number 8.25 8.75 10.5 10.75 11
day (no input) date 2024-03-01 2024-03-11
site (group) 3 levels: east, north, south
height (target) whole number 63 66.25 71 78.75 83
1 value is missing: 1 of girth, filled in by the mean
`
	fields := func(text string) string {
		var lines []string
		for line := range strings.Lines(text) {
			lines = append(lines, strings.Join(strings.Fields(line), " "))
		}
		return strings.Join(lines, "\n")
	}
	f := readTrees(t)
	if got := fields(f.Report().String()); got != fields(want) {
		t.Errorf("it is shown as\n%s\nwant\n%s", got, fields(want))
	}
	means, err := f.GroupBy("site").Mean("height", "girth")
	if err != nil {
		t.Fatal(err)
	}
	want = `trees.csv: 3 observations of 2 inputs
site (key) height girth
east 82 10.88
north 67.5 8.25
south 67.5 9.625
`
	if got := fields(means.Report().String()); strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Errorf("the means of groups are shown as\n%s\nwant\n%s", got, want)
	}
	want = `trees.csv: 6 observations of 3 inputs, 6 columns
column count mean sd min max distinct missing
old 6 0.5 0.5477 0 1 2 0
girth 5 9.85 1.257 8.25 11 5 1
height (target) 6 72.33 8.189 63 83 6 0

Levels
column level count
species (missing) 1
species beech 2
species oak 2
species pine 1
site east 2
site north 2
site south 2

Dates
column first last missing
day 2024-03-01 2024-03-11 0
`
	if got := fields(f.Describe().String()); got != fields(want) {
		t.Errorf("it is described as\n%s\nwant\n%s", got, fields(want))
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

// Long names of levels do not make a wide table.
func TestLongLevelsReport(t *testing.T) {
	long := strings.Repeat("é", 50)
	f, err := Read(strings.NewReader("a,b,y\n"+long+"1,x,1\n"+long+"2,y,2\n"+long+"2,z,2\n"), "long.csv")
	if err != nil {
		t.Fatal(err)
	}
	rows := f.Report().Tables()[1].Rows
	if a, b := rows[0][1], rows[1][1]; a != "2 levels: "+long+"1, …" || b != "3 levels: x, y, z" {
		t.Errorf("the columns are described as %v and %v", a, b)
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
