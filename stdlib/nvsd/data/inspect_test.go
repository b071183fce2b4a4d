package data

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"pgregory.net/rapid"
)

// A drawnColumn is a column as it is written, and what it holds.
type drawnColumn struct {
	name   string
	cells  []string
	values []float64 // of numbers and dates; NaN where missing
	levels []string  // of texts, a row each; nil for others
	isKey  bool
}

// A drawnTable is a table with the troubles of those that people bring.
type drawnTable struct {
	comma, point, thousands, encoding string
	header                            bool
	columns                           []drawnColumn // the last is the target
}

// number writes a number with two decimals.
func (d *drawnTable) number(v float64) string {
	whole, decimals, _ := strings.Cut(fmt.Sprintf("%.2f", math.Abs(v)), ".")
	for at := len(whole) - 3; at > 0 && d.thousands != ""; at -= 3 {
		whole = whole[:at] + d.thousands + whole[at:]
	}
	sign := ""
	if v < 0 {
		sign = "-"
	}
	return sign + whole + d.point + decimals
}

// drawTable draws a table.
func drawTable(t *rapid.T) *drawnTable {
	pick := func(what string, of ...string) string { return rapid.SampledFrom(of).Draw(t, what) }
	d := &drawnTable{
		comma: pick("comma", ",", ";", "\t", "|"), point: pick("point", ".", ","), header: rapid.Bool().Draw(t, "header"),
		encoding: pick("encoding", "utf-8", "windows-1252", "utf-16"),
	}
	d.thousands = map[string]string{".": pick("thousands", "", ",", "'", " "), ",": pick("thousands", "", ".", "'", " ")}[d.point]
	n := rapid.IntRange(12, 40).Draw(t, "n")
	amounts := func(what string, mark func(string) string) drawnColumn {
		c := drawnColumn{name: what}
		for i := range n {
			v := float64(rapid.IntRange(-9999999, 9999999).Draw(t, what)) / 100
			if i == 0 {
				v = 1234.5 // says how numbers are written
			}
			c.values, c.cells = append(c.values, v), append(c.cells, mark(d.number(v)))
		}
		return c
	}
	plainly := func(s string) string { return s }
	if !d.header {
		for j := range rapid.IntRange(2, 4).Draw(t, "d") {
			d.columns = append(d.columns, amounts(fmt.Sprintf("x%d", j+1), plainly))
		}
		return d
	}
	kinds := map[string]func(){
		"amounts":  func() { d.columns = append(d.columns, amounts("Größe", plainly)) },
		"percent":  func() { d.columns = append(d.columns, amounts("share", func(s string) string { return s + " %" })) },
		"currency": func() { d.columns = append(d.columns, amounts("price", func(s string) string { return s + " €" })) },
		"repeated": func() {
			second := amounts("twice", plainly)
			second.name = "twice.1"
			d.columns = append(d.columns, amounts("twice", plainly), second)
		},
		"missing": func() {
			c := amounts("lab", plainly)
			for i := rapid.IntRange(0, 1).Draw(t, "first absent"); i < n; i += 5 { // above any number, too
				c.values[i], c.cells[i] = math.NaN(), pick("absent", "", "NA", "unknown")
			}
			d.columns = append(d.columns, c)
		},
		"levels": func() {
			c := drawnColumn{name: "colour"}
			for range n {
				c.levels = append(c.levels, pick("colour", "red", "grün", "blue"))
			}
			c.cells = c.levels
			d.columns = append(d.columns, c)
		},
		"dates": func() {
			c, layout := drawnColumn{name: "day"}, pick("layout", "02/01/2006", "01/02/2006", "2.1.2006", "2006-01-02")
			for i := range n {
				day := rapid.IntRange(1, 28).Draw(t, "day")
				if i == 3 {
					day = 28 // says which order it is
				}
				at := time.Date(2024, time.Month(1+i%12), day, 0, 0, 0, 0, time.UTC)
				c.values, c.cells = append(c.values, float64(at.Unix())), append(c.cells, at.Format(layout))
			}
			d.columns = append(d.columns, c)
		},
		"identifier": func() {
			c := drawnColumn{name: "patient", isKey: true}
			for i := range n {
				c.levels = append(c.levels, fmt.Sprintf("P%03d", (7*i)%1000))
			}
			c.cells = c.levels
			d.columns = append(d.columns, c)
		},
		"index": func() {
			c := drawnColumn{name: ""}
			for i := range n {
				c.values, c.cells = append(c.values, float64(i)), append(c.cells, fmt.Sprint(i))
			}
			d.columns = append([]drawnColumn{c}, d.columns...)
		},
	}
	for _, what := range []string{"amounts", "percent", "currency", "repeated", "missing", "levels", "dates", "identifier", "index"} {
		if what == "amounts" || rapid.Bool().Draw(t, what) {
			kinds[what]()
		}
	}
	target := amounts("target", plainly)
	if rapid.Bool().Draw(t, "target missing") {
		target.values[5], target.cells[5] = math.NaN(), ""
	}
	d.columns = append(d.columns, target)
	return d
}

// text writes the table.
func (d *drawnTable) text() []byte {
	var b strings.Builder
	line := func(cell func(c drawnColumn) string) {
		for j, c := range d.columns {
			if j > 0 {
				b.WriteString(d.comma)
			}
			text := cell(c)
			if strings.Contains(text, d.comma) {
				text = `"` + text + `"`
			}
			b.WriteString(text)
		}
		b.WriteByte('\n')
	}
	if d.header {
		line(func(c drawnColumn) string { return strings.TrimSuffix(c.name, ".1") })
	}
	for i := range d.columns[0].cells {
		line(func(c drawnColumn) string { return c.cells[i] })
	}
	switch d.encoding {
	case "windows-1252":
		var raw []byte
		for _, r := range b.String() {
			if r == '€' {
				r = 0x80
			}
			raw = append(raw, byte(r))
		}
		return raw
	case "utf-16":
		raw := []byte(bomUTF16LE)
		for _, u := range utf16.Encode([]rune(b.String())) {
			raw = append(raw, byte(u), byte(u>>8))
		}
		return raw
	}
	return []byte(b.String())
}

// TestInspectReadsWhatWasWritten: whatever the troubles of a table, the call of its inspection reads it without
// a refusal, and its values are those that were written.
func TestInspectReadsWhatWasWritten(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		d := drawTable(t)
		path := filepath.Join(dir, "t.csv")
		if err := os.WriteFile(path, d.text(), 0o666); err != nil {
			t.Fatal(err)
		}
		target := d.columns[len(d.columns)-1]
		var given []ReadOption
		if named := rapid.Bool().Draw(t, "named"); named && d.header {
			given = []ReadOption{Target(target.name)}
		}
		in, err := Inspect(path, given...)
		if err != nil || in.Refused != nil {
			t.Fatalf("%v, refused %v:\n%s", err, in, d.text())
		}
		f, err := CSV(path, in.Options()...)
		if err != nil {
			t.Fatalf("%s: %v:\n%s", in.Call(), err, d.text())
		}
		if f.Target() != target.name {
			t.Fatalf("the target is %q", f.Target())
		}
		var rows []int
		for i, v := range target.values {
			if !math.IsNaN(v) {
				rows = append(rows, i)
			}
		}
		for j, c := range d.columns {
			if c.name == "" {
				c.name = fmt.Sprintf("Unnamed: %d", j)
			}
			at := f.find(c.name)
			if at < 0 {
				t.Fatalf("%s: there is no column %q", in.Call(), c.name)
			}
			got := f.columns[at]
			if c.isKey && f.roles.of(c.name) != "key" {
				t.Fatalf("%s: %q is no key", in.Call(), c.name)
			}
			for k, i := range rows {
				switch {
				case c.levels != nil && got.text(k) != c.levels[i],
					c.levels == nil && got.values[k] != c.values[i] && !(math.IsNaN(got.values[k]) && math.IsNaN(c.values[i])):
					t.Fatalf("%s: row %d of %q is %s (%v), and %q was written:\n%s", in.Call(), i+1, c.name, got.text(k), got.values[k], c.cells[i], d.text())
				}
			}
		}
	})
}

// TestInspectReadsFiles: whatever files there are, the call of the inspection of one reads it, and again as the
// inspection holds it.
func TestInspectReadsFiles(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("testdata", "typed", "*"))
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	if folder := os.Getenv("NVSD_DATA"); folder != "" {
		more, err := filepath.Glob(filepath.Join(folder, "*.csv"))
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, more...)
	} else {
		t.Log("NVSD_DATA is not set: the files of the papers are left out")
	}
	for _, path := range paths {
		in, err := Inspect(path)
		if err != nil || in.Refused != nil {
			if _, refused := Open(path); refused == nil {
				t.Errorf("%s: %v, refused %v, and it is read without options", path, err, in)
			}
			t.Logf("%s: %v", path, err)
			continue
		}
		f, err := Open(path, in.Options()...)
		if err != nil || !slices.Equal(f.Names(), in.Frame.Names()) || !reflect.DeepEqual(Cells(f.Y()), Cells(in.Frame.Y())) && f.MissingCells() == 0 {
			t.Errorf("%s: %s: %v", path, in.Call(), err)
		}
	}
}

// inspected inspects a text.
func inspected(t *testing.T, text string, opts ...ReadOption) *Inspection {
	t.Helper()
	path := filepath.Join(t.TempDir(), "t.csv")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	in, err := Inspect(path, opts...)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	in.Path = "t.csv"
	return in
}

// TestInspectionReport: what an inspection shows.
func TestInspectionReport(t *testing.T) {
	in := inspected(t, "Kürzel;Tag;Raucher;Preis;Wert\n"+
		"a;3.4.2024;ja;1.200,50;1,5\nb;30.4.2024;nein;950,25;<2\nc;2.5.2024;ja;;3,5\nd;9.9.2024;nein;1.000,00;2,25\n", Target("Preis"))
	want := `t.csv: 3 observations of 2 inputs, 4 columns, and how it is read
about           found                                                                                                       said
separator       the header has one column, "Kürzel;Tag;Raucher;Preis;Wert": ';' is between the cells                       data.Comma(';')
dates           line 2, column "Tag": "3.4.2024" is a date whose day and month can be in either order (and 3 more such cells): the day is first, as in "30.4.2024"  data.DateLayout("2.1.2006", "Tag")
numbers         line 2, column "Wert": "1,5" is not a number (and 6 more such cells): decimals are behind the comma  data.DecimalComma()
                or, if the column holds categories,  data.Factor("Wert")
                or, if the column is to be left out, data.Drop("Wert")
numbers         line 2, column "Preis": "1.200,50" is not a number (and 2 more such cells): points are between thousands data.Thousands('.')
numbers?        line 3, column "Wert": "<2" is not a number: the column is to be left out  data.Drop("Wert")
                or mend the file: put a number in place of a limit, such as half of it
missing cells   line 4, column "Preis": the cell is empty: such rows are to be left out  data.DropMissing("Preis")
rows left out for want of a cell of "Preis": 1 of 4 rows
categories texts are levels of "Kürzel" (3 levels: a, b, d); "Raucher" (2 levels: ja, nein)
dates dates are kept and are no inputs: "Tag"
                or, if inputs are to be made of them,  data.Dates("Tag")
?: nothing in the table decides it, and the likeliest is taken; say whether that is right
the call: data.CSV("t.csv", data.Target("Preis"), data.Drop("Wert"), data.Comma(';'), data.DecimalComma(), data.Thousands('.'), data.DateLayout("2.1.2006", "Tag"), data.DropMissing("Preis"))
`
	got, _, _ := strings.Cut(in.String(), "\n\nColumns")
	if strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(want), " ") {
		t.Errorf("it is shown as\n%s\nwant\n%s", got, want)
	}
}

// TestInspectionDecides: what is decided of one trouble, and whether a person is asked.
func TestInspectionDecides(t *testing.T) {
	nine := func(line string) string { return strings.Repeat(line, 3) + strings.Repeat(line, 6) }
	for text, c := range map[string]struct {
		about, call string
		asked       bool
		opts        []ReadOption
	}{
		"a,b,y\n3/4/2024,1,2\n5/6/2024,2,3\n":       {"dates", `data.DateLayout("2/1/2006", "a")`, true, nil},
		"a,b,y\n3/4/2024,1,2\n5/16/2024,2,3\n":      {"dates", `data.DateLayout("1/2/2006", "a")`, false, nil},
		"a,b,y\n\"1,234\",1,2\n\"2,345\",2,3\n":     {"numbers", `data.Thousands(',')`, true, nil},
		"a,b,y\n\"1,234\",1.5,2\n\"2,345\",2.5,3\n": {"numbers", `data.Thousands(',')`, false, nil}, // else no number has a point
		"a;b;y\n1,234;1,5;2\n2,345;2,5;3\n":         {"numbers", `data.DecimalComma()`, false, nil}, // else 1,5 is none
		"a,b,y\n\"0,125\",1,2\n\"0,250\",2,3\n":     {"numbers", `data.DecimalComma() and data.Comma(',')`, false, nil},
		"a,b,y\n1,2,yes\n2,3,no\n3,1,no\n":          {"", "", false, []ReadOption{Target("y")}},
		"a,b,y\n1,2,red\n2,3,blue\n3,1,green\n":     {"", "", false, []ReadOption{Target("y")}},
		"a,b,y\n1,2,rot\n2,3,grün\n3,1,rot\n":       {"target", `data.Target("b")`, true, nil}, // the last column of numbers
		"a,b,y\n1,2,unknown\n2,3,7\n3,1,8\n":        {"target", `data.NA("unknown")`, true, []ReadOption{Target("y")}},
		"a,b,y\n,2,1\n,3,2\n,4,3\n":                 {"missing cells", `data.Drop("a")`, false, nil},
		"a,b,y\nunknown,2,1\n7,3,2\n8,4,3\n":        {"numbers", `data.NA("unknown")`, true, nil},
		"a,b,y\n<10,2,1\n7,3,2\n8,4,3\n":            {"numbers", `data.Drop("a")`, true, nil},
		"2019,2020,2021\n1,2,3\n2,3,1\n":            {"header", `data.Header()`, true, nil},
		"1.5,2.5,3\n1,2,3\n2,3,1\n":                 {"header", `data.NoHeader()`, true, nil},
		"1.5,2.5,3\n1,2,7\n2,3,1\n":                 {"header", `data.Header()`, true, []ReadOption{Target("3")}},
		"# by hand\na,b,y\n1,2,3\n2,3,1\n":          {"separator", `data.Comments('#')`, false, nil},
		"a b;c,d;y\n1;2;3\n2;3;1\n":                 {"separator", `data.Comma(';')`, false, nil},
		"\"a\"\t\"y\"\n1\t2\n2\t3\n":                {"separator", `data.Comma('\t')`, false, nil},
		"\"a\" \"b\" \"y\"\n1 2 3\n2 3 1\n":         {"separator", `data.Comma(' ')`, false, nil},
		"a b y\nr1 1 2 3\nr2 2 3 1\n":               {"separator", `data.Comma(' ')`, false, nil},
		"a;y\nk.A.;1,5\n1.003;2,5\n1.020;3,5\n":     {"numbers", `data.NA("k.A.")`, true, nil}, // since the others are numbers with points
		"a,b,b,y\n1,2,3,4\n2,3,1,5\n":               {"names", `data.UniqueNames()`, false, nil},
		"a,,y\n1,2,3\n2,3,1\n3,3,1\n":               {"names", `data.Drop("")`, false, nil},
		"n,y\n" + nine("x,1\n"):                     {"", "", false, nil},
	} {
		in := inspected(t, text, c.opts...)
		k := slices.IndexFunc(in.Decisions, func(d Decision) bool {
			return d.About == c.about && inWords(d.Calls, Call.String) == c.call
		})
		if c.about != "" && (k < 0 || in.Decisions[k].Asked != c.asked) {
			t.Errorf("%q: %v", text, in)
		}
		if in.Frame == nil {
			t.Errorf("%q is not read: %v", text, in.Refused)
		}
	}
}

// TestRowsWithNames: a table whose lines have one cell more than its header, as R writes it, has the names of
// its rows first. Lines that a separator ends have none.
func TestRowsWithNames(t *testing.T) {
	var b strings.Builder
	b.WriteString("\"a\" \"b\" \"y\"\n")
	for i := range 12 {
		fmt.Fprintf(&b, "\"row %d\" %d %d %d\n", i, i*i%7, 2*i, 3*i)
	}
	in := inspected(t, b.String())
	if f := in.Frame; f == nil || !slices.Equal(f.Names(), []string{"a", "b"}) || f.Target() != "y" || f.Y()[5] != 15 {
		t.Errorf("%v", in)
	}
	if text := in.String(); !strings.Contains(text, "each line has one cell more than the header: its first cell is taken for the name of the row") {
		t.Error(text)
	}
	for _, text := range []string{"a,y\n1,2,\n2,3,\n3,5,\n", "a,y\n1,2,3\n2,3\n", "a,y\n1,2\n2,3,4\n"} {
		if in := inspected(t, text, Target("y")); in.Refused == nil || !strings.Contains(in.Refused.Error(), "every line needs the same number") {
			t.Errorf("%q: %v", text, in)
		}
	}
}

// TestInspectionRefuses: what only the file can mend is said, beside what is decided.
func TestInspectionRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"a;y\n1;low\n2;low\n3;low\n": `line 2, column "y": "low" is not a number (and 2 more such cells): the target has one class only`,
		"a;y\n1;<10\n2;20\n3;30\n":   `line 2, column "y": "<10" is not a number: the target must be a number`,
		"a;y\n1;2\n3\n":              "line 3 has 1 cell, the header has 2",
	} {
		in := inspected(t, text, Target("y"))
		if in.Refused == nil || in.Frame != nil || !strings.Contains(in.String(), "it cannot be read yet: "+want) || !strings.Contains(in.Call(), "data.Comma(';')") {
			t.Errorf("%q: %v", text, in)
		}
	}
	if _, err := Inspect(filepath.Join(t.TempDir(), "none.csv")); err == nil {
		t.Error("a file that is not there is inspected")
	}
	path := filepath.Join(t.TempDir(), "t.csv")
	if err := os.WriteFile(path, []byte("a,y\n1,2\n2,3\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Inspect(path, Target("z")); err == nil || !strings.Contains(err.Error(), `target "z" is not among the columns`) {
		t.Errorf("a target that is no column: %v", err)
	}
}
