package notebooks

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
)

// A notebook that was run has the last states of the controls that are still there.
func TestRunStoresTheStatesOfControls(t *testing.T) {
	sent := func(kind repl.CommKind, id, target, data string) repl.Event {
		return repl.Sent{Parent: "cell-0", Comm: repl.Comm{Kind: kind, ID: id, Target: target, Data: json.RawMessage(data)}}
	}
	const open = `{"state":{"_model_name":"FloatSliderModel","value":0.1,"min":0}}`
	nb, err := Read(strings.NewReader(`{"cells":[`+code("a")+`],"metadata":{},"nbformat":4,"nbformat_minor":5}`), "n")
	if err != nil {
		t.Fatal(err)
	}
	s := newScript(map[string]func(repl.ID) []repl.Event{"a": func(id repl.ID) []repl.Event {
		return []repl.Event{
			sent(repl.CommOpen, "x", "jupyter.widget", open),
			sent(repl.CommOpen, "gone", "jupyter.widget", open),
			sent(repl.CommOpen, "other", "chart", open),
			sent(repl.CommMsg, "x", "", `{"method":"update","state":{"value":0.5}}`),
			sent(repl.CommMsg, "unknown", "", `{"method":"update","state":{"value":0.5}}`),
			sent(repl.CommClose, "gone", "", `{}`),
			repl.Done{Parent: id},
		}
	}})
	if err := Run(t.Context(), nb, s, Options{}); err != nil {
		t.Fatal(err)
	}
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
	want := map[string]any{"_model_name": "FloatSliderModel", "value": 0.5, "min": 0.0}
	if len(stored.State) != 1 || stored.VersionMajor != 2 || stored.State["x"]["model_name"] != "FloatSliderModel" ||
		!reflect.DeepEqual(stored.State["x"]["state"], want) {
		t.Errorf("stored is %+v", stored)
	}
}
