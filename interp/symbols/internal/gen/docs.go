package gen

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/doc"
	"go/format"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/comments"
)

// Builtin is the path of the package that documents the predeclared names.
const Builtin = "builtin"

// Docs returns the doc comments of packages, by path, in the form of [Pack].
func Docs(paths []string) (map[string][]byte, error) {
	packages, err := list(paths)
	if err != nil {
		return nil, err
	}
	all := map[string][]byte{}
	for _, p := range packages {
		comments, err := p.comments()
		if err != nil {
			return nil, err
		}
		all[p.ImportPath] = Pack(comments)
	}
	return all, nil
}

// Pack writes comments by name: the names in order, each followed by its comment.
// A zero byte ends each name and each comment.
func Pack(comments map[string]string) []byte {
	var b bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(comments)) {
		b.WriteString(name + "\x00" + comments[name] + "\x00")
	}
	return b.Bytes()
}

// sources are the files of a package as go list prints them.
type sources struct {
	ImportPath, Dir                    string
	GoFiles, TestGoFiles, XTestGoFiles []string
}

// list returns the sources of packages.
func list(paths []string) ([]sources, error) {
	out, err := command(append([]string{"list", "-json=ImportPath,Dir,GoFiles,TestGoFiles,XTestGoFiles"}, paths...)...).Output()
	if err != nil {
		return nil, withOutput(err)
	}
	var packages []sources
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p sources
		if err := dec.Decode(&p); err == io.EOF {
			return packages, nil
		} else if err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
}

// comments returns the doc comments of the exports of a package by name, as
// [comments.Of] does. For the project's own packages it also has the first example of
// each name, under "example " and the name.
func (p sources) comments() (map[string]string, error) {
	fset := token.NewFileSet()
	files, err := p.parse(fset, p.GoFiles)
	if err != nil {
		return nil, err
	}
	c := comments.Of(files...)
	maps.DeleteFunc(c, func(name, _ string) bool { return p.ImportPath != Builtin && !exported(name) })
	if strings.HasPrefix(p.ImportPath, Module+"/") {
		tests, err := p.parse(fset, slices.Concat(p.TestGoFiles, p.XTestGoFiles))
		if err != nil {
			return nil, err
		}
		pkg, err := doc.NewFromFiles(fset, slices.Concat(files, tests), p.ImportPath)
		if err != nil {
			return nil, err
		}
		addExamples(c, fset, pkg)
	}
	return c, nil
}

func (p sources) parse(fset *token.FileSet, names []string) ([]*ast.File, error) {
	var files []*ast.File
	for _, name := range names {
		f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// exported reports whether each part of a name is exported and belongs to the package.
func exported(name string) bool {
	for part := range strings.SplitSeq(name, ".") {
		if part != "" && !token.IsExported(part) {
			return false
		}
	}
	return true
}

// addExamples adds the first example of the package, and of each function, type
// and method.
func addExamples(c map[string]string, fset *token.FileSet, pkg *doc.Package) {
	add := func(name string, list []*doc.Example) {
		if len(list) == 0 {
			return
		}
		var b bytes.Buffer
		if err := format.Node(&b, fset, list[0].Code); err != nil {
			return // leave out an example that cannot be printed
		}
		c["example "+name] = strings.TrimSpace(unwrap(b.String()))
	}
	add("", pkg.Examples)
	for _, f := range pkg.Funcs {
		add(f.Name, f.Examples)
	}
	for _, t := range pkg.Types {
		add(t.Name, t.Examples)
		for _, f := range slices.Concat(t.Funcs, t.Methods) {
			name := f.Name
			if f.Recv != "" {
				name = t.Name + "." + name
			}
			add(name, f.Examples)
		}
	}
}

// unwrap removes the braces around the body of a function.
func unwrap(block string) string {
	inner, ok := strings.CutPrefix(block, "{\n")
	inner, ok2 := strings.CutSuffix(inner, "\n}")
	if !ok || !ok2 {
		return block
	}
	lines := strings.Split(inner, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(line, "\t")
	}
	return strings.Join(lines, "\n")
}
