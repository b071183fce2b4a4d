package worker

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestFolderWithoutTemporary makes the folder although TMPDIR names none.
func TestFolderWithoutTemporary(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the variables of the folders are Linux's")
	}
	cache := filepath.Join(t.TempDir(), "cache")
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "removed"))
	t.Setenv("XDG_CACHE_HOME", cache)
	dir, err := makeFolder()
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Dir(dir) != cache {
		t.Errorf("the folder is %s, expected one in %s", dir, cache)
	}
	info, err := os.Stat(dir)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o700 {
		t.Errorf("others can enter it: %v", info.Mode())
	}

	t.Setenv("XDG_CACHE_HOME", os.DevNull)
	if _, err := makeFolder(); err == nil || !strings.Contains(err.Error(), "TMPDIR") {
		t.Errorf("without any folder: %v, expected advice to set TMPDIR", err)
	}
}
