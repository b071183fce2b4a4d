package notebooks

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// aliases give the comms of a run the ids under which a notebook stores them: their numbers. Their
// own ids are random, and would make each run another file.
type aliases struct{ ids []string } // in the order in which they were opened

// take records a comm that is opened.
func (a *aliases) take(c repl.Comm) {
	if c.Kind == repl.CommOpen && c.ID != "" && !slices.Contains(a.ids, c.ID) {
		a.ids = append(a.ids, c.ID)
	}
}

// of returns the alias of an id, 32 digits as Jupyter's have.
func (a *aliases) of(id string) string {
	return fmt.Sprintf("%032x", 1+slices.Index(a.ids, id))
}

// in returns JSON with aliases in the place of the ids.
func (a *aliases) in(raw json.RawMessage) json.RawMessage {
	for _, id := range a.ids {
		raw = bytes.ReplaceAll(raw, []byte(id), []byte(a.of(id)))
	}
	return raw
}

// bundle returns a bundle with aliases in the place of the ids.
func (a *aliases) bundle(b repl.Bundle) repl.Bundle {
	if len(a.ids) == 0 {
		return b
	}
	data := make(map[string]json.RawMessage, len(b.Data))
	for mime, raw := range b.Data {
		data[mime] = raw
		if isJSONType(mime) {
			data[mime] = a.in(raw)
		}
	}
	return repl.Bundle{Data: data, Metadata: b.Metadata}
}
