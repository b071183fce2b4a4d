package kernel

import "testing"

// Whoever sends cells without end must not fill the kernel.
func TestTurnsAreBounded(t *testing.T) {
	overhead := message{buffers: make([][]byte, 1)}.size()
	sized := func(n int) *request {
		return &request{message: message{buffers: [][]byte{make([]byte, n-overhead)}}}
	}
	ts := newTurns()
	for range turnsRoom {
		if err := ts.put(sized(overhead)); err != nil {
			t.Fatal(err)
		}
	}
	if ts.put(sized(overhead)) == nil {
		t.Error("one too many may wait")
	}
	ts.next()
	if err := ts.put(sized(overhead)); err != nil {
		t.Errorf("there is room again: %v", err)
	}

	ts = newTurns()
	if err := ts.put(sized(2 * turnsBytes)); err != nil {
		t.Errorf("a large one alone: %v", err)
	}
	if ts.put(sized(overhead)) == nil {
		t.Error("another beside it may wait")
	}
	ts.next()
	for range 4 {
		if err := ts.put(sized(turnsBytes / 4)); err != nil {
			t.Errorf("there is room again: %v", err)
		}
	}
	if ts.put(sized(overhead)) == nil {
		t.Error("a byte too many may wait")
	}
}

// A flood of cells is answered, and nothing else has to wait for it.
func TestFloodOfCellsHoldsUpNothing(t *testing.T) {
	k := start(t, map[string]script{"loop": loops})
	c := connect(t, k.server)
	running := c.execute("loop")
	for c.recv(c.iopub).Type != "display_data" { // it runs
	}
	flood := message{header: header{Type: "comm_msg"}, content: []byte(`{}`), buffers: [][]byte{make([]byte, turnsBytes)}}
	if err := k.turns.put(&request{message: flood}); err != nil {
		t.Fatal(err)
	}
	for _, channel := range []*wire{c.shell, c.control} {
		id := c.send(channel, "execute_request", map[string]any{"code": "loop"})
		if r := c.reply(channel, id); r.text("status") != "error" || r.text("evalue") != errCrowded.Error() {
			t.Errorf("got %v", r)
		}
		if out := c.published(id); len(out) > 0 {
			t.Errorf("published %v", out)
		}
	}
	if m := c.recv(c.iopub); m.Parent != running || m.text("execution_state") != "busy" {
		t.Errorf("%v with parent %s: the cell that runs keeps the kernel busy", m, m.Parent)
	}
	c.ask(c.control, "interrupt_request", struct{}{})
	c.reply(c.shell, running)
}
