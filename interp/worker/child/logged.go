package child

import (
	"bytes"
	"io"
)

// A logWriter writes the log entries of packages, without the stacks of the interpreter: a
// server of net/http logs the stack of each panic that its handlers leave to it.
type logWriter struct{ to io.Writer }

// interpreted is in the stacks of goroutines that run interpreted code.
const interpreted = "github.com/traefik/yaegi/interp."

func (w logWriter) Write(text []byte) (int, error) {
	short := text
	if bytes.Contains(text, []byte(interpreted)) {
		if at := bytes.Index(text, []byte("\ngoroutine ")); at >= 0 {
			short = text[:at+1]
		}
	}
	if _, err := w.to.Write(short); err != nil {
		return 0, err
	}
	return len(text), nil
}
