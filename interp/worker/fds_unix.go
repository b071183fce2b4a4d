//go:build unix

package worker

import (
	"os"
	"os/exec"

	"golang.org/x/sys/unix"
)

// duplicate returns another file for what f is open on.
func duplicate(f *os.File) (*os.File, error) {
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return nil, os.NewSyscallError("fcntl", err)
	}
	return os.NewFile(uintptr(fd), f.Name()), nil
}

// detach gives the child a process group of its own, so that a terminal's
// interrupt does not reach it and that it can be killed with the programs it
// has started.
func detach(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &unix.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid = true
}

// kill ends the child, and the programs it has started.
func kill(p *os.Process) error { return unix.Kill(-p.Pid, unix.SIGKILL) }
