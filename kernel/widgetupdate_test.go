package kernel

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/kernel/zmtp"
)

// Of the updates of a control that wait one after the other, the newest is delivered. Each
// row has the requests that wait, as client:text. The marked ones are not delivered.
func TestWaitingChangesAreJoined(t *testing.T) {
	const (
		press   = `b {"method":"custom","content":{"event":"click"}}`
		another = `b {"method":"update","state":{"v":1}}`
		foreign = `f {"method":"update","state":{"v":1}}`
		binary  = `binary {"method":"update","state":{"v":1}}`
		cell    = "cell"
	)
	sets := func(names ...string) string {
		for i, name := range names {
			names[i] = fmt.Sprintf(`%q:1`, name)
		}
		return `a {"method":"update","state":{` + strings.Join(names, ",") + `},"buffer_paths":[]}`
	}
	v, w, both := sets("v"), sets("w"), sets("v", "w")
	for _, tt := range []struct {
		name    string
		waiting []string
		left    []int // out
	}{
		{"one", []string{v}, nil},
		{"the same attribute", []string{v, v, v}, []int{0, 1}},
		{"another attribute", []string{v, w, v}, nil},
		{"more attributes", []string{v, both}, []int{0}},
		{"fewer attributes", []string{both, v}, nil},
		{"one that is superseded itself", []string{both, v, v}, []int{1}},
		{"a button between", []string{v, v, press, v, v}, []int{0, 3}},
		{"another slider between", []string{v, another, v, another}, nil},
		{"a cell between", []string{v, cell, v}, nil},
		{"presses", []string{press, press}, nil},
		{"a comm that is no widget", []string{foreign, foreign}, nil},
		{"buffers", []string{binary, binary, v}, nil},
		{"other messages", []string{`a {}`, `a {}`, `a {"method":"request_state"}`, `a []`, `a {"method":"update","state":[]}`}, nil},
		{"two clients", []string{v, "other:" + v}, nil},
		{"two clients by turns", []string{v, "other:" + v, v, "other:" + press, v, "other:" + v}, []int{0, 2}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := &server{comms: newComms(), queue: newRequestQueue()}
			for id, target := range map[string]string{"a": widgetTarget, "b": widgetTarget, "f": "of a user"} {
				if err := s.comms.open(id, target); err != nil {
					t.Fatal(err)
				}
			}
			peers := map[bool]*zmtp.Peer{true: {}, false: {}}
			for _, text := range tt.waiting {
				text, other := strings.CutPrefix(text, "other:")
				m := message{header: header{Type: "comm_msg"}}
				switch id, data, _ := strings.Cut(text, " "); id {
				case cell:
					m.header.Type, m.content = "execute_request", []byte(`{"code":"1"}`)
				case "binary":
					m.content, m.buffers = fmt.Appendf(nil, `{"comm_id":"a","data":%s}`, data), [][]byte{{1}}
				default:
					m.content = fmt.Appendf(nil, `{"comm_id":%q,"data":%s}`, id, data)
				}
				if err := s.queue.put(&request{message: m, peer: peers[other], update: s.widgetUpdateOf(m)}); err != nil {
					t.Fatal(err)
				}
			}
			var left []int
			for i := range tt.waiting {
				if s.queue.next().superseded {
					left = append(left, i)
				}
			}
			if !slices.Equal(left, tt.left) {
				t.Errorf("left out are %v, expected %v", left, tt.left)
			}
		})
	}
}

// What has its turn is never superseded: the cells are at it.
func TestAChangeThatHasItsTurnIsDelivered(t *testing.T) {
	ts := newRequestQueue()
	first := &request{update: &widgetUpdate{comm: "a"}}
	for _, r := range []*request{first, {update: &widgetUpdate{comm: "a"}}} {
		if err := ts.put(r); err != nil {
			t.Fatal(err)
		}
		ts.next()
	}
	if first.superseded {
		t.Error("an update is superseded that the cells have")
	}
}

// An update that is left out is answered by busy and idle, for which front ends wait before
// they send the next one.
func TestAChangeThatIsLeftOutIsAnswered(t *testing.T) {
	release := make(chan struct{})
	k, ds := startComms(t, map[string]script{"wait": func(repl.Execute, func(repl.Event), <-chan struct{}) repl.Done {
		<-release
		return repl.Done{}
	}}, nil)
	c := connect(t, k.server)
	c.published(c.send(c.shell, "comm_open", opens("a", widgetTarget)))
	cell := c.execute("wait")
	var sent []string
	for i := range 3 {
		data := map[string]any{"method": "update", "state": map[string]any{"value": i}}
		sent = append(sent, c.send(c.shell, "comm_msg", map[string]any{"comm_id": "a", "data": data}))
	}
	c.ask(c.shell, "kernel_info_request", struct{}{}) // they have arrived
	close(release)
	c.reply(c.shell, cell)
	for _, id := range sent {
		c.published(id) // from its busy to its idle
	}
	if got := ds.all(); len(got) != 2 || got[1].Message != sent[2] {
		t.Errorf("the cells got %+v, expected the opening and the last update", got)
	}
}
