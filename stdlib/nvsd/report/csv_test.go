package report

import (
	"encoding/csv"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCSV(t *testing.T) {
	table := Table{
		Title:   "left out",
		Columns: []Column{{Name: "input"}, {Name: "norm", Unit: "mmHg"}, {Name: "in"}, {Name: "found"}, {Name: "selected"}},
		Rows: [][]any{
			{"größe, \"x\"", 1.0 / 3, Percent(0.125), Ratio{3, 20}, Marked(true, "selected")},
			{"a\nb", float32(0.1), nil, 7, Marked(false, "selected")},
		},
		Notes: []string{"left out"},
	}
	want := `input,norm (mmHg),in,found,selected
"größe, ""x""",0.3333333333333333,0.125,3 of 20,selected
"a
b",0.1,,7,
`
	if got := table.CSV(); got != want {
		t.Errorf("it is\n%s\nwant\n%s", got, want)
	}
}

// Whatever stands in a table, a reader of CSV gets the texts and the numbers back, to the bit.
func TestCSVIsReadAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[^\r]*`)
		names := rapid.SliceOfN(text, 2, 2).Draw(t, "names")
		texts := rapid.SliceOf(text).Draw(t, "texts")
		table := Table{Columns: Columns(names...)}
		var numbers []float64
		for _, s := range texts {
			v := rapid.Float64().Draw(t, "number")
			numbers = append(numbers, v)
			table.Rows = append(table.Rows, []any{s, v})
		}
		records, err := csv.NewReader(strings.NewReader(table.CSV())).ReadAll()
		if err != nil || len(records) != 1+len(texts) {
			t.Fatalf("%d records, error %v", len(records), err)
		}
		for i, s := range texts {
			v, err := strconv.ParseFloat(records[1+i][1], 64)
			if records[1+i][0] != s || err != nil || math.Float64bits(v) != math.Float64bits(numbers[i]) && !math.IsNaN(v) {
				t.Fatalf("row %d is %q, want %q and %v", i, records[1+i], s, numbers[i])
			}
		}
	})
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriteCSVTellsOfErrors(t *testing.T) {
	table := Table{Columns: Columns("a"), Rows: slices.Repeat([][]any{{strings.Repeat("x", 1000)}}, 10)}
	if err := table.WriteCSV(fullDisk{}); err == nil || err.Error() != "disk full" {
		t.Errorf("error %v", err)
	}
}
