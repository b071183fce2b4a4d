//go:build unix

package process

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"
	"syscall"
)

// parentGone returns a function that reports whether the client has ended, or nil if there
// is no client to watch.
func parentGone(value string) func() bool {
	client, err := strconv.Atoi(value)
	if err != nil || client < 1 {
		return nil
	}
	return clientGone(client, os.Getpid(), os.Getppid, alive)
}

// clientGone returns a function that reports whether the client has ended, or nil if there
// is no client to watch. If a program stands between the client and this process, the end
// of that program counts too: the client takes it for the kernel.
//
// Process 1 may be the client. So an orphan is not known by its parent being 1, but by its
// parent being another than before. The first process of a container has no client: the
// number is that of a process outside.
func clientGone(client, self int, parent func() int, alive func(int) bool) func() bool {
	first := parent()
	if self == 1 || first == 0 {
		return nil
	}
	return func() bool { return parent() != first || first != client && !alive(client) }
}

// alive reports whether a process has not ended.
func alive(pid int) bool {
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return false
	}
	// A process that has ended keeps its number until its parent waits for it. Linux has
	// the state after the name, which is in parentheses and may itself hold some.
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || !bytes.HasPrefix(stat[bytes.LastIndexByte(stat, ')')+1:], []byte(" Z"))
}
