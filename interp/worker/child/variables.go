package child

import (
	"encoding/json"

	"github.com/nvsd-kernel/nvsd-kernel/display"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/child/variables"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// look notes the summary of a variable at the end of its cell.
func (c *process) look(name string, v any) {
	t := c.here()
	if t.values == nil {
		t.values = map[string]string{}
	}
	t.values[name] = variables.Summary(v)
}

// vars shows a table of variables, of which rows has the name, the type and
// the value by turns.
func (m *commands) vars(rows ...any) {
	if len(rows) == 0 {
		m.print("There are no variables.\n")
		return
	}
	m.display(variables.Table(rows))
}

// snapshot displays the variables of the session with their parts, of which rows has the
// name, the type and the value by turns.
func (m *commands) snapshot(rows ...any) {
	text, err := json.Marshal(variables.Snapshot(rows, m.c.othersRun))
	rt.Must(err)
	rt.Must(displaySink{m.c}.Emit(display.Shown{Bundle: display.Bundle{
		Data: map[string]any{wire.VariablesMIME: json.RawMessage(text)},
	}}))
}

// render displays a variable. A value of a cell's type is shown by its parts, without the
// methods that render or print it.
func (m *commands) render(v any) { m.display(variables.Parts(v)) }

// othersRun reports whether goroutines of earlier runs may be running.
func (c *process) othersRun() bool {
	now := c.here()
	alive := goroutines()
	running := false
	c.tasks.Range(func(_, v any) bool {
		t := v.(*task)
		running = running || t != now && (alive[t.serial] > 0 || t.later.Load())
		return !running
	})
	return running
}
