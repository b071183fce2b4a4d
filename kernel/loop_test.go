package kernel

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

func TestCellOrder(t *testing.T) {
	k := start(t, map[string]script{"cell": func(e repl.Execute, emit func(repl.Event), _ <-chan struct{}) repl.Done {
		emit(repl.Stream{Parent: e.ID, Name: repl.Stdout, Text: "one\n"})
		emit(repl.Stream{Parent: e.ID, Name: repl.Stdout, Text: "two\n"})
		emit(repl.Stream{Parent: e.ID, Name: repl.Stderr, Text: "three\n"})
		emit(repl.Display{Parent: e.ID, Bundle: plain("shown"), ID: "d"})
		emit(repl.Display{Parent: e.ID, Bundle: plain("changed"), ID: "d", Update: true})
		emit(repl.Clear{Parent: e.ID, Wait: true})
		emit(repl.Result{Parent: e.ID, Bundle: plain("4")})
		return repl.Done{}
	}})
	c := connect(t, k.server)
	id := c.execute("cell")

	var got []told
	for len(got) == 0 || got[len(got)-1].text("execution_state") != "idle" {
		m := c.recv(c.iopub)
		if m.text("execution_state") == "starting" {
			continue
		}
		if m.Parent != id {
			t.Fatalf("%v has another parent", m)
		}
		got = append(got, m)
	}
	want := []string{"busy", "execute_input", "stream", "stream", "display_data", "update_display_data", "clear_output", "execute_result", "idle"}
	if !slices.Equal(types(got), want) {
		t.Fatalf("published %v\nexpected %v", types(got), want)
	}
	contents := []map[string]any{
		1: {"code": "cell", "execution_count": 1.0},
		2: {"name": "stdout", "text": "one\ntwo\n"},
		3: {"name": "stderr", "text": "three\n"},
		4: {"data": map[string]any{"text/plain": "shown"}, "metadata": map[string]any{}, "transient": map[string]any{"display_id": "d"}},
		5: {"data": map[string]any{"text/plain": "changed"}, "metadata": map[string]any{}, "transient": map[string]any{"display_id": "d"}},
		6: {"wait": true},
		7: {"data": map[string]any{"text/plain": "4"}, "metadata": map[string]any{}, "execution_count": 1.0},
	}
	for i, content := range contents {
		if content != nil && !reflect.DeepEqual(got[i].Content, content) {
			t.Errorf("%s has %v\nexpected %v", got[i].Type, got[i].Content, content)
		}
	}
	reply := c.reply(c.shell, id)
	wantReply := map[string]any{"status": "ok", "execution_count": 1.0, "user_expressions": map[string]any{}, "payload": []any{}}
	if reply.Type != "execute_reply" || !reflect.DeepEqual(reply.Content, wantReply) {
		t.Errorf("got %v", reply)
	}
	if reply.Header.Version != "5.5" || reply.Header.Session != k.codec.session {
		t.Errorf("header %+v", reply.Header)
	}
}

func TestControlAndHeartbeatWhileACellRuns(t *testing.T) {
	k := start(t, map[string]script{"loop": loops})
	c := connect(t, k.server)
	id := c.execute("loop")
	for c.recv(c.iopub).Type != "display_data" { // it runs
	}
	if r := c.ask(c.control, "kernel_info_request", struct{}{}); r.text("protocol_version") != "5.5" {
		t.Errorf("control: %v", r)
	}
	if r := c.ask(c.shell, "complete_request", map[string]any{"code": "x", "cursor_pos": 1}); r.text("status") != "ok" {
		t.Errorf("shell: %v", r)
	}
	beat := [][]byte{{}, []byte("still there?")}
	c.heartbeat.send(beat...)
	if echo := c.heartbeat.recv(); !slices.EqualFunc(echo, beat, bytes.Equal) {
		t.Errorf("heartbeat: %q", echo)
	}
	if r := c.ask(c.control, "interrupt_request", struct{}{}); r.Type != "interrupt_reply" || r.text("status") != "ok" {
		t.Errorf("interrupt: %v", r)
	}
	if r := c.reply(c.shell, id); r.text("ename") != "interrupted" {
		t.Errorf("cell: %v", r)
	}
}

func TestEveryRequestIsAnswered(t *testing.T) {
	k := start(t, nil)
	c := connect(t, k.server)
	tests := []struct {
		request string
		content any
		reply   string
		status  string
	}{
		{"kernel_info_request", struct{}{}, "kernel_info_reply", "ok"},
		{"is_complete_request", map[string]any{"code": "for {"}, "is_complete_reply", "incomplete"},
		{"is_complete_request", map[string]any{"code": "}"}, "is_complete_reply", "invalid"},
		{"is_complete_request", map[string]any{"code": "1"}, "is_complete_reply", "complete"},
		{"is_complete_request", map[string]any{"code": "panic"}, "is_complete_reply", "error"},
		{"complete_request", map[string]any{"code": "x", "cursor_pos": 1}, "complete_reply", "ok"},
		{"inspect_request", map[string]any{"code": "x", "cursor_pos": 1, "detail_level": 0}, "inspect_reply", "ok"},
		{"history_request", map[string]any{"hist_access_type": "tail", "n": 3}, "history_reply", "ok"},
		{"history_request", map[string]any{"hist_access_type": "head"}, "history_reply", "error"},
		{"comm_info_request", struct{}{}, "comm_info_reply", "ok"},
		{"interrupt_request", struct{}{}, "interrupt_reply", "ok"},
		{"debug_request", map[string]any{"type": "request", "seq": 1, "command": "debugInfo"}, "debug_reply", "ok"},
		{"debug_request", map[string]any{"command": 7}, "debug_reply", "error"},
		{"connect_request", struct{}{}, "connect_reply", "error"},
		{"create_subshell_request", struct{}{}, "create_subshell_reply", "error"},
		{"_request", struct{}{}, "_reply", "error"},
		{"execute_request", map[string]any{"code": 7}, "execute_reply", "error"},
		{"complete_request", map[string]any{"code": "x", "cursor_pos": "end"}, "complete_reply", "error"},
		{"complete_request", map[string]any{"code": "x", "cursor_pos": json.Number("1" + strings.Repeat("0", 400))}, "complete_reply", "error"},
	}
	for _, channel := range []*wire{c.shell, c.control} {
		for _, tt := range tests {
			id := c.send(channel, tt.request, tt.content)
			r := c.reply(channel, id)
			if r.Type != tt.reply || r.text("status") != tt.status {
				t.Errorf("%s with %v: got %v", tt.request, tt.content, r)
			}
			if out := c.published(id); len(out) > 0 {
				t.Errorf("%s published %v", tt.request, out)
			}
		}
	}
	for _, name := range answered(t) {
		tested := name == "shutdown_request" // which ends the kernel: server_test.go has it
		for _, tt := range tests {
			tested = tested || tt.request == name && tt.status != "error"
		}
		if !tested && name != "execute_request" { // which publishes: TestCellOrder has it
			t.Errorf("no row has %s", name)
		}
	}
}

// What one client sends without end on shell waits for a subscriber that does not
// read. What others ask does not, and no interrupt does.
func TestFloodOfRequestsHoldsUpNobodyElse(t *testing.T) {
	read := make(chan struct{})
	k := startSession(t, newFakeSession(nil), func(s *server) {
		s.iopub.close()
		s.iopub = newPublisher(s.codec, func([][]byte) { <-read }, s.log)
		s.activity.iopub = s.iopub
	})
	defer close(read)
	c := &client{t: t, codec: newCodec(k.codec.signer), control: dial(t, k.sockets.control.Addr(), "DEALER")}
	var flood []byte
	for range noticeRoom {
		frames, err := c.codec.encode(nil, "kernel_info_request", nil, nil, struct{}{})
		if err != nil {
			t.Fatal(err)
		}
		flood = append(flood, framed(frames...)...)
	}
	go dialDeaf(t, k.sockets.shell.Addr(), "DEALER", "").conn.Write(flood) // until the connection is closed
	eventually(t, "the flood waits", func() bool { return len(k.iopub.queue) >= clientRoom })
	newcomer := dial(t, k.sockets.shell.Addr(), "DEALER")
	for range clientRoom / 2 {
		if r := c.ask(newcomer, "kernel_info_request", struct{}{}); r.text("status") != "ok" {
			t.Fatalf("got %v", r)
		}
	}
	for range 100 {
		if r := c.ask(c.control, "interrupt_request", struct{}{}); r.text("status") != "ok" {
			t.Fatalf("got %v", r)
		}
	}
	if len(k.iopub.queue) > shellRoom {
		t.Errorf("%d notices wait", len(k.iopub.queue))
	}
}

func TestRepliesGoToWhoAsked(t *testing.T) {
	k := start(t, map[string]script{"1": shows("1"), "2": shows("2")})
	a, b := connect(t, k.server), connect(t, k.server)
	for range 20 {
		idA, idB := a.execute("1"), b.execute("2")
		a.reply(a.shell, idA)
		b.reply(b.shell, idB)
	}
}

func TestRoutingPrefixIsRepeated(t *testing.T) {
	k := start(t, nil)
	c := connect(t, k.server)
	frames, err := c.codec.encode([][]byte{[]byte("via"), {}}, "kernel_info_request", nil, nil, struct{}{})
	if err != nil {
		t.Fatal(err)
	}
	c.shell.send(frames...)
	got := c.shell.recv()
	if len(got) != 8 || string(got[0]) != "via" || len(got[1]) != 0 {
		t.Errorf("got %q", got)
	}
}
