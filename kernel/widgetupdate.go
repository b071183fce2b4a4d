package kernel

import (
	"encoding/json"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// widgetTarget is the target of the comms of Jupyter's widgets, whose messages have a
// known meaning.
const widgetTarget = "jupyter.widget"

// A widgetUpdate holds the attributes of a widget that a front end sets in a message. A
// slider sends one for each move of the mouse, and the cells may take longer than that for
// one. An update that waits is left out when the next message of its client is an update that
// covers it. The two must follow each other: what comes between them may depend on the
// first.
type widgetUpdate struct {
	comm       string
	attributes map[string]ignoredJSON
}

// ignoredJSON accepts any JSON value and keeps nothing of it.
type ignoredJSON struct{}

// UnmarshalJSON implements json.Unmarshaler.
func (ignoredJSON) UnmarshalJSON([]byte) error { return nil }

// widgetUpdateOf returns the update that a message makes, or nil for other messages. A message
// with buffers is none: they hold attributes that only the widget can name.
func (s *server) widgetUpdateOf(m message) *widgetUpdate {
	if m.header.Type != string(repl.CommMsg) || len(m.buffers) > 0 {
		return nil
	}
	var content struct {
		ID   string `json:"comm_id"`
		Data struct {
			Method string                 `json:"method"`
			State  map[string]ignoredJSON `json:"state"`
		} `json:"data"`
	}
	if json.Unmarshal(m.content, &content) != nil || content.Data.Method != "update" || !s.comms.has(content.ID, widgetTarget) {
		return nil
	}
	return &widgetUpdate{content.ID, content.Data.State}
}

// covers reports whether an update sets everything that an earlier one sets. Either may be
// nil.
func (u *widgetUpdate) covers(earlier *widgetUpdate) bool {
	if u == nil || earlier == nil || u.comm != earlier.comm {
		return false
	}
	for name := range earlier.attributes {
		if _, sets := u.attributes[name]; !sets {
			return false
		}
	}
	return true
}
