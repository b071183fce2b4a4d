package data

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestReadAccepts(t *testing.T) {
	for _, c := range []struct {
		what, text string
		opts       []ReadOption
		names      []string
		target     string
		x          []float64
		y          []float64
	}{
		{"plain", "a,b,y\n1,2,3\n4,5,6\n", nil, []string{"a", "b"}, "y", []float64{1, 2, 4, 5}, []float64{3, 6}},
		{"BOM, CRLF, no last line end", "\xef\xbb\xbfa,y\r\n1,2\r\n3,4", nil, []string{"a"}, "y", []float64{1, 3}, []float64{2, 4}},
		{"quotes and blanks", "\"a, in m\", \"b\"\"2\",y\n \"1\", 2e1 , -3 \n", nil, []string{"a, in m", `b"2`}, "y", []float64{1, 20}, []float64{-3}},
		{"blank lines", "a,y\n\n1,2\n\n", nil, []string{"a"}, "y", []float64{1}, []float64{2}},
		{"target first", "y,a,b\n1,2,3\n", []ReadOption{Target("y")}, []string{"a", "b"}, "y", []float64{2, 3}, []float64{1}},
		{"inputs in another order", "a,b,c,y\n1,2,3,4\n", []ReadOption{Inputs("c", "a")}, []string{"c", "a"}, "y", []float64{3, 1}, []float64{4}},
		{"dropped text", "id,a,y\nbob,1,2\n", []ReadOption{Drop("id")}, []string{"a"}, "y", []float64{1}, []float64{2}},
		{"last column dropped", "a,y,note\n1,2,ok\n", []ReadOption{Drop("note")}, []string{"a"}, "y", []float64{1}, []float64{2}},
		{"semicolons", "a;y\n1;2\n", []ReadOption{Comma(';')}, []string{"a"}, "y", []float64{1}, []float64{2}},
		{"lines of blanks", "a,y\n1,2\n  \n\t \r\n3,4\n ", nil, []string{"a"}, "y", []float64{1, 3}, []float64{2, 4}},
		{"row names", ",a,y,\n1,2,3,\n2,4,5,\n", []ReadOption{Drop("")}, []string{"a"}, "y", []float64{2, 4}, []float64{3, 5}},
		{"tabs", "a\tb\ty\n1\t 2\t3\n", []ReadOption{Comma('\t')}, []string{"a", "b"}, "y", []float64{1, 2}, []float64{3}},
	} {
		f, err := Read(strings.NewReader(c.text), c.what, c.opts...)
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		if x := mat.NewDense(len(c.y), len(c.names), c.x); !mat.Equal(f.X(), x) || !slices.Equal(f.Y(), c.y) ||
			!slices.Equal(f.Names(), c.names) || f.Target() != c.target {
			t.Errorf("%s: got %v, %v, %v", c.what, f, mat.Formatted(f.X()), f.Y())
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for _, c := range []struct {
		what, text string
		opts       []ReadOption
		want       string // in the error
	}{
		{"empty file", "", nil, "the file is empty"},
		{"header only", "a,y\n", nil, "n = 0"},
		{"target only", "y\n1\n", nil, "d = 0"},
		{"numeric header", "1,2\n3,4\n", nil, "a header with the columns' names is needed"},
		{"repeated name", "a,a,y\n1,2,3\n", nil, `columns 1 and 2 are both named "a"`},
		{"empty name", "a, ,y\n1,2,3\n4,2,6\n", nil, "column 2 has no name"},
		{"no row names", ",a,y\n1,2,3\n1,4,5\n", nil, `column 1 has no name, and does not count or name the rows: if what has no name is to be left out, say data.Drop(""); or else name it`},
		{"no target", "y\n1\n", nil, "data.NoTarget()"},
		{"one cell", "a,b\n1\n", nil, "line 2 has 1 cell, "},
		{"bars", "a|b|y\n1|2|3\n", nil, "data.Comma('|')"},
		{"thousands", "a,y\n\"1,234\",1\n\"12,345\",2\n", nil, `"1,234" is not a number (and 1 more such cell): if commas are between thousands, say data.Thousands(','); if decimals are behind the comma, say data.DecimalComma() and data.Comma(',')`},
		{"millions", "a,y\n\"1,234,567\",1\n\"-12,345.5\",2\n", nil, `"1,234,567" is not a number (and 1 more such cell): if commas are between thousands, say data.Thousands(','); if the column holds categories, say data.Factor("a")`},
		{"ragged", "a,b,y\n1,2,3\n1,2\n", nil, "line 3 has 2 cells, the header has 3"},
		{"empty cell", "a,b,y\n1,2,3\n1,,3\n", nil, `line 3, column "b": the cell is empty`},
		{"missing", "a,y\n1,2\nNA,3\n", nil, `line 3, column "a": the value is missing ("NA")`},
		{"text", "a,y\n1,low\n", nil, `line 2, column "y": "low" is not a number`},
		{"infinite", "a,y\n1,2\n1,-inf\n", nil, `line 3, column "y": "-inf" is not finite`},
		{"too large", "a,y\n1e999,2\n", nil, `"1e999" is not finite`},
		{"NaN", "a,y\nnan,2\n", nil, `line 2, column "a": the value is missing`},
		{"several", "a,b,y\n,1,2\n,,x\n", nil, `column "a": the cell is empty (and 2 more such cells)`},
		{"of several kinds", "when,a,y\n3.4.2021,,2\n4.4.2021,5,x\n", nil, `(and 1 more such cell): if the day is first, say data.DateLayout("2.1.2006", "when"); if the month is first`},
		{"line number after a quoted line break", "\"a\nb\",y\n1,2\n,4\n", nil, "line 4"},
		{"open quote", "a,y\n\"1,2\n", nil, "line 2"},
		{"unknown target", "a,y\n1,2\n", []ReadOption{Target("z")}, `the target "z" is not among the columns: there are "a", "y"`},
		{"target of another case", "a,MEDV\n1,2\n", []ReadOption{Target("medv")}, `the target "medv" is not among the columns: is it "MEDV"? there are "a", "MEDV"`},
		{"misspelt drop", "weight,y\n1,2\n", []ReadOption{Drop("wieght")}, `the column to drop "wieght" is not among the columns: is it "weight"?`},
		{"unknown input", "a,y\n1,2\n", []ReadOption{Inputs("z")}, `the input "z" is not among`},
		{"unknown drop", "a,y\n1,2\n", []ReadOption{Drop("z")}, `the column to drop "z" is not among`},
		{"target is an input", "a,y\n1,2\n", []ReadOption{Inputs("y")}, "both an input and the target"},
		{"target dropped", "a,y\n1,2\n", []ReadOption{Target("y"), Drop("y")}, "also dropped"},
		{"input twice", "a,y\n1,2\n", []ReadOption{Inputs("a", "a")}, "named twice"},
		{"day or month first", "when,a,y\n03/04/2021,1,2\n31/12/2021,3,4\n", nil, `can be in either order (and 1 more such cell): if the day is first, as in "31/12/2021", say data.DateLayout("2/1/2006", "when"); or else mend the file`},
		{"the same with points", "when,a,y\n3.4.2021,1,2\n31.12.2021,3,4\n", nil, `if the day is first, as in "31.12.2021", say data.DateLayout("2.1.2006", "when"); or else`},
		{"times that are texts", "when,a,y\nMonday,1,2\nTuesday,3,4\n", []ReadOption{Time("when")}, `the column "when" of data.Time holds texts, which have no order in time: if they are dates, say how they are written by data.DateLayout`},
		{"other separator", "a;b;y\n1;2;3\n", nil, "data.Comma(';')"},
	} {
		_, err := Read(strings.NewReader(c.text), "file.csv", c.opts...)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "file.csv") {
			t.Errorf("%s: error %v, want one with file.csv and %q", c.what, err, c.want)
		}
	}
}

func TestCellError(t *testing.T) {
	_, err := Read(strings.NewReader("a,y\n1,2\n x ,3\n"), "file.csv")
	cell, ok := errors.AsType[*CellError](err)
	if !ok || cell.Line != 3 || cell.Column != "a" || cell.More != 0 {
		t.Errorf("got %+v from %v", cell, err)
	}
}

// TestColumnsOfText: a column of texts alone is categorical, one with a stray text is named, and
// the target otherwise.
func TestColumnsOfText(t *testing.T) {
	const text = "make,hp,origin,mpg,class\nford,130,USA,18,low\nfiat,x,Italy,29,high\n"
	for _, c := range []struct {
		opts []ReadOption
		want string
	}{
		{[]ReadOption{Target("mpg"), Drop("class")}, `line 3, column "hp": "x" is not a number: if "x" stands for a missing cell, say data.NA("x"); if the column holds categories, say data.Factor("hp"); if the column is to be left out, say data.Drop("hp"); or else mend the file`},
		{[]ReadOption{Inputs("hp"), Target("origin")}, `line 3, column "hp": "x" is not a number`},
		{[]ReadOption{Target("mpg"), Factor("make", "origin"), Drop("class")}, `data.Factor("hp")`},
	} {
		_, err := Read(strings.NewReader(text), "cars.csv", c.opts...)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

func TestCSVNamesTheFile(t *testing.T) {
	dir := t.TempDir()
	if _, err := CSV(filepath.Join(dir, "none.csv")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no such file: %v", err)
	}
	path := filepath.Join(dir, "small.csv")
	if err := os.WriteFile(path, []byte("a,y\n1,2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for missing, want := range map[string]string{
		"Smal.csv":       fmt.Sprintf("is it %q?", path),
		"house.csv":      "it was looked for in " + dir,
		"none/small.csv": "there is no folder " + filepath.Join(dir, "none"),
	} {
		if _, err := CSV(filepath.Join(dir, missing)); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v, want %s at the end", missing, err, want)
		}
	}
	f, err := CSV(path)
	if err != nil || f.Source() != "small.csv" {
		t.Errorf("source %v, error %v", f, err)
	}
}

// TestPapersData reads every file of the papers' data: all of them but the two
// with missing values.
func TestPapersData(t *testing.T) {
	dir := os.Getenv("NVSD_DATA")
	if dir == "" {
		t.Skip("NVSD_DATA is not set: it names the folder with the papers' data sets")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.csv"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no CSV file in NVSD_DATA: %v", err)
	}
	for _, path := range files {
		f, err := CSV(path)
		if strings.HasPrefix(filepath.Base(path), "wpbc_") {
			cell, ok := errors.AsType[*CellError](err)
			if !ok || cell.Column != "lymph_node_status" || cell.More != 3 {
				t.Errorf("%s: %v, want 4 missing cells of lymph_node_status", path, err)
			}
			f, err = CSV(path, Drop("lymph_node_status"))
		}
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		t.Log(f)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("a,b,y\n1,2,3\n")
	f.Add("\xef\xbb\xbf\"a\",y\r\n1,NaN\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		frame, err := Read(strings.NewReader(text), "fuzz")
		if (frame == nil) == (err == nil) {
			t.Fatalf("frame %v with error %v", frame, err)
		}
		if err == nil {
			if _, err := New(frame.X(), frame.Y(), append(frame.Names(), frame.Target())...); err != nil {
				t.Fatalf("read a frame that New refuses: %v", err)
			}
		}
	})
}
