package interp

import "testing"

// What a session means, as docs/cells.md says it.
var meanings = []script{
	{"a context that is left out after a reset", []step{
		{code: "1", result: "1"},
		{code: "%reset"},
		{code: "exec.CommandContext(\"true\").Args", result: "[true]"},
	}},
	{"a context that is left out after a replay", []step{
		{code: "1", result: "1"},
		{code: "%replay\nexec.CommandContext(\"true\").Args", out: "1 cell has been run again.\n", result: "[true]"},
	}},
}

func TestMeanings(t *testing.T) { play(t, meanings) }

func TestContextsAfterADeath(t *testing.T) {
	n := open(t)
	n.run("1")
	n.run("go func() { panic(1) }()\nselect {}")
	if o := n.run("exec.CommandContext(\"true\").Args"); o.result != "[true]" {
		t.Errorf("%+v, %v", o, o.failure)
	}
}
