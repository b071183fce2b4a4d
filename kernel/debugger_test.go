package kernel

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// debug asks a command of the debugger, and returns the response.
func (c *client) debug(command string, arguments map[string]any) map[string]any {
	c.t.Helper()
	r := c.ask(c.control, "debug_request", map[string]any{"type": "request", "seq": 7, "command": command, "arguments": arguments})
	want := map[string]any{"status": "ok", "type": "response", "command": command, "request_seq": 7.0}
	for key, value := range want {
		if r.Content[key] != value {
			c.t.Errorf("%s: %s is %v", command, key, r.Content[key])
		}
	}
	return r.Content
}

// body asks a command that succeeds, and returns the body of the response.
func (c *client) body(command string, arguments map[string]any) map[string]any {
	c.t.Helper()
	r := c.debug(command, arguments)
	if r["success"] != true {
		c.t.Fatalf("%s: %v", command, r)
	}
	return r["body"].(map[string]any)
}

// listed returns the variables of a response: name, type, value and whether there are parts.
func listed(body map[string]any) (texts []string, refs map[string]any) {
	refs = map[string]any{}
	for _, v := range body["variables"].([]any) {
		v := v.(map[string]any)
		texts = append(texts, fmt.Sprintf("%v: %v, %v", v["name"], v["type"], v["value"]))
		refs[v["name"].(string)] = v["variablesReference"]
	}
	return texts, refs
}

func TestDebuggerListsVariables(t *testing.T) {
	k := start(t, nil)
	c := connect(t, k.server)
	watcher := k.cfg.Watcher.(*fakeWatcher)

	if c.body("debugInfo", nil)["isStarted"] != false {
		t.Error("it is started before a client has asked for it")
	}
	c.body("initialize", nil)
	id := c.send(c.control, "debug_request", map[string]any{"seq": 1, "command": "attach"})
	if r := c.reply(c.control, id); r.Content["success"] != true {
		t.Errorf("attach: %v", r.Content)
	}
	if out := c.published(id); len(out) != 1 || out[0].Type != "debug_event" || out[0].Content["event"] != "initialized" {
		t.Errorf("attach published %v", out)
	}
	if c.body("debugInfo", nil)["isStarted"] != true {
		t.Error("it is not started")
	}

	texts, refs := listed(c.body("inspectVariables", nil))
	want := []string{"n: int = 3, 3", "p: Point, {X:1}", "xs: []int = [], []"}
	if !reflect.DeepEqual(texts, want) || refs["n"] != 0.0 || refs["p"] == 0.0 {
		t.Errorf("got %q, %v", texts, refs)
	}
	parts, inner := listed(c.body("variables", map[string]any{"variablesReference": refs["p"]}))
	if want := []string{"X: int = 1, 1", "at: []int (1), [7]"}; !reflect.DeepEqual(parts, want) {
		t.Errorf("got %q", parts)
	}
	deep, _ := listed(c.body("variables", map[string]any{"variablesReference": inner["at"]}))
	if want := []string{"0: int = 7, 7"}; !reflect.DeepEqual(deep, want) {
		t.Errorf("got %q", deep)
	}

	// What has not changed keeps its references, and what has changed gets new ones.
	watcher.change(repl.Variable{Name: "xs", Type: "[]int", Size: "1", Value: "[1]", Parts: []repl.Variable{{Name: "0", Value: "1"}}})
	_, second := listed(c.body("inspectVariables", nil))
	watcher.change(repl.Variable{Name: "xs", Type: "[]int", Size: "1", Value: "[2]", Parts: []repl.Variable{{Name: "0", Value: "2"}}})
	_, third := listed(c.body("inspectVariables", nil))
	if second["p"] != refs["p"] || third["p"] != refs["p"] || third["xs"] == second["xs"] {
		t.Errorf("references %v, then %v, then %v", refs, second, third)
	}
	if r := c.debug("variables", map[string]any{"variablesReference": second["xs"]}); r["success"] != false {
		t.Errorf("the parts of an old value: %v", r)
	}
	c.body("variables", map[string]any{"variablesReference": inner["at"]})

	c.body("disconnect", nil)
	if c.body("debugInfo", nil)["isStarted"] != false {
		t.Error("it is started after disconnect")
	}
	if watcher.isWatched() {
		t.Error("the variables are watched after disconnect")
	}
}

func TestDebuggerRendersVariables(t *testing.T) {
	c := connect(t, start(t, nil).server)
	for name, text := range map[string]string{"p": "{X:1}", "X": "X is not a variable"} {
		body := c.body("richInspectVariables", map[string]any{"variableName": name})
		if got := fmt.Sprint(body["data"].(map[string]any)["text/plain"]); !strings.Contains(got, text) {
			t.Errorf("%s: %v", name, body)
		}
	}
}

func TestDebuggerStopsNowhere(t *testing.T) {
	c := connect(t, start(t, nil).server)
	path := c.body("dumpCell", map[string]any{"code": "x := 1"})["sourcePath"]
	body := c.body("setBreakpoints", map[string]any{
		"source": map[string]any{"path": path}, "breakpoints": []any{map[string]any{"line": 3}},
	})
	point := body["breakpoints"].([]any)[0].(map[string]any)
	if point["verified"] != false || point["line"] != 3.0 || point["message"] != noStops {
		t.Errorf("got %v", point)
	}
	for _, command := range []string{"configurationDone", "setExceptionBreakpoints", "modules", "threads", "stackTrace", "scopes", "continue", "source", "terminate"} {
		c.body(command, map[string]any{})
	}
	for _, command := range []string{"next", "stepIn", "stepOut", "pause", "evaluate", "copyToGlobals", ""} {
		if r := c.debug(command, nil); r["success"] != false || r["message"] == "" {
			t.Errorf("%q: %v", command, r)
		}
	}
}

func TestEveryDebugCommandIsDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(page), "## The debugger")
	if !found {
		t.Fatal("docs/protocol.md has no section of the debugger")
	}
	for command, answer := range newDebugger(&fakeWatcher{}).handlers() {
		_, err := answer(debugRequest{})
		refused := err != nil && command != "variables" // which wants a reference
		if refused == strings.Contains(table, "`"+command+"`") {
			t.Errorf("docs/protocol.md has no row for %s, or has one though it is refused", command)
		}
	}
}

// JupyterLab asks for the variables at every message of a cell. If an answer caused one, it
// would ask for ever.
func TestDebugRequestsCauseNoMessageOfTheRunningCell(t *testing.T) {
	k := start(t, map[string]script{"loop": loops})
	c := connect(t, k.server)
	id := c.execute("loop")
	for c.recv(c.iopub).Type != "display_data" { // it runs
	}
	asked := c.send(c.control, "debug_request", map[string]any{"command": "inspectVariables"})
	c.reply(c.control, asked)
	var states []string
	for len(states) < 3 {
		m := c.recv(c.iopub)
		if m.Parent != asked {
			t.Errorf("%v belongs to another request", m)
		}
		states = append(states, m.text("execution_state"))
	}
	if want := []string{"busy", "idle", "busy"}; !slices.Equal(states, want) {
		t.Errorf("got %q, want %q", states, want)
	}
	c.ask(c.control, "interrupt_request", struct{}{})
	c.reply(c.shell, id)
}

func TestWithoutWatcherThereIsNoDebugger(t *testing.T) {
	s := &server{cfg: Config{}}
	if info := s.kernelInfo(); info.Debugger || len(info.SupportedFeatures) > 0 {
		t.Errorf("%+v", info)
	}
	r := &request{message: message{content: []byte(`{}`)}}
	if _, err := s.debug(r); err == nil {
		t.Error("a request is answered")
	}
}
