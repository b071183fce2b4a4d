package variables

import (
	"strings"
	"unicode/utf8"

	"github.com/nvsd-kernel/nvsd-kernel/display"
)

// Table returns a table of variables: name, type, size, and the first line of the value as
// it is shown. Of each variable, rows has the name, the type and the value by turns.
func Table(rows []any) display.Table {
	t := display.Table{Columns: []string{"name", "type", "size", "value"}}
	for i := 0; i+2 < len(rows); i += 3 {
		v := rows[i+2]
		t.Rows = append(t.Rows, []any{Reveal(rows[i]), Reveal(rows[i+1]), extent(unboxed(v)), brief(Reveal(v))})
	}
	return t
}

// maxBrief is the largest number of characters in which a value is shown.
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
