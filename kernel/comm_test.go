package kernel

import (
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// opens is the content of a comm_open.
func opens(id, target string) map[string]any {
	return map[string]any{"comm_id": id, "target_name": target, "data": map[string]any{}}
}

// deliveries collects what a fake session is given, and does with it what do
// says.
type deliveries struct {
	mu  sync.Mutex
	got []repl.Comm
	do  func(d repl.Deliver, emit func(repl.Event)) repl.Done
}

func (ds *deliveries) deliver(d repl.Deliver, emit func(repl.Event)) repl.Done {
	ds.mu.Lock()
	ds.got = append(ds.got, d.Comm)
	ds.mu.Unlock()
	if ds.do == nil {
		return repl.Done{}
	}
	return ds.do(d, emit)
}

func (ds *deliveries) all() []repl.Comm {
	ds.mu.Lock()
	defer ds.mu.Unlock()
	return ds.got
}

// startComms serves a session whose scripts may be none.
func startComms(t *testing.T, scripts map[string]script, do func(d repl.Deliver, emit func(repl.Event)) repl.Done) (*kernelUnderTest, *deliveries) {
	t.Helper()
	ds := &deliveries{do: do}
	f := newFakeSession(scripts)
	f.delivers = ds.deliver
	return startSession(t, f), ds
}

// openComms asks which comms are open.
func openComms(c *client, content any) any {
	c.t.Helper()
	return c.ask(c.control, "comm_info_request", content).Content["comms"]
}

func TestCommOfAClient(t *testing.T) {
	k, ds := startComms(t, nil, func(d repl.Deliver, emit func(repl.Event)) repl.Done {
		if d.Comm.Kind == repl.CommMsg { // an echo
			emit(repl.Sent{Parent: d.ID, Comm: d.Comm})
		}
		return repl.Done{}
	})
	c := connect(t, k.server)
	open := map[string]any{"comm_id": "x", "target_name": "echo", "data": map[string]any{"a": 1}}
	if out := c.published(c.sendAll(c.shell, "comm_open", nil, map[string]any{"version": "2"}, open, []byte{1})); len(out) > 0 {
		t.Errorf("comm_open published %v", out)
	}
	if got, want := openComms(c, struct{}{}), map[string]any{"x": map[string]any{"target_name": "echo"}}; !reflect.DeepEqual(got, want) {
		t.Errorf("open are %v, expected %v", got, want)
	}

	buffers := [][]byte{{}, {0, 255}, []byte("<IDS|MSG>")}
	content := map[string]any{"comm_id": "x", "data": map[string]any{"b": "é"}}
	out := c.published(c.sendAll(c.control, "comm_msg", nil, map[string]any{"m": 1}, content, buffers...))
	if len(out) != 1 || out[0].Type != "comm_msg" || !reflect.DeepEqual(out[0].Content, content) ||
		out[0].Metadata != `{"m":1}` || !reflect.DeepEqual(out[0].Buffers, buffers) {
		t.Errorf("came back as %v, %s, %q", out, out[0].Metadata, out[0].Buffers)
	}

	c.published(c.send(c.shell, "comm_close", map[string]any{"comm_id": "x"}))
	if got := openComms(c, struct{}{}); len(got.(map[string]any)) > 0 {
		t.Errorf("open are %v", got)
	}
	c.published(c.send(c.shell, "comm_msg", map[string]any{"comm_id": "x"})) // to nobody
	c.published(c.send(c.shell, "comm_close", map[string]any{"comm_id": "x"}))
	want := []repl.Comm{
		{Kind: repl.CommOpen, ID: "x", Target: "echo", Data: []byte(`{"a":1}`), Metadata: []byte(`{"version":"2"}`), Buffers: [][]byte{{1}}},
		{Kind: repl.CommMsg, ID: "x", Data: []byte(`{"b":"é"}`), Metadata: []byte(`{"m":1}`), Buffers: buffers},
		{Kind: repl.CommClose, ID: "x", Data: []byte(`{}`), Metadata: []byte(`{}`), Buffers: [][]byte{}},
	}
	got := ds.all()
	for i := range got { // the ids of the client's messages are its own
		if got[i].Message == "" {
			t.Errorf("the cells do not get the id of message %d", i)
		}
		got[i].Message = ""
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the cells got\n%+v, expected\n%+v", got, want)
	}
	if len(c.shell.messages)+len(c.control.messages) > 0 {
		t.Error("a message of a comm was replied to")
	}
}

// What a handler of a comm sends last comes after the failure that it ends with.
func TestTheLastMessageOfAHandler(t *testing.T) {
	k, _ := startComms(t, nil, func(d repl.Deliver, emit func(repl.Event)) repl.Done {
		if d.Comm.Kind != repl.CommMsg {
			return repl.Done{}
		}
		emit(repl.Sent{Parent: d.ID, Last: true, Comm: repl.Comm{Kind: repl.CommMsg, ID: "x"}})
		emit(repl.Stream{Parent: d.ID, Name: repl.Stdout, Text: "shown"})
		return repl.Done{Failure: &repl.Failure{Name: "panic", Value: "failed"}}
	})
	c := connect(t, k.server)
	c.published(c.send(c.shell, "comm_open", map[string]any{"comm_id": "x", "target_name": "t"}))
	out := c.published(c.send(c.shell, "comm_msg", map[string]any{"comm_id": "x"}))
	if got, want := types(out), []string{"stream", "stream", "comm_msg"}; !slices.Equal(got, want) || !strings.Contains(out[1].text("text"), "failed") {
		t.Errorf("published %v, expected %v", out, want)
	}
}

func TestCommOfACell(t *testing.T) {
	k, _ := startComms(t, map[string]script{"open": func(e repl.Execute, emit func(repl.Event), _ <-chan struct{}) repl.Done {
		emit(repl.Stream{Parent: e.ID, Name: repl.Stdout, Text: "before"})
		emit(repl.Sent{Parent: e.ID, Comm: repl.Comm{Kind: repl.CommOpen, ID: "w", Target: "widget", Data: []byte(`{"s":1}`), Metadata: []byte(`{"version":"2"}`), Buffers: [][]byte{{7}}}})
		emit(repl.Sent{Parent: e.ID, Comm: repl.Comm{Kind: repl.CommMsg, ID: "w"}})
		emit(repl.Sent{Parent: e.ID, Comm: repl.Comm{Kind: repl.CommMsg, ID: "not open"}})
		emit(repl.Sent{Parent: e.ID, Comm: repl.Comm{Kind: repl.CommOpen, ID: "v", Target: "other"}})
		emit(repl.Sent{Parent: e.ID, Comm: repl.Comm{Kind: repl.CommOpen, ID: "v", Target: "again"}})
		return repl.Done{}
	}}, nil)
	c := connect(t, k.server)
	cell := c.execute("open")
	out := c.published(cell)
	if got, want := types(out), []string{"execute_input", "stream", "comm_open", "comm_msg", "comm_open", "stream"}; !slices.Equal(got, want) {
		t.Fatalf("published %v, expected %v", got, want)
	}
	if m := out[2]; !reflect.DeepEqual(m.Content, map[string]any{"comm_id": "w", "target_name": "widget", "data": map[string]any{"s": 1.0}}) ||
		m.Metadata != `{"version":"2"}` || !reflect.DeepEqual(m.Buffers, [][]byte{{7}}) {
		t.Errorf("opened by %v, %s, %v", m, m.Metadata, m.Buffers)
	}
	if m := out[3]; !reflect.DeepEqual(m.Content, map[string]any{"comm_id": "w", "data": map[string]any{}}) || m.Metadata != "{}" {
		t.Errorf("sent %v, %s", m, m.Metadata)
	}
	if text := out[5].text("text"); out[5].text("name") != "stderr" || !strings.Contains(text, "open already") {
		t.Errorf("opened twice: %q", text)
	}
	if got, want := openComms(c, map[string]any{"target_name": "widget"}), map[string]any{"w": map[string]any{"target_name": "widget"}}; !reflect.DeepEqual(got, want) {
		t.Errorf("of the target are open %v, expected %v", got, want)
	}

	k.session.emit(repl.Sent{Parent: cellID(0), Comm: repl.Comm{Kind: repl.CommClose, ID: "w"}})
	m := c.recv(c.iopub)
	for m.Type == "status" { // of the request that asked which are open
		m = c.recv(c.iopub)
	}
	if m.Type != "comm_close" || m.Parent != cell || m.text("comm_id") != "w" {
		t.Errorf("closed late by %v with parent %s", m, m.Parent)
	}
}

// The comms of an interpreter that is gone are closed. Widgets are disabled instead: a front
// end would remove what they show.
func TestCommsAreClosedWithTheirInterpreter(t *testing.T) {
	k, ds := startComms(t, map[string]script{
		"1": shows("1"),
		"renew": func(e repl.Execute, emit func(repl.Event), _ <-chan struct{}) repl.Done {
			emit(repl.Renewed{Parent: e.ID})
			return repl.Done{}
		},
	}, nil)
	c := connect(t, k.server)
	c.published(c.send(c.shell, "comm_open", opens("b", "t")))
	c.published(c.send(c.shell, "comm_open", opens("a", "t")))
	c.published(c.send(c.shell, "comm_open", opens("w", widgetTarget)))
	var last []string
	for _, m := range c.published(c.execute("renew")) {
		if strings.HasPrefix(m.Type, "comm") {
			last = append(last, m.Type+" "+m.text("comm_id"))
		}
		if data, _ := m.Content["data"].(map[string]any); m.Type == "comm_msg" {
			if state, _ := data["state"].(map[string]any); data["method"] != "update" || state["disabled"] != true {
				t.Errorf("the widget is told %v", data)
			}
		}
	}
	if !slices.Equal(last, []string{"comm_close a", "comm_close b", "comm_msg w"}) {
		t.Errorf("last was sent %v", last)
	}
	if got := openComms(c, struct{}{}); len(got.(map[string]any)) > 0 {
		t.Errorf("open are %v", got)
	}
	c.published(c.send(c.shell, "comm_msg", map[string]any{"comm_id": "a"}))
	c.published(c.send(c.shell, "comm_msg", map[string]any{"comm_id": "w"}))
	if got := ds.all(); len(got) != 3 {
		t.Errorf("the fresh interpreter got %+v", got[3:])
	}
}

func TestCommThatFails(t *testing.T) {
	k, _ := startComms(t, nil, func(d repl.Deliver, emit func(repl.Event)) repl.Done {
		if d.Comm.Target == "good" {
			return repl.Done{}
		}
		emit(repl.Display{Parent: d.ID, Bundle: plain("so far")})
		return repl.Done{Failure: &repl.Failure{Name: "panic", Value: "v", Traceback: []string{"line one", "line two"}}}
	})
	c := connect(t, k.server)
	out := c.published(c.send(c.shell, "comm_open", opens("x", "bad")))
	if got, want := types(out), []string{"display_data", "stream", "comm_close"}; !slices.Equal(got, want) {
		t.Fatalf("published %v, expected %v", got, want)
	}
	if out[1].text("name") != "stderr" || out[1].text("text") != "line one\nline two\n" || out[2].text("comm_id") != "x" {
		t.Errorf("published %v", out)
	}
	c.published(c.send(c.shell, "comm_open", opens("y", "good")))
	if got := types(c.published(c.send(c.shell, "comm_msg", map[string]any{"comm_id": "y"}))); !slices.Equal(got, []string{"display_data", "stream"}) {
		t.Errorf("a message that failed published %v", got)
	}
	if got := openComms(c, struct{}{}); !reflect.DeepEqual(got, map[string]any{"y": map[string]any{"target_name": "good"}}) {
		t.Errorf("open are %v", got)
	}
}

func TestBadCommIsRefused(t *testing.T) {
	k, ds := startComms(t, nil, nil)
	c := connect(t, k.server)
	c.published(c.send(c.shell, "comm_open", opens("x", "t")))
	dropped := k.dropped.Count(droppedMessage)
	tests := []struct {
		msgType string
		content map[string]any
		closes  bool
	}{
		{"comm_open", map[string]any{"target_name": "t"}, false},
		{"comm_open", map[string]any{"comm_id": "y"}, true},
		{"comm_open", opens("x", "t"), false}, // which would close the one that is there
		{"comm_open", map[string]any{"comm_id": 3}, false},
		{"comm_msg", map[string]any{"comm_id": "x", "data": []int{1}}, false},
		{"comm_msg", map[string]any{"comm_id": "x", "data": nil}, false},
	}
	for _, tt := range tests {
		out := c.published(c.send(c.shell, tt.msgType, tt.content))
		if tt.closes && !(len(out) == 1 && out[0].Type == "comm_close" && out[0].text("comm_id") == "y") || !tt.closes && len(out) > 0 {
			t.Errorf("%s with %v published %v", tt.msgType, tt.content, out)
		}
	}
	if n := k.dropped.Count(droppedMessage) - dropped; n != int64(len(tests)) {
		t.Errorf("%d count as dropped, expected %d", n, len(tests))
	}
	if got := ds.all(); len(got) != 1 {
		t.Errorf("the cells got %+v", got)
	}
}

// Messages of comms keep their place among cells, also when those are aborted.
func TestCommsTakeTurnsWithCells(t *testing.T) {
	release := make(chan struct{})
	order := make(chan string, 10)
	k, _ := startComms(t, map[string]script{
		"bad": func(repl.Execute, func(repl.Event), <-chan struct{}) repl.Done {
			<-release
			order <- "bad"
			return repl.Done{Failure: &repl.Failure{Name: "panic"}}
		},
		"good": func(repl.Execute, func(repl.Event), <-chan struct{}) repl.Done {
			order <- "good"
			return repl.Done{}
		},
	}, func(d repl.Deliver, _ func(repl.Event)) repl.Done {
		order <- string(d.Comm.Kind)
		return repl.Done{}
	})
	c := connect(t, k.server)
	bad := c.execute("bad")
	c.send(c.shell, "comm_open", opens("x", "t"))
	aborted := []string{c.execute("good"), c.execute("good")}
	c.send(c.shell, "comm_msg", map[string]any{"comm_id": "x"})
	aborted = append(aborted, c.execute("good"))
	c.ask(c.shell, "kernel_info_request", struct{}{}) // they have arrived
	close(release)
	c.reply(c.shell, bad)
	for _, id := range aborted {
		if r := c.reply(c.shell, id); r.text("status") != "aborted" {
			t.Errorf("got %v", r)
		}
	}
	if r := c.reply(c.shell, c.execute("good")); r.text("status") != "ok" {
		t.Errorf("sent after the failure: %v", r)
	}
	for _, want := range []string{"bad", "comm_open", "comm_msg", "good"} {
		if got := <-order; got != want {
			t.Errorf("the interpreter did %s, expected %s", got, want)
		}
	}
}
