package terminal

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// TestAskerKeepsALateLine: a line that comes when its question has been given up
// answers the next one.
func TestAskerKeepsALateLine(t *testing.T) {
	r, w := io.Pipe()
	defer r.Close()
	a := NewAsker(r, nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if line, err := a.Answer(ctx, repl.Ask{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a question nobody waits for is answered %q, %v", line, err)
	}
	go func() { io.WriteString(w, "late\n"); w.Close() }()
	for _, want := range []string{"late", ""} {
		line, err := a.Answer(t.Context(), repl.Ask{})
		if line != want || (err == io.EOF) != (want == "") {
			t.Errorf("the answer is %q, %v, want %q", line, err, want)
		}
	}
}

func TestAskerSaysWhatIsWrong(t *testing.T) {
	a := NewAsker(iotest.ErrReader(errors.New("torn")), nil)
	if _, err := a.Answer(t.Context(), repl.Ask{}); err == nil || !strings.Contains(err.Error(), "standard input cannot be read: torn") {
		t.Errorf("the error is %v", err)
	}
}
