//go:build linux

package worker

import (
	"context"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// What a child has written before its end is not lost, and whoever else holds its
// pipes open does not delay the news.
func TestDeathWhileAnotherHoldsThePipes(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip(err)
	}
	p := start(t)
	if err := p.Run("x", program(1, `import ("fmt"; "os"; "os/exec"; "strings")`, `
		sleep := exec.Command("setsid", "sleep", "5")
		sleep.Stdout, sleep.Stderr = os.Stdout, os.Stderr
		sleep.Start()
		fmt.Println(strings.Repeat("x", 60_000) + "end")
		self, _ := os.FindProcess(os.Getpid())
		self.Kill()
		select {}`)); err != nil {
		t.Fatal(err)
	}
	said := (<-p.Events()).(Output).Event.(repl.Stream).Text
	seen := time.Now()
	r := collect(t, p)
	said += r.stdout
	if !strings.HasSuffix(said, "end\n") || r.exited == nil {
		t.Errorf("%d bytes, %+v", len(said), r.exited)
	}
	if held := time.Since(seen); held > drainTimeout*3/4 {
		t.Errorf("the death is told %v after the last text", held)
	}
}

// A child that is halted by a signal holds up neither who sends it something nor
// who closes it.
func TestHalted(t *testing.T) {
	p := start(t)
	halt := exec.Command("kill", "-STOP", strconv.Itoa(p.cmd.Process.Pid))
	if err := halt.Run(); err != nil {
		t.Fatal(err)
	}
	long := program(1, "", "_ = `"+strings.Repeat("x", 4<<20)+"`")
	begun := time.Now()
	if err := p.Run("x", long); err != nil {
		t.Fatal(err)
	}
	if err := p.Close(context.Background()); err != nil {
		t.Error(err)
	}
	if d := time.Since(begun); d > 3*time.Second {
		t.Errorf("that took %v", d)
	}
}

// Without its connection a child is of no use.
func TestChildWithoutConnection(t *testing.T) {
	p := start(t)
	r := do(t, p, program(1, `import "os"`, `for i := 3; i < 40; i++ { os.NewFile(uintptr(i), "").Close() }; for {}`))
	if r.exited == nil || !r.exited.Unfinished {
		t.Errorf("%+v", r)
	}
}
