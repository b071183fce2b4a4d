package notebooks

import "github.com/nvsd-kernel/nvsd-kernel/kernel/repl"

// told is what a run does with an event. Code for a cell, which nobody would look
// at and run, becomes text on standard error.
func told(e repl.Event) repl.Event {
	next, ok := e.(repl.NextInput)
	if !ok {
		return e
	}
	text := "A run has no next cell for this code:\n"
	if next.Replace {
		text = "A run has no cell to put this code into; %run FILE runs a file:\n"
	}
	return repl.Stream{Parent: next.Parent, Name: repl.Stderr, Text: text + next.Code + "\n"}
}
