// Package interpreter sets up yaegi, the interpreter, for lowered programs, in the worker and for
// whole programs alike: with package rt, with the packages that programs import, and
// with the watcher that says where a panic came from.
package interpreter

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"reflect"
	"strconv"

	"github.com/traefik/yaegi/interp"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols"
	"github.com/nvsd-kernel/nvsd-kernel/interp/watch"
)

// An Interpreter runs lowered programs. It is not safe for
// concurrent use, but the functions of its programs may run meanwhile.
type Interpreter struct {
	Yaegi *interp.Interpreter

	replaced interp.Exports          // by path, what is not as in the compiled packages
	types    map[string]reflect.Type // that programs have declared
	used     map[string]bool         // packages that it has been given, by path
	wrappers bool                    // it has been given the wrappers of interfaces
}

// New returns an interpreter. Its programs can always import what hosts has, beside
// package rt, in which hosts may replace functions. In the compiled packages that
// they import, what replaced has by path takes the place of what there is.
func New(opt interp.Options, hosts []interp.Exports, replaced ...interp.Exports) (*Interpreter, error) {
	i := &Interpreter{
		Yaegi:    interp.New(opt),
		replaced: interp.Exports{}, types: map[string]reflect.Type{}, used: map[string]bool{},
	}
	for _, use := range append([]interp.Exports{rt.Exports(symbols.Interfaces())}, hosts...) {
		if err := i.Yaegi.Use(use); err != nil {
			return nil, fmt.Errorf("interp: the interpreter does not take its packages: %w", err)
		}
	}
	for _, own := range append([]interp.Exports{rt.Replaced()}, replaced...) {
		for path, values := range own {
			if i.replaced[path] == nil {
				i.replaced[path] = map[string]reflect.Value{}
			}
			maps.Copy(i.replaced[path], values)
		}
	}
	return i, nil
}

// Load compiles a program, whose lines come from where from says, and executes its
// declarations. If that fails, the compiled program is returned with the error; it is
// nil if it could not be compiled.
func (i *Interpreter) Load(p rt.Program, from watch.Origins) (*interp.Program, error) {
	file, err := parser.ParseFile(i.Yaegi.FileSet(), p.File, p.Code, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		return nil, err
	}
	if err := i.use(file.Imports); err != nil {
		return nil, err
	}
	if err := i.declare(p); err != nil {
		return nil, err
	}
	compiled, err := watch.Compile(i.Yaegi, file)
	if err != nil {
		return nil, err
	}
	watch.Watch(i.Yaegi.FileSet(), file, compiled, from)
	rt.Write(p.Written)
	_, err = i.Yaegi.Execute(compiled)
	return compiled, err
}

// use gives the interpreter the packages that a program imports, so that none
// costs anything before.
func (i *Interpreter) use(imports []*ast.ImportSpec) error {
	for _, spec := range imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil || i.used[path] {
			continue
		}
		exports := []interp.Exports{generic.Exports(path)}
		if values := symbols.Values(path); values != nil {
			maps.Copy(values, i.replaced[path])
			exports = append(exports, symbols.Exports(path, values))
			if !i.wrappers {
				exports = append(exports, symbols.Wrappers())
				i.wrappers = true
			}
		}
		for _, use := range exports {
			if err := i.Yaegi.Use(use); err != nil {
				return fmt.Errorf("the interpreter does not take package %s: %w", path, err)
			}
		}
		i.used[path] = true
	}
	return nil
}

// declare gives the interpreter the struct types of a program.
func (i *Interpreter) declare(p rt.Program) error {
	if len(p.Structs) == 0 {
		return nil
	}
	if err := rt.Structs(i.types, p.Structs, rt.LookupIn(symbols.Values, p.Aliases)); err != nil {
		return err
	}
	fresh := map[string]reflect.Type{}
	for _, s := range p.Structs {
		fresh[s.Name] = i.types[s.Name]
	}
	return i.Yaegi.Use(rt.TypeExports(fresh))
}

// Entry returns the niladic function of that name in what has been loaded.
func (i *Interpreter) Entry(name string) (func(), error) {
	files := i.Yaegi.FileSet()
	from := files.Base()
	value, err := i.Yaegi.Eval(name)
	if f := files.File(token.Pos(from)); f != nil { // Eval parses the name as a file
		files.RemoveFile(f)
	}
	if err != nil {
		return nil, err
	}
	entry, ok := value.Interface().(func())
	if !ok {
		return nil, fmt.Errorf("%s is a %s, not a func()", name, value.Type())
	}
	return entry, nil
}
