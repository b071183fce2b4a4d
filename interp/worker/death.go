package worker

import (
	"fmt"
	"os"
	"strings"
)

// reason tells why a child has ended, in words that complete "the interpreter
// …": from the last words of the runtime, if there are any, else from the state
// in which the system found the process. Panicked tells that it was a panic in a
// goroutine, of which the child has noted the calls.
func reason(lastWords string, state *os.ProcessState) (why string, panicked bool) {
	for line := range strings.Lines(lastWords) {
		line = strings.TrimSpace(line)
		if what, ok := strings.CutPrefix(line, "fatal error: "); ok {
			return "died of a fatal error: " + what + hint(what), false
		}
		if what, ok := strings.CutPrefix(line, "panic: "); ok {
			what, _, _ = strings.Cut(what, " [recovered")
			return "died of a panic: " + panicMessage(what), true
		}
	}
	if strings.HasPrefix(state.String(), "signal: killed") {
		return "was killed, by hand or by the system because memory had run out (signal: killed)", false
	}
	return fmt.Sprintf("ended (%v)", state), false
}

// hint adds what a user can do about a fatal error of the runtime.
func hint(what string) string {
	switch {
	case strings.HasPrefix(what, "stack overflow"):
		return " (does a function call itself without end?)"
	case strings.HasPrefix(what, "concurrent map"):
		return " (guard the map with a sync.Mutex)"
	case strings.Contains(what, "out of memory"):
		return " (the data are too large for this machine)"
	}
	return ""
}
