package program

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
	"github.com/nvsd-kernel/nvsd-kernel/interp/program/product"
)

// TestApart runs a program of three packages with the same names in each, and compares what
// it prints with what Go prints, which -update asks the toolchain.
func TestApart(t *testing.T) {
	const file = "testdata/apart.golden"
	dir := t.TempDir()
	for name, text := range product.Apart() {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if golden.Update() {
		cmd := exec.CommandContext(t.Context(), "go", "run", ".")
		cmd.Dir, cmd.Stderr = dir, os.Stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("go run: %v", err)
		}
		golden.Write(t, file, string(out))
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got, err := run(t, filepath.Join(dir, "main.go"), 5*time.Minute)
	if err != nil || got != string(want) {
		t.Errorf("%v: %s", err, firstDifference(got, string(want)))
		t.Log(commonLines(got, string(want)))
	}
}
