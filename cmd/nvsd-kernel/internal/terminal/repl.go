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

// A Talk is a session at a terminal, or of the cells of a pipe.
type Talk struct {
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

// Options are the session of a talk, and its streams.
type Options struct {
	Session  repl.Session
	Analyzer repl.Analyzer    // of the cells of the session
	Past     *history.History // of the cells; the arrow keys find those of earlier sessions
	In       io.Reader        // a terminal, or a pipe of cells
	Out, Err io.Writer
}

// NewTalk returns a talk that has not begun.
func NewTalk(o Options) *Talk {
	screen := &screen{out: o.Out}
	t := &Talk{
		session: o.Session, past: o.Past, screen: screen, typed: Is(o.In),
		asks: make(chan repl.Ask, 1), ends: make(chan repl.Done, 1),
	}
	t.show = NewPrinter(screen, o.Err, t.typed)
	if !t.typed {
		t.from = newPiped(o.In, o.Analyzer)
		return t
	}
	t.from = newEditor(o.Analyzer, o.Past, screen)
	t.colours = os.Getenv("NO_COLOR") == ""
	if Is(o.Err) {
		t.show.err = screen
	}
	return t
}

// Run runs cells until there are no more, or until one of a pipe has failed, which it reports.
func (t *Talk) Run() (failed bool, err error) {
	go t.read()
	for {
		code, err := t.from.cell(t.count + 1)
		switch {
		case err == nil:
		case errors.Is(err, io.EOF):
			return false, nil
		case errors.Is(err, errLeft):
			continue
		default:
			return false, fmt.Errorf("cells cannot be read: %w", err)
		}
		failed, err := t.execute(code)
		if err != nil || failed && !t.typed {
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

// errLeft says that a person did not want to go on with what they typed.
var errLeft = errors.New("interrupted")

// read shows the events of the session, also while no cell runs.
func (t *Talk) read() {
	defer close(t.ends)
	for e := range t.session.Events() {
		switch e := e.(type) {
		case repl.Done:
			t.show.ended()
			t.ends <- e
		case repl.Ask:
			t.show.Event(e)
			t.asks <- e
		case repl.NextCell:
			t.from.nextCell(e.Code)
		case repl.Died:
			t.show.Event(repl.Stream{Name: repl.Stderr, Text: e.Reason + "\n"})
		case repl.Display:
			if !e.Update || len(e.Bundle.Metadata["nvsd"]) == 0 { // a changed notice is not worth another line
				t.show.Event(e)
			}
		case repl.Result:
			var text string
			if json.Unmarshal(e.Bundle.Data["text/plain"], &text) == nil {
				t.past.SetOutput(t.count, text)
			}
			t.show.Event(e)
		default:
			t.show.Event(e)
		}
	}
}

// errSessionEnded says that no cell can run any more.
var errSessionEnded = errors.New("the interpreter has ended")

// execute runs a cell and reports whether it failed.
func (t *Talk) execute(code string) (failed bool, err error) {
	t.count++
	t.past.Add(t.count, code)
	defer process.OnInterrupt(t.interrupt)()
	request := repl.Execute{ID: repl.ID(fmt.Sprint("cell ", t.count)), Code: code, Count: t.count}
	if t.typed {
		request.Cell = strings.TrimSpace(code)
	}
	if err := t.session.Send(request); err != nil {
		return true, err
	}
	for {
		select {
		case ask := <-t.asks:
			if err := t.answer(ask); err != nil {
				return true, err
			}
		case done, ok := <-t.ends:
			if !ok {
				return true, errSessionEnded
			}
			if done.Parent != request.ID {
				continue
			}
			if done.Failure != nil {
				t.fail(done.Failure)
			}
			return done.Failure != nil, nil
		}
	}
}

func (t *Talk) interrupt() { _ = t.session.Send(repl.Interrupt{}) } // of a session that has ended nothing runs

// answer gives a cell the line that it asks for.
func (t *Talk) answer(ask repl.Ask) error {
	in := repl.Input{Number: ask.Number}
	line, err := t.from.line(t.screen.tail()+ask.Prompt, ask.Password)
	switch {
	case errors.Is(err, errLeft):
		t.interrupt()
		return nil
	case errors.Is(err, io.EOF):
		in.End = true
	case err != nil:
		in.Refused = "input: " + err.Error()
	}
	in.Line = line
	return t.session.Send(in)
}

// fail shows why a cell has failed.
func (t *Talk) fail(f *repl.Failure) {
	if t.typed && f.Name == "interrupted" {
		fmt.Fprintln(t.show.err) // behind the ^C that the terminal shows
	}
	for _, line := range f.Traceback {
		if !t.colours {
			line = colour.ReplaceAllString(line, "")
		}
		fmt.Fprintln(t.show.err, line)
	}
}
