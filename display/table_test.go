package display

import (
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
)

// render renders v and checks that it has text.
func render(t *testing.T, v any) Bundle {
	t.Helper()
	b, err := Render(v)
	if err != nil {
		t.Fatal(err)
	}
	if s, ok := b.Data[MIMEText].(string); !ok || s == "" {
		t.Errorf("%T has no text", v)
	}
	return b
}

func TestTableGolden(t *testing.T) {
	b := render(t, Table{
		Caption: "Norms of <f> & \"g\"",
		Columns: []string{"input", "norm", "n", "note"},
		Rows: [][]any{
			{"größe", 12.5, 3, "<script>alert(1)</script>"},
			{"b", 0.25, 1000, nil},
			{"c", 0.0, 7, "line\nbreak"},
		},
		Notes: []string{"a note with <b>"},
	})
	golden.Check(t, "testdata/table.html", b.Data[MIMEHTML].(string))
	golden.Check(t, "testdata/table.txt", b.Data[MIMEText].(string)+"\n")
}

func TestTableRefusesRaggedRows(t *testing.T) {
	_, err := Render(Table{Columns: []string{"a", "b"}, Rows: [][]any{{1, 2}, {3}}})
	if err == nil || !strings.Contains(err.Error(), "row 2 of the table has 1 cells for 2") {
		t.Errorf("error %v", err)
	}
}

// A text in a cell takes several lines, and leaves the page its width.
func TestLongCellsWrap(t *testing.T) {
	long := strings.Repeat("word ", 30)
	html := render(t, Table{Columns: []string{"a", "b"}, Rows: [][]any{{"short", long}}}).Data[MIMEHTML].(string)
	if strings.Count(html, "white-space:normal") != 1 || !strings.Contains(html, `white-space:normal;min-width:24em;text-align:left">word`) {
		t.Errorf("it is shown as %s", html)
	}
}

func TestEmptyTable(t *testing.T) {
	if got := render(t, Table{Columns: []string{"a"}}).Data[MIMEText]; got != "a" {
		t.Errorf("it is %q", got)
	}
}
