//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"
	"syscall"
)

// parentGone returns what reports whether the client is gone, nil if there is
// none to watch.
func parentGone(value string) func() bool {
	client, err := strconv.Atoi(value)
	if err != nil || client < 1 {
		return nil
	}
	return clientGone(client, os.Getpid(), os.Getppid, alive)
}

// clientGone watches the client and, where a program stands between the two,
// that program too: for the client it is the kernel. The number 1 is a client
// as any other; the parent of an orphan is never asked for by number, since it
// need not be 1.
//
// The first process of a container has no client in there: the number is that
// of a process outside.
func clientGone(client, self int, parent func() int, alive func(int) bool) func() bool {
	first := parent()
	if self == 1 || first == 0 {
		return nil
	}
	return func() bool { return parent() != first || first != client && !alive(client) }
}

// alive reports whether there is a process of that number which has not ended.
func alive(pid int) bool {
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return false
	}
	// One that has ended keeps its number until somebody asks how. Linux tells
	// that after the name, which is in parentheses and may hold any.
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || !bytes.HasPrefix(stat[bytes.LastIndexByte(stat, ')')+1:], []byte(" Z"))
}
