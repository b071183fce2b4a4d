package exam

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/constant"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols"
)

// A copier copies packages with their tests into a folder, where a program finds them
// as local packages. It also copies packages that the copies import and the kernel does
// not have.
type copier struct {
	t     *testing.T
	dir   string                       // the folder of the program
	roots map[string]string            // of modules, by the path of the module; "" is the standard library
	shims map[string]map[string][]byte // files by package
	own   map[string]bool              // the tested package, and packages that import it and that its tests use
	done  map[string]bool
}

// own is the beginning of the path of the copy of a tested package. With it the copy
// does not hide the package that the kernel has.
const own = "exam/"

// plainGo returns a context that chooses files without assembly: its processor is one for
// which no package has assembly.
func plainGo() *build.Context {
	c := build.Default
	c.GOARCH, c.CgoEnabled = "mips64le", false
	c.BuildTags = []string{"math_big_pure_go", "purego", "noasm", "safe"}
	return &c
}

func newCopier(t *testing.T, dir string, roots map[string]string, own ...string) *copier {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/shims.txtar")
	if err != nil {
		t.Fatal(err)
	}
	c := &copier{t: t, dir: dir, roots: roots, shims: map[string]map[string][]byte{}, own: map[string]bool{}, done: map[string]bool{}}
	for _, p := range own {
		c.own[p] = true
	}
	for _, f := range archive.Files {
		p, name := path.Split(f.Name)
		p = path.Clean(p)
		if c.shims[p] == nil {
			c.shims[p] = map[string][]byte{}
		}
		c.shims[p][name] = f.Data
	}
	return c
}

// source returns the folder of a package.
func (c *copier) source(importPath string) string {
	root := ""
	for p := range c.roots {
		if len(p) > len(root) && strings.HasPrefix(importPath+"/", p+"/") {
			root = p
		}
	}
	return filepath.Join(c.roots[root], filepath.FromSlash(strings.TrimPrefix(importPath, root)))
}

// A suite is a package with its tests, made a program that runs them.
type suite struct {
	path  string
	tests []string
	file  string // of the program
	dir   string // the working directory of the tests, with the files that they read
}

// suite copies a package and writes the program that runs its tests.
func (c *copier) suite(importPath string) (suite, error) {
	s := suite{path: importPath, file: filepath.Join(c.dir, "main.go"), dir: c.source(importPath)}
	in, err := c.copy(importPath, own+importPath, func(name string) bool { return !strings.HasPrefix(name, "example") || withoutTests(name) }, false)
	if err != nil {
		return s, err
	}
	out, err := c.copy(importPath, own+importPath+"_test", func(name string) bool {
		return strings.HasSuffix(name, "_test.go") && (!strings.HasPrefix(name, "example") || c.usesExamples(s.dir))
	}, true)
	if err != nil {
		return s, err
	}
	var text strings.Builder
	text.WriteString("package main\n\nimport (\n\t\"regexp\"\n\t\"testing\"\n")
	if len(in) > 0 {
		fmt.Fprintf(&text, "\tin %q\n", own+importPath)
	}
	if len(out) > 0 {
		fmt.Fprintf(&text, "\tout %q\n", own+importPath+"_test")
	}
	text.WriteString(")\n\nfunc main() {\n\ttests := []testing.InternalTest{\n")
	for _, name := range in {
		fmt.Fprintf(&text, "\t\t{Name: %q, F: in.%s},\n", name, name)
	}
	for _, name := range out {
		fmt.Fprintf(&text, "\t\t{Name: %q, F: out.%s},\n", name, name)
	}
	text.WriteString("\t}\n\ttesting.Main(regexp.MatchString, tests, nil, nil)\n}\n")
	s.tests = append(in, out...)
	write(c.t, c.dir, map[string][]byte{"main.go": []byte(text.String())})
	return s, nil
}

// call matches the call of an example in a test.
var call = regexp.MustCompile(`\bExample\w*\(\)\n`)

// usesExamples reports whether tests of a package call its examples. Examples that no
// test calls are left to TestExamples.
func (c *copier) usesExamples(dir string) bool {
	tests, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		c.t.Fatal(err)
	}
	return slices.ContainsFunc(tests, func(file string) bool {
		text, err := os.ReadFile(file)
		if err != nil {
			c.t.Fatal(err)
		}
		return !strings.HasPrefix(filepath.Base(file), "example") && call.Match(text)
	})
}

// copy copies the files of a package that want chooses and returns the tests in them.
// external chooses between the files of the external tests and all others.
func (c *copier) copy(importPath, to string, want func(name string) bool, external bool) ([]string, error) {
	if c.done[to] {
		return nil, nil
	}
	c.done[to] = true
	dir := c.source(importPath)
	files := map[string][]byte{}
	shim := c.shims[importPath]
	if shim[path.Base(importPath)+".go"] == nil {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if ok, err := plainGo().MatchFile(dir, e.Name()); err != nil || !ok || !strings.HasSuffix(e.Name(), ".go") || !want(e.Name()) {
				continue
			}
			files[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				return nil, err
			}
		}
	}
	maps.Copy(files, shim)
	var tests []string
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if len(files[name]) == 0 {
			continue
		}
		text, found, err := c.file(importPath, name, files[name], external)
		if err != nil {
			return nil, err
		}
		if text == nil {
			continue
		}
		tests = append(tests, found...)
		// A name without the suffix of a system, a processor or a test.
		plain := strings.ReplaceAll(strings.TrimSuffix(name, ".go"), "_", "-") + ".go"
		write(c.t, c.dir, map[string][]byte{path.Join(to, plain): text})
	}
	return tests, nil
}

// file rewrites a file, and returns its tests. Imports of copied packages become imports
// of the copies. Build constraints and functions without a body are removed. It returns
// nothing for a file of external tests if external is false, and for all other files if
// external is true.
func (c *copier) file(importPath, name string, text []byte, external bool) ([]byte, []string, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		return nil, nil, err
	}
	isTest := strings.HasSuffix(name, "_test.go")
	if (isTest && strings.HasSuffix(f.Name.Name, "_test")) != external {
		return nil, nil, nil
	}
	type edit struct {
		from, to int
		with     string
	}
	var edits []edit
	offset := func(p token.Pos) int { return fset.Position(p).Offset }
	for _, spec := range f.Imports {
		p := constant.StringVal(constant.MakeFromLiteral(spec.Path.Value, token.STRING, 0))
		if c.own[p] {
			edits = append(edits, edit{offset(spec.Path.Pos()), offset(spec.Path.End()), strconv.Quote(own + p)})
			if _, err := c.copy(p, own+p, withoutTests, false); err != nil {
				return nil, nil, err
			}
			continue
		}
		if err := c.need(p); err != nil {
			return nil, nil, err
		}
	}
	for _, group := range f.Comments {
		for _, comment := range group.List {
			if strings.HasPrefix(comment.Text, "//go:build") || strings.HasPrefix(comment.Text, "// +build") {
				edits = append(edits, edit{offset(comment.Pos()), offset(comment.End()), "//"})
			}
		}
	}
	var tests []string
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		if fn.Body == nil {
			edits = append(edits, edit{offset(fn.Pos()), offset(fn.End()), ""})
		}
		if isTest && isTestFunc(fn) {
			tests = append(tests, fn.Name.Name)
		}
	}
	slices.SortFunc(edits, func(a, b edit) int { return b.from - a.from })
	for _, e := range edits {
		text = slices.Concat(text[:e.from], []byte(e.with), text[e.to:])
	}
	return text, tests, nil
}

func isTestFunc(fn *ast.FuncDecl) bool {
	rest, ok := strings.CutPrefix(fn.Name.Name, "Test")
	if !ok || fn.Recv != nil || rest != "" && 'a' <= rest[0] && rest[0] <= 'z' || len(fn.Type.Params.List) != 1 {
		return false
	}
	star, ok := fn.Type.Params.List[0].Type.(*ast.StarExpr)
	if !ok {
		return false
	}
	sel, ok := star.X.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "T"
}

// need copies a package that a copy imports, unless the kernel has the package.
func (c *copier) need(importPath string) error {
	if importPath == "unsafe" || importPath == "C" || slices.Contains(symbols.Paths(), importPath) {
		return nil
	}
	_, err := c.copy(importPath, importPath, withoutTests, false)
	return err
}

func withoutTests(name string) bool { return !strings.HasSuffix(name, "_test.go") }
