package data

import (
	"encoding/csv"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// drawText draws a table as text, with cells of all sorts.
func drawText(t *rapid.T) string {
	cell := rapid.SampledFrom([]string{"1", "007", "-2.5", "1e3", "", "NA", "x", `"a,b"`, "\"two\nlines\"", `"say ""so"""`, " 3 ", "2020-01-31", "yes", "1,5"})
	row := rapid.Map(rapid.SliceOfN(cell, 3, 3), func(cells []string) string { return strings.Join(cells, ",") })
	end := rapid.SampledFrom([]string{"\n", "\r\n", "\n\n"})
	text := "a,b,c\n"
	for _, line := range rapid.SliceOfN(row, 1, 40).Draw(t, "rows") {
		text += line + end.Draw(t, "end")
	}
	return text
}

// TestTextIsReadAlikeInAnyParts: into how many parts a text is cut decides nothing.
func TestTextIsReadAlikeInAnyParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(drawText(t))
		uses := rapid.SliceOfN(rapid.SampledFrom([]use{skip, inferIt, asCodes, asText}), 3, 3).Draw(t, "uses")
		o := newReadOptions([]ReadOption{})
		read := func(chunk int) (table, error) {
			opened, err := openText(',')(slices.Clone(text), o)
			if err != nil {
				t.Fatal(err)
			}
			opened.(*textTable).chunk = chunk
			return opened.table(uses, o)
		}
		whole, err := read(1 << 20)
		parts, again := read(rapid.IntRange(1, 60).Draw(t, "chunk"))
		if fmt.Sprint(err) != fmt.Sprint(again) {
			t.Fatalf("%v, and in parts %v", err, again)
		}
		if whole.rows != parts.rows {
			t.Fatalf("%d rows, and in parts %d", whole.rows, parts.rows)
		}
		for j := range whole.fields {
			a, b := whole.fields[j], parts.fields[j]
			if !sameBits(a.values, b.values) {
				t.Fatalf("column %d: %v, and in parts %v", j, a.values, b.values)
			}
			a.values, b.values = nil, nil
			if !reflect.DeepEqual(a, b) {
				t.Fatalf("column %d: %+v, and in parts %+v", j, a, b)
			}
		}
		for row := range whole.rows {
			if whole.at(row) != parts.at(row) {
				t.Fatalf("row %d is in line %d, and in parts %d", row, whole.at(row), parts.at(row))
			}
		}
	})
}

func sameBits(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(v, w float64) bool { return math.Float64bits(v) == math.Float64bits(w) })
}

// cellsOf returns all cells of a text.
func cellsOf(text []byte, d dialect) (records [][]string, wrong *scanError) {
	for i := d.line(text, 0); i < len(text); i = d.line(text, i) {
		cells, next, wrong := d.record(text, i)
		if wrong != nil {
			return nil, wrong
		}
		records = append(records, cells)
		i = next
	}
	return records, nil
}

// agreesWithCSV compares the cells of a text with those that encoding/csv finds, where it
// takes the text.
func agreesWithCSV(t interface{ Fatalf(string, ...any) }, text string) {
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord, r.TrimLeadingSpace = -1, true
	want, err := r.ReadAll()
	if err != nil {
		return
	}
	got, wrong := cellsOf([]byte(text), dialect{comma: ","})
	if wrong != nil {
		t.Fatalf("%q: %v", text, wrong.in([]byte(text)))
	}
	for _, record := range want {
		for j := range record {
			record[j] = strings.TrimSpace(record[j])
		}
	}
	// A line of blanks is no record here, and one of an empty cell there.
	empty := func(record []string) bool { return slices.Equal(record, []string{""}) }
	got, want = slices.DeleteFunc(got, empty), slices.DeleteFunc(want, empty)
	if len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
		t.Fatalf("%q: cells %q, and of encoding/csv %q", text, got, want)
	}
}

func TestCellsAreThoseOfEncodingCSV(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		agreesWithCSV(t, drawText(t))
		// encoding/csv takes a CR alone for a blank; drawText draws CR LF.
		agreesWithCSV(t, rapid.StringOf(rapid.SampledFrom([]rune("a1,\"\n "))).Draw(t, "text"))
	})
}

func FuzzScan(f *testing.F) {
	f.Add("a,\"b\"\n1, \"2\"\"\"\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.ContainsAny(text, "\u0085\u00a0\v\f") || !strings.Contains(text, "\n") {
			return // blanks that only encoding/csv takes away before a quote, and CR alone
		}
		cellsOf([]byte(text), dialect{comma: ","})
	})
}

func TestScanRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"a,y\n1,2\n3,\"4\n5,6\n": `file.csv: line 3: a quote (") begins a cell and none ends it`,
		"a,y\n1,b\"c\n":          `file.csv: line 2: there is a quote (") inside of a cell that does not begin with one: put the cell in quotes, and write "" for each quote inside of it`,
		"a,y\n\"1\"x,2\n":        `file.csv: line 2: there is something after the quote (") that ends a cell: write "" for each quote inside of a cell`,
		"a,y\n\"1\n\",2\n3\n":    "file.csv: line 4 has 1 cell, the header has 2: every line needs the same number",
	} {
		if _, err := Read(strings.NewReader(text), "file.csv"); err == nil || err.Error() != "data: "+want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := Read(strings.NewReader("a,y\n"), "file.csv", Comma('"')); err == nil || !strings.Contains(err.Error(), "cannot be between cells") {
		t.Errorf("a quote between cells: %v", err)
	}
}
