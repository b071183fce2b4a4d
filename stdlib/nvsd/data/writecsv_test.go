package data

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// What is written and read again has the same bits, kinds, levels and missing cells.
func TestWriteCSVRoundTrip(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(3, 12).Draw(r, "n")
		cells := func(name string, draw *rapid.Generator[float64], missing bool) []float64 {
			values := rapid.SliceOfN(draw, n, n).Draw(r, name)
			if missing {
				values[rapid.IntRange(0, n-1).Draw(r, "missing")] = math.NaN()
			}
			return values
		}
		whole := func(least, most int) *rapid.Generator[float64] {
			return rapid.Map(rapid.IntRange(least, most), func(k int) float64 { return float64(k) })
		}
		levels := []string{"a, b", "c\"d", "e\nf"}
		columns := []column{
			{name: "number", values: cells("numbers", rapid.Float64Range(-1e300, 1e300), true)},
			{name: "whole", kind: Integer, values: cells("whole", whole(-1<<53, 1<<53), true)},
			{name: "flag", kind: Boolean, values: cells("flag", whole(0, 1), true)},
			{name: "day", kind: Date, values: cells("day", rapid.Map(whole(-9999, 99999), func(d float64) float64 { return 86400 * d }), true), layout: "2006-01-02"},
			{name: "level", kind: Categorical, values: cells("level", whole(0, 2), false), levels: levels},
			{name: "y", values: cells("y", rapid.Float64Range(-1, 1), false)},
		}
		columns[0].values[0], columns[5].values[0] = 0.1, 1e-310
		columns[1].values[1], columns[2].values[1], columns[3].values[1] = 7, 1, 86400
		for i := range 3 {
			columns[4].values[i] = float64(i)
		}
		f := &Frame{source: "t.csv", n: n, columns: columns, target: "y"}
		for _, j := range []int{0, 1, 2, 4} {
			f.inputs = append(f.inputs, f.terms(j)...)
		}
		f.lay()
		path := filepath.Join(dir, "t.csv")
		if err := f.WriteCSV(path); err != nil {
			r.Fatal(err)
		}
		g, err := CSV(path, AllowMissing(), Factor("level"))
		if err != nil {
			r.Fatal(err)
		}
		for j := range g.columns {
			g.columns[j].fill = ""
		}
		if !same(f, g) {
			r.Fatalf("%v became %v", f.values(), g.values())
		}
	})
}

// awkward are texts that a reader of CSV takes for something else if nothing is said.
var awkward = []string{"NA", "n/a", "null", "-", "?", ".", "", " ", "\t", " a", "a ", "a", "1", "1.0", "007", "+1", "1e3", "NaN", "inf", "true", "false", "yes", "no", "TRUE",
	"2024-03-01", "03/04/2021", "1,5", "1,234", "12 %", "$1", "\"", "\"\"", "a\"b", ",", "\n", "\r\n", "\r", "a\nb", "#", "\ufeff", "\u00a0a", "ü", "PAR1", "\\", "'", "\x00"}

// Texts that are written are read again as they are, whatever they look like, those of inputs and
// those of keys, and so are the names of columns.
func TestWriteCSVKeepsTexts(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(r, "n")
		text := rapid.OneOf(rapid.SampledFrom(awkward), rapid.String())
		f := &Frame{source: "t.csv", n: n}
		names := rapid.SliceOfNDistinct(rapid.OneOf(rapid.SampledFrom([]string{"a", " a", "a b", "BZh", "<html", "{\"", "#a", "PAR1", "\"", "a,b", "\ufeffa", "a;b"}), rapid.StringMatching("[a-zA-Z ]*[b-z]")), 1, 4, rapid.ID[string]).Draw(r, "names")
		for _, name := range names {
			texts := rapid.SliceOfN(text, n, n).Draw(r, "texts")
			codes := make(map[string]bool)
			c := column{name: name, kind: Categorical, values: make([]float64, n)}
			for _, s := range texts {
				if !codes[s] {
					codes[s] = true
					c.levels = append(c.levels, s)
				}
			}
			for i, s := range texts {
				c.values[i] = float64(slices.Index(c.levels, s))
				if rapid.IntRange(0, 4).Draw(r, "missing") == 0 {
					c.values[i] = math.NaN()
				}
			}
			f.columns = append(f.columns, c.occurring().inOrder())
		}
		for j := range f.columns {
			f.inputs = append(f.inputs, f.terms(j)...)
		}
		f.lay()
		path := filepath.Join(dir, "t.csv")
		if err := f.WriteCSV(path); err != nil {
			r.Fatal(err)
		}
		g, err := CSV(path, NoTarget(), AllowMissing(), QuotedTexts(), Key(names[0]))
		if err != nil {
			raw, _ := os.ReadFile(path)
			r.Fatalf("%q: %v", raw, err)
		}
		for j, c := range f.columns {
			d := g.columns[g.find(c.name)]
			for i := range n {
				if math.IsNaN(c.values[i]) != math.IsNaN(d.values[i]) || c.text(i) != d.text(i) {
					raw, _ := os.ReadFile(path)
					r.Fatalf("column %d, row %d: %q became %q in %q", j, i+1, c.text(i), d.text(i), raw)
				}
			}
			if len(c.levels) > 0 && d.kind != Categorical {
				r.Fatalf("column %q of %q became %v", c.name, c.levels, d.kind)
			}
		}
	})
}

// Quotes stand only around texts that need them, and a text among numbers is an error that says so.
func TestQuotedTexts(t *testing.T) {
	const text = "a,b,\"c\",y\noak,\"007\",1,1\nNA,\" x\",,2\n"
	f, err := Read(strings.NewReader(text), "t", QuotedTexts(), AllowMissing())
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := f.writeCSV(&b); err != nil || b.String() != "a,b,c,y\noak,\"007\",1,1\n,\" x\",,2\n" {
		t.Errorf("written as %q (%v)", b.String(), err)
	}
	for option, want := range map[string]string{"1": `"1" is in quotes, and so it is not a number`, "x": `"x" is not a number`} {
		_, err := Read(strings.NewReader("a,y\n1,1\n\""+option+"\",2\n"), "t", QuotedTexts())
		if err == nil || !strings.Contains(err.Error(), "line 3, column \"a\": "+want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	_, err = Read(strings.NewReader("a,y\n1,1\n\"$5\",2\n"), "t", QuotedTexts())
	if bad, ok := errors.AsType[*CellError](err); !ok || bad.Advice[0].Calls[0].Option != "Factor" {
		t.Errorf("a text in quotes: %v", err)
	}
	g, err := Read(strings.NewReader("\"1\",\"2\"\n3,4\n"), "t", QuotedTexts())
	if err != nil || !slices.Equal(g.Names(), []string{"1"}) || len(g.Remarks()) > 0 {
		t.Errorf("names in quotes: %v (%v)", g, err)
	}
	if g, err := Read(strings.NewReader("a,y\n1,1\n\"\",2\n"), "t", QuotedTexts(), NA(""), AllowMissing()); err != nil || g.columns[0].kind != Integer {
		t.Errorf("%v, %v", g, err)
	}
}

// A text such as NA in quotes is a level or a missing cell as the options say, and a text in quotes
// is none of the numbers that are written like it.
func TestQuotedTextsThatAreMissing(t *testing.T) {
	for _, c := range []struct {
		opts []ReadOption
		want string // the cells, "_" for a missing one
	}{
		{nil, "_ _ x x"},
		{[]ReadOption{NAOnly()}, "NA NA x x"},
		{[]ReadOption{NA("x")}, "_ _ _ _"},
		{[]ReadOption{QuotedTexts()}, "NA _ x x"},
		{[]ReadOption{QuotedTexts(), NA("x")}, "NA _ _ _"},
		{[]ReadOption{QuotedTexts(), NA("NA")}, "_ _ x x"},
		{[]ReadOption{QuotedTexts(), NAOnly()}, "NA NA x x"},
		{[]ReadOption{QuotedTexts(), NAOnly("NA")}, "_ _ x x"},
	} {
		f, err := Read(strings.NewReader("a,y\n\"NA\",1\nNA,2\n\"x\",3\nx,4\n"), "t", append(c.opts, AllowMissing(), Factor("a"))...)
		if err != nil {
			t.Fatal(err)
		}
		cells, _ := f.Texts("a")
		for i, cell := range cells {
			if cell == "" {
				cells[i] = "_"
			}
		}
		if got := strings.Join(cells, " "); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	_, err := Read(strings.NewReader("a;y\n\"5 %\";1\n5 %;2\n"), "t", QuotedTexts(), Percent(), Comma(';'))
	if err == nil || !strings.Contains(err.Error(), `line 2, column "a": "5 %" is in quotes, and so it is not a number`) || strings.Contains(err.Error(), "more such") {
		t.Error(err)
	}
}

// Most of the first texts say what a column is, so it is in quotes if they are numbers of another
// kind, in whatever order its levels are.
func TestWriteCSVOfTextsThatLookLikeNumbers(t *testing.T) {
	c := column{name: "a", kind: Categorical}
	for i := range 150 {
		c.values = append(c.values, float64(149-i))
		if i < 75 {
			c.levels = append(c.levels, fmt.Sprintf("!%03d", i))
		} else {
			c.levels = append(c.levels, fmt.Sprintf("€%03d", i))
		}
	}
	f := &Frame{source: "t", n: 150, columns: []column{c, {name: "1", kind: Integer, values: make([]float64, 150)}}}
	f.inputs = f.terms(1)
	f.lay()
	var b strings.Builder
	if err := f.writeCSV(&b); err != nil {
		t.Fatal(err)
	}
	g, err := Read(strings.NewReader(b.String()), "t", QuotedTexts(), NoTarget(), Factor("a"))
	if err != nil {
		t.Fatal(err)
	}
	got, _ := g.Texts("a")
	if want, _ := f.Texts("a"); !slices.Equal(got, want) {
		t.Errorf("%q became %q", want, got)
	}
	g, err = Read(strings.NewReader(b.String()), "t", QuotedTexts(), NoTarget(), Drop("1"), Keep("a"))
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := g.Texts("a"); got[0] != "€149" {
		t.Errorf("%q", got)
	}
}

// Dates in a layout that no reader knows are written in one that it does.
func TestWriteCSVOfLayouts(t *testing.T) {
	f, err := Read(strings.NewReader("d,x,y\n3/4/2021,1,1\n12/5/2021,2,2\n"), "t", DateLayout("2/1/2006", "d"))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := f.writeCSV(&b); err != nil || b.String() != "d,x,y\n2021-04-03,1,1\n2021-05-12,2,2\n" {
		t.Errorf("written as %q (%v)", b.String(), err)
	}
}

// Dates with a comma are written without one.
func TestWriteCSVOfDatesWithCommas(t *testing.T) {
	f := tableOf(t, "d,x\n\"Mar 4, 2021\",1\n\"May 12, 2021\",2\n")
	var b strings.Builder
	if err := f.writeCSV(&b); err != nil || b.String() != "d,x\n2021-03-04,1\n2021-05-12,2\n" {
		t.Errorf("written as %q (%v)", b.String(), err)
	}
}

func TestWriteCSVOfTrees(t *testing.T) {
	f := readTrees(t)
	f, err := f.Select("height", "id", "girth", "species")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "out.csv")
	if err := f.WriteCSV(path); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if want := "id,girth,species,height\nt1,8.25,oak,70\nt2,,beech,65\nt3,8.75,oak,63\nt4,10.5,(missing),72\nt5,10.75,beech,81\nt6,11,pine,83\n"; err != nil || string(text) != want {
		t.Errorf("written as\n%s\n(%v), want\n%s", text, err, want)
	}
	c, err := Read(strings.NewReader("a,y\n1,ill\n2,well\n"), "t", Classes("well", "ill"))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.WriteCSV(path); err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(path); string(text) != "a,y\n1,ill\n2,well\n" {
		t.Errorf("labels are written as\n%s", text)
	}
}

// A date is written with all of its digits, whatever it was read as.
func TestWriteCSVOfMoments(t *testing.T) {
	f := tableOf(t, "at,x\n2024-03-01T10:00:00.250000Z,1\n2024-03-01T10:00:01Z,2\n")
	path := filepath.Join(t.TempDir(), "out.csv")
	if err := f.WriteCSV(path); err != nil {
		t.Fatal(err)
	}
	g, err := CSV(path, NoTarget())
	if err != nil {
		t.Fatal(err)
	}
	if a, b := f.columns[0], g.columns[0]; a.kind != Date || b.kind != Date || !slices.Equal(a.values, b.values) {
		t.Errorf("%v became %v", a, b)
	}
}

// A file that cannot be written to its end stays as it was, and nothing is left beside it.
func TestFullDiskLeavesTheOldFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.csv")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	full := errors.New("no space left on device")
	err := writeWhole(path, func(w io.Writer) error {
		if _, err := io.WriteString(w, "half of the ne"); err != nil {
			return err
		}
		return full
	})
	if !errors.Is(err, full) || !strings.Contains(err.Error(), "no space left on device: the file is as it was before") {
		t.Errorf("a full disk: %v", err)
	}
	if text, _ := os.ReadFile(path); string(text) != "old" {
		t.Errorf("the file holds %q", text)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("beside it is %v", left)
	}
	if err := numbered(3).WriteCSV(filepath.Join(dir, "none", "out.csv")); err == nil || !strings.Contains(err.Error(), "no such file or directory") {
		t.Errorf("no folder: %v", err)
	}
}

// A writer that fails is told, wherever it fails.
func TestWriteCSVTellsErrors(t *testing.T) {
	f := numbered(20_000)
	for _, room := range []int{0, 10, 1 << 16, 1 << 17} {
		if err := f.writeCSV(&narrow{room}); err == nil {
			t.Errorf("no error with room for %d bytes", room)
		}
	}
}

// narrow has room for so many bytes.
type narrow struct{ room int }

func (w *narrow) Write(p []byte) (int, error) {
	if len(p) > w.room {
		n := w.room
		w.room = 0
		return n, io.ErrShortWrite
	}
	w.room -= len(p)
	return len(p), nil
}
