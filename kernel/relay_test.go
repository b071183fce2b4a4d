package kernel

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

func TestFloodIsJoined(t *testing.T) {
	const lines = 100_000
	k := start(t, map[string]script{"flood": func(e repl.Execute, emit func(repl.Event), _ <-chan struct{}) repl.Done {
		for i := range lines {
			emit(repl.Stream{Parent: e.ID, Name: repl.Stdout, Text: fmt.Sprintln("line", i)})
		}
		return repl.Done{}
	}})
	c := connect(t, k.server)
	begin := time.Now()
	id := c.execute("flood")
	var got strings.Builder
	messages := 0
	for _, m := range c.published(id) {
		if m.Type == "stream" {
			got.WriteString(m.text("text"))
			messages++
		}
	}
	var want strings.Builder
	for i := range lines {
		fmt.Fprintln(&want, "line", i)
	}
	if got.String() != want.String() {
		t.Errorf("%d bytes came, which are not the %d that were written", got.Len(), want.Len())
	}
	// However slow the machine, a message is either full or the only one of
	// its time.
	if most := want.Len()/textFull + int(time.Since(begin)/textEvery) + 2; messages > most {
		t.Errorf("%d messages, expected at most %d", messages, most)
	}
}

func TestLateOutputBelongsToItsCell(t *testing.T) {
	k := start(t, map[string]script{"1": shows("1")})
	c := connect(t, k.server)
	first, second := c.execute("1"), c.execute("1")
	c.published(second)

	k.session.emit(repl.Stream{Parent: cellID(0), Name: repl.Stdout, Text: "late"})
	if m := c.recv(c.iopub); m.Type != "stream" || m.Parent != first {
		t.Errorf("%v has parent %s, expected that of the first cell, %s", m, m.Parent, first)
	}
}

// Front ends show nothing that has no parent.
func TestOutputOfAForgottenCellBelongsToTheNewest(t *testing.T) {
	k := start(t, map[string]script{"1": shows("1")})
	c := connect(t, k.server)
	lost := repl.Stream{Parent: "forgotten", Name: repl.Stdout, Text: "lost"}
	k.session.emit(lost)
	m := c.recv(c.iopub)
	for m.Type == "status" { // starting, if the client was there by then
		m = c.recv(c.iopub)
	}
	if m.Type != "stream" || m.Parent != "" {
		t.Errorf("before the first cell: %v has parent %s", m, m.Parent)
	}
	cell := c.execute("1")
	c.published(cell)
	c.published(c.send(c.shell, "execute_request", map[string]any{"code": "1", "silent": true}))
	k.session.emit(lost)
	if m := c.recv(c.iopub); m.Type != "stream" || m.Parent != cell {
		t.Errorf("%v has parent %s, expected the cell that shows something, %s", m, m.Parent, cell)
	}
}

func TestOldCellsAreForgotten(t *testing.T) {
	cs := newCells()
	for range 2 * cellsKept {
		cs.begin(&cell{})
	}
	for range 3 * cellsKept { // which push out no cells
		cs.begin(&cell{comm: true})
	}
	if n := len(cs.byID); n != 2*cellsKept {
		t.Errorf("%d cells and messages are kept, expected %d", n, 2*cellsKept)
	}
	if cs.find(cellID(cellsKept-1)) != nil || cs.find(cellID(cellsKept)) == nil {
		t.Error("the last are not those that are kept")
	}
}

// lines is a log whose lines a test can wait for.
type lines chan string

func (l lines) Write(line []byte) (int, error) {
	l <- string(line)
	return len(line), nil
}

func TestDeathOfTheInterpreter(t *testing.T) {
	log := make(lines, 10)
	k := startSession(t, newFakeSession(map[string]script{
		"1": shows("1"),
		"die": func(e repl.Execute, emit func(repl.Event), _ <-chan struct{}) repl.Done {
			emit(repl.Died{Parent: e.ID, Reason: "exit status 2"})
			return repl.Done{Failure: &repl.Failure{Name: "worker died", Value: "exit status 2"}}
		},
	}), func(s *server) { s.log = slog.New(slog.NewTextHandler(log, nil)) })
	c := connect(t, k.server)
	if got, want := types(c.published(c.execute("die"))), []string{"execute_input", "error"}; !slices.Equal(got, want) {
		t.Errorf("in a cell: published %v, expected %v", got, want)
	}
	if line := <-log; !strings.Contains(line, `msg="the interpreter died" cell=1 reason="exit status 2"`) {
		t.Errorf("of In[1] is logged %s", line)
	}

	id := c.execute("1")
	c.published(id)
	k.session.emit(repl.Died{Parent: cellID(1), Reason: "signal: killed"})
	m := c.recv(c.iopub)
	if m.Parent != id || m.text("name") != "stderr" || !strings.Contains(m.text("text"), "signal: killed") {
		t.Errorf("while idle: got %v with parent %s", m, m.Parent)
	}
}

func TestSilentCellShowsNothing(t *testing.T) {
	k := start(t, map[string]script{"": prints(repl.Stdout, "a", "b")})
	c := connect(t, k.server)
	id := c.send(c.shell, "execute_request", map[string]any{"code": "", "silent": true})
	if out := c.published(id); len(out) > 0 {
		t.Errorf("published %v", out)
	}
}

func TestStrayDone(t *testing.T) {
	k := start(t, map[string]script{"1": shows("1")})
	c := connect(t, k.server)
	c.reply(c.shell, c.execute("1"))
	k.session.emit(repl.Done{Parent: cellID(0)})
	k.session.emit(repl.Done{Parent: "unheard of"})
	if r := c.reply(c.shell, c.execute("1")); r.text("status") != "ok" {
		t.Errorf("afterwards: %v", r)
	}
}
