// Package terminal shows cells and what they show to a person at a terminal, or to a pipe, and
// asks them for lines. A [REPL] is a session of cells that are typed, a [Printer] shows the
// output of cells that run by themselves, and an [Asker] answers what these ask.
package terminal

import "os"

// Is reports whether a stream is a terminal.
func Is(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && isTerminal(f)
}
