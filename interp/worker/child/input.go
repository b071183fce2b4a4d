package child

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/child/output"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// ctrlD is the answer of a front end that knows an end of input: jupyter console
// sends it for that key. Of the others' users, who cannot type it, standard input
// takes typedCtrlD as well.
const (
	ctrlD      = "\x04"
	typedCtrlD = "^D"
)

// input asks the user for lines, for one goroutine after the other.
type input struct {
	c    *process
	turn chan struct{} // has an element while somebody asks

	mu      sync.Mutex
	number  int             // of the last Ask
	answers chan repl.Input // takes its answer; nil when nobody waits for it
}

// newInput numbers from anywhere: a late answer to an Ask of the process before
// this one must not be taken for one of an Ask of this.
func newInput(c *process) *input {
	return &input{c: c, turn: make(chan struct{}, 1), number: rand.IntN(1 << 30)}
}

// answer hands a line of the supervisor to the run that asked for it. Nobody may wait for it
// any more.
func (in *input) answer(a repl.Input) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.answers != nil && a.Number == in.number {
		in.answers <- a
		in.answers = nil
	}
}

// begin waits for the turn of a run to ask, which lasts until end.
func (in *input) begin(t *task) error {
	if t.over() || t.ctx.Err() != nil {
		return unanswered(t)
	}
	select {
	case in.turn <- struct{}{}:
		return nil
	case <-t.ctx.Done():
	case <-t.ended:
	}
	return unanswered(t)
}

func (in *input) end() { <-in.turn }

// unanswered returns the error of a run whose question gets no answer.
func unanswered(t *task) error {
	if err := t.ctx.Err(); err != nil {
		return fmt.Errorf("input: interrupted: %w", err)
	}
	return fmt.Errorf("input: %s has ended, and only a cell that runs can ask: let it wait for its goroutines", t.label)
}

// A refusal is the error of a question that nobody can be asked.
type refusal string

func (r refusal) Error() string { return string(r) }

// ask asks for a line, in the turn of the run.
func (in *input) ask(t *task, prompt string, password bool) (string, error) {
	answers := make(chan repl.Input, 1)
	in.mu.Lock()
	in.number++
	in.answers = answers
	a := repl.Ask{Number: in.number, Prompt: prompt, Password: password}
	in.mu.Unlock()
	if err := in.c.show(a); err != nil {
		return "", fmt.Errorf("input: %w", err)
	}
	select {
	case a := <-answers:
		switch {
		case a.Refused != "":
			return "", refusal(a.Refused)
		case a.End, a.Line == ctrlD:
			return "", io.EOF
		}
		return a.Line, nil
	case <-t.ctx.Done():
	case <-t.ended:
	}
	return "", unanswered(t)
}

// Ask implements [display.Sink].
func (s displaySink) Ask(prompt string, password bool) (string, error) {
	if err := output.CheckSize(len(prompt)); err != nil {
		return "", err
	}
	t := s.c.here()
	if err := s.c.input.begin(t); err != nil {
		return "", err
	}
	defer s.c.input.end()
	return s.c.input.ask(t, prompt, password)
}

// A stdinReader is the reader of a cell's standard input: it asks for a line when
// what was typed before has been read. What a cell leaves of a line is gone with
// it.
type stdinReader struct {
	in   *input
	file *os.File // the cell's os.Stdin, which it may close
}

func (s stdinReader) Read(p []byte) (int, error) {
	if _, err := s.file.Read(nil); err != nil || len(p) == 0 {
		return 0, err
	}
	t := s.in.c.here()
	if err := s.in.begin(t); err != nil {
		return 0, err
	}
	defer s.in.end()
	if t.typed == "" {
		line, err := s.in.ask(t, "", false)
		if err == nil && line == typedCtrlD {
			err = io.EOF
		}
		if err != nil {
			if r, ok := err.(refusal); ok {
				t.refused.Store(&r)
			}
			return 0, err
		}
		t.typed = line + "\n"
	}
	n := copy(p, t.typed)
	t.typed = t.typed[n:]
	return n, nil
}

// tellRefused says on standard error that there was no input, where the outcome
// does not: who reads lines by a bufio.Scanner, or calls fmt.Scan for what it
// assigns, may not look at the error.
func (c *process) tellRefused(t *task, o *wire.Outcome) {
	if r := t.refused.Load(); r != nil && !strings.Contains(o.Message, string(*r)) {
		fmt.Fprintln(stream{c, wire.Stderr}, *r)
	}
}

// scanning returns the functions of fmt that read the standard input.
func (s *overrides) scanning() map[string]reflect.Value {
	return map[string]reflect.Value{
		"Scan":   reflect.ValueOf(func(a ...any) (int, error) { return fmt.Fscan(rt.File(s.stdin), a...) }),
		"Scanln": reflect.ValueOf(func(a ...any) (int, error) { return fmt.Fscanln(rt.File(s.stdin), a...) }),
		"Scanf":  reflect.ValueOf(func(f string, a ...any) (int, error) { return fmt.Fscanf(rt.File(s.stdin), f, a...) }),
	}
}
