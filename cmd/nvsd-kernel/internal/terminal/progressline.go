package terminal

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// A ProgressLine is the last line of a terminal, which rewrites itself as long as a
// computation is under way. The nil one, of a log or a pipe, shows nothing.
type ProgressLine struct {
	w     io.Writer
	width func() int
	shown bool
}

// NewProgressLine returns the line of w, if that is a terminal.
func NewProgressLine(w io.Writer) *ProgressLine {
	f, ok := w.(*os.File)
	if !ok || !isTerminal(f) {
		return nil
	}
	return &ProgressLine{w: f, width: func() int { return terminalWidth(f) }}
}

// eraseLine goes to the beginning of a terminal's line and erases the line.
const eraseLine = "\r\x1b[K"

// Show shows progress, or nothing more if the computation has ended.
func (p *ProgressLine) Show(e repl.Progress) {
	switch {
	case p == nil:
	case e.Ended:
		p.Erase()
	default:
		text := []rune(e.String())
		if e.Done >= 0 {
			text = append([]rune(textBar(e.Done)+" "), text...)
		}
		if most := p.width() - 1; len(text) > most { // a line that wraps cannot be rewritten
			text = text[:max(most, 0)]
		}
		fmt.Fprint(p.w, eraseLine, string(text))
		p.shown = true
	}
}

// Erase removes the line before something else is written.
func (p *ProgressLine) Erase() {
	if p != nil && p.shown {
		fmt.Fprint(p.w, eraseLine)
		p.shown = false
	}
}

// textBar is a bar of 20 characters, of which a part is done.
func textBar(done float64) string {
	const length = 20
	full := int(done*length + 0.5)
	return "[" + strings.Repeat("#", full) + strings.Repeat("-", length-full) + "]"
}
