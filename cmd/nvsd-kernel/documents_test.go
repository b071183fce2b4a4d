package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A file that a document names stands between backquotes, with its folder.
var namedFile = regexp.MustCompile("`([\\w.-]+(?:/[\\w.-]+)*/[\\w-]+\\.(?:go|py|md|txt|svg))`")

// A link leads from one file of the tree to another.
var link = regexp.MustCompile(`\]\(([^):#]+)(?:#[^)]*)?\)`)

// TestDocumentsNameFilesThatExist: the files that contributors are told of are there,
// and so is where the links of all documents lead.
func TestDocumentsNameFilesThatExist(t *testing.T) {
	documents, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil || len(documents) == 0 {
		t.Fatalf("no documents: %v", err)
	}
	for _, name := range []string{"README.md", "CONTRIBUTING.md", "CHANGELOG.md"} {
		documents = append(documents, filepath.Join(root, name))
	}
	named, links := 0, 0
	for _, file := range documents {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		here := filepath.Base(file)
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			links++
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), filepath.FromSlash(m[1]))); err != nil {
				t.Errorf("%s has a link to %s, which is not there", here, m[1])
			}
		}
		if here != "CONTRIBUTING.md" && here != "architecture.md" {
			continue // others shorten paths
		}
		for _, m := range namedFile.FindAllStringSubmatch(string(text), -1) {
			named++
			if strings.HasPrefix(m[1], "testdata/") {
				continue // of the package that the text is about
			}
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(m[1]))); err != nil {
				t.Errorf("%s names %s, which is not there", here, m[1])
			}
		}
	}
	if named == 0 || links == 0 {
		t.Errorf("%d files and %d links are named", named, links)
	}
}
