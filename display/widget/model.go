package widget

import (
	"encoding/json"
	"maps"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/display/comm"
)

// The packages of Jupyter that have the models, and their versions.
const (
	baseModule     = "@jupyter-widgets/base"
	controlsModule = "@jupyter-widgets/controls"
	outputModule   = "@jupyter-widgets/output"
	moduleVersion  = "2.0.0"
	outputVersion  = "1.0.0"
)

// state holds the attributes of a model, by their names in the protocol. A *model among the
// values stands for its id.
type state map[string]any

// A model is the state of a control that both sides share. Its fields are guarded by the
// mutex of the kit, except for those that the constructor sets.
type model struct {
	kit   *Kit
	state state
	parts []*model
	comm  *comm.Comm // nil while the front end does not know the model
	wrong error      // what is wrong with its arguments
	shown *model     // what the page shows for it; nil before the first time
	area  *model     // where the output of its functions goes

	follows bool // the function shows its value in the area, and prints nothing

	button  bool                                                       // the user can press it
	take    func(attributes map[string]json.RawMessage) (changed bool) // keeps what the user has changed
	changed func()                                                     // the user's, called when take has changed something
	clicked func()                                                     // the user's
}

// newModel returns a model of package controls, with the state that is given.
func (k *Kit) newModel(name string, s state) *model {
	m := &model{kit: k, state: state{
		"_model_module": controlsModule, "_model_module_version": moduleVersion, "_model_name": name + "Model",
		"_view_module": controlsModule, "_view_module_version": moduleVersion, "_view_name": name + "View",
	}}
	maps.Copy(m.state, s)
	return m
}

func (m *model) id() string { return m.comm.ID() }

// MarshalJSON writes the reference to a model that the protocol has.
func (m *model) MarshalJSON() ([]byte, error) { return json.Marshal("IPY_MODEL_" + m.id()) }

// open tells the front end of the model and of its parts. It reports whether the model has a
// new id.
func (m *model) open() (fresh bool, err error) {
	for _, part := range m.parts {
		renewed, err := part.open()
		if err != nil {
			return false, err
		}
		fresh = fresh || renewed
	}
	if m.comm != nil {
		if fresh { // the ids of its parts have changed
			m.send("update", m.state)
		}
		return false, nil
	}
	opened := map[string]any{"state": m.state, "buffer_paths": []string{}}
	c, err := m.kit.comms.OpenWith(widgetTarget, opened, map[string]string{"version": version})
	if err != nil {
		return false, err
	}
	m.comm = c
	m.kit.models[c.ID()] = m
	c.OnMessage(m.receive)
	c.OnClose(func(comm.Message) {
		m.kit.mu.Lock()
		defer m.kit.mu.Unlock()
		m.comm = nil
		delete(m.kit.models, c.ID())
	})
	return true, nil
}

// send sends attributes to the front end, if it knows the model. A front end that has closed
// the comm at this moment does not want them.
func (m *model) send(method string, s any) {
	if m.comm != nil {
		_ = m.comm.Send(update(method, s))
	}
}

func update(method string, s any) any {
	return map[string]any{"method": method, "state": s, "buffer_paths": []string{}}
}

// set changes attributes on both sides.
func (m *model) set(s state) {
	m.kit.mu.Lock()
	defer m.kit.mu.Unlock()
	maps.Copy(m.state, s)
	m.send("update", s)
}

// setLast is set at the end of the call that the front end has caused.
func (m *model) setLast(s state) {
	m.kit.mu.Lock()
	defer m.kit.mu.Unlock()
	maps.Copy(m.state, s)
	if m.comm != nil {
		_ = m.comm.SendLast(update("update", s))
	}
}

// get returns an attribute, which has the type that the constructor gave it.
func get[T any](m *model, name string) T {
	m.kit.mu.Lock()
	defer m.kit.mu.Unlock()
	v, _ := m.state[name].(T)
	return v
}

// receive handles a message of the front end.
func (m *model) receive(msg comm.Message) {
	var content struct {
		Method  string
		State   map[string]json.RawMessage
		Content struct{ Event string }
	}
	if msg.Decode(&content) != nil {
		return
	}
	switch content.Method {
	case "update":
		if f := m.updated(content.State); f != nil {
			m.kit.call(m, msg.ID, f)
		}
	case "request_state":
		m.kit.mu.Lock()
		defer m.kit.mu.Unlock()
		m.send("update", m.state)
	case "custom":
		m.kit.mu.Lock()
		f := m.clicked
		m.kit.mu.Unlock()
		if f != nil && content.Content.Event == "click" {
			m.kit.call(m, msg.ID, f)
		}
	}
}

// updated keeps attributes that the front end has changed. It returns what is to be called for
// them, or nil.
func (m *model) updated(attributes map[string]json.RawMessage) func() {
	m.kit.mu.Lock()
	defer m.kit.mu.Unlock()
	if m.kit.echo && m.take != nil {
		m.send("echo_update", attributes)
	}
	changed := m.take != nil && m.take(attributes)
	for name, v := range attributes {
		if _, typed := m.state[name]; !typed || m.take == nil {
			m.state[name] = v
		}
	}
	if !changed {
		return nil
	}
	return m.changed
}

// takes lets a model keep the attribute name as a value of type T. An attribute that is of
// another type changes nothing, and so does one that a front end sends back as it was.
func takes[T comparable](m *model, name string) {
	m.take = func(attributes map[string]json.RawMessage) bool {
		raw, given := attributes[name]
		var v *T
		if !given || json.Unmarshal(raw, &v) != nil || v == nil || same(*v, m.state[name]) {
			return false
		}
		m.state[name] = *v
		return true
	}
}

// lay sets the width and the height of a model, before it is shown.
func (m *model) lay(s state) {
	layout := m.kit.newModel("Layout", s)
	maps.Copy(layout.state, state{"_model_module": baseModule, "_view_module": baseModule})
	m.parts = append(m.parts, layout)
	m.state["layout"] = layout
}

// label sets the text before a control.
func (m *model) label(text string) { m.set(state{"description": text}) }

// refuse keeps the error of an argument, to be told where the model is shown.
func (m *model) refuse(err error) {
	m.kit.mu.Lock()
	defer m.kit.mu.Unlock()
	if m.wrong == nil {
		m.wrong = err
	}
}

// same reports whether two values are the same but for the rounding of a front end, which
// computes the numbers of a logarithmic slider anew.
func same(a, b any) bool {
	x, xIs := a.(float64)
	y, yIs := b.(float64)
	return a == b || xIs && yIs && math.Abs(x-y) <= 1e-12*math.Abs(y)
}

// onChange sets the function that is called when the user has changed the model.
func (m *model) onChange(f func()) {
	m.kit.mu.Lock()
	defer m.kit.mu.Unlock()
	m.changed = f
}

// allWrong returns the errors in the arguments of the model and of its parts.
func (m *model) allWrong() []error {
	var all []error
	if m.wrong != nil {
		all = append(all, m.wrong)
	}
	for _, part := range m.parts {
		all = append(all, part.allWrong()...)
	}
	return all
}

// interactive reports whether a user can change the model or one of its parts.
func (m *model) interactive() bool {
	for _, part := range m.parts {
		if part.interactive() {
			return true
		}
	}
	return m.take != nil || m.button
}

// findArea returns the first output area among the model and its parts, or nil.
func (m *model) findArea() *model {
	if m.state["_model_module"] == outputModule {
		return m
	}
	for _, part := range m.parts {
		if area := part.findArea(); area != nil {
			return area
		}
	}
	return nil
}

// sendOutputTo sets the output area of the model and of its parts. One that has an area keeps
// it.
func (m *model) sendOutputTo(area *model) {
	if m.area == nil {
		m.area = area
	}
	for _, part := range m.parts {
		part.sendOutputTo(area)
	}
}
