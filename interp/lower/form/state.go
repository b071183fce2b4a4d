package form

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// programPath is the path of the package that lowered programs are.
const programPath = "main"

// A State holds the declarations of the programs of one interpreter so far, which later
// programs use. All of their names are different.
type State struct {
	importer *importer
	declared map[string]types.Object
	home     *types.Package // of what is declared
	serial   int
}

// NewState returns a state whose programs import what from has, beside the
// packages of symbols: those that have no source.
func NewState(from types.Importer, symbols ...rt.Symbols) *State {
	return &State{
		importer: newImporter(from, symbols),
		declared: map[string]types.Object{},
		home:     types.NewPackage(programPath, "main"),
	}
}

// A Program is a program of package lower, of which this package knows the code, the
// types and the imports.
type Program struct {
	rt.Program
	Lines []token.Pos // for each line of Code where it comes from
	// Hidden has the types that their packages keep to themselves, by the paths of
	// [rt.HiddenPath] that Code imports.
	Hidden map[string]*types.TypeName
}

// An Error is the reason why a program cannot be closed, with its place.
type Error struct {
	Pos token.Pos // where it comes from
	Msg string
}

func (e *Error) Error() string { return e.Msg }

// Close writes a program with the forms of a table only, and returns those that it
// has. What it declares later programs of the session may use. An error is an
// [*Error].
func (s *State) Close(p *Program, table *Table) (closed *Program, used map[Form]bool, err error) {
	defer func() {
		if e := recover(); e != nil {
			refused, ok := e.(*Error)
			if !ok {
				panic(e)
			}
			err = refused
		}
	}()
	for path, obj := range p.Hidden {
		s.importer.hide(path, obj)
	}
	w, file := s.read(p)
	w.table = table
	for name, path := range p.Aliases {
		w.aliases[path] = name
	}
	for _, d := range file.Decls {
		w.declaration(d)
	}
	var head strings.Builder
	aliases := map[string]string{}
	head.WriteString(Mark(token.NoPos) + "package main\n")
	for _, path := range sortedKeys(w.aliases) {
		name := w.aliases[path]
		fmt.Fprintf(&head, "import %s %q\n", name, path)
		aliases[name] = path
	}
	code, lines := Lines(head.String() + w.out.String())
	return &Program{Program: rt.Program{Code: code, Structs: p.Structs, Aliases: aliases}, Lines: lines}, w.used, nil
}

// read parses and checks a program.
func (s *State) read(p *Program) (*writer, *ast.File) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", p.Code, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		panic(mistake(err))
	}
	w := &writer{
		State: s, code: p.Code, lines: p.Lines, file: fset.File(file.FileStart), aliases: map[string]string{},
		hoisted: map[ast.Expr]string{}, used: map[Form]bool{}, shared: map[*types.Var]bool{},
		info: &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
			Selections: map[*ast.SelectorExpr]*types.Selection{},
		},
	}
	s.declareTypes(p, fset)
	pkg := s.packageOf(file)
	if err := s.check(fset, pkg, file, w.info); err != nil {
		panic(mistake(err))
	}
	w.scope = pkg.Scope()
	w.findShared(file)
	s.keep(pkg)
	return w, file
}

// tolerated reports whether the interpreter accepts what go/types reports: a function
// whose end is never reached.
func tolerated(msg string) bool { return msg == "missing return" }

func mistake(err error) *Error {
	return &Error{token.NoPos, fmt.Sprintf("this is Go, but the kernel fails at it: please report it with this message: %v", err)}
}

// packageOf returns a package in which a file can be checked: with those names of
// earlier programs that it uses.
func (s *State) packageOf(file *ast.File) *types.Package {
	pkg := types.NewPackage(programPath, "main")
	ast.Inspect(file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if obj := s.declared[id.Name]; obj != nil {
				pkg.Scope().Insert(obj)
			}
		}
		return true
	})
	return pkg
}

// keep remembers the declarations of a package, without those in the bodies of its functions.
func (s *State) keep(pkg *types.Package) {
	for _, name := range pkg.Scope().Names() {
		switch obj := pkg.Scope().Lookup(name).(type) {
		case *types.Func:
			sig := obj.Signature()
			s.declared[name] = types.NewFunc(token.NoPos, s.home, name,
				types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic()))
		case *types.Var:
			s.declared[name] = types.NewVar(token.NoPos, s.home, name, obj.Type())
		}
	}
}

// declareTypes adds the types that a program declares to those of the session.
func (s *State) declareTypes(p *Program, fset *token.FileSet) {
	if len(p.Structs) == 0 {
		return
	}
	var head, body strings.Builder
	for _, spec := range p.Structs {
		body.WriteString("type " + spec.Name + " ")
		if spec.Other != "" {
			body.WriteString(spec.Other + "\n")
			continue
		}
		body.WriteString("struct {\n")
		for _, f := range spec.Fields {
			body.WriteString(f.Name + " " + f.Type + "\n")
		}
		body.WriteString("}\n")
	}
	head.WriteString("package types\n")
	for name, path := range p.Aliases {
		if path != rt.TypesPath {
			fmt.Fprintf(&head, "import %s %q\n", name, path)
		}
	}
	file, err := parser.ParseFile(fset, "", head.String()+strings.ReplaceAll(body.String(), rt.TypesName+".", ""), parser.SkipObjectResolution)
	if err != nil {
		panic(mistake(err))
	}
	if err := s.check(fset, s.importer.types, file, nil); err != nil {
		panic(mistake(err))
	}
}

// check checks a file as a part of a package.
func (s *State) check(fset *token.FileSet, pkg *types.Package, file *ast.File, info *types.Info) (wrong error) {
	s.importer.supply(file)
	conf := types.Config{
		Importer: s.importer,
		Sizes:    sizes,
		Error: func(err error) {
			if e, ok := err.(types.Error); ok && wrong == nil && !e.Soft && !tolerated(e.Msg) {
				wrong = fmt.Errorf("%v: %s", fset.Position(e.Pos), e.Msg)
			}
		},
	}
	types.NewChecker(&conf, fset, pkg, info).Files([]*ast.File{file})
	return wrong
}

func sortedKeys(m map[string]string) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
