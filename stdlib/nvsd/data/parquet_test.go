package data

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// typedFile is the path of a file that another program has written.
func typedFile(name string) string { return filepath.Join("testdata", "typed", name) }

// fromCSV reads the table that a file of another format should hold.
func fromCSV(t *testing.T, name string, opts ...ReadOption) *Frame {
	t.Helper()
	f, err := CSV(typedFile(name), append(opts, Target("y"), AllowMissing(), DateLayout("2006-01-02 15:04:05", "moment"))...)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// sameColumns compares the kinds, cells and levels of columns, and not how dates are written.
func sameColumns(t *testing.T, name string, got, want []column) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d columns, want %d", name, len(got), len(want))
		return
	}
	for j, w := range want {
		g := got[j]
		sameBits := func(a, b float64) bool {
			return math.Float64bits(a) == math.Float64bits(b) || math.IsNaN(a) && math.IsNaN(b)
		}
		if g.name != w.name || g.kind != w.kind || g.kind == Categorical && !slices.Equal(g.levels, w.levels) || !slices.EqualFunc(g.values, w.values, sameBits) {
			t.Errorf("%s, column %q:\n%v %v %q\nwant %q:\n%v %v %q", name, g.name, g.kind, g.values, g.levels, w.name, w.kind, w.values, w.levels)
		}
	}
}

// TestParquet reads what pandas, pyarrow, fastparquet and polars have written, in all codecs,
// encodings and kinds of pages.
func TestParquet(t *testing.T) {
	want := fromCSV(t, "table.csv", DateLayout("2006-01-02 15:04:05", "zoned"))
	for name, dropped := range map[string][]string{
		"snappy.parquet":      nil,
		"old.parquet":         nil,
		"pages.parquet":       nil,
		"delta.parquet":       nil,
		"plain.parquet":       nil,
		"none.parquet":        nil,
		"polars.parquet":      nil,
		"fastparquet.parquet": {"day", "price"},
	} {
		f, err := Open(typedFile(name), AllowMissing())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		columns := slices.DeleteFunc(slices.Clone(want.columns), func(c column) bool { return slices.Contains(dropped, c.name) })
		sameColumns(t, name, f.columns, columns)
		if f.Target() != "y" || slices.Contains(f.Names(), "moment") {
			t.Errorf("%s: the target is %q, the inputs are %q", name, f.Target(), f.Names())
		}
	}
}

// TestParquetIndex: what pandas keeps of a table as its index is no target.
func TestParquetIndex(t *testing.T) {
	index, err := Parquet(typedFile("index.parquet"), AllowMissing())
	if err != nil {
		t.Fatal(err)
	}
	if index.Target() != "y" || index.columns[0].name != "text" {
		t.Errorf("the first column is %q, the target %q", index.columns[0].name, index.Target())
	}
	numbers, err := Parquet(typedFile("rownumbers.parquet"), AllowMissing())
	if err != nil {
		t.Fatal(err)
	}
	table := fromCSV(t, "table.csv", DateLayout("2006-01-02 15:04:05", "zoned"))
	want, err := table.WhereExpr("y > 0")
	if err != nil {
		t.Fatal(err)
	}
	sameColumns(t, "rownumbers", numbers.columns, want.columns)
}

// TestTypedColumnsAsOptionsSay: a factor of numbers, the target of two texts, a date of numbers,
// fewer columns.
func TestTypedColumnsAsOptionsSay(t *testing.T) {
	f, err := Parquet(typedFile("snappy.parquet"), Target("level"), Classes("low", "high"), Inputs("short", "double"), Factor("short"), AllowMissing())
	if err != nil {
		t.Fatal(err)
	}
	table := fromCSV(t, "table.csv", DateLayout("2006-01-02 15:04:05", "zoned"), Factor("short"))
	if got, want := f.columns[f.find("short")].levels, table.columns[table.find("short")].levels; !slices.Equal(got, want) {
		t.Errorf("levels %q, want %q", got, want)
	}
	if f.Target() != "level" || f.classes == nil || len(f.columns) != 3 {
		t.Errorf("%v", f)
	}
	if dates, err := NPY(typedFile("records.npy"), AllowMissing(), DateLayout("2006-01-02T15:04:05Z", "day"), DateLayout("2", "int8")); err == nil || !strings.Contains(err.Error(), `row 1, column "int8": "-24" is not a date written as 2`) {
		t.Errorf("%v, %v", dates, err)
	}
}

func TestParquetRefuses(t *testing.T) {
	snappy, err := os.ReadFile(typedFile("snappy.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	wrong := slices.Clone(snappy)
	wrong[5] ^= 0xff // in the header of the first page
	for _, c := range []struct {
		name string
		raw  []byte
		want string
	}{
		{"cut off", snappy[:len(snappy)-100], "the Parquet file ends early: download or copy it again"},
		{"only a beginning", snappy[:6], "the Parquet file ends early: download or copy it again"},
		{"damaged", wrong, `column "double", row group 1: `},
		{"lists", read(t, "lists.parquet"), `the column "of lists" holds lists, and cannot be read: if it is to be left out, say data.Drop("of lists")`},
		{"bytes", read(t, "bytes.parquet"), `row 1, column "raw": the bytes "\xff" are no text in UTF-8: leave the column out by data.Drop("raw")`},
		{"missing", snappy, `row 1, column "double": the cell is empty (and`},
	} {
		if _, err := Read(strings.NewReader(string(c.raw)), "t.parquet"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
	if _, err := Parquet(typedFile("table.csv")); err == nil || !strings.Contains(err.Error(), "this is no file for data.Parquet: it does not begin as such a file does") {
		t.Errorf("a CSV file: %v", err)
	}
	if _, err := CSV(typedFile("snappy.parquet")); err == nil || !strings.Contains(err.Error(), "this is no file for data.CSV: read it by data.Parquet, or by data.Open") {
		t.Errorf("data.CSV: %v", err)
	}
}

func read(t testing.TB, name string) []byte {
	t.Helper()
	raw, err := os.ReadFile(typedFile(name))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// TestParquetCutOff: no beginning of a file is read as the file, or panics.
func TestParquetCutOff(t *testing.T) {
	for _, name := range []string{"delta.parquet", "polars.parquet"} {
		raw := read(t, name)
		for n := range raw {
			if _, err := Read(strings.NewReader(string(raw[:n])), name, AllowMissing()); err == nil {
				t.Errorf("%s: its first %d bytes of %d are taken for a file", name, n, len(raw))
			}
		}
	}
}

func FuzzParquet(f *testing.F) {
	for _, name := range []string{"snappy.parquet", "old.parquet", "pages.parquet", "delta.parquet", "plain.parquet", "fastparquet.parquet", "lists.parquet"} {
		f.Add(read(f, name))
	}
	f.Fuzz(fuzzTyped("f.parquet"))
}

// fuzzTyped returns a test of bytes: no file panics, and what is read of one has all its cells.
func fuzzTyped(name string) func(t *testing.T, raw []byte) {
	return func(t *testing.T, raw []byte) {
		f, err := Read(strings.NewReader(string(raw)), name, NoTarget(), AllowMissing())
		if err != nil {
			return
		}
		for _, c := range f.columns {
			if err := (ColumnValues{c.name, c.kind, c.values, c.levels, c.layout, c.fill, c.dated}).check(f.N()); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestDurations: Parquet has no durations, and a program stores whole numbers of a unit beside what
// Arrow calls them. They are seconds, rounded once, whatever the unit is.
func TestDurations(t *testing.T) {
	f, err := Parquet(typedFile("durations.parquet"), AllowMissing())
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]float64{"in s": -90061, "in ms": -90.061, "in us": -0.090061, "in ns": -9.0061e-05, "whole": -90061}
	last := map[string]float64{"in s": 9007199254740992, "in ms": 9007199254740.993, "in us": 9007199254.740993, "in ns": 9007199.254740993, "whole": 9007199254740992}
	for name, v := range want {
		c := f.columns[f.find(name)]
		if got := c.values; got[0] != 0 || got[2] != v || !math.IsNaN(got[3]) || got[4] != last[name] {
			t.Errorf("%s: %v, want %v in row 3 and %v in row 5", name, got, v, last[name])
		}
	}
	span, err := Parquet(typedFile("span.parquet"), AllowMissing())
	if err != nil {
		t.Fatal(err)
	}
	if got := span.columns[span.find("in us")].values; got[0] != 1.5 || !math.IsNaN(got[1]) {
		t.Errorf("polars: %v, want 1.5 s", got)
	}
}

// TestTypedTexts: a file whose columns have kinds says which cells are missing, so its texts are
// kept as they are, whatever they look like, and data.NA names others that are missing.
func TestTypedTexts(t *testing.T) {
	written := []string{"NA", "null", "-", "", " ", " a", "a ", "a", "007", "7", "true", "2024-03-01", "1,5"}
	for _, named := range [][]string{nil, {"NA"}, {"", " "}} {
		opts := []ReadOption{AllowMissing(), Key("text")}
		if named != nil {
			opts = append(opts, NA(named...))
		}
		f, err := Parquet(typedFile("texts.parquet"), opts...)
		if err != nil {
			t.Fatal(err)
		}
		c := f.columns[f.find("text")]
		for i, text := range written {
			if missing := slices.Contains(named, text); missing != math.IsNaN(c.values[i]) || !missing && c.text(i) != text {
				t.Errorf("NA(%q): row %d is %q, want %q", named, i+1, c.text(i), text)
			}
		}
		if !math.IsNaN(c.values[len(written)]) {
			t.Errorf("the null is %q", c.text(len(written)))
		}
	}
}

// TestTypedNA: what data.NA names is missing in files of any format.
func TestTypedNA(t *testing.T) {
	for _, name := range []string{"table.csv", "none.parquet"} {
		f, err := Open(typedFile(name), Inputs("text", "short"), Target("y"), AllowMissing(), NA("ü", "50"))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		text, short := f.columns[f.find("text")], f.columns[f.find("short")]
		if _, row := short.missing(); row != 0 || slices.Contains(text.levels, "ü") || len(text.levels) != 3 {
			t.Errorf("%s: the first missing number is in row %d, the levels are %q", name, row, text.levels)
		}
	}
}
