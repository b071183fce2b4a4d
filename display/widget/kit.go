package widget

import (
	"encoding/json"
	"errors"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/display/comm"
)

// A Page renders the values of output areas, and receives the output of a function that a
// control has called.
type Page interface {
	// Render returns the renderings of a value by MIME type, and their metadata.
	Render(value any) (data, metadata map[string]json.RawMessage, err error)
	// Begin removes earlier output as soon as there is other output, or at End.
	Begin() error
	End() error
}

// A Kit makes the controls of one interpreter. Its methods have the signatures of the
// package's functions of the same names and replace them in a cell.
type Kit struct {
	comms *comm.Manager // nil without a front end
	page  Page
	echo  bool

	// mu guards the state of all models. It is held while a message is sent, so that the
	// front end gets the changes in their order.
	mu     sync.Mutex
	models map[string]*model // those that the front end knows, by id
}

// NewKit returns a kit whose controls stand on page and are connected by comms. Both are nil
// where there is no front end. With echo every change by a front end is sent back, so that
// other front ends of the same notebook follow.
func NewKit(comms *comm.Manager, page Page, echo bool) *Kit {
	k := &Kit{comms: comms, page: page, echo: echo, models: map[string]*model{}}
	if comms != nil {
		comms.Register(controlTarget, k.control)
	}
	return k
}

// The names of the protocol for widgets.
const (
	widgetTarget  = "jupyter.widget"
	controlTarget = "jupyter.widget.control"
	version       = "2.1.0"

	viewMIME = "application/vnd.jupyter.widget-view+json"
)

// control answers a front end that wants to know all models, because its page was reloaded.
func (k *Kit) control(c *comm.Comm, _ comm.Message) {
	c.OnMessage(func(m comm.Message) {
		var asked struct{ Method string }
		if m.Decode(&asked) != nil || asked.Method != "request_states" {
			return
		}
		k.mu.Lock()
		defer k.mu.Unlock()
		states := map[string]any{}
		for id, m := range k.models {
			states[id] = map[string]any{
				"model_name": m.state["_model_name"], "model_module": m.state["_model_module"],
				"model_module_version": m.state["_model_module_version"], "state": m.state,
			}
		}
		// A front end without an answer asks each model by itself.
		_ = c.Send(map[string]any{"method": "update_states", "states": states, "buffer_paths": []string{}})
	})
}

// view returns the view of a model, and opens the models that the front end does not know
// yet. It returns nil where there is no front end.
func (k *Kit) view(m *model) (any, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := errors.Join(m.allWrong()...); err != nil || k.comms == nil {
		return nil, err
	}
	if m.shown == nil {
		m.shown = k.frame(m)
	}
	if _, err := m.shown.open(); err != nil {
		return nil, err
	}
	return map[string]any{"version_major": 2, "version_minor": 0, "model_id": m.shown.id()}, nil
}

// frame returns the model that is shown for m, and says where the output of the functions
// goes that its controls call: to the first output area among its parts, or to one below m.
func (k *Kit) frame(m *model) *model {
	area, shown := m.findArea(), m
	if area == nil && m.interactive() {
		area = k.area()
		shown = k.box("VBox", []*model{m, area})
	}
	m.sendOutputTo(area)
	return shown
}

// call calls a function for a message of the front end. What the function prints and the error
// with which it fails go to the output area.
func (k *Kit) call(m *model, message string, f func()) {
	k.mu.Lock()
	area, follows := m.area, m.follows
	k.mu.Unlock()
	switch {
	case area == nil:
		f()
	case follows:
		returned := false
		defer func() {
			if !returned {
				area.set(state{"outputs": []shown{}})
				area.collect(message)
			}
		}()
		f()
		returned = true
	default:
		area.collect(message)
		_ = k.page.Begin() // an error means that nobody is there to see it
		f()
		_ = k.page.End()
	}
}

// collect puts the output of a message into the area, up to the failure that it may end
// with.
func (m *model) collect(message string) {
	m.set(state{"msg_id": message})
	m.setLast(state{"msg_id": ""})
}
