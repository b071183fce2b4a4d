package notebooks

import "github.com/nvsd-kernel/nvsd-kernel/internal/repl"

// told returns the event that a run handles in the place of e. Code for the next cell
// becomes text on standard error, for a run has no next cell.
func told(e repl.Event) repl.Event {
	next, ok := e.(repl.NextCell)
	if !ok {
		return e
	}
	text := "A run has no next cell for this code:\n"
	if next.Replace {
		text = "A run has no cell to put this code into; %run FILE runs a file:\n"
	}
	return repl.Stream{Parent: next.Parent, Name: repl.Stderr, Text: text + next.Code + "\n"}
}
