//go:build unix

package worker

import (
	"os"
	"os/exec"

	"golang.org/x/sys/unix"
)

// detach gives a process that is to be started a process group of its own, so
// that a terminal's interrupt does not reach it and that it can be ended with
// the programs it has started.
func detach(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &unix.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid = true
}

// kill ends a detached process, and the programs it has started.
func kill(p *os.Process) error { return unix.Kill(-p.Pid, unix.SIGKILL) }

// resume lets a detached process go on, and the programs it has started, if a
// signal has halted them.
func resume(p *os.Process) error { return unix.Kill(-p.Pid, unix.SIGCONT) }

// endGroups ends the processes of groups.
func endGroups(groups []int) {
	for _, g := range groups {
		_ = unix.Kill(-g, unix.SIGKILL) // an error means that there are none
	}
}

// isEmpty reports whether nobody is in a group.
func isEmpty(group int) bool { return unix.Kill(-group, 0) != nil }

// endOwnGroup ends this process and the programs that it has started, if it was
// started detached.
func endOwnGroup() {
	if pid := os.Getpid(); unix.Getpgrp() == pid {
		_ = unix.Kill(-pid, unix.SIGKILL)
	}
}
