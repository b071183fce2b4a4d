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

	"github.com/nvsd-kernel/nvsd-kernel/internal/jupytext"
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
// skipped, and so is the header of jupytext; a script that has it has its magics as comments,
// which are none in the cells. The notebook knows the lines of its cells, so that the failure of a cell names
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
	for _, part := range splitScript(jupytext.Plain(text)) {
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
	kind    Kind
	title   string
	options []member // of the metadata
	lines   []string
	first   int // the line in the file, from 1, of lines[0]
}

// marker is the line that begins a cell: its title, its kind, its metadata.
var marker = regexp.MustCompile(`^// ?%%(?:\s+(.*?))??\s*(?:\[(markdown|md|raw)\])?\s*((?:[\w.-]+=.*)?)$`)

// option is the name of a member of the metadata, as jupytext writes them.
var option = regexp.MustCompile(`^([\w.-]+)=`)

// beginsCell returns the cell, without its lines, that a line of a script begins.
func beginsCell(line string) (p part, ok bool) {
	m := marker.FindStringSubmatch(line)
	if m == nil {
		return part{}, false
	}
	p = part{kind: Code, title: m[1]}
	switch m[2] {
	case "markdown", "md":
		p.kind = Markdown
	case "raw":
		p.kind = Raw
	}
	p.options, ok = options(m[3])
	if !ok { // part of the title
		p.title = strings.TrimSpace(m[1] + " " + strings.TrimSpace(m[3]))
	}
	return p, true
}

// options reads metadata, such as tags=["parameters"] editable=true. ok reports whether text is metadata: a title may
// have an = too, so that there are tags in it.
func options(text string) (all []member, ok bool) {
	tagged := text == ""
	for text != "" {
		m := option.FindStringSubmatch(text)
		if m == nil {
			return nil, false
		}
		text = text[len(m[0]):]
		var raw json.RawMessage
		d := json.NewDecoder(strings.NewReader(text))
		if d.Decode(&raw) != nil {
			return nil, false
		}
		text = strings.TrimLeft(text[d.InputOffset():], " \t")
		value, err := parse(raw)
		if err != nil {
			return nil, false
		}
		if m[1] == "tags" {
			var tags []string
			if json.Unmarshal(raw, &tags) != nil {
				return nil, false
			}
			tagged = true
		}
		all = append(all, member{key: m[1], value: value})
	}
	return all, tagged
}

func splitScript(text string) []part {
	now := part{kind: Code, first: 1}
	var parts []part
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		next, begins := beginsCell(line)
		switch {
		case i == 0 && strings.HasPrefix(line, "#!"):
			now.first++
		case begins:
			parts = append(parts, now)
			now = next
			now.first = i + 2
		default:
			now.lines = append(now.lines, line)
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
	for _, m := range p.options {
		meta.set(m.key, m.value)
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
