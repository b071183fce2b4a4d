// Package golden compares the output of tests with golden files. With the flag -update a
// test writes its files instead.
//
// `make golden` renews the files of every package whose tests import this package.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Update reports whether the golden files are to be written.
func Update() bool { return *update }

// Check compares a text with the file that has it, or writes the file with -update.
func Check(t testing.TB, file, got string) {
	t.Helper()
	if *update {
		Write(t, file, got)
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; look at it and run with -update. It would be\n%s", file, got)
	}
}

// Write writes a golden file.
func Write(t testing.TB, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// CheckArchives checks the txtar archives that a pattern finds, each in a test of its
// own: renew makes the files that an archive is expected to have from those that it
// has. An archive keeps its comment.
func CheckArchives(t *testing.T, pattern string, renew func(t *testing.T, files []txtar.File) []txtar.File) {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("%s finds no archives: %v", pattern, err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), filepath.Ext(name)), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			archive.Files = renew(t, archive.Files)
			Check(t, name, string(txtar.Format(archive)))
		})
	}
}
