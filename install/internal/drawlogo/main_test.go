package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// TestLogosAreDrawn holds the logos in the repository to the drawing.
func TestLogosAreDrawn(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("other processors fuse multiplication and addition and may round a pixel differently")
	}
	drawn := t.TempDir()
	if err := write(drawn); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(drawn)
	if err != nil || len(files) != 3 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		want, err := os.ReadFile(filepath.Join(drawn, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join("..", "..", "logos", f.Name()))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what the program draws; run go generate ./install (%v)", f.Name(), err)
		}
	}
}
