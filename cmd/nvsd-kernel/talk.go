package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp"
	"github.com/nvsd-kernel/nvsd-kernel/kernel/history"
)

// A talk is a session at a terminal, or of the cells of a pipe.
type talk struct {
	session *interp.Session
	past    *history.History
	from    prompter
	screen  *screen
	show    *terminal
	typed   bool // a person types the cells
	colours bool // failures have colours
	count   int  // of the last cell

	asks chan repl.Ask
	ends chan repl.Done // closed when the session has ended
}

// read shows the events of the session, also while no cell runs.
func (t *talk) read() {
	defer close(t.ends)
	for e := range t.session.Events() {
		switch e := e.(type) {
		case repl.Done:
			t.show.ended()
			t.ends <- e
		case repl.Ask:
			t.show.event(e)
			t.asks <- e
		case repl.NextCell:
			t.from.nextCell(e.Code)
		case repl.Died:
			t.show.event(repl.Stream{Name: repl.Stderr, Text: e.Reason + "\n"})
		case repl.Display:
			if !e.Update || len(e.Bundle.Metadata["nvsd"]) == 0 { // a changed notice is not worth another line
				t.show.event(e)
			}
		case repl.Result:
			var text string
			if json.Unmarshal(e.Bundle.Data["text/plain"], &text) == nil {
				t.past.SetOutput(t.count, text)
			}
			t.show.event(e)
		default:
			t.show.event(e)
		}
	}
}

// errSessionEnded says that no cell can run any more.
var errSessionEnded = errors.New("the interpreter has ended")

// execute runs a cell and reports whether it failed.
func (t *talk) execute(code string) (failed bool, err error) {
	t.count++
	t.past.Add(t.count, code)
	defer onInterrupt(t.interrupt)()
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

func (t *talk) interrupt() { _ = t.session.Send(repl.Interrupt{}) } // of a session that has ended nothing runs

// answer gives a cell the line that it asks for.
func (t *talk) answer(ask repl.Ask) error {
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
func (t *talk) fail(f *repl.Failure) {
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

// A screen is the standard output, of which it knows the line that is not finished. While a
// person types, whole lines go above what is typed.
type screen struct {
	mu    sync.Mutex
	out   io.Writer
	open  string             // the line that is not finished
	above func(lines string) // writes lines above what is typed; nil while nobody types
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open += string(p)
	end := strings.LastIndexByte(s.open, '\n') + 1
	lines := s.open[:end]
	s.open = s.open[end:]
	if s.above == nil {
		_, err := s.out.Write(p)
		return len(p), err
	}
	if lines != "" {
		s.above(lines)
	}
	return len(p), nil
}

// typing says that a person begins to type, or with nil that they have ended.
func (s *screen) typing(above func(lines string)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.above = above
	s.open = ""
}

// tail returns the line that is not finished, which is where a question stands.
func (s *screen) tail() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open
}
