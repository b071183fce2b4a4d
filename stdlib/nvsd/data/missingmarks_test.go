package data

import (
	"math"
	"strings"
	"testing"
)

// TestNA: which cells are missing is what is said, or else the usual words.
func TestNA(t *testing.T) {
	for _, c := range []struct {
		cells string
		opts  []ReadOption
		want  string // the cells, "_" for a missing one; or a part of the error
	}{
		{"1 NA 3 #N/A <NA> nan", nil, "1 _ 3 _ _ _"},
		{"none mild mild NA", nil, "_ mild mild _"},
		{"none mild mild NA", []ReadOption{NAOnly("NA")}, "none mild mild _"},
		{"1 -999 -999.0 3", []ReadOption{NA("-999")}, "1 _ _ 3"},
		{"1,5 -9,5 3 ?", []ReadOption{NA("-9,5", "?"), DecimalComma()}, "1.5 _ 3 _"},
		{"1 NA 3", []ReadOption{NAOnly("?")}, `"NA" is not a number`},
		{"1 NA 3", []ReadOption{NAOnly()}, `"NA" is not a number`},
		{"1 NA -999 ? 3", []ReadOption{NA("-999")}, "1 _ _ _ 3"},
		{"1 NA -999 x 3", []ReadOption{NA("-999"), NA("x")}, "1 _ _ _ 3"},
		{"none x mild", []ReadOption{NAOnly("NA"), NA("x")}, "none _ mild"},
		{"none x mild", []ReadOption{NA("x")}, "_ _ mild"},
		{"2024-01-01 unknown 2024-01-03", []ReadOption{NA("unknown")}, "2024-01-01 _ 2024-01-03"},
	} {
		text := "x;a\n" + strings.ReplaceAll(c.cells, " ", ";1\n") + ";1\n"
		f, err := Read(strings.NewReader(text), "x.csv", append(c.opts, NoTarget(), AllowMissing(), Comma(';'))...)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			cells, _ := f.Texts("x")
			for i, cell := range cells {
				if cell == "" {
					cells[i] = "_"
				}
			}
			got = strings.Join(cells, " ")
		}
		if got != c.want && (err == nil || !strings.Contains(got, c.want)) {
			t.Errorf("%s: %s, want %s", c.cells, got, c.want)
		}
	}
}

// TestNAIsKept: a file is read again in the same way, an ARFF file too.
func TestNAIsKept(t *testing.T) {
	const text = "@relation r\n@attribute a numeric\n@attribute b {x,none}\n@data\n1,none\n-999,x\n?,x\n"
	path := put(t, "a.arff", text)
	f, err := ARFF(path, NA("-999"), AllowMissing(), NoTarget())
	if err != nil {
		t.Fatal(err)
	}
	g, err := f.Origin().Rebuild("")
	if err != nil || !same(f, g) {
		t.Errorf("%v, %v", g, err)
	}
	if a, _ := g.Column("a"); a[0] != 1 || !math.IsNaN(a[1]) || !math.IsNaN(a[2]) || texts(g, "b") != "none x x" {
		t.Errorf("a %v, b %s", a, texts(g, "b"))
	}
}
