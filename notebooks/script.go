package notebooks

import (
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// ScriptExt is the end of a script's file name.
const ScriptExt = ".go"

// Open reads a notebook, or a script of cells if the file name ends with .go.
func Open(file string) (*Notebook, error) {
	if filepath.Ext(file) != ScriptExt {
		return ReadFile(file)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("notebooks: cannot open the script: %w", err)
	}
	defer f.Close()
	return ReadScript(f, file)
}

// ReadScript reads a script: Go cells without a package clause, in a text that
// lines like
//
//	// %% a title
//	// %% a title [markdown]
//	// %% a title tags=["parameters"]
//
// divide into cells. Title, kind and tags are optional. The text before the first such line
// is a cell too. A Markdown cell consists of comments. A first line that begins with #! is
// skipped. The notebook knows the lines of its cells, so that the failure of a cell names
// the line in the script.
func ReadScript(r io.Reader, name string) (*Notebook, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("notebooks: reading %s: %w", name, err)
	}
	text := strings.ReplaceAll(string(data), "\r\n", "\n")
	if f, err := parser.ParseFile(token.NewFileSet(), "", data, parser.PackageClauseOnly); err == nil {
		return nil, fmt.Errorf("notebooks: %s is of package %s: a script of cells has no package clause, and a program is of package main",
			name, f.Name.Name)
	}
	nb := newNotebook(name)
	for _, part := range splitScript(text) {
		if err := nb.addPart(part); err != nil {
			return nil, fmt.Errorf("notebooks: %s:%w", name, err)
		}
	}
	return nb, nil
}

// Line returns the line of the script, from 1, at which the source of the cell begins, or
// 0 in a notebook.
func (c *Cell) Line() int { return c.line }

// Title returns the title of the cell, or "".
func (c *Cell) Title() string { return c.o.obj("metadata").str("title") }

// newNotebook returns an empty notebook of nvsd cells.
func newNotebook(name string) *Notebook {
	const minor = 5
	language := &object{}
	language.set("file_extension", ScriptExt)
	language.set("name", "go")
	kernel := &object{}
	kernel.set("display_name", "Go (nvsd)")
	kernel.set("language", "go")
	kernel.set("name", "nvsd")
	meta := &object{}
	meta.set("kernelspec", kernel)
	meta.set("language_info", language)
	root := &object{}
	root.set("cells", list{})
	root.set("metadata", meta)
	root.set("nbformat", json.Number("4"))
	root.set("nbformat_minor", json.Number(fmt.Sprint(minor)))
	return &Notebook{name: name, root: root, minor: minor, layout: jupyterLayout, end: "\n"}
}

// A part is the text of one cell in a script.
type part struct {
	kind  Kind
	title string
	tags  list
	lines []string
	first int // the line in the file, from 1, of lines[0]
}

// marker is the line that begins a cell: its title, its kind, its tags.
var marker = regexp.MustCompile(`^// ?%%(?:\s+(.*?))??\s*(?:\[(markdown|md|raw)\])?\s*(?:tags=(\[.*\]))?\s*$`)

func splitScript(text string) []part {
	now := part{kind: Code, first: 1}
	var parts []part
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		m := marker.FindStringSubmatch(line)
		switch {
		case i == 0 && strings.HasPrefix(line, "#!"):
			now.first++
		case m == nil:
			now.lines = append(now.lines, line)
		default:
			parts = append(parts, now)
			now = part{kind: Code, title: m[1], first: i + 2}
			switch m[2] {
			case "markdown", "md":
				now.kind = Markdown
			case "raw":
				now.kind = Raw
			}
			var tags []string
			if m[3] == "" || json.Unmarshal([]byte(m[3]), &tags) == nil {
				for _, tag := range tags {
					now.tags = append(now.tags, tag)
				}
			} else { // not a list of strings: part of the title
				now.title = strings.TrimSpace(m[1] + " tags=" + m[3])
			}
		}
	}
	parts = append(parts, now)
	if parts[0].blank() {
		parts = parts[1:]
	}
	return parts
}

func (p *part) blank() bool { return strings.TrimSpace(strings.Join(p.lines, "")) == "" }

// trim removes the empty lines at both ends.
func (p *part) trim() {
	for len(p.lines) > 0 && strings.TrimSpace(p.lines[0]) == "" {
		p.lines = p.lines[1:]
		p.first++
	}
	for n := len(p.lines); n > 0 && strings.TrimSpace(p.lines[n-1]) == ""; n = len(p.lines) {
		p.lines = p.lines[:n-1]
	}
}

// addPart adds a cell. Its error begins with the number of the line.
func (nb *Notebook) addPart(p part) error {
	p.trim()
	if p.kind != Code {
		for i, line := range p.lines {
			text, ok := strings.CutPrefix(line, "//")
			if !ok && strings.TrimSpace(line) != "" {
				return fmt.Errorf("%d: a line of a %s cell must be a comment, //; a line // %%%% begins the next cell", p.first+i, p.kind)
			}
			p.lines[i] = strings.TrimPrefix(text, " ")
		}
	}
	meta := &object{}
	if len(p.tags) > 0 {
		meta.set("tags", p.tags)
	}
	if p.title != "" {
		meta.set("title", p.title)
	}
	o := &object{}
	o.set("cell_type", string(p.kind))
	if p.kind == Code {
		o.set("execution_count", nil)
		o.set("outputs", list{})
	}
	o.set("id", fmt.Sprintf("cell-%d", len(nb.cells)+1))
	o.set("metadata", meta)
	o.set("source", splitLines(strings.Join(p.lines, "\n")))
	nb.cells = append(nb.cells, &Cell{o: o, line: p.first})
	return nil
}
