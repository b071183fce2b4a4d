package notebooks

import (
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// A run says what it does not do, and what the pager would show is not kept.
func TestCodeForCellsIsTold(t *testing.T) {
	nb := parseNotebook(t, code("next")+","+code("here"))
	s := newScript(map[string]func(repl.ID) []repl.Event{
		"next": func(id repl.ID) []repl.Event {
			return []repl.Event{repl.Page{Parent: id, Bundle: plainBundle("long")}, repl.NextCell{Parent: id, Code: "x := 1"}, repl.Done{Parent: id}}
		},
		"here": func(id repl.ID) []repl.Event {
			return []repl.Event{repl.NextCell{Parent: id, Code: "// %load f.go\ny", Replace: true}, repl.Done{Parent: id}}
		},
	})
	var seen []repl.Event
	if err := Run(t.Context(), nb, s, Options{Event: func(e repl.Event) { seen = append(seen, e) }}); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{
		"A run has no next cell for this code:\nx := 1\n",
		"A run has no cell to put this code into; %run FILE runs a file:\n// %load f.go\ny\n",
	} {
		outs := nb.Cells()[i].Outputs()
		if len(outs) != 1 || outs[0].Name != "stderr" || outs[0].Text() != want {
			t.Errorf("cell %d shows %+v, want %q", i, outs, want)
		}
	}
	if len(seen) != 3 {
		t.Errorf("the events were %+v", seen)
	}
}
