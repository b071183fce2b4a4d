package worker

import (
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/memory"
)

func TestReason(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no signals, nor a shell")
	}
	const limit = memory.Size(4 << 30)
	cases := []struct {
		name, end, words string
		want             string
		told             bool // by last words
	}{
		{"panic", "exit 2", "panic: x [recovered]\n\ngoroutine 1 [running]:\n", "died of a panic: x", true},
		{"a panic that was printed before a kill", "kill -9 $$", "panic: x\n", "was killed", false},
		{"a huge allocation", "exit 2", "runtime: out of memory: cannot allocate 8-byte block\nfatal error: out of memory\n",
			"ran out of memory: it needed more than the limit of 4.0 GiB (raise it with --memory SIZE", true},
		{"metadata of the heap", "exit 2", "fatal error: runtime: cannot allocate memory\n", "ran out of memory", true},
		{"no memory for a thread", "exit 2", "runtime/cgo: pthread_create failed: Resource temporarily unavailable\nSIGABRT: abort\n", "ran out of memory", true},
		{"no memory for the collector", "exit 2", "SIGSEGV: segmentation violation\nPC=0x1 m=4 sigcode=1 addr=0x0\n\ngoroutine 0 gp=0x1 m=4 mp=0x2 [idle]:\n", "ran out of memory", true},
		{"a fault", "exit 2", "SIGSEGV: segmentation violation\nPC=0x1 m=4 sigcode=1 addr=0x0\n\ngoroutine 7 gp=0x1 m=4 mp=0x2 [running]:\n", "was ended by the signal SIGSEGV", true},
		{"stack", "exit 2", "runtime: goroutine stack exceeds 1-byte limit\nfatal error: stack overflow\n",
			"died of a fatal error: stack overflow (does a function call itself without end?)", true},
		{"a signal that the runtime reports", "exit 2", "SIGABRT: abort\nPC=0x1\n", "was ended by the signal SIGABRT", true},
		{"a signal", "kill -TERM $$", "", "was ended by a signal (terminated)", false},
		{"compiled os.Exit", "exit 3", "", "ended (exit status 3): compiled code has ended it", false},
		{"no connection", "exit 70", "", lostConnection, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			cmd := exec.Command("sh", "-c", c.end)
			if err := cmd.Run(); err == nil {
				t.Fatal("it succeeds")
			}
			got := reason(c.words, cmd.ProcessState, limit)
			if !strings.HasPrefix(got.text, c.want) || got.words != c.told {
				t.Errorf("%+v, want %q, %t", got, c.want, c.told)
			}
		})
	}
}

func TestOutOfMemoryWithoutALimit(t *testing.T) {
	if got := outOfMemory(0); strings.Contains(got, "limit") {
		t.Errorf("there is none: %s", got)
	}
}

// TestReasonOfALostConnection: the connection of a child that ends by itself is lost before it has ended, and its own words
// are told then; those of one that was killed for another reason are not.
func TestReasonOfALostConnection(t *testing.T) {
	words := cause{text: "died of a fatal error: stack overflow", words: true}
	for killedFor, own := range map[string]bool{"": true, lostConnection: true, "ran out of memory": false} {
		if words.over(killedFor) != own {
			t.Errorf("killed for %q: its own words are told: %v", killedFor, !own)
		}
	}
	if (cause{text: "was killed"}).over(lostConnection) {
		t.Error("a child without words that was killed for its connection is told to have been killed by hand")
	}
}
