package main

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/notebooks"
)

// A terminal shows the output of the cells of a script as it comes. It shows what cells
// write as it is, and a value as text on lines of its own.
type terminal struct {
	out, err io.Writer
	typed    bool // answers are typed at this terminal, each with a newline
	midLine  bool // out is in the middle of a line
	line     *progressLine
}

func (t *terminal) event(e repl.Event) {
	if p, ok := e.(repl.Progress); ok {
		if !t.midLine {
			t.line.show(p)
		}
		return
	}
	t.line.erase()
	switch e := e.(type) {
	case repl.Stream:
		if e.Name == repl.Stderr {
			io.WriteString(t.err, e.Text)
		} else if e.Text != "" {
			io.WriteString(t.out, e.Text)
			t.midLine = !strings.HasSuffix(e.Text, "\n")
		}
	case repl.Ask:
		t.midLine = t.midLine && !t.typed
	case repl.Display:
		t.value(e.Bundle)
	case repl.Result:
		t.value(e.Bundle)
	case repl.Page:
		t.value(e.Bundle)
	}
}

// unkept shows an event that a notebook does not keep, and no other.
func (t *terminal) unkept(e repl.Event) {
	switch e.(type) {
	case repl.Page, repl.Progress:
		t.event(e)
	}
}

// ended ends the line that a cell has not ended.
func (t *terminal) ended() {
	if t.midLine {
		fmt.Fprintln(t.out)
		t.midLine = false
	}
	t.line.erase()
}

func (t *terminal) value(b repl.Bundle) {
	t.ended()
	if text := (notebooks.Output{Bundle: b}).Text(); text != "" {
		fmt.Fprintln(t.out, strings.TrimRight(text, "\n"))
	}
}

// colour matches the escape sequences that colour a traceback. Front ends know them, but not
// every terminal or file.
var colour = regexp.MustCompile("\x1b\\[[0-9;]*m")

// progress shows where a cell has failed.
func (t *terminal) progress(p notebooks.Progress) {
	if p.Failure == nil {
		return
	}
	t.line.erase() // that of an interpreter that has died
	for _, line := range p.Failure.Traceback {
		fmt.Fprintln(t.err, colour.ReplaceAllString(line, ""))
	}
}
