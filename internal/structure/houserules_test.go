package structure

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/mod/modfile"
)

// The tests of this file hold the house rules of CONTRIBUTING.md that a test can hold. Each lists
// its exceptions, with a reason; an exception that nothing needs any more fails, too.

// A houseFile is a Go file that people write: no generated one.
type houseFile struct {
	goFile
	fset  *token.FileSet
	tree  *ast.File
	lines int
}

// readFiles has what houseFiles has read.
var readFiles []houseFile

// houseFiles returns the Go files that people write, the tests too.
func houseFiles(t *testing.T) []houseFile {
	t.Helper()
	if readFiles != nil {
		return readFiles
	}
	var files []houseFile
	for _, f := range moduleFiles(t) {
		fset := token.NewFileSet()
		tree, err := parser.ParseFile(fset, filepath.Join(root, f.path), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if !ast.IsGenerated(tree) {
			files = append(files, houseFile{f, fset, tree, fset.File(tree.FileStart).LineCount()})
		}
	}
	readFiles = files
	return files
}

// exceptions are things that a rule spares, each with the reason for it.
type exceptions map[string]string

// spared reports whether one of the keys is an exception, and strikes it off those that are left.
func (e exceptions) spared(left exceptions, keys ...string) bool {
	spared := false
	for _, key := range keys {
		if _, is := e[key]; is {
			delete(left, key)
			spared = true
		}
	}
	return spared
}

// unused fails for the exceptions that are left.
func (e exceptions) unused(t *testing.T) {
	t.Helper()
	for _, key := range slices.Sorted(maps.Keys(e)) {
		t.Errorf("%s keeps the rule and needs no exception: delete it", key)
	}
}

// TestFileLength: few files are longer than 400 lines, and none is longer than 500.
func TestFileLength(t *testing.T) {
	const long, most, few = 400, 500, 40
	spare := exceptions{
		"stdlib/nvsd/record/export_test.go": "stdlib/nvsd is being cut into layers, and its tests with it",
	}
	left, count := maps.Clone(spare), 0
	for _, f := range houseFiles(t) {
		if f.lines > long {
			count++
		}
		if f.lines > most && !spare.spared(left, f.path) {
			t.Errorf("%s has %d lines: a file has one concept, and %d lines at most", f.path, f.lines, most)
		}
	}
	if count > few {
		t.Errorf("%d files are longer than %d lines, and few are to be: %d at most", count, long, few)
	}
	left.unused(t)
}

// TestInterfaceSize: an interface has at most four methods. An embedded interface of the same
// package counts with its methods, and one of another package as one.
func TestInterfaceSize(t *testing.T) {
	const most = 4
	spare := exceptions{
		"interp/rt.FileIO":                                "the five interfaces of package io by which a file is read and written, as any of which a program may use it",
		"stdlib/nvsd/score.Fitted":                        "what a comparison asks of a model of any system, one method a question; users write such types",
		"stdlib/nvsd/baseline/internal/components.System": "the solution of a system, and what Newton's method needs of it",
	}
	left := maps.Clone(spare)
	declared := map[string]*ast.InterfaceType{} // by the package and the name
	files := houseFiles(t)
	for _, f := range files {
		ast.Inspect(f.tree, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				if i, ok := spec.Type.(*ast.InterfaceType); ok {
					declared[f.pkg+"."+spec.Name.Name] = i
				}
			}
			return true
		})
	}
	var size func(pkg string, i *ast.InterfaceType) int
	size = func(pkg string, i *ast.InterfaceType) (n int) {
		for _, m := range i.Methods.List {
			switch e := m.Type.(type) {
			case *ast.FuncType:
				n += len(m.Names)
			case *ast.Ident:
				if embedded := declared[pkg+"."+e.Name]; embedded != nil {
					n += size(pkg, embedded)
				}
			case *ast.SelectorExpr:
				n++
			}
		}
		return n
	}
	for name, i := range declared {
		if n := size(name[:strings.LastIndexByte(name, '.')], i); n > most && !spare.spared(left, name) {
			t.Errorf("%s has %d methods: an interface has %d at most", name, n, most)
		}
	}
	left.unused(t)
}

// The reasons for the state of packages.
const (
	sharedTypes = "a type, a function or a place has one description in a process, as in Go, by which programs of all sessions know it"
	byGoroutine = "Go gives a goroutine no place for what belongs to it: its panic, its chance to recover, the record that it logs"
	byValue     = "Go gives a value of the standard library no place for what belongs to it; the entry goes with the value"
	processHook = "lowered code calls functions, which have no receiver: the process says once where they print, read, halt and end"
	methodCode  = "the methods of types that are made at run time are compiled into the program, and are given away once"
)

// TestPackageState: no variable of a package is assigned to outside of its declaration, or is of a
// type of packages sync and atomic, but for pools of memory.
func TestPackageState(t *testing.T) {
	spare := exceptions{
		"interp/rt.types": sharedTypes, "interp/rt.typesMu": sharedTypes, "interp/rt.natives": sharedTypes, "interp/rt.userTypes": sharedTypes,
		"interp/rt.realMu": sharedTypes, "interp/rt.realTypes": sharedTypes, "interp/rt.realOf": sharedTypes, "interp/rt.interfaces": sharedTypes, "interp/rt.wrappers": sharedTypes,
		"interp/rt.sources": sharedTypes, "interp/rt.sessions": sharedTypes,
		"interp/rt.funcNames": sharedTypes, "interp/rt.unnamed": sharedTypes, "interp/rt.places": sharedTypes, "interp/rt.ofLink": sharedTypes, "interp/rt.ofFunc": sharedTypes,
		"interp/rt.chances": byGoroutine, "interp/rt.chancesOpen": byGoroutine, "interp/rt.trails": byGoroutine, "interp/rt.goesOn": byGoroutine, "interp/rt.going": byGoroutine, "interp/rt.handled": byGoroutine,
		"interp/rt.frameLists": byValue, "interp/rt.locks": byValue, "interp/rt.tests": byValue,
		"interp/rt.host":     processHook,
		"interp/rt/named.mu": methodCode, "interp/rt/named.kept": methodCode, "interp/rt/named.used": methodCode, "interp/rt/named.contexts": methodCode,
	}
	left := maps.Clone(spare)
	packages := map[string]map[string]*ast.ValueSpec{}
	var files []houseFile
	for _, f := range houseFiles(t) {
		if f.test {
			continue
		}
		files = append(files, f)
		if packages[f.pkg] == nil {
			packages[f.pkg] = map[string]*ast.ValueSpec{}
		}
		for spec := range packageVariables(f.tree) {
			for _, name := range spec.Names {
				packages[f.pkg][name.Name] = spec
			}
		}
	}
	for _, f := range files {
		report := func(at token.Pos, name, what string) {
			if !spare.spared(left, f.pkg+"."+name) {
				t.Errorf("%s: %s %s: a package has no state that changes", f.fset.Position(at), name, what)
			}
		}
		for spec := range packageVariables(f.tree) {
			if synchronises(spec) {
				for _, name := range spec.Names {
					report(name.Pos(), name.Name, "is a variable that goroutines change")
				}
			}
		}
		for _, d := range f.tree.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				for _, e := range assigned(fn) {
					if id := baseOf(e); id != nil && id.Name != "_" {
						if spec := packages[f.pkg][id.Name]; spec != nil && (id.Obj == nil || id.Obj.Decl == spec) {
							report(e.Pos(), id.Name, "is assigned to")
						}
					}
				}
			}
		}
	}
	left.unused(t)
}

// packageVariables yields the declarations of the variables of a file's package.
func packageVariables(tree *ast.File) func(yield func(*ast.ValueSpec) bool) {
	return func(yield func(*ast.ValueSpec) bool) {
		for _, d := range tree.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
				for _, spec := range g.Specs {
					if !yield(spec.(*ast.ValueSpec)) {
						return
					}
				}
			}
		}
	}
}

// synchronises reports whether a variable is of a type of packages sync or atomic, or has one in
// a structure that is declared with it, other than a pool.
func synchronises(spec *ast.ValueSpec) bool {
	types := []ast.Node{spec.Type}
	for _, v := range spec.Values {
		if p, ok := v.(*ast.UnaryExpr); ok {
			v = p.X
		}
		if lit, ok := v.(*ast.CompositeLit); ok {
			types = append(types, lit.Type)
		}
	}
	found := false
	for _, typ := range types {
		if typ == nil || typ == ast.Expr(nil) {
			continue
		}
		ast.Inspect(typ, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				pkg, ok := sel.X.(*ast.Ident)
				found = found || ok && (pkg.Name == "sync" && sel.Sel.Name != "Pool" || pkg.Name == "atomic")
			}
			_, isFunc := n.(*ast.FuncType)
			return !isFunc
		})
	}
	return found
}

// assigned returns the operands that a function assigns to, or writes to by a function of the language.
func assigned(fn *ast.FuncDecl) (list []ast.Expr) {
	if fn.Body == nil {
		return nil
	}
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				list = append(list, n.Lhs...)
			}
		case *ast.IncDecStmt:
			list = append(list, n.X)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				list = append(list, n.Key, n.Value)
			}
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.Ident); ok && slices.Contains([]string{"delete", "clear", "copy"}, f.Name) {
				list = append(list, n.Args[0])
			}
		}
		return true
	})
	return list
}

// baseOf returns the variable of which an expression is the whole or a part, nil if there is none.
func baseOf(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.ParenExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		default:
			return nil
		}
	}
}

// TestNoInit: no package registers itself.
func TestNoInit(t *testing.T) {
	spare := exceptions{
		"stdlib/nvsd/solve/arithmetic_portable.go": "in what install/portable builds it gives gonum the products of internal/blas",
	}
	left := maps.Clone(spare)
	for _, f := range houseFiles(t) {
		for _, d := range f.tree.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" && !f.test && !spare.spared(left, f.path) {
				t.Errorf("%s has a function init", f.path)
			}
		}
	}
	left.unused(t)
}

// TestConditionsChangeNothing: before the condition of an if, or the value of a switch, stands
// nothing but a definition.
func TestConditionsChangeNothing(t *testing.T) {
	for _, f := range houseFiles(t) {
		ast.Inspect(f.tree, func(n ast.Node) bool {
			var before ast.Stmt
			switch n := n.(type) {
			case *ast.IfStmt:
				before = n.Init
			case *ast.SwitchStmt:
				before = n.Init
			case *ast.TypeSwitchStmt:
				before = n.Init
			}
			if a, ok := before.(*ast.AssignStmt); before == nil || ok && a.Tok == token.DEFINE {
				return true
			}
			t.Errorf("%s: what stands before the condition changes something: write it as a statement of its own", f.fset.Position(before.Pos()))
			return true
		})
	}
}

// TestResultComesFirst: where a function writes to its parameter dst, this is the first one.
func TestResultComesFirst(t *testing.T) {
	spare := exceptions{
		"stdlib/nvsd/kern/profile.go": "the functions have the profile, which they all apply, as others have a receiver",
	}
	left := maps.Clone(spare)
	for _, f := range houseFiles(t) {
		ast.Inspect(f.tree, func(n ast.Node) bool {
			fn, ok := n.(*ast.FuncType)
			if !ok {
				return true
			}
			place := 0
			for _, field := range fn.Params.List {
				for _, name := range field.Names {
					if name.Name == "dst" && place > 0 && !spare.spared(left, f.path) {
						t.Errorf("%s: the parameter dst is number %d", f.fset.Position(name.Pos()), place+1)
					}
					place++
				}
			}
			return true
		})
	}
	left.unused(t)
}

// TestDocCommentsNameTheirSubject: the comment of a declaration begins with its name, behind few
// words such as an article. Declarations in groups have a comment together.
func TestDocCommentsNameTheirSubject(t *testing.T) {
	const few = 6
	for _, f := range houseFiles(t) {
		if f.test {
			continue
		}
		check := func(doc *ast.CommentGroup, names ...*ast.Ident) {
			words := strings.FieldsFunc(doc.Text(), func(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) })
			for _, name := range names {
				if slices.ContainsFunc(words[:min(few, len(words))], func(word string) bool { return strings.EqualFold(word, name.Name) }) {
					return
				}
			}
			if len(words) > 0 { // it is no directive
				t.Errorf("%s: the comment of %s does not begin with the name", f.fset.Position(doc.Pos()), names[0].Name)
			}
		}
		for _, d := range f.tree.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Name.Name != "init" {
					check(d.Doc, d.Name)
				}
			case *ast.GenDecl:
				if d.Lparen.IsValid() {
					continue
				}
				switch spec := d.Specs[0].(type) {
				case *ast.TypeSpec:
					check(d.Doc, spec.Name)
				case *ast.ValueSpec:
					check(d.Doc, spec.Names...)
				}
			}
		}
	}
}

// TestEveryDependencyIsListed: docs/dependencies.md has a line for each module that go.mod
// requires directly, with its version, and for no other.
func TestEveryDependencyIsListed(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	mod, err := modfile.Parse("go.mod", text, nil)
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(root, "docs", "dependencies.md"))
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]string{} // the versions
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(line, "|")
		if len(cells) < 3 || !strings.Contains(cells[1], ".") {
			continue
		}
		version, _, _ := strings.Cut(strings.TrimSpace(cells[2]), " ")
		listed[strings.TrimSpace(cells[1])] = version
	}
	for _, r := range mod.Require {
		version, is := listed[r.Mod.Path]
		switch {
		case r.Indirect:
			continue
		case !is:
			t.Errorf("docs/dependencies.md has no line for %s", r.Mod.Path)
		case version != r.Mod.Version:
			t.Errorf("docs/dependencies.md has %s %s, and go.mod requires %s", r.Mod.Path, version, r.Mod.Version)
		}
		delete(listed, r.Mod.Path)
	}
	for path := range listed {
		t.Errorf("docs/dependencies.md has a line for %s, which go.mod does not require directly", path)
	}
}
