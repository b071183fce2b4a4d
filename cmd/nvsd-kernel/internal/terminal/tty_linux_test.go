package terminal

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// openTerminal opens a terminal: what is written to keyboard is typed at it, and
// what is read from there is on the screen.
func openTerminal(t *testing.T) (keyboard, terminal *os.File) {
	t.Helper()
	keyboard, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no terminals here: ", err)
	}
	t.Cleanup(func() { keyboard.Close() })
	if err := unix.IoctlSetPointerInt(int(keyboard.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(keyboard.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { terminal.Close() })
	return keyboard, terminal
}

// TestAskerAtATerminal: at a terminal questions show their prompts, and what is
// typed unless it is a password.
func TestAskerAtATerminal(t *testing.T) {
	keyboard, terminal := openTerminal(t)
	var prompts strings.Builder
	a := NewAsker(terminal, &prompts)
	a.Untitled = "input: "
	echoes := func() bool {
		s, err := unix.IoctlGetTermios(int(terminal.Fd()), getTermios)
		if err != nil {
			t.Fatal(err)
		}
		return s.Lflag&unix.ECHO != 0
	}
	for _, q := range []repl.Ask{{Prompt: "Name: "}, {Prompt: "Secret: ", Password: true}, {}} {
		answered := make(chan string)
		go func() {
			line, err := a.Answer(t.Context(), q)
			answered <- fmt.Sprint(line, err)
		}()
		for begun := time.Now(); q.Password && echoes(); time.Sleep(time.Millisecond) {
			if time.Since(begun) > 5*time.Second {
				t.Fatal("what is typed is not hidden")
			}
		}
		if _, err := keyboard.WriteString("typed\n"); err != nil {
			t.Fatal(err)
		}
		if got := <-answered; got != "typed<nil>" {
			t.Errorf("%q is answered %s", q.Prompt, got)
		}
	}
	if got := prompts.String(); got != "Name: Secret: \ninput: " {
		t.Errorf("the prompts are %q", got)
	}
	if !echoes() {
		t.Error("what is typed stays hidden")
	}
}
