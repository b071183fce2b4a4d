package notebooks

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// A notebook that was run has the last states of the controls that are still there, also when
// the run was stopped.
func TestRunStoresTheStatesOfControls(t *testing.T) {
	sent := func(kind repl.CommKind, id, target, data string) repl.Event {
		return repl.Sent{Parent: "cell-0", Comm: repl.Comm{Kind: kind, ID: id, Target: target, Data: json.RawMessage(data)}}
	}
	const open = `{"state":{"_model_name":"FloatSliderModel","value":0.1,"min":0}}`
	controls := []repl.Event{
		sent(repl.CommOpen, "x", "jupyter.widget", open),
		sent(repl.CommOpen, "gone", "jupyter.widget", open),
		sent(repl.CommOpen, "other", "chart", open),
		sent(repl.CommMsg, "x", "", `{"method":"update","state":{"value":0.5}}`),
		sent(repl.CommMsg, "unknown", "", `{"method":"update","state":{"value":0.5}}`),
		sent(repl.CommClose, "gone", "", `{}`),
	}
	ctx, stop := context.WithCancel(t.Context())
	s := newScript(map[string]func(repl.ID) []repl.Event{
		"whole": func(id repl.ID) []repl.Event { return append(controls, repl.Done{Parent: id}) },
		"stopped": func(repl.ID) []repl.Event {
			stop()
			return controls
		},
	})
	for _, cell := range []string{"whole", "stopped"} {
		nb, err := Read(strings.NewReader(`{"cells":[`+code(cell)+`],"metadata":{},"nbformat":4,"nbformat_minor":5}`), "n")
		if err != nil {
			t.Fatal(err)
		}
		if err := Run(ctx, nb, s, Options{}); errors.Is(err, context.Canceled) != (cell == "stopped") {
			t.Fatalf("%s: %v", cell, err)
		}
		const first = "00000000000000000000000000000001"
		stored := storedStates(t, nb)
		want := map[string]any{"_model_name": "FloatSliderModel", "value": 0.5, "min": 0.0}
		if len(stored) != 1 || stored[first]["model_name"] != "FloatSliderModel" || !reflect.DeepEqual(stored[first]["state"], want) {
			t.Errorf("%s: stored is %+v", cell, stored)
		}
	}
}

// storedStates returns the models that the metadata of a notebook have, by their ids.
func storedStates(t *testing.T, nb *Notebook) map[string]map[string]any {
	t.Helper()
	var text bytes.Buffer
	if err := nb.Write(&text); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Metadata struct {
			Widgets map[string]struct {
				State        map[string]map[string]any `json:"state"`
				VersionMajor int                       `json:"version_major"`
			} `json:"widgets"`
		} `json:"metadata"`
	}
	if err := json.Unmarshal(text.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	stored := got.Metadata.Widgets["application/vnd.jupyter.widget-state+json"]
	if stored.VersionMajor != 2 {
		t.Errorf("the version of the states is %d", stored.VersionMajor)
	}
	return stored.State
}
