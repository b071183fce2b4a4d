package main

import (
	_ "embed"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// repository is the address of the tree, to which the site's links to other files lead.
const repository = "https://github.com/nvsd-kernel/nvsd-kernel/blob/main/"

var (
	//go:embed mkdocs.yml
	configuration string
	//go:embed site.css
	style []byte
)

// write writes the configuration of the site, in its folder pages all pages but those of the
// notebooks, and the notebooks to export.
func write(root, folder string) error {
	pages := filepath.Join(folder, "pages")
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(pages, "reference"), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, "mkdocs.yml"), []byte(configured()), 0o644); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(pages, "site.css"), style, 0o644); err != nil {
		return err
	}
	documents, err := gather(root)
	if err != nil {
		return err
	}
	for _, file := range documents {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
		if err != nil {
			return err
		}
		to := filepath.Join(pages, filepath.FromSlash(address(file)))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		laidOut, err := layOut(string(text))
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		rewritten, pictures := relink(laidOut, file, documents)
		if err := os.WriteFile(to, []byte(rewritten), 0o644); err != nil {
			return err
		}
		for _, picture := range pictures {
			if err := copyFile(filepath.Join(root, picture), filepath.Join(pages, address(picture))); err != nil {
				return err
			}
		}
	}
	if err := writeNotebooks(root, filepath.Join(folder, "notebooks"), documents); err != nil {
		return err
	}
	return writeReference(root, filepath.Join(pages, "reference"))
}

// configured returns the configuration with the pages of the reference in its navigation.
func configured() string {
	pages := "  - Reference:\n      - reference/index.md\n"
	for _, dir := range packages {
		pages += "      - " + path.Base(dir) + ": reference/" + pageOf(dir) + "\n"
	}
	return strings.Replace(configuration, "  - Reference:\n", pages, 1)
}

// developersLog is the page for those who work on the program. Links to it lead to the
// repository.
const developersLog = "docs/status.md"

// gather returns the documents of the tree that are on the site, by their paths in it.
func gather(root string) ([]string, error) {
	documents := []string{"README.md", "CHANGELOG.md", "CONTRIBUTING.md"}
	err := fs.WalkDir(os.DirFS(root), "docs", func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == "internal" || entry.Name() == "pictures") {
			return fs.SkipDir
		}
		if path.Ext(file) == ".md" && file != developersLog {
			documents = append(documents, file)
		}
		return nil
	})
	return documents, err
}

// address returns the address of a file of the tree on the site.
func address(file string) string {
	switch {
	case file == "README.md":
		return "index.md"
	case file == "docs/README.md":
		return "contents.md"
	case strings.HasPrefix(file, "notebooks/"):
		return strings.TrimSuffix(file, ".ipynb") + ".html"
	}
	return strings.TrimPrefix(file, "docs/")
}

// link matches a link or a picture of Markdown to a file of the tree.
var link = regexp.MustCompile(`(!?)\[([^\]]*)\]\(([^):#\s]+)(#[^)]*)?\)`)

// twoPictures matches a picture for light pages and one for dark pages, as GitHub chooses between
// them.
var twoPictures = regexp.MustCompile(`<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)">\s*<img alt="([^"]*)" src="([^"]+)">\s*</picture>`)

// relink leads the links of a document to where their files are on the site, or else to the
// repository. It returns the pictures that the document shows, too. Of two pictures, the theme of
// the site shows the one that its switch asks for.
func relink(text, file string, documents []string) (rewritten string, pictures []string) {
	here := path.Dir(address(file))
	text = twoPictures.ReplaceAllString(text, "![$2]($3#only-light)![$2]($1#only-dark)")
	rewritten = link.ReplaceAllStringFunc(text, func(found string) string {
		part := link.FindStringSubmatch(found)
		target := path.Join(path.Dir(file), part[3])
		var to string
		switch {
		case part[1] == "!":
			pictures = append(pictures, target)
			to = relative(here, address(target))
		case slices.Contains(documents, target) || path.Ext(target) == ".ipynb":
			to = relative(here, address(target))
		default:
			to = repository + target
		}
		return fmt.Sprintf("%s[%s](%s%s)", part[1], part[2], to, part[4])
	})
	return rewritten, pictures
}

// relative returns the way from a folder of the site to a file of it.
func relative(from, to string) string {
	way, err := filepath.Rel(filepath.FromSlash(from), filepath.FromSlash(to))
	if err != nil {
		return to
	}
	return filepath.ToSlash(way)
}

func copyFile(from, to string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o644)
}
