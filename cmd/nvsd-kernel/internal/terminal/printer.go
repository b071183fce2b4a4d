package terminal

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/notebooks"
)

// A Printer shows the output of cells as it comes. It shows what cells write as it is, and a
// value as text on lines of its own.
type Printer struct {
	Quiet bool // no progress, and no names of cells

	out, err io.Writer
	typed    bool // answers are typed at this terminal, each with a newline
	midLine  bool // out is in the middle of a line
	line     *ProgressLine
}

// NewPrinter returns a printer to two streams. Progress is shown on err if that is a terminal.
// With typed, answers of the user are typed where out is seen, each with a newline.
func NewPrinter(out, err io.Writer, typed bool) *Printer {
	return &Printer{out: out, err: err, typed: typed, line: NewProgressLine(err)}
}

// Event shows an event.
func (p *Printer) Event(e repl.Event) {
	if at, ok := e.(repl.Progress); ok {
		if !p.midLine && !p.Quiet {
			p.line.Show(at)
		}
		return
	}
	p.line.Erase()
	switch e := e.(type) {
	case repl.Stream:
		if e.Name == repl.Stderr {
			io.WriteString(p.err, e.Text)
		} else if e.Text != "" {
			io.WriteString(p.out, e.Text)
			p.midLine = !strings.HasSuffix(e.Text, "\n")
		}
	case repl.Ask:
		p.midLine = p.midLine && !p.typed
	case repl.Display:
		p.value(e.Bundle)
	case repl.Result:
		p.value(e.Bundle)
	case repl.Page:
		p.value(e.Bundle)
	}
}

// Unkept shows an event that a notebook does not keep, and no other.
func (p *Printer) Unkept(e repl.Event) {
	switch e.(type) {
	case repl.Page, repl.Progress:
		p.Event(e)
	}
}

// ended ends the line that a cell has not ended.
func (p *Printer) ended() {
	if p.midLine {
		fmt.Fprintln(p.out)
		p.midLine = false
	}
	p.line.Erase()
}

func (p *Printer) value(b repl.Bundle) {
	p.ended()
	if text := (notebooks.Output{Bundle: b}).Text(); text != "" {
		fmt.Fprintln(p.out, strings.TrimRight(text, "\n"))
	}
}

// colour matches the escape sequences that colour a traceback. Front ends know them, but not
// every terminal or file.
var colour = regexp.MustCompile("\x1b\\[[0-9;]*m")

// Failure shows the traceback of a cell, if it has failed.
func (p *Printer) Failure(at notebooks.Progress) {
	if at.Failure == nil {
		return
	}
	p.line.Erase() // that of an interpreter that has died
	for _, line := range at.Failure.Traceback {
		fmt.Fprintln(p.err, colour.ReplaceAllString(line, ""))
	}
}

// Cells returns a function that writes which cell of a notebook runs to the stream of errors,
// and what the cell has printed and shown to the other one, as text.
func (p *Printer) Cells(nb *notebooks.Notebook) func(notebooks.Progress) {
	return func(at notebooks.Progress) {
		p.line.Erase()
		if !at.Done {
			if !p.Quiet {
				fmt.Fprintf(p.err, "[%d/%d] %s\n", at.Index+1, at.Cells, at.Title)
			}
			return
		}
		c := nb.Cells()[at.Index]
		for _, shown := range slices.Concat(c.Outputs(), c.Notices()) {
			text := shown.Text()
			if len(shown.Failure.Traceback) > 0 {
				text = colour.ReplaceAllString(text, "")
			}
			if text != "" {
				fmt.Fprintln(p.out, strings.TrimRight(text, "\n"))
			}
		}
	}
}
