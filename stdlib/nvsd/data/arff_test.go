package data

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

const patients = `% a comment
@RELATION 'patients of 2020'

@attribute age integer
@attribute 'weight in kg' REAL
@attribute sex {female, 'male', "it's other"}
@attribute note string
@attribute seen date "yyyy-MM-dd HH:mm"
@attribute outcome numeric

@DATA
52, 70.5, male, 'a, b', "2020-01-31 10:30", 1
% between rows
61, ?, "it\'s other", "say \"so\"", '2020-02-01 00:00', 2.5

48,81,female,c,?,3
`

func TestARFF(t *testing.T) {
	f, err := Read(strings.NewReader(patients), "patients.arff", Impute(Mean, "weight in kg"))
	if err != nil {
		t.Fatal(err)
	}
	var kinds []Kind
	for _, c := range f.columns {
		kinds = append(kinds, c.kind)
	}
	if want := []Kind{Integer, Numeric, Categorical, Categorical, Date, Numeric}; !slices.Equal(kinds, want) {
		t.Errorf("kinds %v, want %v", kinds, want)
	}
	if got, want := f.columns[2].levels, []string{"female", "it's other", "male"}; !slices.Equal(got, want) {
		t.Errorf("levels %q, want %q", got, want)
	}
	if got, want := f.columns[3].levels, []string{"a, b", "c", `say "so"`}; !slices.Equal(got, want) {
		t.Errorf("texts %q, want %q", got, want)
	}
	if got := f.columns[4].text(0) + f.columns[4].text(2); got != "2020-01-31 10:30" {
		t.Errorf("dates %q", got)
	}
	if got := f.columns[1].text(0) + "|" + f.columns[1].text(1); got != "70.5|" || f.Target() != "outcome" || f.N() != 3 {
		t.Errorf("%q, %v", got, f)
	}
}

// TestSparseRows: what a sparse row does not name is 0, and the first declared value.
func TestSparseRows(t *testing.T) {
	const header = "@relation r\n@attribute a numeric\n@attribute b {x,y}\n@attribute c numeric\n@attribute y numeric\n@data\n"
	sparse, err := Read(strings.NewReader(header+"{0 1.5, 3 2}\n{ 1 y , 2 4 }\n{}\n{1 'y',3 ?}\n"), "s.arff", AllowMissing("y"))
	if err != nil {
		t.Fatal(err)
	}
	dense, err := Read(strings.NewReader(header+"1.5,x,0,2\n0,y,4,0\n0,x,0,0\n0,y,0,?\n"), "s.arff", AllowMissing("y"))
	if err != nil || asJSON(t, sparse.values()) != asJSON(t, dense.values()) {
		t.Errorf("%v, want %v (%v)", mat.Formatted(sparse.X()), mat.Formatted(dense.X()), err)
	}
}

// TestARFFMissing: an empty cell is missing, one in quotes is an empty text, and no other text is
// missing unless data.NA names it.
func TestARFFMissing(t *testing.T) {
	const text = "@attribute s string\n@attribute n real\n@attribute y real\n@data\n,1,2\n'',,3\nNA,2,4\n'?',3,5\n"
	for _, named := range []string{"", "NA"} {
		opts := []ReadOption{AllowMissing(), Key("s")}
		want := "|''|'NA'|'?'"
		if named != "" {
			opts, want = append(opts, NA(named)), "|''||'?'"
		}
		f, err := Read(strings.NewReader(text), "m.arff", opts...)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i, v := range f.columns[0].values {
			got = append(got, "")
			if !math.IsNaN(v) {
				got[i] = "'" + f.columns[0].text(i) + "'"
			}
		}
		if strings.Join(got, "|") != want || !math.IsNaN(f.columns[1].values[1]) {
			t.Errorf("NA(%q): %s, want %s", named, strings.Join(got, "|"), want)
		}
	}
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestARFFRefuses(t *testing.T) {
	const header = "@relation r\n@attribute a numeric\n@attribute b {x,y}\n@attribute y numeric\n@data\n"
	for text, want := range map[string]string{
		"":                          "there is no line @data: this is no whole ARFF file",
		"@relation r\n@data\n1\n":   "line 2: @data comes before any @attribute: this is no whole ARFF file",
		"a,y\n1,2\n":                `line 1: the header of an ARFF file has @relation, @attribute and @data, and not "a,y"`,
		"@attribute a\n@data\n":     "line 1: @attribute needs a name and a type, such as @attribute age numeric",
		"@attribute a complex\n":    `line 1: the attribute "a" is of the type "complex": there are numeric, real, integer, string, date and lists of values in braces`,
		"@attribute a relational\n": `line 1: the attribute "a" holds tables (relational), which cannot be columns: leave it out of the file`,
		"@attribute a {x,y\n":       `line 1: the values of "a" have no } at the end`,
		"@attribute a date 'yyyy w'\n@attribute y real\n@data\n1,2\n":         `the attribute "a" has dates in the pattern "yyyy w", of which the letter 'w' is not read: say by data.DateLayout how its dates are written, or leave it out by data.Drop("a")`,
		"@attribute a date \"d 'of\"\n@attribute y real\n@data\n1,2\n":        `the attribute "a" has dates in the pattern "d 'of", of which a quote that none ends is not read`,
		"@attribute a date M/d/yyyy\n@attribute y real\n@data\n2/30/2020,2\n": `line 4, column "a": "2/30/2020" is not a date written as M/d/yyyy`,
		header + "1,x,2\n1,x\n": "line 7 has 2 cells, and the header declares 3: every row needs the same number",
		header + "1,z,2\n":      `line 6, column "b": "z" is none of the values that the header declares ("x", "y"): if the column is to be left out, say data.Drop("b"); or else mend the file`,
		header + "1,?,2\n":      `line 6, column "b": the value is missing ("?")`,
		header + "% c\nu,x,2\n": `line 7, column "a": "u" is not a number`,
		header + "1,'x,2\n":     "line 6: a quote begins a cell and none ends it",
		header + "{0 1, 7 2}\n": `line 6: a sparse row has pairs of the number of a column, from 0 to 2, and its value: "7" is no such number`,
		header + "{0 1, 0 2}\n": `line 6: the sparse row has two values for the column 0 ("a")`,
		header + "{0 1\n":       "line 6: the sparse row has no } at the end",
		header + "{0 1} x\n":    `line 6: there is something after the sparse row ("x")`,
		header + "{0 1}, {5}\n": `line 6: there is something after the sparse row (", {5}"): weights of rows are not read`,
		header + "1,x,2,{5}\n":  "line 6: there is a weight in braces at the end of the row: weights of rows are not read",
		header:                  "no row",
		"@attribute a real\n@attribute a real\n@data\n1,2\n": `columns 1 and 2 are both named "a"`,
		inLatin1(strings.Replace(header, "x", "ß", 1)):       "line 3: the byte 0xdf is not text in UTF-8",
	} {
		if _, err := Read(strings.NewReader(text), "r.arff"); err == nil || !strings.Contains(err.Error(), "r.arff: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestARFFOfPapersData writes the papers' tables as ARFF and reads the same numbers again.
func TestARFFOfPapersData(t *testing.T) {
	dir := os.Getenv("NVSD_DATA")
	if dir == "" {
		t.Skip("NVSD_DATA is not set: it names the folder with the papers' data sets")
	}
	f, err := CSV(filepath.Join(dir, "boston.csv"))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("@relation boston\n")
	for _, c := range f.columns {
		fmt.Fprintf(&b, "@attribute %s %s\n", c.name, map[Kind]string{Numeric: "real", Integer: "integer"}[c.kind])
	}
	b.WriteString("@data\n")
	for i := range f.N() {
		for j, c := range f.columns {
			if j > 0 {
				b.WriteByte(',')
			}
			b.WriteString(c.text(i))
		}
		b.WriteByte('\n')
	}
	g, err := ARFF(put(t, "boston.arff.gz", gzipped(t, b.String())))
	if err != nil || !reflect.DeepEqual(f.columns, g.columns) {
		t.Errorf("%v became %v (%v)", f, g, err)
	}
}

func FuzzARFF(f *testing.F) {
	f.Add(patients)
	f.Add("@attribute a real\n@attribute y real\n@data\n{0 1}\n1 2\n")
	f.Fuzz(func(t *testing.T, text string) {
		if frame, err := Read(strings.NewReader(text), "fuzz.arff"); (frame == nil) == (err == nil) {
			t.Fatalf("frame %v with error %v", frame, err)
		}
	})
}
