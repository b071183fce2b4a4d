package display

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// Input asks the user for a line of text and returns it without its line end. In a cell
// the front end shows a box beside the prompt. A Go program writes the prompt to standard
// output and reads the line from standard input, and nothing after it. The error is
// [io.EOF] where the input has ended.
func Input(prompt string) (string, error) { return terminal().Input(prompt) }

// Password asks for a line as [Input] does, and hides it. In a cell the front end does not
// show what is typed, and the notebook does not keep it. In a Go program the terminal shows
// the line.
func Password(prompt string) (string, error) { return terminal().Password(prompt) }

// Input asks the user for a line of text.
func (f *FrontEnd) Input(prompt string) (string, error) { return f.sink.Ask(prompt, false) }

// Password asks the user for a line of text that is not shown while it is typed.
func (f *FrontEnd) Password(prompt string) (string, error) { return f.sink.Ask(prompt, true) }

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

// readLine reads one line and nothing after it, so that other readers of r find the rest.
// The last line may have no line end.
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
