package notebooks

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// TestControlsAreStoredByNumber: the ids of comms are random, and the notebook does not depend on
// them: a view refers to its control, and a box to its part, by their numbers.
func TestControlsAreStoredByNumber(t *testing.T) {
	stored := func(part, box string) string {
		open := func(id repl.ID, comm, state string) repl.Event {
			return repl.Sent{Parent: id, Comm: repl.Comm{Kind: repl.CommOpen, ID: comm, Target: "jupyter.widget", Data: json.RawMessage(`{"state":` + state + `}`)}}
		}
		s := newScript(map[string]func(repl.ID) []repl.Event{"a": func(id repl.ID) []repl.Event {
			view := plainBundle("a box " + box)
			view.Data["application/vnd.jupyter.widget-view+json"] = json.RawMessage(fmt.Sprintf(`{"model_id":%q}`, box))
			return []repl.Event{
				open(id, part, `{"_model_name":"Slider"}`),
				open(id, box, fmt.Sprintf(`{"_model_name":"Box","children":["IPY_MODEL_%s"]}`, part)),
				repl.Result{Parent: id, Bundle: view}, repl.Done{Parent: id},
			}
		}})
		nb := parseNotebook(t, code("a"))
		if err := Run(t.Context(), nb, s, Options{}); err != nil {
			t.Fatal(err)
		}
		return written(t, nb)
	}
	a, b := stored("QPART", "ABOX"), stored("APART", "QBOX")
	if strings.ReplaceAll(a, "a box ABOX", "") != strings.ReplaceAll(b, "a box QBOX", "") {
		t.Errorf("with other ids it is stored as\n%s\nand as\n%s", a, b)
	}
	const one, two = "00000000000000000000000000000001", "00000000000000000000000000000002"
	for _, want := range []string{`"model_id": "` + two, `"IPY_MODEL_` + one, `"` + one + `": {`, "a box ABOX"} {
		if !strings.Contains(a, want) {
			t.Errorf("the notebook has no %s:\n%s", want, a)
		}
	}
}
