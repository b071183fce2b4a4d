package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const root = "../../.."

// TestLinksLeadToWherePagesAre: links between documents stay within the site, those to notebooks lead
// to their pages, and those to other files of the tree to the repository.
func TestLinksLeadToWherePagesAre(t *testing.T) {
	documents := []string{"README.md", "CHANGELOG.md", "docs/cells.md", "docs/guide/trust.md", "docs/README.md"}
	for _, test := range []struct{ file, text, want string }{
		{"README.md", "[a](docs/cells.md#controls)", "[a](cells.md#controls)"},
		{"README.md", "[all](docs/README.md)", "[all](contents.md)"},
		{"docs/cells.md", "[up](../README.md)", "[up](index.md)"},
		{"docs/guide/trust.md", "[a](../cells.md)", "[a](../cells.md)"},
		{"docs/guide/trust.md", "[log](../../CHANGELOG.md)", "[log](../CHANGELOG.md)"},
		{"docs/guide/trust.md", "[nb](../../notebooks/quickstart.ipynb)", "[nb](../notebooks/quickstart.html)"},
		{"docs/cells.md", "[code](../stdlib/nvsd/spec.go)", "[code](" + repository + "stdlib/nvsd/spec.go)"},
		{"docs/cells.md", "[web](https://go.dev)", "[web](https://go.dev)"},
		{"docs/cells.md", "[here](#controls)", "[here](#controls)"},
	} {
		if got, _ := relink(test.text, test.file, documents); got != test.want {
			t.Errorf("%s in %s became %s, want %s", test.text, test.file, got, test.want)
		}
	}
	got, pictures := relink("![p](docs/pictures/a.png)", "README.md", documents)
	if got != "![p](pictures/a.png)" || len(pictures) != 1 || pictures[0] != "docs/pictures/a.png" {
		t.Errorf("a picture became %s, with %q", got, pictures)
	}
	got, pictures = relink("<picture>\n  <source media=\"(prefers-color-scheme: dark)\" srcset=\"../pictures/d.svg\">\n  <img alt=\"p\" src=\"../pictures/l.svg\">\n</picture>", "docs/guide/trust.md", documents)
	if got != "![p](../pictures/l.svg#only-light)![p](../pictures/d.svg#only-dark)" || len(pictures) != 2 {
		t.Errorf("two pictures became %s, with %q", got, pictures)
	}
}

// TestTheDevelopersLogIsNotPublished: it is no page, and links to it lead to the repository.
func TestTheDevelopersLogIsNotPublished(t *testing.T) {
	if _, err := os.Stat(filepath.Join(root, developersLog)); err != nil {
		t.Fatal(err)
	}
	documents, err := gather(root)
	if err != nil {
		t.Fatal(err)
	}
	if slices.Contains(documents, developersLog) {
		t.Error("the log is a page of the site")
	}
	if got, _ := relink("[log](status.md)", "docs/README.md", documents); got != "[log]("+repository+developersLog+")" {
		t.Errorf("a link to the log became %s", got)
	}
}

// TestReference: each package has a page with its names, their comments and its examples, and links
// between names lead to their sections.
func TestReference(t *testing.T) {
	folder := t.TempDir()
	if err := writeReference(root, folder); err != nil {
		t.Fatal(err)
	}
	for _, dir := range packages {
		if _, err := os.Stat(filepath.Join(folder, pageOf(dir))); err != nil {
			t.Error(err)
		}
	}
	for page, parts := range map[string][]string{
		"penalty.md":  {"## type ElasticNet {#ElasticNet}", "### ElasticNet.Prox {#ElasticNet.Prox}", "[Lasso](#Lasso)"},
		"nvsd.md":     {"### Path.Select {#Path.Select}", "**Example", "It prints", "(solve.md#AISTATS"},
		"resample.md": {"## type Bootstrap {#Bootstrap}"},
		"index.md":    {"| [kern](kern.md) |"},
	} {
		text, err := os.ReadFile(filepath.Join(folder, page))
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range parts {
			if !strings.Contains(string(text), part) {
				t.Errorf("%s lacks %q", page, part)
			}
		}
		if strings.Contains(string(text), "// Output:") {
			t.Errorf("%s shows the comment of an example that says what it prints", page)
		}
	}
}

// TestEveryDocumentIsInTheNavigation: a reader of the site finds each document by its menus.
func TestEveryDocumentIsInTheNavigation(t *testing.T) {
	documents, err := gather(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range documents {
		if !strings.Contains(configuration, " "+address(file)+"\n") {
			t.Errorf("mkdocs.yml does not have %s", address(file))
		}
	}
}
