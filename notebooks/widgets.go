package notebooks

import (
	"encoding/json"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// widgetStateMIME is the key of the states of a notebook's controls, under "widgets" of the
// metadata.
const widgetStateMIME = "application/vnd.jupyter.widget-state+json"

// widgetStates collects the states of the controls that cells have made, by the ids of their
// comms, as nbclient does. A page can show the controls without a kernel.
type widgetStates map[string]map[string]json.RawMessage

// take records a message of a comm.
func (w widgetStates) take(c repl.Comm) {
	own, known := w[c.ID]
	if c.Kind == repl.CommClose {
		delete(w, c.ID)
		return
	}
	if c.Kind == repl.CommOpen && c.Target == "jupyter.widget" {
		own, known = map[string]json.RawMessage{}, true
		w[c.ID] = own
	}
	var data struct{ State map[string]json.RawMessage }
	if !known || json.Unmarshal(c.Data, &data) != nil {
		return
	}
	for name, v := range data.State {
		own[name] = v
	}
}

// storeIn writes the states into a notebook, if there are any, by the aliases of their comms.
func (w widgetStates) storeIn(nb *Notebook, ids *aliases) error {
	if len(w) == 0 {
		return nil
	}
	models := map[string]any{}
	for id, state := range w {
		models[ids.of(id)] = map[string]any{
			"model_name": state["_model_name"], "model_module": state["_model_module"],
			"model_module_version": state["_model_module_version"], "state": state,
		}
	}
	text, err := json.Marshal(map[string]any{"state": models, "version_major": 2, "version_minor": 0})
	if err != nil {
		return err
	}
	stored, err := parse(ids.in(text))
	if err != nil {
		return err
	}
	metadata := nb.root.obj("metadata")
	metadata.set("widgets", &object{members: []member{{key: widgetStateMIME, value: stored}}})
	nb.root.set("metadata", metadata)
	return nil
}
