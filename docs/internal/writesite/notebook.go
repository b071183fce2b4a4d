package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// writeNotebooks writes the notebooks of the tree with links that lead to where pages of the site
// are. make site exports them.
func writeNotebooks(root, folder string, documents []string) error {
	for _, below := range []string{".", "papers"} {
		if err := os.MkdirAll(filepath.Join(folder, below), 0o755); err != nil {
			return err
		}
		files, err := filepath.Glob(filepath.Join(root, "notebooks", below, "*.ipynb"))
		if err != nil {
			return err
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			name := path.Join(below, filepath.Base(file))
			text, err = relinkNotebook(text, path.Join("notebooks", name), documents)
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// relinkNotebook changes the links in the Markdown cells of a notebook. Its page is no Markdown,
// so that links lead to the pages of documents themselves.
func relinkNotebook(text []byte, file string, documents []string) ([]byte, error) {
	var notebook map[string]any
	if err := json.Unmarshal(text, &notebook); err != nil {
		return nil, err
	}
	cells, _ := notebook["cells"].([]any)
	for _, c := range cells {
		cell, _ := c.(map[string]any)
		if cell["cell_type"] != "markdown" {
			continue
		}
		lines, _ := cell["source"].([]any)
		for k, line := range lines {
			rewritten, _ := relink(fmt.Sprint(line), file, documents)
			lines[k] = link.ReplaceAllStringFunc(rewritten, func(found string) string {
				part := link.FindStringSubmatch(found)
				if path.Ext(part[3]) != ".md" {
					return found
				}
				return strings.Replace(found, part[3], strings.TrimSuffix(part[3], ".md")+".html", 1)
			})
		}
	}
	return json.Marshal(notebook)
}
