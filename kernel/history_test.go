package kernel

import (
	"encoding/json"
	"testing"
)

func TestHistory(t *testing.T) {
	h := &history{}
	h.add(1, "a := 1")
	h.add(2, "a")
	h.setOutput(2, "1")
	h.add(3, "b/c\nd")
	h.add(4, "a")
	h.setOutput(2, "not of the last cell")

	for request, want := range map[string]string{
		`{"hist_access_type":"tail","n":2}`:                           `[[1,3,"b/c\nd"],[1,4,"a"]]`,
		`{"hist_access_type":"tail","n":0}`:                           `[]`,
		`{"hist_access_type":"tail","n":-1}`:                          `[]`,
		`{"hist_access_type":"tail","n":99,"output":true}`:            `[[1,1,["a := 1",null]],[1,2,["a","1"]],[1,3,["b/c\nd",null]],[1,4,["a",null]]]`,
		`{"hist_access_type":"tail","n":null}`:                        `[[1,1,"a := 1"],[1,2,"a"],[1,3,"b/c\nd"],[1,4,"a"]]`,
		`{"hist_access_type":"range","session":0,"start":2,"stop":4}`: `[[1,2,"a"],[1,3,"b/c\nd"]]`,
		`{"hist_access_type":"range","session":1,"start":4}`:          `[[1,4,"a"]]`,
		`{"hist_access_type":"range","session":-1,"start":1}`:         `[]`,
		`{"hist_access_type":"search","pattern":"a*"}`:                `[[1,1,"a := 1"],[1,2,"a"],[1,4,"a"]]`,
		`{"hist_access_type":"search","pattern":"a"}`:                 `[[1,2,"a"],[1,4,"a"]]`,
		`{"hist_access_type":"search","pattern":"a","unique":true}`:   `[[1,4,"a"]]`,
		`{"hist_access_type":"search","pattern":"a*","n":1}`:          `[[1,4,"a"]]`,
		`{"hist_access_type":"search","pattern":"b?c*d"}`:             `[[1,3,"b/c\nd"]]`,
		`{"hist_access_type":"search","pattern":"a ?= 1"}`:            `[[1,1,"a := 1"]]`,
		`{"hist_access_type":"search","pattern":"[a]"}`:               `[]`,
		`{"hist_access_type":"search","pattern":"\\","unique":true}`:  `[]`,
	} {
		var req historyRequest
		if err := json.Unmarshal([]byte(request), &req); err != nil {
			t.Fatal(err)
		}
		reply, err := h.find(req)
		got, jsonErr := json.Marshal(reply.History)
		if err != nil || jsonErr != nil || string(got) != want {
			t.Errorf("%s: %s, %v, %v\nexpected %s", request, got, err, jsonErr, want)
		}
	}
}
