//go:build unix

package group

import (
	"os"
	"os/exec"

	"golang.org/x/sys/unix"
)

// Detach gives a process that is to be started a process group of its own, so
// that a terminal's interrupt does not reach it and that it can be ended with
// the programs it has started.
func Detach(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &unix.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid = true
}

// Kill ends a detached process, and the programs it has started.
func Kill(p *os.Process) error { return unix.Kill(-p.Pid, unix.SIGKILL) }

// Resume lets a detached process go on, and the programs it has started, if a
// signal has halted them.
func Resume(p *os.Process) error { return unix.Kill(-p.Pid, unix.SIGCONT) }

// End ends the processes of groups.
func End(groups []int) {
	for _, g := range groups {
		_ = unix.Kill(-g, unix.SIGKILL) // an error means that there are none
	}
}

// IsEmpty reports whether nobody is in a group.
func IsEmpty(group int) bool { return unix.Kill(-group, 0) != nil }

// EndOwn ends this process and the programs that it has started, if it was
// started detached.
func EndOwn() {
	if pid := os.Getpid(); unix.Getpgrp() == pid {
		_ = unix.Kill(-pid, unix.SIGKILL)
	}
}
