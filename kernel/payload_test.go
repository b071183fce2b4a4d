package kernel

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// emits is a script that emits events and ends.
func emits(failure *repl.Failure, events ...func(repl.ID) repl.Event) script {
	return func(e repl.Execute, emit func(repl.Event), _ <-chan struct{}) repl.Done {
		for _, event := range events {
			emit(event(e.ID))
		}
		return repl.Done{Failure: failure}
	}
}

func pages(text string) func(repl.ID) repl.Event {
	return func(id repl.ID) repl.Event { return repl.Page{Parent: id, Bundle: plain(text)} }
}

func fills(code string, replace bool) func(repl.ID) repl.Event {
	return func(id repl.ID) repl.Event { return repl.NextCell{Parent: id, Code: code, Replace: replace} }
}

func TestPayload(t *testing.T) {
	panics := &repl.Failure{Name: "panic"}
	page := func(text string) any {
		return map[string]any{"source": "page", "data": map[string]any{"text/plain": text}, "start": 0.0}
	}
	next := func(text string, replace bool) any {
		return map[string]any{"source": "set_next_input", "text": text, "replace": replace}
	}
	tests := []struct {
		name    string
		do      script
		silent  bool
		payload any // of the reply; nil if it has none
		shown   []string
	}{
		{"page", emits(nil, pages("a")), false, []any{page("a")}, nil},
		{"next input", emits(nil, fills("x := 1", true)), false, []any{next("x := 1", true)}, nil},
		{"both", emits(nil, fills("y", false), pages("a")), false, []any{page("a"), next("y", false)}, nil},
		// JupyterLab shows one page of each reply: no other is lost.
		{"pages", emits(nil, pages("a"), pages("b"), pages("c")), false, []any{page("c")}, []string{"a", "b"}},
		{"next inputs", emits(nil, fills("x", true), fills("y", true)), false, []any{next("y", true)}, nil},
		// No front end reads payloads of a cell that failed.
		{"page and failure", emits(panics, pages("a"), fills("y", true)), false, nil, []string{"a"}},
		{"silent", emits(nil, pages("a"), pages("b")), true, []any{page("b")}, nil},
	}
	scripts := map[string]script{}
	for _, tt := range tests {
		scripts[tt.name] = tt.do
	}
	k := start(t, scripts)
	c := connect(t, k.server)
	for _, tt := range tests {
		id := c.send(c.shell, "execute_request", map[string]any{"code": tt.name, "silent": tt.silent})
		if r := c.reply(c.shell, id); !reflect.DeepEqual(r.Content["payload"], tt.payload) {
			t.Errorf("%s: got %v\nexpected %v", tt.name, r.Content["payload"], tt.payload)
		}
		var shown []string
		for _, m := range c.published(id) {
			if m.Type == "display_data" {
				shown = append(shown, m.Content["data"].(map[string]any)["text/plain"].(string))
			}
		}
		if !slices.Equal(shown, tt.shown) {
			t.Errorf("%s: shown among the output %v, expected %v", tt.name, shown, tt.shown)
		}
	}
}

// A goroutine may ask when the reply has gone.
func TestLatePayloadIsShown(t *testing.T) {
	k := start(t, map[string]script{"1": shows("1")})
	c := connect(t, k.server)
	cell := c.execute("1")
	c.published(cell)
	k.session.emit(pages("late")(cellID(0)))
	if m := c.recv(c.iopub); m.Type != "display_data" || m.Parent != cell {
		t.Errorf("a page came as %v with parent %s", m, m.Parent)
	}
	k.session.emit(fills("x", true)(cellID(0)))
	if m := c.recv(c.iopub); m.text("name") != "stderr" || m.Parent != cell || !strings.Contains(m.text("text"), "next cell was not filled in") {
		t.Errorf("the next input came as %v with parent %s", m, m.Parent)
	}
}
