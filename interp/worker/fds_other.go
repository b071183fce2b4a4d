//go:build !unix

package worker

import (
	"os"
	"os/exec"
)

// duplicate returns f: where files cannot be duplicated, a cell that closes
// its standard output closes it for good.
func duplicate(f *os.File) (*os.File, error) { return f, nil }

func detach(*exec.Cmd) {}

// kill ends the child.
func kill(p *os.Process) error { return p.Kill() }
