// Package program runs whole Go programs, of package main, as go run would: in
// this process, with its standard streams, its arguments and its exit status.
package program

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"os"
	"reflect"
	"runtime"
	"strings"

	"github.com/traefik/yaegi/interp"

	"github.com/nvsd-kernel/nvsd-kernel/interp/bounds"
	"github.com/nvsd-kernel/nvsd-kernel/interp/lower"
	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols"
)

// IsProgram tells whether source is a file of package main, rather than the
// cells of a script.
func IsProgram(source []byte) bool {
	f, err := parser.ParseFile(token.NewFileSet(), "", source, parser.PackageClauseOnly)
	return err == nil && f.Name.Name == "main"
}

// Run runs the program in the files, with args as os.Args. It returns when main
// does; a program that calls os.Exit ends this process. What goes wrong before
// it begins is an [Errors] or an error that says what the interpreter cannot
// do, a panic is a [*Panic].
func Run(files, args []string) error {
	fset := token.NewFileSet()
	var parsed []*ast.File
	var errs Errors
	for _, name := range files {
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution|parser.AllErrors)
		var list scanner.ErrorList
		switch {
		case errors.As(err, &list):
			for _, e := range list {
				errs = append(errs, e.Error())
			}
		case err != nil:
			return err
		default:
			parsed = append(parsed, f)
		}
	}
	if len(errs) > 0 {
		return errs
	}
	from := importer{symbols.Importer()}
	pkg, info, err := check(fset, parsed, from)
	if err != nil {
		return err
	}
	lowered, err := lower.Program(parsed, pkg, info, generic.New(fset, from))
	var refused *lower.Error
	if errors.As(err, &refused) {
		return fmt.Errorf("%s: %w", fset.Position(refused.Pos), err)
	}
	if err != nil {
		return err
	}
	return execute(fset, lowered, args)
}

// Errors are what the compiler would say, one a line.
type Errors []string

func (e Errors) Error() string { return strings.Join(e, "\n") }

func check(fset *token.FileSet, files []*ast.File, from types.Importer) (*types.Package, *types.Info, error) {
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Instances: map[*ast.Ident]types.Instance{}, Implicits: map[ast.Node]types.Object{},
	}
	var errs Errors
	conf := types.Config{
		Importer: from,
		Sizes:    types.SizesFor("gc", runtime.GOARCH),
		Error:    func(err error) { errs = append(errs, err.Error()) },
	}
	pkg, err := conf.Check("main", fset, files, info)
	if len(errs) > 0 {
		return nil, nil, errs
	}
	if err == nil && pkg.Scope().Lookup("main") == nil {
		err = Errors{"function main is undeclared in the main package"}
	}
	return pkg, info, err
}

// importer knows package unsafe too, of which the sizes are constants.
type importer struct{ types.Importer }

func (im importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	return im.Importer.Import(path)
}

// A Panic is a panic that the program did not recover from.
type Panic struct {
	Value any
	Calls []Call // through which it passed, the innermost first
}

// A Call is a call in the program: where in the function it was, or where a
// function literal begins.
type Call struct {
	Func     string
	Position token.Position
}

// Error is what Go prints of a panic, with the program's own calls.
func (p *Panic) Error() string {
	var b strings.Builder
	b.WriteString("panic: " + rt.PanicText(p.Value) + "\n")
	for _, c := range p.Calls {
		fmt.Fprintf(&b, "\n%s(...)\n\t%s:%d", c.Func, c.Position.Filename, c.Position.Line)
	}
	return b.String()
}

func execute(fset *token.FileSet, p *lower.Result, args []string) (err error) {
	exports := symbols.Exports()
	types := map[string]reflect.Type{}
	if err := rt.Structs(types, p.Structs, rt.LookupIn(exports, p.Aliases)); err != nil {
		return err
	}
	calls := &calls{fset: fset, lines: p.Lines}
	rt.OnRecover(calls.forget)
	i := interp.New(interp.Options{Unrestricted: true, Args: args, Stderr: calls, Stdin: os.Stdin, Stdout: os.Stdout})
	for _, use := range []interp.Exports{exports, rt.Exports(exports), generic.Exports(), rt.TypeExports(types)} {
		if err := i.Use(use); err != nil {
			return err
		}
	}
	compiled, err := i.Compile(p.Code)
	if err == nil {
		bounds.Watch(compiled)
		_, err = i.Execute(compiled)
	}
	if err != nil {
		return fmt.Errorf("the interpreter cannot run this program: %w", err)
	}
	entry, err := i.Eval(p.Entry)
	if err != nil {
		return err
	}
	os.Args = args
	defer func() {
		if v := recover(); v != nil {
			err = &Panic{rt.Thrown(v), calls.all()}
		}
	}()
	entry.Interface().(func())()
	return nil
}
