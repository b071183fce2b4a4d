package child

import (
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/nvsd-kernel/nvsd-kernel/display"
)

// vars shows a table of variables, of which rows has the name, the type and
// the value by turns.
func (m *commands) vars(rows ...any) {
	if len(rows) == 0 {
		m.print("There are no variables.\n")
		return
	}
	t := display.Table{Columns: []string{"name", "type", "size", "value"}}
	for i := 0; i+2 < len(rows); i += 3 {
		v := rows[i+2]
		t.Rows = append(t.Rows, []any{reveal(rows[i]), reveal(rows[i+1]), extent(unboxed(v)), brief(reveal(v))})
	}
	m.display(t)
}

// extent is the size of a value that has one: 3 of a slice, 3 x 2 of a matrix.
func extent(v any) string {
	r := reflect.ValueOf(v)
	if !r.IsValid() || r.Kind() == reflect.Pointer && r.IsNil() {
		return ""
	}
	if d, ok := v.(interface{ Dims() (rows, cols int) }); ok {
		rows, cols := d.Dims()
		return fmt.Sprintf("%d x %d", rows, cols)
	}
	if d, ok := v.(interface { // a data.Frame: observations and inputs
		N() int
		D() int
	}); ok {
		return fmt.Sprintf("%d x %d", d.N(), d.D())
	}
	if l, ok := v.(interface{ Len() int }); ok {
		return fmt.Sprint(l.Len())
	}
	switch r.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map, reflect.String, reflect.Chan:
		return fmt.Sprint(r.Len())
	}
	return ""
}

// maxBrief is how many characters of a value are shown.
const maxBrief = 60

// brief is the first line of a value as text.
func brief(v any) (text string) {
	defer func() {
		if recover() != nil {
			text = "(it panics when it is shown)"
		}
	}()
	b, err := display.Render(v)
	if err != nil {
		return "(" + err.Error() + ")"
	}
	text, _ = b.Data[display.MIMEText].(string)
	line, _, cut := strings.Cut(text, "\n")
	if utf8.RuneCountInString(line) > maxBrief {
		line, cut = string([]rune(line)[:maxBrief]), true
	}
	if cut {
		line += " …"
	}
	return line
}
