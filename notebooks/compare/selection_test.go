package compare

import (
	"fmt"
	"strings"
	"testing"
)

// model returns a shown model that selects inputs, with the verdicts of its certificate.
func model(selected, in, out, open string) string {
	return evident(selected, in, out, open, `,"relativeGap":1e-4`)
}

// evident is model with more evidence.
func evident(selected, in, out, open, more string) string {
	list := func(names string) string {
		if names == "" {
			return "[]"
		}
		return `["` + strings.ReplaceAll(names, " ", `","`) + `"]`
	}
	return fmt.Sprintf(`|{"output_type":"execute_result","execution_count":1,"data":{"text/plain":"selected: %s, norm 1.5"},
		"metadata":{"nvsd":{"selected":%s,"certainlyIn":%s,"certainlyOut":%s,"undecided":%s%s}}}`,
		selected, list(selected), list(in), list(out), list(open), more)
}

// TestSelections: another set of selected inputs is a difference if the old certificate is certain
// of what differs, and a note if it is undecided.
func TestSelections(t *testing.T) {
	for _, tc := range []struct{ name, old, now, differs, notes string }{
		{"the same", model("a b", "a", "c", "b"), model("a b", "a", "c", "b"), "", ""},
		{"an undecided input", model("a b", "a", "c", "b"), model("a", "a", "c", "b"), "",
			"output 1: b is not selected any more; the stored certificate leaves that undecided\noutput 1: 1 place differs with it"},
		{"an undecided input comes in", model("a", "a", "c", "b"), model("a b", "a", "c", "b"), "",
			"output 1: b is selected now; the stored certificate leaves that undecided\noutput 1: 1 place differs with it"},
		{"one that was certainly in", model("a b", "a", "c", "b"), model("b", "", "c", "a b"), "output 1: a is not selected any more, and was certainly in", ""},
		{"one that was certainly out", model("a", "a", "c", "b"), model("a c", "a", "", "b c"), "output 1: c is selected now, and was certainly out", ""},
		{"both", model("a", "a", "c", "b"), model("a b c", "a", "", "b c"), "output 1: c is selected now, and was certainly out",
			"output 1: b is selected now; the stored certificate leaves that undecided"},
		{"all are undecided", model("a", "", "", "a b c"), model("a b", "", "", "a b c"), "",
			"output 1: b is selected now; the stored certificate leaves that undecided\noutput 1: 1 place differs with it"},
		{"without a certificate", evident("a", "", "", "a b c", ""), evident("a b", "", "", "a b c", ""), "output 1, text/plain: line 1", ""},
	} {
		r := Notebooks(book(t, tc.old), book(t, tc.now), Options{Tolerance: DefaultTolerance})
		cell := r.Cells[0]
		said := ""
		if len(cell.Differences) > 0 {
			said = cell.Differences[0].String()
		}
		if !strings.HasPrefix(said, tc.differs) || (said == "") != (tc.differs == "") || strings.Join(cell.Notes, "\n") != tc.notes {
			t.Errorf("%s: %q, notes %q", tc.name, said, cell.Notes)
		}
	}
}
