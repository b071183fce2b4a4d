package kernel

import (
	"slices"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// A front end shows the state that was published last.
func TestACellThatRunsKeepsTheKernelBusy(t *testing.T) {
	k := start(t, map[string]script{"loop": loops})
	c := connect(t, k.server)
	cell := c.execute("loop")
	for c.recv(c.iopub).Type != "display_data" { // it runs
	}
	asked := c.send(c.shell, "complete_request", map[string]any{"code": "a", "cursor_pos": 1})
	c.reply(c.shell, asked)
	type state struct{ parent, state string }
	var got []state
	for len(got) < 3 {
		m := c.recv(c.iopub)
		got = append(got, state{m.Parent, m.text("execution_state")})
	}
	if want := []state{{asked, "busy"}, {asked, "idle"}, {cell, "busy"}}; !slices.Equal(got, want) {
		t.Errorf("states %v, expected %v", got, want)
	}
	if err := k.session.Send(repl.Interrupt{}); err != nil {
		t.Fatal(err)
	}
	c.reply(c.shell, cell)
	asked = c.send(c.shell, "complete_request", map[string]any{"code": "a", "cursor_pos": 1})
	c.reply(c.shell, asked)
	last := ""
	for {
		m := c.recv(c.iopub)
		if m.text("execution_state") != "" {
			last = m.text("execution_state")
		}
		if m.Parent == asked && last == "idle" {
			break
		}
	}
}
