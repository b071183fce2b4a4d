package local

import (
	"fmt"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// compiled is an importer of packages that are empty.
type compiled []string

func (c compiled) Import(path string) (*types.Package, error) {
	if !slices.Contains(c, path) {
		return nil, fmt.Errorf("no package %q in this kernel", path)
	}
	p := types.NewPackage(path, filepath.Base(path))
	p.MarkComplete()
	return p, nil
}

// write writes the files of an archive into a folder.
func write(t *testing.T, dir, archive string) {
	t.Helper()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// loaderIn returns a loader for a folder within one that has the files of an archive, and the
// folder that has them.
func loaderIn(t *testing.T, within, archive string) (*Loader, string) {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, archive)
	return New(filepath.Join(dir, within), token.NewFileSet(), compiled{"strings", "example.com/known"}), dir
}

// fails fails if an error does not have each of some texts.
func fails(t *testing.T, err error, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("the error is %v, want %q", err, text)
		}
	}
}

// TestFind: an import path stands for the folders that the documentation of a Loader lists, in
// this order.
func TestFind(t *testing.T) {
	l, _ := loaderIn(t, "books", `
-- go.mod --
module example.com/m
-- root.go --
package m
-- sub/a.go --
package sub
-- vendor/example.com/v/a.go --
package v
-- vendor/beside/a.go --
package atroot
-- books/own/a.go --
package own
-- books/strings/a.go --
package strings
-- books/beside/a.go --
package inbooks
-- books/vendor/beside/a.go --
package vendored
-- books/vendor/deep/a.go --
package deep
-- books/example.com/known/a.go --
package known
-- books/empty/note.txt --
-- books/tests/a_test.go --
package tests
`)
	for path, want := range map[string]struct{ name, path string }{
		"./own":             {"own", "example.com/m/books/own"},
		"../sub":            {"sub", "example.com/m/sub"},
		"..":                {"m", "example.com/m"},
		"example.com/m":     {"m", "example.com/m"},
		"example.com/m/sub": {"sub", "example.com/m/sub"},
		"example.com/v":     {"v", "example.com/v"},
		"beside":            {"atroot", "beside"},
		"deep":              {"deep", "deep"},
		"own":               {"own", "own"},
		"strings":           {},
		"example.com/known": {},
		"empty":             {},
		"tests":             {},
		"./none":            {},
		"/etc":              {},
		"a/../../x":         {},
	} {
		p, err := New(l.dir, token.NewFileSet(), l.compiled).Load(path)
		switch {
		case err != nil:
			t.Errorf("%s: %v", path, err)
		case (p == nil) != (want.name == ""):
			t.Errorf("%s is %v, want %q", path, p, want.name)
		case p != nil && (p.Types.Name() != want.name || p.Types.Path() != want.path):
			t.Errorf("%s is package %s at %s, want %s at %s", path, p.Types.Name(), p.Types.Path(), want.name, want.path)
		}
	}
}

// TestFiles: test files, and those that build constraints exclude, are none of a package.
func TestFiles(t *testing.T) {
	other := "windows"
	if runtime.GOOS == other {
		other = "linux"
	}
	dir := t.TempDir()
	write(t, dir, strings.ReplaceAll(`
-- a.go --
package p
-- a_test.go --
package p
-- a_OTHER.go --
package p
-- b.go --
//go:build ignore

package main
-- c.go --
//go:build OTHER

package p
-- d.go --
//go:build !OTHER

package p
-- notes.txt --
-- folder.go/a.go --
package q
`, "OTHER", other))
	if got, err := Files(dir); err != nil || !slices.Equal(got, []string{"a.go", "d.go"}) {
		t.Errorf("they are %q, %v", got, err)
	}
	if _, err := Files(filepath.Join(dir, "none")); err == nil {
		t.Error("a folder that is not there has files")
	}
}

// TestLoadAgain: a package is the same until its files, or those of its imports, change.
func TestLoadAgain(t *testing.T) {
	l, dir := loaderIn(t, ".", `
-- outer/a.go --
package outer

import "inner"

var X = inner.X
-- inner/a.go --
package inner

var X = 1
`)
	load := func() *types.Package {
		t.Helper()
		p, err := l.Load("outer")
		if err != nil {
			t.Fatal(err)
		}
		return p.Types
	}
	first := load()
	if load() != first {
		t.Error("it is another one, and nothing has changed")
	}
	write(t, dir, "-- inner/a.go --\npackage inner\n\nvar X = \"text\"\n")
	second := load()
	if second == first {
		t.Error("its import has changed, and it is the same")
	}
	if got := second.Scope().Lookup("X").Type().String(); got != "string" {
		t.Errorf("its variable is a %s", got)
	}
	write(t, dir, "-- outer/b.go --\npackage outer\n\nvar Y = 1\n")
	if third := load(); third == second || third.Scope().Lookup("Y") == nil {
		t.Error("it has a new file, and not what that declares")
	}
	if got := l.Line(filepath.Join("inner", "a.go"), 3); got != `var X = "text"` {
		t.Errorf("line 3 is %q", got)
	}
	if got := l.Line("inner/a.go", 9) + l.Line("other.go", 1); got != "" {
		t.Errorf("lines that are not there are %q", got)
	}
}

// TestMistakes: what is wrong with a package is said in the words of the compiler, with the file
// as the user names it.
func TestMistakes(t *testing.T) {
	l, _ := loaderIn(t, "books", `
-- books/broken/a.go --
package broken

func f( {
-- books/wrong/a.go --
package wrong

var X int = "text"
var Y = undefined
-- books/round/a.go --
package round

import _ "about"
-- books/about/a.go --
package about

import _ "round"
-- books/program/a.go --
package main
-- books/lost/a.go --
package lost

import (
	_ "./nowhere"
	_ "example.org/far"
	_ "nothing"
)
`)
	for path, want := range map[string][]string{
		"broken":  {"broken/a.go:3:9: expected"},
		"wrong":   {`wrong/a.go:3:13: cannot use "text"`, "wrong/a.go:4:9: undefined: undefined"},
		"round":   {"it imports itself: round imports about imports round"},
		"program": {"it is package main, a program, and only other packages can be imported"},
		"lost":    {"nowhere has no Go files", "it is not built into this kernel, and its source is not here: put that into the folder " + filepath.Join("vendor", "example.org", "far"), `no package "nothing"`},
	} {
		_, err := l.Load(path)
		fails(t, err, want...)
	}
}
