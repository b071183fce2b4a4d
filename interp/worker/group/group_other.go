//go:build !unix

package group

import (
	"os"
	"os/exec"
)

// There are no process groups here: what a program has started outlives it.

// Detach does nothing here.
func Detach(*exec.Cmd) {}

// Kill ends a process.
func Kill(p *os.Process) error { return p.Kill() }

// Resume does nothing here.
func Resume(*os.Process) error { return nil }

// End does nothing here.
func End([]int) {}

// IsEmpty reports whether nobody is in a group, which is always so here.
func IsEmpty(int) bool { return true }

// EndOwn does nothing here.
func EndOwn() {}
