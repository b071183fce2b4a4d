package wholefile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestWrite: a file is replaced with the mode that is asked for, and nothing else is in the folder.
func TestWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.txt")
	for _, text := range []string{"old", "new"} {
		if err := Write(path, 0o600, func(w io.Writer) error { _, err := io.WriteString(w, text); return err }); err != nil {
			t.Fatal(err)
		}
		holds(t, path, text)
	}
	if got := ModeOf(path); got != 0o600 {
		t.Errorf("the mode is %v", got)
	}
	if got := ModeOf(path + ".none"); got != 0o644 {
		t.Errorf("the mode of a new file is %v", got)
	}
}

// TestWriteThroughLinks: the file that a link leads to is replaced, and a device stays one.
func TestWriteThroughLinks(t *testing.T) {
	folder := t.TempDir()
	path, link := filepath.Join(folder, "a.txt"), filepath.Join(t.TempDir(), "link")
	text := func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }
	if err := errors.Join(os.WriteFile(path, []byte("old"), 0o644), os.Symlink(path, link)); err != nil {
		t.Skip("no links here:", err)
	}
	if err := Write(link, 0o644, text); err != nil {
		t.Fatal(err)
	}
	holds(t, path, "new")
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is no link any more")
	}
	if err := Write(os.DevNull, 0o644, text); err != nil {
		t.Errorf("a device: %v", err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode()&os.ModeDevice == 0 {
		t.Errorf("%s is no device any more", os.DevNull)
	}
}

// TestAnErrorLeavesTheOldFile: whatever has been written by then is gone.
func TestAnErrorLeavesTheOldFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	full := errors.New("the disk is full")
	err := Write(path, 0o644, func(w io.Writer) error { io.WriteString(w, "half"); return full })
	if !errors.Is(err, full) {
		t.Errorf("the error is %v", err)
	}
	holds(t, path, "old")
	if err := Write(filepath.Join(path, "no", "folder"), 0o644, func(io.Writer) error { return nil }); err == nil {
		t.Error("a file was written where there is no folder")
	}
}

// holds checks that a file has a text, and that it is alone in its folder.
func holds(t *testing.T, path, text string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != text {
		t.Errorf("the file holds %q (%v), want %q", got, err, text)
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("the folder has %v (%v)", entries, err)
	}
}
