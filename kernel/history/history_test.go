package history

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// opened is a history on a folder, closed when the test ends.
func opened(t *testing.T, folder string) *History {
	t.Helper()
	h := New(folder, slog.New(slog.NewTextHandler(t.Output(), nil)))
	t.Cleanup(func() { h.Close() })
	return h
}

// ran is a session that has run some cells and ended, the first one being the
// line 1. What stands after an arrow is its output.
func ran(t *testing.T, folder string, cells ...string) {
	t.Helper()
	h := New(folder, nil)
	run(h, cells...)
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
}

func run(h *History, cells ...string) {
	for i, c := range cells {
		input, output, has := strings.Cut(c, "→")
		h.Add(i+1, input)
		if has {
			h.SetOutput(i+1, output)
		}
	}
}

// describe writes cells as session/line:input→output.
func describe(cells []Cell) string {
	var parts []string
	for _, c := range cells {
		part := fmt.Sprintf("%d/%d:%s", c.Session, c.Line, c.Input)
		if c.Output != nil {
			part += "→" + *c.Output
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " ")
}

func expect(t *testing.T, what string, cells []Cell, want string) {
	t.Helper()
	if got := describe(cells); got != want {
		t.Errorf("%s: %s\nexpected %s", what, got, want)
	}
}

func TestASessionIsReadByTheNext(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a", "history")
	ran(t, folder, "x := \"<é𝔵>\u2028\"", "x\ny→\"1\"")
	h := opened(t, folder)
	expect(t, "before a cell", h.Tail(All), "1/1:x := \"<é𝔵>\u2028\" 1/2:x\ny→\"1\"")
	if got, err := sessions(folder); err != nil || len(got) != 1 {
		t.Errorf("a session without cells made a file: %v, %v", got, err)
	}
	h.Add(1, "z")
	expect(t, "after a cell", h.Tail(2), "1/2:x\ny→\"1\" 2/1:z")
}

func TestACellIsThereForOthersAtOnce(t *testing.T) {
	folder := t.TempDir()
	dies := opened(t, folder)
	dies.Add(1, "for {}")
	expect(t, "while it runs", New(folder, nil).Tail(All), "1/1:for {}")
	dies.SetOutput(1, "7")
	expect(t, "with its result", New(folder, nil).Tail(All), "1/1:for {}→7")
}

func TestTwoKernelsOnOneFolder(t *testing.T) {
	folder := t.TempDir()
	a, b := opened(t, folder), opened(t, folder)
	a.Add(1, "a1")
	b.Add(1, "b1")
	a.Add(2, "a2")
	b.SetOutput(1, "b")
	expect(t, "the first", a.Tail(All), "2/1:b1→b 1/1:a1 1/2:a2")
	expect(t, "the second", b.Tail(All), "1/1:a1 1/2:a2 2/1:b1→b")
	expect(t, "before the first", a.Range(-1, 0, All), "")
	expect(t, "before the second", b.Range(-1, 0, All), "1/1:a1 1/2:a2")
	expect(t, "later", a.Range(2, 0, All), "2/1:b1→b")
}

func TestOutputBelongsToTheLastCell(t *testing.T) {
	h := New("", nil)
	run(h, "a", "b")
	h.SetOutput(1, "late")
	h.SetOutput(2, "b")
	expect(t, "the session", h.Tail(All), "1/1:a 1/2:b→b")
}

func TestFilesAreForTheirOwnerOnly(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the modes of files say nothing there of who may read them")
	}
	folder := filepath.Join(t.TempDir(), "history")
	ran(t, folder, "secret := 1")
	for path, want := range map[string]os.FileMode{folder: 0o700, filepath.Join(folder, fileName(1)): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v; expected %v", path, info.Mode(), err, want)
		}
	}
}

func TestWithoutAPlaceTheSessionIsInMemory(t *testing.T) {
	notAFolder := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(notAFolder, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	h := New(filepath.Join(notAFolder, "history"), slog.New(slog.NewTextHandler(&log, nil)))
	run(h, "a", "b→2")
	expect(t, "the session", h.Tail(All), "1/1:a 1/2:b→2")
	expect(t, "itself", h.Range(0, 2, All), "1/2:b→2")
	if err := h.Close(); err != nil {
		t.Error(err)
	}
	if n := strings.Count(log.String(), "level=WARN"); n != 1 || !strings.Contains(log.String(), notAFolder) {
		t.Errorf("one warning should name %s:\n%s", notAFolder, &log)
	}
}

func TestAFullDiskEndsTheFileAndNotTheSession(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no device here that is always full")
	}
	var log bytes.Buffer
	h := New(t.TempDir(), slog.New(slog.NewTextHandler(&log, nil)))
	h.Add(1, "a")
	h.file.file.Close()
	h.file.file = full
	h.Add(2, "b")
	h.Add(3, "c")
	expect(t, "the session", h.Tail(All), "1/1:a 1/2:b 1/3:c")
	if n := strings.Count(log.String(), "level=WARN"); n != 1 {
		t.Errorf("said %d times:\n%s", n, &log)
	}
}

func TestALongSessionIsBounded(t *testing.T) {
	folder := t.TempDir()
	var log bytes.Buffer
	h := New(folder, slog.New(slog.NewTextHandler(&log, nil)))
	defer h.Close()
	input := strings.Repeat("x", maxInput)
	h.Add(1, input+"x")
	for line := range 20 {
		h.Add(line+1, input)
		h.SetOutput(line+1, strings.Repeat("y", maxOutput+1))
	}
	cells := h.Range(0, 0, All)
	if n := len(cells); n < 3 || n > maxMemory/maxInput || cells[n-1].Line != 20 || cells[n-1].Output != nil {
		t.Errorf("%d cells are held, the last %+v", n, cells[n-1].Line)
	}
	if info, err := os.Stat(filepath.Join(folder, fileName(1))); err != nil || info.Size() > maxFile || info.Size() < maxFile/2 {
		t.Errorf("the file: %v, %v", info.Size(), err)
	}
	if n := strings.Count(log.String(), "16 MiB"); n != 1 {
		t.Errorf("that it is full was said %d times", n)
	}
}
