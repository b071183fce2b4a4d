package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// A recorder is a test that keeps what it is told.
type recorder struct {
	testing.TB
	errors []string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

// updating sets the flag for one test.
func updating(t *testing.T, on bool) {
	t.Helper()
	was := *update
	t.Cleanup(func() { *update = was })
	*update = on
}

func TestCheck(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f.txt")
	updating(t, true)
	Check(t, file, "first")
	updating(t, false)
	r := &recorder{TB: t}
	Check(r, file, "first")
	if len(r.errors) != 0 {
		t.Errorf("the same text is refused: %q", r.errors)
	}
	Check(r, file, "second")
	if len(r.errors) != 1 || !strings.Contains(r.errors[0], file) || !strings.Contains(r.errors[0], "second") {
		t.Errorf("of another text it says %q", r.errors)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "first" {
		t.Errorf("a comparison has left %q, %v", text, err)
	}
}

func TestCheckArchives(t *testing.T) {
	dir := t.TempDir()
	Write(t, filepath.Join(dir, "a.txtar"), "comment\n-- in --\nx\n-- out --\nold\n")
	updating(t, true)
	CheckArchives(t, filepath.Join(dir, "*.txtar"), func(t *testing.T, files []txtar.File) []txtar.File {
		return []txtar.File{files[0], {Name: "out", Data: []byte("new\n")}}
	})
	text, err := os.ReadFile(filepath.Join(dir, "a.txtar"))
	if want := "comment\n-- in --\nx\n-- out --\nnew\n"; err != nil || string(text) != want {
		t.Errorf("it is written as %q, %v, want %q", text, err, want)
	}
}
