package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// commandWith runs a command that finds text on its standard input.
func commandWith(text string, args ...string) result {
	var out, errOut bytes.Buffer
	status := execute(context.Background(), args, streams{strings.NewReader(text), &out, &errOut})
	return result{status, out.String(), errOut.String()}
}

// TestRunAsks: cells of a script read the standard input of the command, up to its
// end, and no prompt is shown where nobody sees it.
func TestRunAsks(t *testing.T) {
	file := write(t, "s.go", `// %%
name := display.Input("Your name: ")
fmt.Println("hello", name)
// %%
var a, b int
fmt.Scan(&a, &b)
a + b
// %%
rest, err := io.ReadAll(os.Stdin)
fmt.Printf("%q %v\n", rest, err)
// %%
display.Password("More: ")
`)
	got := commandWith("Ada\r\n3\n4\nlast\nline", "run", file)
	if want := "hello Ada\n7\n\"last\\nline\\n\" <nil>\n"; got.out != want || got.status != exitFailed {
		t.Errorf("status %d, standard output %q, want %q; %s", got.status, got.out, want, got.err)
	}
	if !strings.Contains(got.err, "EOF") || strings.Contains(got.err, "Your name") {
		t.Errorf("standard error is %q", got.err)
	}
}

// TestRunKeepsNoAnswers: a notebook stores what its cells show of an answer, and
// the question not at all.
func TestRunKeepsNoAnswers(t *testing.T) {
	file := write(t, "n.ipynb", notebook("secret := display.Password(\"Secret: \")\nlen(secret)"))
	if got := commandWith("geheim\n", "run", file); got.status != 0 || got.out != "6\n" {
		t.Errorf("status %d, %q, %s", got.status, got.out, got.err)
	}
	text, err := os.ReadFile(file)
	if err != nil || strings.Contains(string(text), "geheim") || strings.Count(string(text), "Secret: ") != 1 {
		t.Errorf("the notebook holds (%v)\n%s", err, text)
	}
}

// TestAskerKeepsALateLine: a line that comes when its question has been given up
// answers the next one.
func TestAskerKeepsALateLine(t *testing.T) {
	r, w := io.Pipe()
	defer r.Close()
	a := newAsker(r, nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if line, err := a.answer(ctx, repl.Ask{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a question nobody waits for is answered %q, %v", line, err)
	}
	go func() { io.WriteString(w, "late\n"); w.Close() }()
	for _, want := range []string{"late", ""} {
		line, err := a.answer(t.Context(), repl.Ask{})
		if line != want || (err == io.EOF) != (want == "") {
			t.Errorf("the answer is %q, %v, want %q", line, err, want)
		}
	}
}

func TestAskerSaysWhatIsWrong(t *testing.T) {
	a := newAsker(iotest.ErrReader(errors.New("torn")), nil)
	if _, err := a.answer(t.Context(), repl.Ask{}); err == nil || !strings.Contains(err.Error(), "standard input cannot be read: torn") {
		t.Errorf("the error is %v", err)
	}
}
