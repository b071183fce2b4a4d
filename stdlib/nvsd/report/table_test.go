package report

import (
	"fmt"
	"testing"
)

// A long table shows its first rows and counts the others.
func TestAddFirst(t *testing.T) {
	items := make([]int, MaxRows+5)
	in := make([]bool, len(items))
	for i := range items {
		items[i] = i
	}
	in[0], in[MaxRows+1] = true, true
	row := func(i int) []any { return []any{i} }
	for _, tc := range []struct {
		count int
		in    []bool
		notes string
	}{
		{MaxRows, in, "[]"},
		{MaxRows + 1, nil, "[and 1 more input]"},
		{MaxRows + 5, nil, "[and 5 more inputs]"},
		{MaxRows + 5, in, "[and 5 more inputs, 1 of them selected]"},
	} {
		table := Table{Columns: Columns("input")}
		table.AddFirst(items[:tc.count], "input", tc.in, row)
		if len(table.Rows) != MaxRows || fmt.Sprint(table.Notes) != tc.notes {
			t.Errorf("%d items: %d rows and %v, want %s", tc.count, len(table.Rows), table.Notes, tc.notes)
		}
	}
}

// Of a long grid some points are listed, the first and the last among them.
func TestAddEvenly(t *testing.T) {
	for _, tc := range []struct {
		n           int
		rows, notes string
	}{
		{0, "[]", "[]"},
		{3, "[[0] [1] [2]]", "[]"},
		{4, "[[0] [1] [3]]", "[3 of the 4 fits are listed]"},
		{101, "[[0] [50] [100]]", "[3 of the 101 fits are listed]"},
	} {
		table := Table{Columns: Columns("fit")}
		table.AddEvenly(tc.n, 3, "fit", func(i int) []any { return []any{i} })
		if fmt.Sprint(table.Rows) != tc.rows || fmt.Sprint(table.Notes) != tc.notes {
			t.Errorf("%d points: %v %v, want %s %s", tc.n, table.Rows, table.Notes, tc.rows, tc.notes)
		}
	}
}

func TestEnds(t *testing.T) {
	for _, tc := range []struct {
		n, most int
		want    string
	}{
		{0, 4, "[]"}, {4, 4, "[0 1 2 3]"}, {5, 4, "[0 1 -1 3 4]"}, {100, 4, "[0 1 -1 98 99]"},
	} {
		if got := fmt.Sprint(Ends(tc.n, tc.most)); got != tc.want {
			t.Errorf("Ends(%d, %d) = %s, want %s", tc.n, tc.most, got, tc.want)
		}
	}
}
