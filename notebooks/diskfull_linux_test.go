package notebooks

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// smallDisk is the variable by which the test runs itself with a disk of its own, mounted there.
const smallDisk = "NVSD_TEST_SMALL_DISK"

// TestDiskFull: on a disk that has no room for the notebook the old file stays as it was, and the error says
// so. It runs itself again where it may mount a small disk.
func TestDiskFull(t *testing.T) {
	if dir := os.Getenv(smallDisk); dir != "" {
		onSmallDisk(t, dir)
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestDiskFull$", "-test.v")
	cmd.Env = append(os.Environ(), smallDisk+"="+t.TempDir())
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	switch {
	case err != nil && !errors.As(err, &exit), strings.Contains(string(out), "may not be mounted"):
		t.Skipf("this machine lets no test mount a disk: %v", err)
	case err != nil:
		t.Errorf("%v\n%s", err, out)
	}
}

func onSmallDisk(t *testing.T, dir string) {
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("a disk may not be mounted: %v", err)
	}
	defer syscall.Unmount(dir, 0)
	file := filepath.Join(dir, "n.ipynb")
	const old = `{"cells": [], "nbformat": 4}`
	if err := os.WriteFile(file, []byte(old), 0o600); err != nil {
		t.Fatal(err)
	}
	nb := parseNotebook(t, code(strings.Repeat("x := 1\n", 20000)))
	err := nb.WriteFile(file)
	if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), file+" cannot be written") {
		t.Errorf("error %v", err)
	}
	if now, err := os.ReadFile(file); err != nil || string(now) != old {
		t.Errorf("the old file holds %q, %v", now, err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("%v is left behind", left)
	}
}
