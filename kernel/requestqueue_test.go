package kernel

import (
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/kernel/zmtp"
)

// overhead is the size of the smallest request that sized makes.
var overhead = message{buffers: make([][]byte, 1)}.size()

// sized is a request of a client and of so many bytes.
func sized(peer *zmtp.Peer, bytes int) *request {
	return &request{peer: peer, message: message{buffers: [][]byte{make([]byte, bytes-overhead)}}}
}

// Whoever sends cells without end must not fill the kernel, and one client alone
// must not keep others from sending a cell.
func TestTurnsAreBounded(t *testing.T) {
	for name, tt := range map[string]struct{ each, most int }{
		"by their number": {overhead, requestsRoom},
		"by their size":   {requestsBytes / 8, 8},
	} {
		t.Run(name, func(t *testing.T) {
			ts := newRequestQueue()
			one, two, three := &zmtp.Peer{}, &zmtp.Peer{}, &zmtp.Peer{}
			fill := func(peer *zmtp.Peer) (n int) {
				for ts.put(sized(peer, tt.each)) == nil {
					n++
				}
				return n
			}
			for _, peer := range []*zmtp.Peer{one, two} {
				if n := fill(peer); n != tt.most/clientPart {
					t.Errorf("%d of one client wait, expected %d", n, tt.most/clientPart)
				}
			}
			if n := fill(three); n != 0 {
				t.Errorf("%d too many wait", n)
			}
			ts.next()
			if n := fill(two); n != 0 {
				t.Errorf("%d of one client came in the place of another's", n)
			}
			if n := fill(three); n != 1 {
				t.Errorf("%d wait where there is room again", n)
			}
			for range tt.most {
				ts.next()
			}
			if len(ts.of) > 0 || ts.all != (load{}) {
				t.Errorf("%v, %v are left of what has had its turn", ts.of, ts.all)
			}
		})
	}
}

// What is larger than all that may wait can be sent, but only alone.
func TestALargeRequestWaitsAlone(t *testing.T) {
	ts := newRequestQueue()
	if err := ts.put(sized(nil, 2*requestsBytes)); err != nil {
		t.Errorf("a large one alone: %v", err)
	}
	if ts.put(sized(&zmtp.Peer{}, overhead)) == nil {
		t.Error("another beside it may wait")
	}
	ts.next()
	if err := ts.put(sized(nil, overhead)); err != nil {
		t.Errorf("there is room again: %v", err)
	}
	if ts.put(sized(nil, 2*requestsBytes)) == nil {
		t.Error("a large one beside another may wait")
	}
}

// A flood of cells is answered, as the protocol has it, and nothing else has to
// wait for it.
func TestFloodOfCellsHoldsUpNothing(t *testing.T) {
	k := start(t, map[string]script{"loop": loops, "counted": shows("1")})
	c := connect(t, k.server)
	c.reply(c.shell, c.execute("counted"))
	running := c.execute("loop")
	for c.recv(c.iopub).Type != "display_data" { // it runs
	}
	flood := message{header: header{Type: "comm_msg"}, content: []byte(`{}`), buffers: [][]byte{make([]byte, requestsBytes)}}
	if err := k.queue.put(&request{message: flood}); err != nil {
		t.Fatal(err)
	}
	for _, channel := range []*wire{c.shell, c.control} {
		id := c.send(channel, "execute_request", map[string]any{"code": "loop"})
		if r := c.reply(channel, id); r.text("status") != "error" || r.text("evalue") != errCrowded.Error() {
			t.Errorf("got %v", r)
		} else if r.Content["execution_count"] != 2.0 {
			t.Errorf("the count is %v, expected that of the cell before", r.Content["execution_count"])
		}
		if out := c.published(id); len(out) > 0 {
			t.Errorf("published %v", out)
		}
	}
	out := c.published(c.send(c.shell, "comm_open", opens("x", "t")))
	if len(out) != 1 || out[0].Type != "comm_close" || out[0].text("comm_id") != "x" {
		t.Errorf("a comm that is not opened published %v", out)
	}
	if m := c.recv(c.iopub); m.Parent != running || m.text("execution_state") != "busy" {
		t.Errorf("%v with parent %s: the cell that runs keeps the kernel busy", m, m.Parent)
	}
	c.ask(c.control, "interrupt_request", struct{}{})
	c.reply(c.shell, running)
}
