package data

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// withRowNumbers is a table of 20 rows whose first column has the given name and cells, beside x and y.
func withRowNumbers(name string, cell func(i int) string) string {
	text := name + ",x,y\n"
	for i := range 20 {
		text += fmt.Sprintf("%s,%d,%d\n", cell(i), i*i%7, i%3)
	}
	return text
}

// TestRowNumbers: a column that counts the rows, or names them under the name of an index, is no
// input, and a warning says how to make it one.
func TestRowNumbers(t *testing.T) {
	from := func(first int) func(int) string { return func(i int) string { return fmt.Sprint(first + i) } }
	texts := func(i int) string { return fmt.Sprint("car ", i) }
	for _, c := range []struct {
		name string
		cell func(int) string
		says string // of the warning, "" if the column is an input
	}{
		{"Unnamed: 0", from(0), `the column "Unnamed: 0" counts the rows, and is no input: data.Keep("Unnamed: 0") makes it one`},
		{"t", from(0), `"t" counts the rows`}, {"t", from(1), `"t" counts the rows`}, {"", from(1), `"Unnamed: 0" counts the rows`},
		{"t", func(i int) string { return fmt.Sprintf("%d.0", i) }, `"t" counts the rows`},
		{"rownames", texts, `"rownames" names the rows`}, {"", texts, `"Unnamed: 0" names the rows`}, {"row.names", texts, `"row.names" names the rows`},
		{"id", from(7), `"id" names the rows`}, {"index", func(i int) string { return fmt.Sprint(13 * i % 20) }, `"index" names the rows`},
		{"patient_id", from(1000), `"patient_id" names the rows`}, {"PassengerId", from(5), `"PassengerId" names the rows`}, {"ID", from(3), `"ID" names the rows`},
		{"t", from(2), ""}, {"t", func(i int) string { return fmt.Sprint(19 - i) }, ""}, {"id", func(i int) string { return fmt.Sprint(i / 2) }, ""},
		{"id", func(i int) string { return fmt.Sprintf("%d.5", i) }, ""}, {"acid", from(7), ""}, {"PAID", from(7), ""},
	} {
		text := withRowNumbers(c.name, c.cell)
		f, err := Read(strings.NewReader(text), "a.csv")
		if err != nil {
			t.Errorf("%s: %v", text[:12], err)
			continue
		}
		warnings := strings.Join(f.Warnings(), "\n")
		if in := len(f.Names()) == 2; in != (c.says == "") || !strings.Contains(warnings, c.says) || in && strings.Contains(warnings, "rows, and") {
			t.Errorf("%s: inputs %q, warnings %s", text[:12], f.Names(), warnings)
		}
		if c.says == "" {
			continue
		}
		name := f.LeftOut()[0]
		for what, opts := range map[string][]ReadOption{"kept": {Keep(name)}, "chosen": {Inputs(name, "x")}, "a factor": {Factor(name)}, "all kept": {Keep()}} {
			g, err := Read(strings.NewReader(text), "a.csv", opts...)
			if refused, is := errors.AsType[*Refusal](err); is && refused.About == "identifier" && strings.Contains(text, "car") && (what == "chosen" || what == "all kept") {
				continue // nobody has said that these texts are levels
			}
			if err != nil || len(g.LeftOut()) != 0 || g.Names()[0] != name && len(g.Categories()) != 1 {
				t.Errorf("%s, %s: %v, %v", text[:12], what, g, err)
			}
			if says := fmt.Sprint(g.Warnings()); strings.Contains(says, "data.Drop("+fmt.Sprintf("%q", name)) != (what == "all kept" || len(g.Categories()) == 1) {
				t.Errorf("%s, %s: %s", text[:12], what, says)
			}
		}
		g, err := f.Keep(name)
		if err != nil || !slices.Contains(g.Columns(), name) || len(g.LeftOut()) != 0 || strings.Contains(fmt.Sprint(g.Warnings()), "data.Keep") {
			t.Errorf("%s: the Frame keeps it: %v, %v", text[:12], g, err)
		}
		if key, err := Read(strings.NewReader(text), "a.csv", Key(name)); err != nil || len(key.Remarks()) != 0 {
			t.Errorf("%s as a key: %v, %v", text[:12], key, err)
		}
	}
}

// TestTheOnlyInputIsKept: of a table that has nothing else the row numbers are an input.
func TestTheOnlyInputIsKept(t *testing.T) {
	f, err := Read(strings.NewReader(strings.ReplaceAll(withRowNumbers("t", func(i int) string { return fmt.Sprint(i) }), ",x,", ",when,")), "a.csv", Drop("when"))
	if err != nil || f.D() != 1 || !strings.Contains(fmt.Sprint(f.Warnings()), `the input "t" counts the rows`) {
		t.Errorf("%v, %v", f, err)
	}
}

// TestRowNumbersElsewhere: a Frame of numbers in a program has the inputs that it is given, and a
// file in another format has none that count the rows.
func TestRowNumbersElsewhere(t *testing.T) {
	text := "@relation r\n@attribute id numeric\n@attribute x numeric\n@attribute y numeric\n@data\n"
	for i := range 20 {
		text += fmt.Sprintf("%d,%d,%d\n", i, i*i%7, i%3)
	}
	f, err := ARFF(put(t, "a.arff", text))
	if err != nil || !slices.Equal(f.Names(), []string{"x"}) || !strings.Contains(fmt.Sprint(f.Warnings()), `"id" counts the rows`) {
		t.Errorf("ARFF: %v, %v", f, err)
	}
	kept, err := f.Keep("id")
	if err != nil {
		t.Fatal(err)
	}
	of, err := New(kept.X(), kept.Y(), "x", "id", "y")
	if err != nil || of.D() != 2 {
		t.Errorf("New: %v, %v", of, err)
	}
}

// TestRowNumbersAreKept: a file is read again in the same way, also one whose origin knows nothing of
// row numbers.
func TestRowNumbersAreKept(t *testing.T) {
	path := put(t, "a.csv", withRowNumbers("", func(i int) string { return fmt.Sprint(i) }))
	f, err := CSV(path)
	if err != nil {
		t.Fatal(err)
	}
	g, err := f.Keep("Unnamed: 0")
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range []*Frame{f, g} {
		again, err := of.Origin().Rebuild("")
		if err != nil || !same(of, again) || !slices.Equal(of.Warnings(), again.Warnings()) {
			t.Errorf("%v, %v", again, err)
		}
	}
	path = put(t, "b.csv", withRowNumbers("id", func(i int) string { return fmt.Sprint(i) }))
	f, err = CSV(path)
	if err != nil {
		t.Fatal(err)
	}
	old := f.Origin()
	old.Options = []byte("{}")
	if g, err := old.Rebuild(""); err != nil || !slices.Equal(g.Names(), []string{"id", "x"}) {
		t.Errorf("of before: %v, %v", g, err)
	}
}

// TestManyLevels: a categorical input with more levels than a tenth of the rows is told of.
func TestManyLevels(t *testing.T) {
	table := func(n, levels int) string {
		text := "name,y\n"
		for i := range n {
			text += fmt.Sprintf("no %d,%d\n", i%levels, i%3)
		}
		return text
	}
	for _, c := range []struct {
		n, levels int
		warns     bool
	}{{80, 60, true}, {80, 9, true}, {80, 8, false}, {20, 4, false}} {
		f, err := Read(strings.NewReader(table(c.n, c.levels)), "a.csv")
		want := fmt.Sprintf(`the column "name" has %d levels in %d rows, and each of them is a column: data.Drop("name") leaves it out`, c.levels, c.n)
		if err != nil || strings.Contains(fmt.Sprint(f.Warnings()), want) != c.warns {
			t.Errorf("%+v: %v, %v", c, f, err)
		}
	}
	if _, err := Read(strings.NewReader(table(80, 79)), "a.csv"); err == nil || !strings.Contains(err.Error(), `the column "name" has 79 texts in 80 rows, as an identifier has: if`) {
		t.Errorf("nearly an identifier: %v", err)
	}
}
