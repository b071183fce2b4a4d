package variables

import (
	"reflect"
	"strconv"

	"github.com/nvsd-kernel/nvsd-kernel/display"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// Parts returns a value of a cell's type as a table of its parts, for display. It calls no
// method of the value. A list of structs has a column for each field. A value of a compiled
// type is returned as it is.
func Parts(v any) any {
	if view := rt.ViewOf(v); view.T != nil && !view.Compiled() {
		return partsTable(view)
	}
	return v
}

func partsTable(v rt.View) any {
	for v.V.Kind() == reflect.Pointer && !v.V.IsNil() {
		v = v.Elem()
	}
	switch v.V.Kind() {
	case reflect.Struct:
		t := display.Table{Columns: []string{"field", "type", "value"}}
		names, values := v.Fields()
		for i, name := range names {
			t.Rows = append(t.Rows, []any{name, values[i].TypeName(), plainCell(values[i])})
		}
		return t
	case reflect.Slice, reflect.Array:
		return elementsTable(v)
	}
	_, summary := sizeAndSummary(v)
	return plainText(summary)
}

func elementsTable(v rt.View) display.Table {
	n := min(v.V.Len(), snapshotParts)
	cells := func(element rt.View) (names []string, cells []any) {
		return []string{"value"}, []any{plainCell(element)}
	}
	if v.V.Type().Elem().Kind() == reflect.Struct {
		cells = fieldCells
	}
	t := display.Table{Columns: []string{""}}
	for i := range n {
		names, row := cells(v.Index(i))
		if i == 0 {
			t.Columns = append(t.Columns, names...)
		}
		t.Rows = append(t.Rows, append([]any{strconv.Itoa(i)}, row...))
	}
	for _, note := range omitted(v.V.Len(), n, "elements") {
		t.Notes = append(t.Notes, note.Value)
	}
	return t
}

func fieldCells(v rt.View) (names []string, cells []any) {
	names, values := v.Fields()
	for _, field := range values {
		cells = append(cells, plainCell(field))
	}
	return names, cells
}

// plainCell is a number as it is, so that tables align it, and the summary of anything else.
func plainCell(v rt.View) any {
	switch {
	case v.V.CanInt():
		return v.V.Int()
	case v.V.CanUint():
		return v.V.Uint()
	case v.V.CanFloat():
		return v.V.Float()
	}
	return summarizeValue(v.V)
}

// plainText is text that is shown without quotes.
type plainText string

func (t plainText) MIMEBundle() (map[string]any, error) {
	return map[string]any{display.MIMEText: string(t)}, nil
}
