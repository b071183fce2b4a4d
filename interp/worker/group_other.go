//go:build !unix

package worker

import (
	"os"
	"os/exec"
)

// There are no process groups here. What a program has started outlives it.

func detach(*exec.Cmd) {}

// kill ends a process.
func kill(p *os.Process) error { return p.Kill() }

func resume(*os.Process) error { return nil }

func endGroups([]int) {}

func isEmpty(int) bool { return true }

func endOwnGroup() {}
