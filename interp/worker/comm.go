package worker

import (
	"encoding/json"

	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
)

// deliver hands a message of a comm to whom it is for. What nobody is there for
// is closed, so that the other side does not wait.
func (c *child) deliver(m repl.Comm) {
	if m.Kind != repl.CommClose {
		_ = c.show(shown{Sent: &repl.Sent{Comm: repl.Comm{Kind: repl.CommClose, ID: m.ID, Data: json.RawMessage("{}")}}})
	}
}
