package display

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// Input asks the user for a line of text, which it returns without its end. In
// a cell the front end shows a box beside the prompt. In a Go program the
// prompt goes to standard output and the line is read from standard input,
// nothing behind it. The error is [io.EOF] where the input has ended.
func Input(prompt string) (string, error) { return terminal().Input(prompt) }

// Password asks as [Input] does for a line that is not to be seen. In a cell
// the front end does not show what is typed, nor does the notebook keep it. A Go
// program reads the line like any other: the terminal shows it.
func Password(prompt string) (string, error) { return terminal().Password(prompt) }

// Input asks the user for a line of text.
func (s *Session) Input(prompt string) (string, error) { return s.sink.Ask(prompt, false) }

// Password asks the user for a line that is not shown as it is typed.
func (s *Session) Password(prompt string) (string, error) { return s.sink.Ask(prompt, true) }

func (t textSink) Ask(prompt string, _ bool) (string, error) {
	if _, err := io.WriteString(t.w, prompt); err != nil {
		return "", err
	}
	line, err := readLine(os.Stdin)
	if err != nil && err != io.EOF {
		err = fmt.Errorf("display: %w", err)
	}
	return line, err
}

// readLine reads up to the end of a line and no further, so that others who read
// from r find what follows. The last line may have no end.
func readLine(r io.Reader) (string, error) {
	var line strings.Builder
	var b [1]byte
	for {
		switch _, err := io.ReadFull(r, b[:]); {
		case errors.Is(err, io.EOF) && line.Len() > 0, err == nil && b[0] == '\n':
			return strings.TrimSuffix(line.String(), "\r"), nil
		case err != nil:
			return "", err
		}
		line.WriteByte(b[0])
	}
}
