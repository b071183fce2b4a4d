package structure

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// root is the folder of the module, seen from the tests of this package.
const root = "../.."

// A goFile is one Go file of the module.
type goFile struct {
	path string // from the module's folder, with slashes
	pkg  string // the folder of path
	test bool
}

// moduleFiles returns the Go files of the module whatever system, processor or
// build tag they are for. Like the go command it leaves out testdata and what
// begins with a dot or an underscore; build is where make puts what it installs.
func moduleFiles(t *testing.T) []goFile {
	t.Helper()
	var files []goFile
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == root {
			return err
		}
		name := entry.Name()
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		hidden := strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")
		switch {
		case entry.IsDir():
			if hidden || name == "testdata" || rel == "build" {
				return fs.SkipDir
			}
		case !hidden && strings.HasSuffix(name, ".go"):
			files = append(files, goFile{rel, filepath.ToSlash(filepath.Dir(rel)), strings.HasSuffix(name, "_test.go")})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatalf("there are no Go files in %s", root)
	}
	return files
}

// imports returns the paths that the file imports.
func (f goFile) imports(t *testing.T) []string {
	t.Helper()
	tree, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, f.path), nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, spec := range tree.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatalf("%s: the import %s: %v", f.path, spec.Path.Value, err)
		}
		paths = append(paths, path)
	}
	return paths
}

// parse reads the whole file.
func (f goFile) parse(t *testing.T) (*token.FileSet, *ast.File) {
	t.Helper()
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, filepath.Join(root, f.path), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	return fset, tree
}
