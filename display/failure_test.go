package display

import (
	"encoding/csv"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// loop wraps itself.
type loop struct{ Depth int }

func (l loop) Error() string { return fmt.Sprint("loop ", l.Depth) }
func (l loop) Unwrap() error { return loop{l.Depth + 1} }

func TestRenderError(t *testing.T) {
	_, err := csv.NewReader(strings.NewReader("a,b\n1,\"2\"x\n")).ReadAll()
	for _, tc := range []struct {
		name string
		err  error
		want []string // the rows of its table; none for one that says no more than its message
	}{
		{"plain", errors.New("plain"), nil},
		{"with fields", fmt.Errorf("reading: %w", err), []string{
			`| \*fmt.wrapError | reading: ` + err.Error() + ` |  |`,
			`| \*csv.ParseError | ` + err.Error() + ` | StartLine: 2, Line: 2, Column: 5 |`,
			`| \*errors.errorString | extraneous or missing " in quoted-field |  |`,
		}},
	} {
		shown := renderError(tc.err)
		if (shown == nil) != (tc.want == nil) {
			t.Errorf("%s: it is shown as %v", tc.name, shown)
			continue
		}
		for _, row := range tc.want {
			if table := shown[MIMEMarkdown].(string); !strings.Contains(table, row) {
				t.Errorf("%s: there is no row %s in\n%s", tc.name, row, table)
			}
		}
	}
	if got := len(chainOf(loop{})); got != maxChain {
		t.Errorf("of an error that wraps itself %d are shown, want %d", got, maxChain)
	}
}
