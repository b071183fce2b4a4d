package kernel

import (
	"encoding/json"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/kernel/history"
)

func TestHistoryRequests(t *testing.T) {
	folder := t.TempDir()
	earlier := history.New(folder, nil)
	earlier.Add(1, "a := 1")
	earlier.Close()
	h := history.New(folder, nil)
	defer h.Close()
	h.Add(1, "a")
	h.SetOutput(1, "1")
	h.Add(2, "a")

	for request, want := range map[string]string{
		`{"hist_access_type":"tail","n":2}`:                                           `[[2,1,"a"],[2,2,"a"]]`,
		`{"hist_access_type":"tail","n":0}`:                                           `[]`,
		`{"hist_access_type":"tail","n":-1}`:                                          `[]`,
		`{"hist_access_type":"tail","n":99,"output":true}`:                            `[[1,1,["a := 1",null]],[2,1,["a","1"]],[2,2,["a",null]]]`,
		`{"hist_access_type":"tail","n":null,"raw":false}`:                            `[[1,1,"a := 1"],[2,1,"a"],[2,2,"a"]]`,
		`{"hist_access_type":"range","session":0,"start":2,"stop":4}`:                 `[[2,2,"a"]]`,
		`{"hist_access_type":"range","session":0,"start":0,"raw":true}`:               `[[2,1,"a"],[2,2,"a"]]`,
		`{"hist_access_type":"range","session":1,"start":1}`:                          `[[1,1,"a := 1"]]`,
		`{"hist_access_type":"range","session":-1,"start":1,"stop":2}`:                `[[1,1,"a := 1"]]`,
		`{"hist_access_type":"range","session":-2}`:                                   `[]`,
		`{"hist_access_type":"search","pattern":"a*"}`:                                `[[1,1,"a := 1"],[2,1,"a"],[2,2,"a"]]`,
		`{"hist_access_type":"search","pattern":"a","unique":true,"output":true}`:     `[[2,2,["a",null]]]`,
		`{"hist_access_type":"search","pattern":"a*","n":1,"unique":true,"raw":true}`: `[[2,2,"a"]]`,
		`{"hist_access_type":"search"}`:                                               `[]`,
	} {
		var req historyRequest
		if err := json.Unmarshal([]byte(request), &req); err != nil {
			t.Fatal(err)
		}
		cells, err := find(h, req)
		got, jsonErr := json.Marshal(newHistoryReply(cells, req.Output).History)
		if err != nil || jsonErr != nil || string(got) != want {
			t.Errorf("%s: %s, %v, %v\nexpected %s", request, got, err, jsonErr, want)
		}
	}
}

// Cells that are not to be stored are not, silent ones never are, and while a
// cell runs history is answered.
func TestOnlyStoredCellsAreKept(t *testing.T) {
	k := start(t, map[string]script{"1": shows("one"), "loop": loops})
	c := connect(t, k.server)
	for _, content := range []map[string]any{
		{"code": "1"},
		{"code": "1", "store_history": false},
		{"code": "1", "silent": true, "store_history": true},
	} {
		c.published(c.send(c.shell, "execute_request", content))
		c.recv(c.shell)
	}
	loop := c.execute("loop")
	for c.recv(c.iopub).Type != "display_data" {
	}
	reply := c.ask(c.shell, "history_request", map[string]any{"hist_access_type": "tail", "n": 10, "output": true})
	got, err := json.Marshal(reply.Content["history"])
	if want := `[[1,1,["1","one"]],[1,2,["loop",null]]]`; err != nil || string(got) != want {
		t.Errorf("%s, %v\nexpected %s", got, err, want)
	}
	c.ask(c.control, "interrupt_request", map[string]any{})
	c.reply(c.shell, loop)
}
