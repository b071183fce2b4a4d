package terminal

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// TestProgressOfATerminal: a line that rewrites itself and is gone before anything else is
// written, cut to the width of the terminal.
func TestProgressOfATerminal(t *testing.T) {
	at := repl.Progress{Doing: "path: fit 3 of 4", Done: 0.5, Left: 20 * time.Second}
	const line = "\r\x1b[K[##########----------] 50 %  path: fit 3 of 4, about 20 s left"
	for name, c := range map[string]struct {
		width  int
		events []repl.Event
		want   string
	}{
		"until the end":   {80, []repl.Event{at, repl.Progress{Ended: true}, repl.Stream{Name: repl.Stdout, Text: "x\n"}}, line + "\r\x1b[Kx\n"},
		"around text":     {80, []repl.Event{at, repl.Stream{Name: repl.Stdout, Text: "x\n"}, at}, line + "\r\x1b[Kx\n" + line},
		"behind a prompt": {80, []repl.Event{repl.Stream{Name: repl.Stdout, Text: "x"}, at}, "x"},
		"no bar":          {80, []repl.Event{repl.Progress{Doing: "tau_max", Done: -1}}, "\r\x1b[Ktau_max"},
		"narrow":          {31, []repl.Event{at}, line[:len("\r\x1b[K")+30]},
	} {
		var out strings.Builder
		term := &Printer{out: &out, err: &out, line: &ProgressLine{w: &out, width: func() int { return c.width }}}
		for _, e := range c.events {
			term.Event(e)
		}
		if out.String() != c.want {
			t.Errorf("%s: wrote %q, want %q", name, out.String(), c.want)
		}
	}
}

// TestNoProgressInAFile: a log has no line that rewrites itself.
func TestNoProgressInAFile(t *testing.T) {
	f, err := os.CreateTemp(t.TempDir(), "log")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, w := range []*ProgressLine{NewProgressLine(f), NewProgressLine(&strings.Builder{})} {
		w.Show(repl.Progress{Doing: "fit"})
		w.Erase()
	}
	if text, err := os.ReadFile(f.Name()); err != nil || len(text) > 0 {
		t.Errorf("the log has %q, error %v", text, err)
	}
}
