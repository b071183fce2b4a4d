//go:build unix

package kernel

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A pipe into which nobody writes is not waited for.
func TestConnectionFileIsNoPipe(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(file, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadConnection(file); err == nil || !strings.Contains(err.Error(), file+" is a pipe") {
		t.Errorf("the error is %v", err)
	}
}
