package display

import (
	"fmt"
	"reflect"
)

// structsTable is a slice of structs as a table, one a row, its exported
// fields the columns. It tells whether v is such a slice and has something to
// show.
func structsTable(v any) (Table, bool) {
	r := reflect.ValueOf(v)
	if r.Kind() != reflect.Slice || r.Len() == 0 || r.Type().Elem().Kind() != reflect.Struct {
		return Table{}, false
	}
	switch r.Index(0).Interface().(type) {
	case fmt.Stringer, fmt.Formatter, error: // prints as a whole
		return Table{}, false
	}
	var t Table
	var fields []int
	for f := range r.Type().Elem().NumField() {
		if field := r.Type().Elem().Field(f); field.IsExported() {
			t.Columns = append(t.Columns, field.Name)
			fields = append(fields, f)
		}
	}
	if len(fields) == 0 {
		return Table{}, false
	}
	for i := range min(maxRows, r.Len()) {
		row := make([]any, len(fields))
		for j, f := range fields {
			row[j] = r.Index(i).Field(f).Interface()
		}
		t.Rows = append(t.Rows, row)
	}
	if more := r.Len() - maxRows; more > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("and %d more rows", more))
	}
	return t, true
}
