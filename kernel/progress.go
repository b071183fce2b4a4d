package kernel

import (
	"encoding/json"
	"fmt"
	"html"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// A cellOutput is the state of a cell's output in a client, as far as the line of progress
// needs it.
type cellOutput struct {
	other    bool   // there is output, or there was an end, beside the line
	clearing bool   // the next output removes all that there is
	line     string // the display id of the line; empty without one
	lines    int    // how many there have been
}

// published updates the state for a published message.
func (out *cellOutput) published(msgType string, content any) {
	if c, ok := content.(clearOutput); ok {
		out.clear(c.Wait)
		return
	}
	if msgType == "update_display_data" {
		return
	}
	if out.clearing {
		out.clear(false)
	}
	out.other = true
}

// clear empties the output now, or if wait is set at the next message.
func (out *cellOutput) clear(wait bool) {
	out.clearing = wait
	if !wait {
		out.other, out.line = false, ""
	}
}

// showProgress shows, changes or removes the line of a cell's progress. A removed line leaves
// no output if it was the only one, and else an empty one: a cell would lose what it has
// shown otherwise. While a cleared output waits for the next one, no line takes its place.
func (s *server) showProgress(e repl.Progress) {
	c := s.cells.find(e.Parent)
	if c == nil || c.silent {
		return
	}
	out := &c.output
	msgType, content := "update_display_data", any(displayData{progressBundle(e), transient{out.line}})
	switch {
	case out.line == "" && (e.Ended || out.clearing):
		return
	case out.line == "":
		out.lines++
		out.line = fmt.Sprintf("progress %s.%d", c.id, out.lines)
		s.progress[c.id] = true
		msgType, content = "display_data", displayData{progressBundle(e), transient{out.line}}
	case e.Ended:
		content = displayData{newBundle(repl.Bundle{}), transient{out.line}}
		if !out.other && !out.clearing {
			msgType, content = "clear_output", clearOutput{}
		}
		out.line = ""
		delete(s.progress, c.id)
	}
	s.iopub.publishOutput(c.parent, msgType, content)
}

// endProgress removes the lines of all cells, whose computations have died.
func (s *server) endProgress() {
	for id := range s.progress {
		s.showProgress(repl.Progress{Parent: id, Ended: true})
	}
}

// progressBundle renders progress. The colours are those of the theme, so that the bar can be
// seen in light and dark themes.
func progressBundle(e repl.Progress) bundle {
	bar, value := "", ""
	if e.Done >= 0 {
		percent := fmt.Sprintf("%.0f", 100*e.Done)
		value = ` aria-valuemin="0" aria-valuemax="100" aria-valuenow="` + percent + `"`
		bar = `<span style="display:block;height:100%;width:` + percent + `%;background:var(--jp-brand-color1,#4f8fd0);border-radius:4px"></span>`
	}
	text := html.EscapeString(e.String())
	page := `<div style="display:flex;align-items:center;gap:0.8em;padding:2px 0.5em">` +
		`<span role="progressbar" aria-label="` + text + `"` + value + ` style="flex:none;width:12em;height:8px;border-radius:4px;` +
		`background:color-mix(in srgb,currentColor 18%,transparent)">` + bar + `</span>` +
		`<span>` + text + `</span></div>`
	return bundle{
		Data:     map[string]json.RawMessage{"text/html": quoted(page), "text/plain": quoted(e.String())},
		Metadata: map[string]json.RawMessage{},
	}
}

// quoted returns a text as JSON.
func quoted(text string) json.RawMessage {
	b, err := marshal(text)
	if err != nil {
		panic(err) // a string can be marshalled
	}
	return b
}
