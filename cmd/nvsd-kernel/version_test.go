package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// entry matches the heading of a version in CHANGELOG.md.
var entry = regexp.MustCompile(`(?m)^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d|unreleased)$`)

// TestVersionIsTheChangelogs: the first entry of CHANGELOG.md is the version of the
// program, which ends in -dev until the entry has a day, and docs/fit.md shows it.
func TestVersionIsTheChangelogs(t *testing.T) {
	log, err := os.ReadFile(filepath.Join(root, "CHANGELOG.md"))
	if err != nil {
		t.Fatal(err)
	}
	first := entry.FindStringSubmatch(string(log))
	if first == nil {
		t.Fatalf("CHANGELOG.md has no heading like %s", entry)
	}
	want := first[1]
	if first[2] == "unreleased" {
		want += "-dev"
	}
	if release != want {
		t.Errorf("the program is %s, the first entry of CHANGELOG.md is %s", release, want)
	}
	if all := strings.Count(string(log), "\n## "); all != len(entry.FindAllString(string(log), -1)) {
		t.Error("CHANGELOG.md has a heading of its second level that is no version")
	}
	page, err := os.ReadFile(filepath.Join(root, "docs", "fit.md"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), `"version": "`+release+`"`) {
		t.Errorf("docs/fit.md does not show the version %s", release)
	}
}
