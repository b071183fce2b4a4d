package kernel

import (
	"encoding/json"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// widgetTarget is the target of the comms of Jupyter's widgets, whose messages have a
// known meaning.
const widgetTarget = "jupyter.widget"

// A change is a message in which a front end sets attributes of a widget. A slider sends
// one for each move of the mouse, and the cells may take longer than that for one. A
// change that waits is left out when the next message of its client is a change that
// covers it. The two must follow each other: what comes between them may depend on the
// first.
type change struct {
	comm       string
	attributes map[string]unread
}

// unread is a JSON value that nobody looks at.
type unread struct{}

// UnmarshalJSON implements json.Unmarshaler.
func (unread) UnmarshalJSON([]byte) error { return nil }

// changeOf returns the change that a message makes, or nil if the message is another one.
// Buffers hold attributes that only the widget can name, so a message with buffers is
// another one too.
func (s *server) changeOf(m message) *change {
	if m.header.Type != string(repl.CommMsg) || len(m.buffers) > 0 {
		return nil
	}
	var content struct {
		ID   string `json:"comm_id"`
		Data struct {
			Method string            `json:"method"`
			State  map[string]unread `json:"state"`
		} `json:"data"`
	}
	if json.Unmarshal(m.content, &content) != nil || content.Data.Method != "update" || !s.comms.has(content.ID, widgetTarget) {
		return nil
	}
	return &change{content.ID, content.Data.State}
}

// covers reports whether a change sets everything that an earlier one sets. Either may be
// nil.
func (c *change) covers(earlier *change) bool {
	if c == nil || earlier == nil || c.comm != earlier.comm {
		return false
	}
	for name := range earlier.attributes {
		if _, sets := c.attributes[name]; !sets {
			return false
		}
	}
	return true
}
