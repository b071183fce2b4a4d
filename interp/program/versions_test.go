package program

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/tools/txtar"
)

// TestVersionsOfGo: loops mean in a file of an older version of Go what they mean natively.
func TestVersionsOfGo(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/versions.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range archive.Files {
		file := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"main.go", "tagged.go"} {
		cmd := exec.CommandContext(t.Context(), "go", "run", name)
		cmd.Dir = dir
		want, err := cmd.Output()
		if err != nil {
			t.Fatalf("go run %s: %v", name, err)
		}
		got, err := run(t, filepath.Join(dir, name), 30*time.Second)
		if err != nil || got != string(want) {
			t.Errorf("%s: %v\n got:\n%s\nwant:\n%s", name, err, got, want)
		}
	}
}
