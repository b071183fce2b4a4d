package exam

import (
	"cmp"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A collected program is one of a folder of programs: files of package main with one
// function main among them.
type collected struct {
	name  string   // the file or the folder, relative to the collection
	dir   string   // the folder of the files
	files []string // their names
	input string   // the file that is its standard input, or ""
	// concurrent is whether one of the files has a go statement.
	concurrent bool
}

// collect returns the programs of a folder and of all folders below it, in the order of
// their names. The files of a folder are one program if one of them has the function main.
// If several have it, each of these is a program, together with the files that have none.
// A file that its build constraint leaves out, such as one with //go:build ignore, is a
// program by itself.
func collect(root string) ([]collected, error) {
	var all []collected
	err := filepath.WalkDir(root, func(dir string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if name := d.Name(); dir != root && (name == "testdata" || name == "vendor" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")) {
			return filepath.SkipDir
		}
		found, err := collectFolder(root, dir)
		all = append(all, found...)
		return err
	})
	slices.SortFunc(all, func(a, b collected) int { return cmp.Compare(a.name, b.name) })
	return all, err
}

// collectFolder returns the programs whose files are in the folder dir.
func collectFolder(root, dir string) ([]collected, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var entry, alone, rest []string // files with main, those that are left out, files without main
	concurrent := map[string]bool{}
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") {
			continue
		}
		// A file that does not parse to its end belongs to a program that Go refuses.
		f, _ := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if f == nil || f.Name == nil || f.Name.Name != "main" {
			continue
		}
		concurrent[name] = startsGoroutines(f)
		fits, err := build.Default.MatchFile(dir, name)
		switch isEntry := declaresMain(f); {
		case isEntry && (err != nil || !fits):
			alone = append(alone, name)
		case isEntry:
			entry = append(entry, name)
		case fits:
			rest = append(rest, name)
		}
	}
	folder, err := filepath.Rel(root, dir)
	if err != nil {
		return nil, err
	}
	folder = filepath.ToSlash(folder)
	var found []collected
	add := func(name string, files ...string) {
		in := strings.TrimSuffix(files[0], ".go") + ".in"
		slices.Sort(files) // as the compiler gets those of a folder
		p := collected{name: name, dir: dir, files: files}
		p.concurrent = slices.ContainsFunc(files, func(file string) bool { return concurrent[file] })
		if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == in }) {
			p.input = filepath.Join(dir, in)
		}
		found = append(found, p)
	}
	file := func(name string) string { return strings.TrimPrefix(folder+"/"+name, "./") }
	switch {
	case len(entry) == 1 && len(rest) > 0:
		add(folder, slices.Concat(entry, rest)...)
	default:
		for _, name := range entry {
			add(file(name), append([]string{name}, rest...)...)
		}
	}
	for _, name := range alone {
		add(file(name), name)
	}
	return found, nil
}

func declaresMain(f *ast.File) bool {
	return slices.ContainsFunc(f.Decls, func(d ast.Decl) bool {
		fn, ok := d.(*ast.FuncDecl)
		return ok && fn.Name.Name == "main" && fn.Recv == nil
	})
}

func startsGoroutines(f *ast.File) (starts bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		_, isGo := n.(*ast.GoStmt)
		starts = starts || isGo
		return !starts
	})
	return starts
}

// copyFolder copies a folder and what is below it, except folders that hold Go: those are
// other programs and packages.
func copyFolder(to, from string) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	for _, e := range entries {
		source, target := filepath.Join(from, e.Name()), filepath.Join(to, e.Name())
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case e.IsDir():
			if held, err := filepath.Glob(filepath.Join(source, "*.go")); err != nil || len(held) > 0 {
				continue
			}
			if err := copyFolder(target, source); err != nil {
				return err
			}
		case e.Type().IsRegular():
			text, err := os.ReadFile(source)
			if err != nil {
				return err
			}
			if err := os.WriteFile(target, text, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}
