package terminal

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// An Asker answers the questions of cells from the standard input of the command. It reads
// nothing before a cell asks.
type Asker struct {
	in       io.Reader
	prompts  io.Writer // where questions go if the input is a terminal
	terminal *os.File  // the input, if it is one
	// Untitled is the prompt of questions that have none.
	Untitled string

	begin sync.Once
	lines chan string // closed at the end
	err   error       // why the input has ended; set before lines is closed
}

// NewAsker returns an asker for the streams of a command.
func NewAsker(in io.Reader, prompts io.Writer) *Asker {
	a := &Asker{in: in, prompts: prompts, lines: make(chan string), err: io.EOF}
	if f, ok := in.(*os.File); ok && isTerminal(f) {
		a.terminal = f
	}
	return a
}

// Typed reports whether the answers are typed at a terminal.
func (a *Asker) Typed() bool { return a.terminal != nil }

// Answer returns the next line, for notebooks.Options. A line that comes too late answers
// the next question.
func (a *Asker) Answer(ctx context.Context, q repl.Ask) (string, error) {
	a.begin.Do(func() { go a.read() })
	if a.terminal != nil {
		prompt := q.Prompt
		if prompt == "" {
			prompt = a.Untitled
		}
		io.WriteString(a.prompts, prompt)
		if q.Password {
			defer fmt.Fprintln(a.prompts) // the user's own newline is hidden too
			defer hideTyping(a.terminal)()
		}
	}
	select {
	case line, ok := <-a.lines:
		if !ok {
			return "", a.err
		}
		return line, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// read reads lines until the end.
func (a *Asker) read() {
	defer close(a.lines)
	r := bufio.NewReader(a.in)
	for {
		line, err := r.ReadString('\n')
		if line != "" {
			a.lines <- strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		}
		if err != nil {
			if err != io.EOF {
				a.err = fmt.Errorf("standard input cannot be read: %w", err)
			}
			return
		}
	}
}
