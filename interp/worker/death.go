package worker

import (
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/memory"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// A cause is the reason for a child's end.
type cause struct {
	text     string // in words that complete "the interpreter …"
	words    bool   // the runtime's last words say so
	panicked bool   // in a goroutine, whose calls the child has noted
}

// noThread is the message of the runtime when the system has refused it the memory for the
// stack of a thread of a program with C in it. The runtime reports a fault at 0 on its own
// stack if the memory was for the queues of the garbage collector, which go1.26 uses
// without a check.
const noThread = "runtime/cgo: pthread_create failed"

var runtimeFault = regexp.MustCompile(`(?m)^SIGSEGV: .*\nPC=.* addr=0x0\n\ngoroutine 0 `)

const lostConnection = "was stopped because it had lost its connection with the kernel, as when a cell closes a file descriptor that is not its own"

// reason returns the cause of a child's end: from the last words of the runtime if the
// runtime has ended the child, else from the exit state.
func reason(lastWords string, state *os.ProcessState, limit memory.Size) cause {
	if state.ExitCode() == wire.ExitedFatally {
		for line := range strings.Lines(lastWords) {
			line = strings.TrimSpace(line)
			if what, ok := strings.CutPrefix(line, "fatal error: "); ok {
				return cause{text: fatal(what, limit), words: true}
			}
			if what, ok := strings.CutPrefix(line, "panic: "); ok {
				what, _, _ = strings.Cut(what, " [recovered")
				return cause{text: "died of a panic: " + wire.PanicMessage(what), words: true, panicked: true}
			}
			if limit > 0 && (strings.HasPrefix(line, noThread) || runtimeFault.MatchString(lastWords)) {
				return cause{text: outOfMemory(limit), words: true}
			}
			if name, _, ok := strings.Cut(line, ": "); ok && strings.HasPrefix(name, "SIG") {
				return cause{text: "was ended by the signal " + name, words: true}
			}
		}
	}
	switch name, signaled := strings.CutPrefix(state.String(), "signal: "); {
	case state.ExitCode() == wire.ExitedLost:
		return cause{text: lostConnection}
	case signaled && strings.HasPrefix(name, "killed"):
		return cause{text: "was killed, by hand or by the system because memory had run out (signal: killed)"}
	case signaled:
		return cause{text: "was ended by a signal (" + name + ")"}
	}
	return cause{text: fmt.Sprintf("ended (%v): compiled code has ended it, as a flag.FlagSet with ExitOnError does, or a cell has closed files that were not its own", state)}
}

// over reports whether the cause is told in place of the reason for which a child was killed, "" if it was not. The
// connection of a child that ends by itself is lost before it has ended.
func (c cause) over(killedFor string) bool {
	return killedFor == "" || killedFor == lostConnection && c.words
}

// fatal explains a fatal error of the runtime to a user.
func fatal(what string, limit memory.Size) string {
	for _, sign := range []string{"out of memory", "cannot allocate", "cannot map", "failed to allocate", "cannot reserve"} {
		if strings.Contains(what, sign) {
			return outOfMemory(limit)
		}
	}
	return "died of a fatal error: " + what + hint(what)
}

// outOfMemory explains the end of a child that needed more memory than it could have.
func outOfMemory(limit memory.Size) string {
	if limit == 0 {
		return "ran out of memory: it needed more than this machine has"
	}
	return fmt.Sprintf("ran out of memory: it needed more than the limit of %v (%s)", limit, raiseLimit)
}

const raiseLimit = "raise it with --memory SIZE or the environment variable NVSD_MEMORY"

// hint returns advice, in brackets, on a fatal error of the runtime, or "".
func hint(what string) string {
	for _, h := range []struct{ sign, text string }{
		{"stack overflow", "does a function call itself without end?"},
		{"concurrent map", "guard the map with a sync.Mutex"},
		{"fault", "memory was touched that is not the program's, by way of unsafe or of a mapped file"},
		{"netpoll", "has a cell closed a file descriptor that was not its own?"},
	} {
		if strings.Contains(what, h.sign) {
			return " (" + h.text + ")"
		}
	}
	return ""
}
