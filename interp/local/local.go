// Package local finds Go packages whose source lies beside a notebook or a
// program, and checks them.
package local

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/nvsd-kernel/nvsd-kernel/interp/bounds"
	"github.com/nvsd-kernel/nvsd-kernel/interp/lower"
	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic"
)

// A Loader reads packages. An import path stands for
//
//   - the folder that it names, if it begins with ./ or ../;
//   - a compiled package, which a folder does not hide: in a clone of this module a
//     notebook has the packages of the program that runs it;
//   - a folder of the module that the loader's folder is in, as go.mod says;
//   - a folder of that name in the folder vendor beside go.mod, or beside the
//     notebook;
//   - a folder of that name beside the notebook.
//
// Test files, and files that their build constraints exclude, are not read. A Loader is not safe for concurrent use.
type Loader struct {
	dir      string
	fset     *token.FileSet
	compiled types.Importer

	read    map[string]*source // by folder
	chosen  map[string]int     // by folder, which of the contexts chooses its files
	text    map[string][]string
	loading []string // import paths
}

// A source is a package as it was when it was read.
type source struct {
	pkg *lower.Package
	sum [sha256.Size]byte // of its files
}

// New returns a loader for the packages of a folder. Packages that are not local come
// from compiled.
func New(dir string, fset *token.FileSet, compiled types.Importer) *Loader {
	return &Loader{dir: dir, fset: fset, compiled: compiled, read: map[string]*source{}, chosen: map[string]int{}, text: map[string][]string{}}
}

// Load returns the package at an import path, nil if there is none. It returns the same
// package as before if neither its files nor those of its imports have changed. The
// path of its types is that by which a program imports it.
func (l *Loader) Load(importPath string) (*lower.Package, error) {
	dir, canonical := l.find(importPath)
	if dir == "" {
		return nil, nil
	}
	if slices.Contains(l.loading, canonical) {
		return nil, fmt.Errorf("it imports itself: %s", strings.Join(append(l.loading, canonical), " imports "))
	}
	l.loading = append(l.loading, canonical)
	defer func() { l.loading = l.loading[:len(l.loading)-1] }()
	return l.load(dir, canonical)
}

// Line returns a line of a file that has been read, counted from 1, or "".
func (l *Loader) Line(file string, line int) string {
	if text := l.text[file]; line >= 1 && line <= len(text) {
		return text[line-1]
	}
	return ""
}

// find returns the folder of a package and its import path.
func (l *Loader) find(importPath string) (dir, canonical string) {
	root, module := l.module()
	within := func(dir string) (string, string) {
		if rel, err := filepath.Rel(root, dir); module != "" && err == nil && filepath.IsLocal(rel) {
			return dir, path.Join(module, filepath.ToSlash(rel))
		}
		return dir, strings.TrimPrefix(path.Clean(importPath), "./")
	}
	if build.IsLocalImport(importPath) {
		dir := filepath.Join(l.dir, filepath.FromSlash(importPath))
		if !hasGo(dir) {
			return "", ""
		}
		return within(dir)
	}
	if !filepath.IsLocal(filepath.FromSlash(importPath)) {
		return "", ""
	}
	if _, err := l.compiled.Import(importPath); err == nil {
		return "", ""
	}
	if rest, ok := strings.CutPrefix(importPath+"/", module+"/"); ok && module != "" {
		if dir := filepath.Join(root, filepath.FromSlash(rest)); hasGo(dir) {
			return dir, importPath
		}
	}
	for _, dir := range []string{filepath.Join(root, "vendor"), filepath.Join(l.dir, "vendor"), l.dir} {
		dir = filepath.Join(dir, filepath.FromSlash(importPath))
		if hasGo(dir) {
			return dir, importPath
		}
	}
	return "", ""
}

// module returns the folder of the go.mod above the loader's folder and the
// path of its module.
func (l *Loader) module() (root, name string) {
	for dir := l.dir; ; dir = filepath.Dir(dir) {
		if text, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil {
			return dir, modfile.ModulePath(text)
		}
		if dir == filepath.Dir(dir) {
			return l.dir, ""
		}
	}
}

func hasGo(dir string) bool {
	names, err := Files(dir)
	return err == nil && len(names) > 0
}

// Files returns the names of the files that make up the package in a folder.
func Files(dir string) ([]string, error) { return filesOf(&build.Default, dir) }

func filesOf(ctx *build.Context, dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		if ok, err := ctx.MatchFile(dir, name); err == nil && ok {
			names = append(names, name)
		}
	}
	return names, nil
}

// load reads the package in a folder, unless the loader has its current state. Where its files
// cannot be loaded, others of it that contexts choose may be.
func (l *Loader) load(dir, importPath string) (*lower.Package, error) {
	var failed error
	var tried [][]string
	for i, ctx := range contexts() {
		if i < l.chosen[dir] {
			continue
		}
		names, err := filesOf(&ctx, dir)
		if err != nil {
			return nil, err
		}
		if len(names) == 0 || slices.ContainsFunc(tried, func(other []string) bool { return slices.Equal(names, other) }) {
			continue
		}
		tried = append(tried, names)
		pkg, err := l.loadFiles(dir, importPath, names)
		if err == nil {
			l.chosen[dir] = i
			return pkg, nil
		}
		if failed == nil {
			failed = err
		}
	}
	return nil, failed
}

// loadFiles reads the package that files of a folder are, unless the loader has their
// current state.
func (l *Loader) loadFiles(dir, importPath string, names []string) (_ *lower.Package, err error) {
	version := l.version(dir)
	hash := sha256.New()
	fmt.Fprintf(hash, "%s\n", version)
	texts := make([][]byte, len(names))
	for i, name := range names {
		texts[i], err = os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(hash, "%s %d\n%s", name, len(texts[i]), texts[i])
	}
	sum := [sha256.Size]byte(hash.Sum(nil))
	if old := l.read[dir]; old != nil && old.sum == sum {
		same, err := l.sameImports(old.pkg)
		if same || err != nil {
			return old.pkg, err
		}
	}
	var parsed []*ast.File
	var errs Errors
	for i, name := range names {
		shown := l.name(filepath.Join(dir, name))
		l.text[shown] = strings.Split(string(texts[i]), "\n")
		f, err := parser.ParseFile(l.fset, shown, texts[i], parser.SkipObjectResolution|parser.AllErrors)
		var list scanner.ErrorList
		if errors.As(err, &list) {
			for _, e := range list {
				errs = append(errs, e.Error())
			}
		} else if err != nil {
			return nil, err
		}
		parsed = append(parsed, f)
		stubLinked(f, texts[i])
	}
	if len(errs) > 0 {
		return nil, errs
	}
	if parsed[0].Name.Name == "main" {
		return nil, errors.New("it is package main, a program, and only other packages can be imported")
	}
	pkg, err := l.check(importPath, version, parsed)
	if err != nil {
		return nil, err
	}
	l.read[dir] = &source{pkg, sum}
	return pkg, nil
}

// name returns the name of a file in messages: its path from the loader's folder.
func (l *Loader) name(file string) string {
	if rel, err := filepath.Rel(l.dir, file); err == nil {
		return filepath.ToSlash(rel)
	}
	return file
}

// sameImports reports whether the local packages that a package imports have not
// changed.
func (l *Loader) sameImports(p *lower.Package) (bool, error) {
	for _, old := range p.Imports {
		now, err := l.Load(old.Types.Path())
		if err != nil || now != old {
			return false, err
		}
	}
	return true, nil
}

// Errors are the errors of a package in the words of the compiler, one a line.
type Errors []string

func (e Errors) Error() string { return strings.Join(e, "\n") }

// Check checks the files of a package, which may import local ones. They are of the newest
// version of Go, as those that go run names are.
func (l *Loader) Check(importPath string, parsed []*ast.File) (*lower.Package, error) {
	return l.check(importPath, "", parsed)
}

// check checks the files of a package of a version of Go; "" is the newest.
func (l *Loader) check(importPath, version string, parsed []*ast.File) (*lower.Package, error) {
	p := &lower.Package{Files: parsed, Info: generic.NewInfo()}
	var roots []ast.Node
	for _, f := range parsed {
		roots = append(roots, f)
	}
	if e := bounds.Check(roots, func(string) types.Object { return nil }); e != nil {
		return nil, Errors{fmt.Sprintf("%s: %s", l.fset.Position(e.Pos), e.Msg)}
	}
	var errs Errors
	conf := types.Config{
		Sizes:     types.SizesFor("gc", runtime.GOARCH),
		GoVersion: version,
		Error:     func(err error) { errs = append(errs, err.Error()) },
		Importer: importerFunc(func(path string) (*types.Package, error) {
			local, err := l.Load(path)
			if err != nil {
				return nil, err
			}
			if local == nil {
				return l.Import(path)
			}
			p.Imports = append(p.Imports, local)
			return local.Types, nil
		}),
	}
	var err error
	p.Types, err = conf.Check(importPath, l.fset, parsed, p.Info)
	if len(errs) == 0 {
		errs = l.bodiless(importPath, parsed)
	}
	if len(errs) > 0 {
		return nil, errs
	}
	return p, err
}

// Import returns a package that is not local.
func (l *Loader) Import(importPath string) (*types.Package, error) {
	if importPath == "unsafe" {
		return types.Unsafe, nil
	}
	pkg, err := l.compiled.Import(importPath)
	if err != nil {
		return nil, l.missing(importPath, err)
	}
	return pkg, nil
}

// missing returns the error for a package that is nowhere, which says what to do.
func (l *Loader) missing(importPath string, err error) error {
	first, _, _ := strings.Cut(importPath, "/")
	switch {
	case build.IsLocalImport(importPath):
		return fmt.Errorf("the folder %s has no Go files", filepath.Join(l.dir, filepath.FromSlash(importPath)))
	case strings.Contains(first, "."):
		return fmt.Errorf("it is not built into this kernel, and its source is not here: put that into the folder %s, as go mod vendor does",
			filepath.Join("vendor", filepath.FromSlash(importPath)))
	}
	return err
}

type importerFunc func(string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }
