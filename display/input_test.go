package display

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
)

func (r *recorder) Ask(prompt string, password bool) (string, error) {
	r.calls = append(r.calls, fmt.Sprintf("ask %q password=%t", prompt, password))
	return "typed", nil
}

func TestFrontEndAsks(t *testing.T) {
	var rec recorder
	s := NewFrontEnd(&rec)
	for _, ask := range []func(string) (string, error){s.Input, s.Password} {
		if line, err := ask("> "); line != "typed" || err != nil {
			t.Errorf("the answer is %q, %v", line, err)
		}
	}
	if got := strings.Join(rec.calls, "; "); got != `ask "> " password=false; ask "> " password=true` {
		t.Errorf("the sink was asked %s", got)
	}
}

// TestInputReadsLines: in a program a line comes without its end, whatever that
// is, what follows it stays for who reads next, and the end is io.EOF.
func TestInputReadsLines(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	before := os.Stdin
	os.Stdin = r
	defer func() { os.Stdin = before }()
	if _, err := io.WriteString(w, "one\ntwo\r\n\nrest\nlast"); err != nil {
		t.Fatal(err)
	}
	w.Close()
	for _, want := range []string{"one", "two", ""} {
		if line, err := Input(""); line != want || err != nil {
			t.Errorf("the line is %q, %v, want %q", line, err, want)
		}
	}
	var rest string
	if _, err := fmt.Fscanln(os.Stdin, &rest); rest != "rest" || err != nil {
		t.Errorf("what follows the lines is %q, %v", rest, err)
	}
	if line, err := Password(""); line != "last" || err != nil {
		t.Errorf("the line without an end is %q, %v", line, err)
	}
	if line, err := Input(""); line != "" || err != io.EOF {
		t.Errorf("behind the end there is %q, %v, want io.EOF", line, err)
	}
}
