package display

import (
	"fmt"
	"reflect"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// structsTable returns a slice of structs as a table: a struct in each row, an exported
// field in each column. ok reports whether v is a slice of structs that has elements and
// exported fields.
func structsTable(v any) (t Table, ok bool) {
	r, ok := v.(records)
	if !ok {
		r, ok = structsOf(v)
	}
	if !ok {
		return Table{}, false
	}
	order := make([]int, r.Len())
	for i := range order {
		order[i] = i
	}
	var shown report.Table
	shown.AddFirst(order, "row", nil, r.Row)
	return Table{Columns: r.Columns(), Rows: shown.Rows, Notes: shown.Notes}, true
}

// records is a slice of structs. The structs of a cell implement it, because reflection
// does not know their fields by the names in the cell.
type records interface {
	Columns() []string
	Len() int
	Row(i int) []any
}

// structs is a slice of compiled structs.
type structs struct {
	slice  reflect.Value
	fields []int // the exported ones
}

func structsOf(v any) (structs, bool) {
	r := reflect.ValueOf(v)
	if r.Kind() != reflect.Slice || r.Len() == 0 || r.Type().Elem().Kind() != reflect.Struct {
		return structs{}, false
	}
	switch r.Index(0).Interface().(type) {
	case fmt.Stringer, fmt.Formatter, error: // prints as a whole
		return structs{}, false
	}
	s := structs{slice: r}
	for f := range r.Type().Elem().NumField() {
		if r.Type().Elem().Field(f).IsExported() {
			s.fields = append(s.fields, f)
		}
	}
	return s, len(s.fields) > 0
}

func (s structs) Columns() []string {
	var names []string
	for _, f := range s.fields {
		names = append(names, s.slice.Type().Elem().Field(f).Name)
	}
	return names
}

func (s structs) Len() int { return s.slice.Len() }

func (s structs) Row(i int) []any {
	row := make([]any, len(s.fields))
	for j, f := range s.fields {
		row[j] = s.slice.Index(i).Field(f).Interface()
	}
	return row
}
