package kernel

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

func TestErrorIsTheOnlyOutput(t *testing.T) {
	k := start(t, map[string]script{"bad": fails("panic", "at line 1")})
	c := connect(t, k.server)
	id := c.execute("bad")
	out := c.published(id)
	if want := []string{"execute_input", "error"}; !slices.Equal(types(out), want) {
		t.Fatalf("published %v, expected %v", types(out), want)
	}
	want := map[string]any{"ename": "panic", "evalue": "at line 1", "traceback": []any{}}
	if !reflect.DeepEqual(out[1].Content, want) {
		t.Errorf("error has %v", out[1].Content)
	}
	want["status"], want["execution_count"] = "error", 1.0
	if r := c.reply(c.shell, id); !reflect.DeepEqual(r.Content, want) {
		t.Errorf("reply has %v", r.Content)
	}
}

// Cells are known by what their front end calls them, else by their source where a person runs
// them.
func TestCellsAreKnown(t *testing.T) {
	for _, tt := range []struct {
		metadata string
		req      executeRequest
		cell     string
		deleted  []string
	}{
		{`{"cellId": "a1", "deletedCells": ["b", "c"]}`, executeRequest{Code: "x", AllowStdin: true}, "id a1", []string{"id b", "id c"}},
		{`{"cellId": "a1"}`, executeRequest{Code: "x"}, "id a1", nil},
		{`{}`, executeRequest{Code: " x\n", AllowStdin: true}, "source x", nil},
		{`{}`, executeRequest{Code: "x"}, "", nil},
		{`{}`, executeRequest{Code: "x", AllowStdin: true, Silent: true}, "", nil},
		{`{"cellId": 3}`, executeRequest{Code: "x"}, "", nil},
		{`[]`, executeRequest{Code: "x"}, "", nil},
	} {
		cell, deleted := identity(&request{message: message{metadata: json.RawMessage(tt.metadata)}}, tt.req)
		if cell != tt.cell || !slices.Equal(deleted, tt.deleted) {
			t.Errorf("%s %+v: %q, %q", tt.metadata, tt.req, cell, deleted)
		}
	}
}

func TestErrorAbortsTheQueue(t *testing.T) {
	tests := []struct {
		bad  map[string]any
		want string // of the cells behind
	}{
		{map[string]any{"code": "bad"}, "aborted"},
		{map[string]any{"code": "bad", "stop_on_error": false}, "ok"},
		{map[string]any{"code": "bad", "silent": true}, "ok"},
	}
	for _, tt := range tests {
		release := make(chan struct{})
		k := start(t, map[string]script{
			"bad": func(repl.Execute, func(repl.Event), <-chan struct{}) repl.Done {
				<-release
				return repl.Done{Failure: &repl.Failure{Name: "panic"}}
			},
			"good": shows("1"),
		})
		c := connect(t, k.server)
		ids := []string{c.send(c.shell, "execute_request", tt.bad)}
		for range 3 {
			ids = append(ids, c.execute("good"))
		}
		c.ask(c.shell, "kernel_info_request", struct{}{}) // the others have arrived
		close(release)

		if r := c.reply(c.shell, ids[0]); r.text("status") != "error" {
			t.Errorf("the bad cell: %v", r)
		}
		for _, id := range ids[1:] {
			if r := c.reply(c.shell, id); r.text("status") != tt.want {
				t.Errorf("after %v: %v, expected %s", tt.bad, r, tt.want)
			}
			if out := c.published(id); tt.want == "aborted" && len(out) > 0 {
				t.Errorf("an aborted cell published %v", out)
			}
		}
		if r := c.reply(c.shell, c.execute("good")); r.text("status") != "ok" {
			t.Errorf("sent after the failure: %v", r)
		}
	}
}

func TestExecutionCount(t *testing.T) {
	k := start(t, map[string]script{"1": shows("1"), "bad": fails("panic", "")})
	c := connect(t, k.server)
	tests := []struct {
		content map[string]any
		count   float64
		types   []string
	}{
		{map[string]any{"code": "1"}, 1, []string{"execute_input", "execute_result"}},
		{map[string]any{"code": "1", "store_history": false}, 1, []string{"execute_input", "execute_result"}},
		{map[string]any{"code": "1", "silent": true}, 1, []string{}},
		{map[string]any{"code": "1", "silent": true, "store_history": true}, 1, []string{}},
		{map[string]any{"code": "bad", "silent": true, "stop_on_error": false}, 1, []string{}},
		{map[string]any{"code": "1", "silent": nil, "store_history": nil}, 2, []string{"execute_input", "execute_result"}},
	}
	for _, tt := range tests {
		id := c.send(c.shell, "execute_request", tt.content)
		if r := c.reply(c.shell, id); r.Content["execution_count"] != tt.count {
			t.Errorf("%v: %v, expected count %v", tt.content, r, tt.count)
		}
		if got := types(c.published(id)); !slices.Equal(got, tt.types) {
			t.Errorf("%v: published %v, expected %v", tt.content, got, tt.types)
		}
	}
}

func TestUserExpressions(t *testing.T) {
	k := start(t, map[string]script{"": func(e repl.Execute, _ func(repl.Event), _ <-chan struct{}) repl.Done {
		return repl.Done{UserExpressions: map[string]repl.Answer{
			"good": {Bundle: plain(e.UserExpressions["good"])},
			"bad":  {Failure: &repl.Failure{Name: "compile error", Value: "v"}},
		}}
	}})
	c := connect(t, k.server)
	r := c.ask(c.shell, "execute_request", map[string]any{"code": "", "user_expressions": map[string]any{"good": "x"}})
	want := map[string]any{
		"good": map[string]any{"status": "ok", "data": map[string]any{"text/plain": "x"}, "metadata": map[string]any{}},
		"bad":  map[string]any{"status": "error", "ename": "compile error", "evalue": "v", "traceback": []any{}},
	}
	if !reflect.DeepEqual(r.Content["user_expressions"], want) {
		t.Errorf("got %v", r.Content["user_expressions"])
	}
}

func TestSessionEndsWhileACellRuns(t *testing.T) {
	k := start(t, map[string]script{"loop": loops})
	c := connect(t, k.server)
	id := c.execute("loop")
	for c.recv(c.iopub).Type != "display_data" { // it runs
	}
	k.session.Close(t.Context())
	if r := c.reply(c.shell, id); r.text("ename") != "session ended" {
		t.Errorf("running: %v", r)
	}
	id = c.execute("loop")
	if r := c.reply(c.shell, id); r.text("ename") != "session ended" {
		t.Errorf("later: %v", r)
	}
	if got, want := types(c.published(id)), []string{"execute_input", "error"}; !slices.Equal(got, want) {
		t.Errorf("published %v, expected %v", got, want)
	}
	if r := c.ask(c.control, "interrupt_request", struct{}{}); r.text("status") != "error" {
		t.Errorf("interrupt: %v", r)
	}
}

func TestReplyThatCannotBeWrittenIsAnError(t *testing.T) {
	k := start(t, map[string]script{"": func(repl.Execute, func(repl.Event), <-chan struct{}) repl.Done {
		broken := repl.Bundle{Data: map[string]json.RawMessage{"text/plain": []byte(`"`)}}
		return repl.Done{UserExpressions: map[string]repl.Answer{"x": {Bundle: broken}}}
	}})
	c := connect(t, k.server)
	if r := c.reply(c.shell, c.execute("")); r.text("ename") != "reply failed" {
		t.Errorf("got %v", r)
	}
}
