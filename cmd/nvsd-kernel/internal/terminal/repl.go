package terminal

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/cmd/nvsd-kernel/internal/process"
	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/kernel/history"
)

// A REPL is a read-eval-print loop: it reads cells from a terminal or a pipe, runs them and shows
// their output.
type REPL struct {
	session repl.Session
	past    *history.History
	from    prompter
	screen  *screen
	show    *Printer
	typed   bool // a person types the cells
	colours bool // failures have colours
	count   int  // of the last cell

	asks chan repl.Ask
	ends chan repl.Done // closed when the session has ended
}

// Options are the session of a REPL, and its streams.
type Options struct {
	Session  repl.Session
	Analyzer repl.Analyzer    // of the cells of the session
	Past     *history.History // of the cells; the arrow keys find those of earlier sessions
	In       io.Reader        // a terminal, or a pipe of cells
	Out, Err io.Writer
}

// NewREPL returns a REPL that has not begun.
func NewREPL(o Options) *REPL {
	screen := &screen{out: o.Out}
	r := &REPL{
		session: o.Session, past: o.Past, screen: screen, typed: Is(o.In),
		asks: make(chan repl.Ask, 1), ends: make(chan repl.Done, 1),
	}
	r.show = NewPrinter(screen, o.Err, r.typed)
	if !r.typed {
		r.from = newPiped(o.In, o.Analyzer)
		return r
	}
	r.from = newEditor(o.Analyzer, o.Past, screen)
	r.colours = os.Getenv("NO_COLOR") == ""
	if Is(o.Err) {
		r.show.err = screen
	}
	return r
}

// Run runs cells until there are no more, or until one of a pipe has failed, which it reports.
func (r *REPL) Run() (failed bool, err error) {
	go r.read()
	for {
		code, err := r.from.cell(r.count + 1)
		switch {
		case err == nil:
		case errors.Is(err, io.EOF):
			return false, nil
		case errors.Is(err, errLeft):
			continue
		default:
			return false, fmt.Errorf("cells cannot be read: %w", err)
		}
		failed, err := r.execute(code)
		if err != nil || failed && !r.typed {
			return failed, err
		}
	}
}

// A prompter asks a person, or a pipe, for cells and lines.
type prompter interface {
	// cell returns the next cell. The error is io.EOF at the end, and errLeft if the
	// person has left the cell.
	cell(count int) (string, error)
	// line returns an answer. The errors are those of cell, and others.
	line(prompt string, password bool) (string, error)
	// nextCell offers code for the next cell.
	nextCell(code string)
}

// errLeft is the error of a cell or a line that a person has left unfinished.
var errLeft = errors.New("interrupted")

// read shows the events of the session, also while no cell runs.
func (r *REPL) read() {
	defer close(r.ends)
	for e := range r.session.Events() {
		switch e := e.(type) {
		case repl.Done:
			r.show.ended()
			r.ends <- e
		case repl.Ask:
			r.show.Event(e)
			r.asks <- e
		case repl.NextCell:
			r.from.nextCell(e.Code)
		case repl.Died:
			r.show.Event(repl.Stream{Name: repl.Stderr, Text: e.Reason + "\n"})
		case repl.Display:
			if !e.Update || len(e.Bundle.Metadata["nvsd"]) == 0 { // a changed notice is not worth another line
				r.show.Event(e)
			}
		case repl.Result:
			var text string
			if json.Unmarshal(e.Bundle.Data["text/plain"], &text) == nil {
				r.past.SetOutput(r.count, text)
			}
			r.show.Event(e)
		default:
			r.show.Event(e)
		}
	}
}

// errSessionEnded is the error of a cell after the end of the interpreter.
var errSessionEnded = errors.New("the interpreter has ended")

// execute runs a cell and reports whether it failed.
func (r *REPL) execute(code string) (failed bool, err error) {
	r.count++
	r.past.Add(r.count, code)
	defer process.OnInterrupt(r.interrupt)()
	request := repl.Execute{ID: repl.ID(fmt.Sprint("cell ", r.count)), Code: code, Count: r.count}
	if r.typed {
		request.Cell = strings.TrimSpace(code)
	}
	if err := r.session.Send(request); err != nil {
		return true, err
	}
	for {
		select {
		case ask := <-r.asks:
			if err := r.answer(ask); err != nil {
				return true, err
			}
		case done, ok := <-r.ends:
			if !ok {
				return true, errSessionEnded
			}
			if done.Parent != request.ID {
				continue
			}
			if done.Failure != nil {
				r.fail(done.Failure)
			}
			return done.Failure != nil, nil
		}
	}
}

func (r *REPL) interrupt() { _ = r.session.Send(repl.Interrupt{}) } // of a session that has ended nothing runs

// answer gives a cell the line that it asks for.
func (r *REPL) answer(ask repl.Ask) error {
	in := repl.Input{Number: ask.Number}
	line, err := r.from.line(r.screen.tail()+ask.Prompt, ask.Password)
	switch {
	case errors.Is(err, errLeft):
		r.interrupt()
		return nil
	case errors.Is(err, io.EOF):
		in.End = true
	case err != nil:
		in.Refused = "input: " + err.Error()
	}
	in.Line = line
	return r.session.Send(in)
}

// fail shows the traceback of a failed cell.
func (r *REPL) fail(f *repl.Failure) {
	if r.typed && f.Name == "interrupted" {
		fmt.Fprintln(r.show.err) // behind the ^C that the terminal shows
	}
	for _, line := range f.Traceback {
		if !r.colours {
			line = colour.ReplaceAllString(line, "")
		}
		fmt.Fprintln(r.show.err, line)
	}
}
