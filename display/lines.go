package display

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// lines are values that stand below each other in a table, each behind its key.
type lines struct {
	key    string // what the keys are called
	keys   []any
	values []any
	gap    bool // values are left out in the middle
}

// addTo adds the lines to a table: structs and maps of texts by the names of their fields,
// lists by the indices of their elements, and other values as they are. flat reports whether
// they are other values.
func (l lines) addTo(t *report.Table) (flat bool) {
	if names, rows := l.records(); len(names) > 0 {
		l.grid(t, report.Ends(len(names), tableColumns), func(j int) string { return names[j] },
			func(i, j int) any { return rows[i][names[j]] })
		if len(names) > tableColumns {
			t.Notes = append(t.Notes, columnsNote(tableColumns, len(names)))
		}
		return false
	}
	if lists, longest := l.lists(); longest > 0 {
		l.grid(t, report.Ends(longest, matrixColumns), strconv.Itoa, func(i, j int) any {
			if _, raw := lists[i].Raw(); j < raw.Len() {
				return lists[i].Elem(raw.Index(j))
			}
			return nil
		})
		if longest > matrixColumns && len(lists) > 1 {
			t.Notes = append(t.Notes, columnsNote(matrixColumns, longest))
		}
		return false
	}
	l.grid(t, []int{0}, func(int) string { return "value" }, func(i, _ int) any { return l.values[i] })
	return !slices.ContainsFunc(l.values, hasParts)
}

func columnsNote(shown, n int) string { return fmt.Sprintf("%d of the %d columns are shown", shown, n) }

func hasParts(v any) bool {
	_, ok := insideOf(v)
	return ok
}

// rowText is the largest number of characters of a row, but for its key.
const rowText = 1200

// grid adds the lines as rows of the given columns, with -1 for the lines that are left
// out.
func (l lines) grid(t *report.Table, columns []int, name func(j int) string, cell func(i, j int) any) {
	t.Columns = append(t.Columns, report.Column{Name: l.key})
	for _, j := range columns {
		c := report.Column{}
		if j >= 0 {
			c.Name = name(j)
		}
		t.Columns = append(t.Columns, c)
	}
	most := min(excerptText, rowText/len(t.Columns))
	for i := range l.values {
		if l.gap && i == len(l.values)/2 {
			t.Rows = append(t.Rows, slices.Repeat([]any{report.Down}, len(t.Columns)))
		}
		row := []any{l.keys[i]}
		for _, j := range columns {
			if j < 0 {
				row = append(row, report.Across)
			} else {
				row = append(row, cellOf(cell(i, j), most))
			}
		}
		t.Rows = append(t.Rows, row)
	}
}

// records returns the values by the names of their fields, if all of them are structs or maps
// whose keys are texts. names has every name once.
func (l lines) records() (names []string, rows []map[string]any) {
	for _, v := range l.values {
		fields, values, ok := fieldsOf(v)
		if !ok {
			return nil, nil
		}
		row := map[string]any{}
		for j, name := range fields {
			row[name] = values[j]
		}
		for _, name := range fields {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		rows = append(rows, row)
	}
	return names, rows
}

// fieldsOf returns the fields of a struct or the entries of a map whose keys are texts. nil
// has none.
func fieldsOf(v any) (names []string, values []any, ok bool) {
	if isNil(v) {
		return nil, nil, true
	}
	in, ok := insideOf(v)
	if !ok {
		return nil, nil, false
	}
	_, raw := in.Raw()
	switch {
	case raw.Kind() == reflect.Struct:
		names, values = in.Fields()
		return names, values, true
	case raw.Kind() == reflect.Map && raw.Type().Key().Kind() == reflect.String:
		for _, e := range outerEntries(raw, 2*tableColumns) {
			names = append(names, e.key.String())
			values = append(values, in.Elem(e.value))
		}
		return names, values, true
	}
	return nil, nil, false
}

// lists returns the values if all of them are lists of values without parts, and the length of
// the longest.
func (l lines) lists() (lists []inside, longest int) {
	for _, v := range l.values {
		in, ok := insideOf(v)
		if !ok {
			return nil, 0
		}
		_, raw := in.Raw()
		if raw.Kind() != reflect.Slice && raw.Kind() != reflect.Array || raw.Len() > 0 && hasParts(in.Elem(raw.Index(0))) {
			return nil, 0
		}
		lists, longest = append(lists, in), max(longest, raw.Len())
	}
	return lists, longest
}
