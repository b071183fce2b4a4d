package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build"
	"go/doc"
	"go/doc/comment"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

const module = "github.com/nvsd-kernel/nvsd-kernel"

// packages lists the packages of the reference: those that cells and programs call.
var packages = []string{
	"stdlib/nvsd",
	"stdlib/nvsd/search",
	"stdlib/nvsd/resample",
	"stdlib/nvsd/proof",
	"stdlib/nvsd/model",
	"stdlib/nvsd/choose",
	"stdlib/nvsd/problem",
	"stdlib/nvsd/score",
	"stdlib/nvsd/progress",
	"stdlib/nvsd/data",
	"stdlib/nvsd/kern",
	"stdlib/nvsd/penalty",
	"stdlib/nvsd/solve",
	"stdlib/nvsd/baseline",
	"stdlib/nvsd/nvsdtest",
	"stdlib/nvsd/report",
	"stdlib/nvsd/viz",
	"stdlib/nvsd/trait",
	"display",
	"display/widget",
	"display/comm",
}

// writeReference writes a page for each package into the folder, and an index.
func writeReference(root, folder string) error {
	var index bytes.Buffer
	index.WriteString("# Reference\n\nEach page is made of the doc comments of a package. In a notebook, `name?` and Shift-Tab show the\nsame. The examples are run by the tests.\n\n| package | content |\n| --- | --- |\n")
	for _, dir := range packages {
		p, fset, err := load(root, dir)
		if err != nil {
			return err
		}
		file := pageOf(dir)
		if err := os.WriteFile(filepath.Join(folder, file), page(p, fset), 0o644); err != nil {
			return err
		}
		fmt.Fprintf(&index, "| [%s](%s) | %s |\n", p.Name, file, p.Synopsis(p.Doc))
	}
	return os.WriteFile(filepath.Join(folder, "index.md"), index.Bytes(), 0o644)
}

// pageOf returns the name of the page of the package in a folder of the module.
func pageOf(dir string) string { return path.Base(dir) + ".md" }

// load reads a package with its examples.
func load(root, dir string) (*doc.Package, *token.FileSet, error) {
	fset := token.NewFileSet()
	found, err := build.ImportDir(filepath.Join(root, dir), 0)
	if err != nil {
		return nil, nil, fmt.Errorf("the package in %s cannot be read: %w", dir, err)
	}
	var files []*ast.File
	for _, names := range [][]string{found.GoFiles, found.TestGoFiles, found.XTestGoFiles} {
		for _, name := range names {
			f, err := parser.ParseFile(fset, filepath.Join(root, dir, name), nil, parser.ParseComments)
			if err != nil {
				return nil, nil, err
			}
			files = append(files, f)
		}
	}
	p, err := doc.NewFromFiles(fset, files, module+"/"+dir)
	return p, fset, err
}

// page returns the page of a package in Markdown.
func page(p *doc.Package, fset *token.FileSet) []byte {
	w := &writer{pkg: p, fset: fset}
	// The reference has every word, so without this it hides the guide in the search.
	w.WriteString("---\nsearch:\n  boost: 0.01\n---\n\n")
	fmt.Fprintf(w, "# Package %s\n\n```go\nimport %q\n```\n\n", p.Name, p.ImportPath)
	w.text(p.Doc)
	w.examples(p.Examples)
	w.values("Constants", p.Consts)
	w.values("Variables", p.Vars)
	if len(p.Funcs) > 0 {
		w.WriteString("## Functions\n\n")
		w.functions(p.Funcs, "### ")
	}
	for _, t := range p.Types {
		fmt.Fprintf(w, "## type %s {#%s}\n\n", t.Name, t.Name)
		w.declaration(t.Decl)
		w.text(t.Doc)
		w.examples(t.Examples)
		for _, group := range [][]*doc.Value{t.Consts, t.Vars} {
			for _, v := range group {
				w.declaration(v.Decl)
				w.text(v.Doc)
			}
		}
		w.functions(t.Funcs, "### ")
		w.functions(t.Methods, "### ")
	}
	return w.Bytes()
}

// A writer writes the page of a package.
type writer struct {
	bytes.Buffer
	pkg  *doc.Package
	fset *token.FileSet
}

func (w *writer) values(title string, values []*doc.Value) {
	if len(values) == 0 {
		return
	}
	fmt.Fprintf(w, "## %s\n\n", title)
	for _, v := range values {
		w.declaration(v.Decl)
		w.text(v.Doc)
	}
}

func (w *writer) functions(functions []*doc.Func, level string) {
	for _, f := range functions {
		title, anchor := "func "+f.Name, f.Name
		if f.Recv != "" {
			receiver := strings.Trim(f.Recv, "*")
			title, anchor = receiver+"."+f.Name, receiver+"."+f.Name
		}
		fmt.Fprintf(w, "%s%s {#%s}\n\n", level, title, anchor)
		w.declaration(f.Decl)
		w.text(f.Doc)
		w.examples(f.Examples)
	}
}

// declaration writes a declaration without the bodies of functions.
func (w *writer) declaration(d ast.Decl) {
	if f, ok := d.(*ast.FuncDecl); ok {
		f.Body, f.Doc = nil, nil
	}
	if g, ok := d.(*ast.GenDecl); ok {
		g.Doc = nil
	}
	w.WriteString("```go\n")
	format.Node(w, w.fset, d)
	w.WriteString("\n```\n\n")
}

// text writes a doc comment.
func (w *writer) text(text string) {
	printer := w.pkg.Printer()
	printer.HeadingLevel = 4
	printer.HeadingID = func(*comment.Heading) string { return "" }
	printer.DocLinkURL = func(link *comment.DocLink) string {
		page, name := "", link.Name
		if link.Recv != "" {
			name = link.Recv + "." + name
		}
		if link.ImportPath != "" {
			inner, ours := strings.CutPrefix(link.ImportPath, module+"/")
			if !ours || !inReference(inner) {
				return link.DefaultURL("https://pkg.go.dev/")
			}
			page = pageOf(inner)
		}
		if name == "" {
			return page
		}
		return page + "#" + name
	}
	w.Write(printer.Markdown(w.pkg.Parser().Parse(text)))
	w.WriteString("\n")
}

func inReference(dir string) bool {
	for _, p := range packages {
		if p == dir {
			return true
		}
	}
	return false
}

// lastOutput matches the comment of an example with its output.
var lastOutput = regexp.MustCompile(`(?i)\n?[\t ]*// (?:unordered )?output:(?:.|\n)*$`)

func (w *writer) examples(examples []*doc.Example) {
	for _, e := range examples {
		var code bytes.Buffer
		format.Node(&code, w.fset, e.Code)
		source := strings.TrimSpace(code.String())
		if inner, ok := strings.CutPrefix(source, "{"); ok {
			source = strings.TrimSuffix(inner, "}")
			source = strings.TrimSpace(unindent(source))
		}
		source = strings.TrimSpace(lastOutput.ReplaceAllString(source, ""))
		title := "Example"
		if e.Suffix != "" {
			title += " (" + e.Suffix + ")"
		}
		fmt.Fprintf(w, "**%s.** %s\n", title, strings.TrimSpace(e.Doc))
		fmt.Fprintf(w, "\n```go\n%s\n```\n\n", source)
		if e.Output != "" {
			fmt.Fprintf(w, "It prints\n\n```text\n%s\n```\n\n", strings.TrimRight(e.Output, "\n"))
		}
	}
}

// unindent takes a tab from the beginning of each line.
func unindent(s string) string {
	return strings.ReplaceAll(s, "\n\t", "\n")
}
