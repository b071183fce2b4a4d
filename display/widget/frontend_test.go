package widget

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/display/comm"
)

// A frontEnd is the other side of the comms: it writes down what it is sent.
type frontEnd struct {
	t     *testing.T
	kit   *Kit
	comms *comm.Manager
	sent  []sentMessage
}

type sentMessage struct {
	kind    comm.Kind
	id      string
	last    bool
	Method  string
	State   map[string]any
	States  map[string]struct{ State map[string]any }
	version string
}

func newFrontEnd(t *testing.T) *frontEnd {
	f := &frontEnd{t: t}
	f.comms = comm.NewManager(f)
	f.kit = NewKit(f.comms, f, true)
	return f
}

func (f *frontEnd) Send(kind comm.Kind, id, _ string, m comm.Message) error {
	sent := sentMessage{kind: kind, id: id, last: m.Last()}
	if err := m.Decode(&sent); err != nil {
		f.t.Error(err)
	}
	var meta struct{ Version string }
	if err := json.Unmarshal(m.Metadata, &meta); err != nil {
		f.t.Error(err)
	}
	sent.version = meta.Version
	f.sent = append(f.sent, sent)
	return nil
}

// Render, Begin and End implement Page.
func (f *frontEnd) Render(v any) (data, metadata map[string]json.RawMessage, err error) {
	if err, ok := v.(error); ok {
		return nil, nil, err
	}
	text, err := json.Marshal(fmt.Sprint(v))
	return map[string]json.RawMessage{"text/plain": text}, nil, err
}

func (f *frontEnd) Begin() error {
	f.sent = append(f.sent, sentMessage{Method: "begin"})
	return nil
}

func (f *frontEnd) End() error {
	f.sent = append(f.sent, sentMessage{Method: "end"})
	return nil
}

// show shows a widget, and returns the id of its own model.
func (f *frontEnd) show(w Widget) string {
	f.t.Helper()
	data, err := w.MIMEBundle()
	if err != nil {
		f.t.Fatal(err)
	}
	if _, ok := data[viewMIME]; !ok {
		f.t.Fatalf("%v has no view", w)
	}
	f.take()
	return w.base().id()
}

// take returns what was sent since the last time.
func (f *frontEnd) take() []sentMessage {
	sent := f.sent
	f.sent = nil
	return sent
}

// tell sends a message to a model.
func (f *frontEnd) tell(id, data string) {
	f.t.Helper()
	if err := f.comms.Receive(comm.Sent, id, "", comm.Message{Data: json.RawMessage(data), ID: "the message"}); err != nil {
		f.t.Error(err)
	}
}

// methods returns what was sent since the last time, in short.
func (f *frontEnd) methods() string {
	var all []string
	for _, s := range f.take() {
		text := s.Method
		if id, ok := s.State["msg_id"]; ok {
			text += fmt.Sprintf(" msg_id=%q", id)
		}
		if s.last {
			text += " last"
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}
