package kernel

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// emitsAll is a cell that causes events.
func emitsAll(events ...repl.Event) script {
	return func(e repl.Execute, emit func(repl.Event), _ <-chan struct{}) repl.Done {
		for _, event := range events {
			emit(event.Under(e.ID))
		}
		return repl.Done{}
	}
}

// TestLineOfProgress: one line that is updated, and is gone at the end without a trace where
// it was the only output. Else it is empty, and what a cell has shown stays.
func TestLineOfProgress(t *testing.T) {
	at := func(done float64) repl.Event { return repl.Progress{Doing: "path: fit 1 of 2", Done: done} }
	text := repl.Stream{Name: repl.Stdout, Text: "text"}
	ended := repl.Progress{Ended: true}
	shown := repl.Display{ID: "own", Bundle: plain("shown")}
	for name, c := range map[string]struct {
		events []repl.Event
		want   []string
	}{
		"alone":           {[]repl.Event{at(0), at(0.5), ended}, []string{"display_data", "update_display_data", "clear_output"}},
		"before text":     {[]repl.Event{at(0), ended, text}, []string{"display_data", "clear_output", "stream"}},
		"behind text":     {[]repl.Event{text, at(0), ended}, []string{"stream", "display_data", "emptied"}},
		"around text":     {[]repl.Event{at(0), text, ended}, []string{"display_data", "stream", "emptied"}},
		"two in a row":    {[]repl.Event{at(0), ended, at(0), ended}, []string{"display_data", "clear_output", "display_data", "clear_output"}},
		"cleared":         {[]repl.Event{text, at(0), repl.Clear{}, at(0.5), ended}, []string{"stream", "display_data", "clear_output", "display_data", "clear_output"}},
		"ended by clear":  {[]repl.Event{at(0), repl.Clear{}, ended}, []string{"display_data", "clear_output"}},
		"in an animation": {[]repl.Event{shown, repl.Clear{Wait: true}, at(0), ended, shown}, []string{"display_data", "clear_output", "display_data"}},
		"animated under":  {[]repl.Event{at(0), repl.Clear{Wait: true}, at(0.5), shown, at(0.6), ended}, []string{"display_data", "clear_output", "update_display_data", "display_data", "display_data", "emptied"}},
		"never begun":     {[]repl.Event{ended}, nil},
		"died":            {[]repl.Event{at(0), repl.Died{Reason: "killed"}}, []string{"display_data", "clear_output"}},
		"left":            {[]repl.Event{at(0)}, []string{"display_data"}},
	} {
		t.Run(name, func(t *testing.T) {
			k := start(t, map[string]script{"run": emitsAll(c.events...)})
			client := connect(t, k.server)
			var got []string
			lines := map[string]bool{}
			for _, m := range client.published(client.execute("run")) {
				kind := m.Type
				if kind == "update_display_data" && len(m.Content["data"].(map[string]any)) == 0 {
					kind = "emptied"
				}
				if tr, ok := m.Content["transient"].(map[string]any); ok && strings.HasSuffix(kind, "display_data") && tr["display_id"] != "own" {
					lines[tr["display_id"].(string)] = true
				}
				if !slices.Contains([]string{"status", "execute_input"}, kind) {
					got = append(got, kind)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("published %q, want %q", got, c.want)
			}
			if begun := strings.Count(strings.Join(got, " "), " display_data"); len(lines) > begun+1 {
				t.Errorf("lines %v, want one for each time that one began", lines)
			}
		})
	}
}

// TestProgressOfSilentCells: nothing is shown of it.
func TestProgressOfSilentCells(t *testing.T) {
	k := start(t, map[string]script{"run": emitsAll(repl.Progress{Doing: "fit", Done: -1})})
	c := connect(t, k.server)
	for _, m := range c.published(c.send(c.shell, "execute_request", map[string]any{"code": "run", "silent": true})) {
		if m.Type != "status" {
			t.Errorf("%v of a silent cell", m)
		}
	}
}

// TestProgressOfAHandler: the computation of a comm's handler shows its line, under the message.
func TestProgressOfAHandler(t *testing.T) {
	k, _ := startComms(t, nil, func(d repl.Deliver, emit func(repl.Event)) repl.Done {
		if d.Comm.Kind == repl.CommMsg {
			emit(repl.Progress{Parent: d.ID, Doing: "fit", Done: -1})
			emit(repl.Progress{Parent: d.ID, Ended: true})
		}
		return repl.Done{}
	})
	c := connect(t, k.server)
	c.published(c.send(c.shell, "comm_open", opens("1", "t")))
	var got []string
	for _, m := range c.published(c.send(c.shell, "comm_msg", map[string]any{"comm_id": "1", "data": map[string]any{}})) {
		if m.Type != "status" {
			got = append(got, m.Type)
		}
	}
	if !slices.Equal(got, []string{"display_data", "clear_output"}) {
		t.Errorf("published %q", got)
	}
}

// TestLateProgressKeepsTheOutput: the failure of a cell is output that progress must not clear.
func TestLateProgressKeepsTheOutput(t *testing.T) {
	k := start(t, map[string]script{"run": emitsAll(repl.Progress{Doing: "fit", Done: -1})})
	c := connect(t, k.server)
	id := c.execute("run")
	c.published(id)
	k.session.emit(repl.Progress{Parent: cellID(0), Ended: true})
	if m := c.recv(c.iopub); m.Type != "update_display_data" || m.Parent != id {
		t.Errorf("%v, want an update that empties the line", m)
	}
}

// TestProgressInAPage: words beside the bar, a text alternative, and no markup of the user's.
func TestProgressInAPage(t *testing.T) {
	b := progressBundle(repl.Progress{Doing: `<b>"x"</b>`, Done: 0.256, Left: 42 * time.Second})
	page := string(b.Data["text/html"])
	for _, part := range []string{"width:26%", `aria-valuenow=\"26\"`, "&lt;b&gt;", "about 40 s left", `role=\"progressbar\"`} {
		if !strings.Contains(page, part) {
			t.Errorf("no %s in %s", part, page)
		}
	}
	if strings.Contains(page, "<b>") {
		t.Errorf("markup of the user's in %s", page)
	}
	if unknown := string(progressBundle(repl.Progress{Doing: "tau_max", Done: -1}).Data["text/html"]); strings.Contains(unknown, "aria-valuenow") {
		t.Errorf("a value that is not known in %s", unknown)
	}
	if text := string(b.Data["text/plain"]); text != `"26 %  <b>\"x\"</b>, about 40 s left"` {
		t.Errorf("in words %s", text)
	}
}
