// Package lower writes checked Go in the small part of Go that the interpreter runs
// correctly: without generics, methods, declared types other than structs, interfaces
// of the program, deferred calls and recover. Package rt implements these while the
// program runs.
//
// The interpreter has traps, which the rules go around. The result of a compiled call cannot be
// asserted or compared in place; a function with a parameter of type any can. A name of a function
// put into an interface is the interpreter's own node. Named results begin with what their place
// held before. A select keeps its cases in one place for all goroutines. Sending on a channel taken
// from a compiled struct fails unless the variable is declared with its type. Constants of complex
// numbers lose a part. A variable declared in a loop costs more than all else in a small loop, and
// parentheses around a sum cost as much as the sum. Fields of a compiled struct are not found through
// an embedded type that is not exported.
package lower

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/form"
	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// A Result is a lowered program, without a label, a file name and places.
type Result struct {
	rt.Program
	Lines []token.Pos // for each line of Code where it comes from
	// Described are the types that cells declare and Code describes, by their ids.
	Described map[string]*types.Named
}

// lowerer lowers one program.
type lowerer struct {
	*State
	pkg      *types.Package
	info     *types.Info
	meanings map[types.Object]Meaning
	keeps    func(types.Type) bool // see Cell
	cells    bool                  // it is a cell

	locals   map[types.Object]string    // emitted names
	aliases  map[string]string          // of packages, by path
	hidden   map[string]*types.TypeName // what form.Program has as Hidden
	queue    []func()
	made     map[*types.Func]int // how many instances of a generic function this program has needed
	heap     map[*types.Var]bool // variables in memory of their own
	captures map[*ast.FuncLit][]*types.Var
	kept     map[*types.Var]string // the session variables that the current literal holds, and its names for them; nil outside literals

	hoistable, assigned map[*types.Var]bool // see heap.go

	jumps    map[types.Object]bool   // the labels that a goto names
	rebound  map[string]string       // old functions of the session, and what they become
	awaited  map[string][]string     // what rt.Program has as Awaited
	awaiting map[*types.Func]Rebound // the functions that wait for variables, by the new one

	vars     strings.Builder // of the package
	descHead strings.Builder // var declarations of descriptions
	descInit strings.Builder // what describes them
	statics  strings.Builder // what initialises deferred variables
	funcs    strings.Builder
	entry    string   // statements
	only     string   // the function that entry calls, if it does no more
	once     []string // functions that only entry calls
	specs    []rt.StructSpec

	described map[string]*types.Named // what Result has as Described

	env *env
	fn  *functionState
	now token.Pos // what is being lowered
}

func newLowerer(s *State, pkg *types.Package, info *types.Info) *lowerer {
	return &lowerer{
		State: s, pkg: pkg, info: info,
		locals: map[types.Object]string{}, aliases: map[string]string{}, hidden: map[string]*types.TypeName{}, made: map[*types.Func]int{},
		heap: map[*types.Var]bool{}, captures: map[*ast.FuncLit][]*types.Var{},
		hoistable: map[*types.Var]bool{}, assigned: map[*types.Var]bool{}, jumps: map[types.Object]bool{}, rebound: map[string]string{}, awaited: map[string][]string{}, awaiting: map[*types.Func]Rebound{},
		described: map[string]*types.Named{},
	}
}

// run lowers the program by f. A mistake of this package is an error too, at the place
// that was being lowered.
func (l *lowerer) run(f func()) (res *Result, err error) {
	defer func() {
		if e := recover(); e != nil {
			r, ok := e.(*Error)
			if !ok {
				r = &Error{l.now, fmt.Sprintf("this is Go, but the kernel fails at it: please report it with this message: %v", e)}
			}
			l.undo()
			res, err = nil, r
		}
	}()
	f()
	for len(l.queue) > 0 {
		next := l.queue[0]
		l.queue = l.queue[1:]
		next()
	}
	entry := l.finishEntry()
	once := append(l.once, entry)
	code, lines := form.Lines(l.text())
	byName := map[string]string{}
	for p, a := range l.aliases {
		byName[a] = p
	}
	p, err := l.close(&form.Program{Program: rt.Program{Code: code, Structs: l.specs, Aliases: byName}, Lines: lines, Hidden: l.hidden})
	if err != nil {
		l.undo()
		return nil, err
	}
	res = &Result{p.Program, p.Lines, l.described}
	res.Entry, res.Once, res.Rebound, res.Awaited = entry, once, l.rebound, l.awaited
	return res, nil
}

// close writes a program with the forms that the interpreter has been shown to run.
func (l *lowerer) close(p *form.Program) (*form.Program, error) {
	if l.without(Forms) {
		return p, nil
	}
	if l.forms == nil {
		l.forms = form.NewState(l.Library, rt.Runtime(), generic.Exports(generic.FormsPath), generic.Exports(generic.CompiledPath), hosts)
	}
	table := l.Forms
	if table == nil {
		table = form.Standard()
	}
	closed, used, err := l.forms.Close(p, table)
	var refused *form.Error
	if errors.As(err, &refused) {
		return nil, &Error{refused.Pos, refused.Msg}
	}
	if l.Used != nil {
		for f := range used {
			l.Used[f]++
		}
	}
	return closed, nil
}

// hosts are the functions for cells that package rt does not have, with their types.
var hosts = rt.Symbols{rt.Key(rt.RuntimePath): {
	"Show":    reflect.ValueOf(func(...any) {}),
	"Renew":   reflect.ValueOf(func(string) {}),
	"Keep":    reflect.ValueOf(func(func() error) {}),
	"Look":    reflect.ValueOf(func(string, any) {}),
	"Context": reflect.ValueOf(func() (c context.Context) { return c }),
}}

// refuse ends lowering with an error at n, or at the current place if n is nil.
func (l *lowerer) refuse(n ast.Node, format string, args ...any) {
	pos := l.now
	if n != nil {
		pos = n.Pos()
	}
	panic(&Error{pos, fmt.Sprintf(format, args...)})
}

// env holds the types that stand for type parameters in a function.
type env struct {
	targs    map[*types.TypeParam]types.Type
	suffix   string    // of the types that the function declares
	from, to token.Pos // the function
	library  bool      // it is none of the program's
}

// functionState is the state of the function that is being lowered.
type functionState struct {
	sig      *types.Signature
	results  []string // names of results, when there are deferred calls
	deferred string   // the name of its rt.D, or ""
	frame    string   // the name of its rt.Frame, or ""
	inBody   bool     // a return leaves the body of deferred calls
	scopes   []leavable
	bodies   []*loopBody // over functions, the innermost last
	hoisted  []string    // declarations at its beginning
}

// temp makes a name that the session has nowhere else.
func (l *lowerer) temp(name string) string {
	l.serial++
	return name + rt.Mark + strconv.Itoa(l.serial)
}

// finishEntry writes the function that runs the program, and returns its name. If it
// would only call one function, that function is the entry.
func (l *lowerer) finishEntry() string {
	if l.statics.Len() > 0 {
		statics := l.onceTemp("statics")
		l.funcs.WriteString(nowhere + "func " + statics + "() {\n" + l.statics.String() + "}\n")
		l.entry, l.only = statics+"()\n"+l.entry, ""
	}
	if l.descInit.Len() > 0 {
		describe := l.onceTemp("describe")
		l.funcs.WriteString(nowhere + "func " + describe + "() {\n" + l.descInit.String() + "}\n")
		l.entry = describe + "()\n" + l.entry
	} else if l.only != "" {
		return l.only
	}
	entry := l.temp(rt.Initialisers)
	l.funcs.WriteString(nowhere + "func " + entry + "() {\n" + l.entry + "}\n")
	return entry
}

// onceTemp makes a name for a function that only the entry calls.
func (l *lowerer) onceTemp(name string) string {
	name = l.temp(name)
	l.once = append(l.once, name)
	return name
}

// text puts the program together.
func (l *lowerer) text() string {
	var b strings.Builder
	b.WriteString("package main\n")
	for _, p := range slices.Sorted(maps.Keys(l.aliases)) {
		fmt.Fprintf(&b, "import %s %q\n", l.aliases[p], p)
	}
	b.WriteString(l.vars.String())
	b.WriteString(l.descHead.String())
	b.WriteString(l.funcs.String())
	return b.String()
}

// nowhere marks code that comes from no place in the program.
var nowhere = form.Mark(token.NoPos)

// at returns the mark of code that comes from pos, or from nowhere in the program if
// it is part of a library's function.
func (l *lowerer) at(pos token.Pos) string {
	switch {
	case !pos.IsValid():
		return ""
	case l.env != nil && l.env.library:
		return nowhere
	}
	l.now = pos
	return form.Mark(pos)
}

// alias names an imported package.
func (l *lowerer) alias(path, name string) string {
	a, ok := l.aliases[path]
	if !ok && path == rt.TypesPath {
		a, ok = rt.TypesName, true
		l.aliases[path] = a
	}
	if !ok {
		a = name + rt.Mark + "p" + strconv.Itoa(len(l.aliases))
		l.aliases[path] = a
	}
	return a
}

// rt returns the name that emitted code has for a member of package rt.
func (l *lowerer) rt(name string) string { return l.alias(rt.RuntimePath, "rt") + "." + name }

// objName is the emitted name of an object of the program.
func (l *lowerer) objName(obj types.Object) string {
	if name, ok := l.names.get(obj); ok {
		return name
	}
	if name, ok := l.locals[obj]; ok {
		return name
	}
	base := obj.Name()
	f, isFunc := obj.(*types.Func)
	if isFunc {
		base = methodBase(f)
	}
	name := l.temp(base)
	if isFunc || isGlobal(obj) {
		l.names.put(obj, name)
		l.writeNamed(obj, name)
		return name
	}
	l.locals[obj] = name
	return name
}

// body returns the body of a declared function.
func (l *lowerer) body(obj types.Object) *Body {
	if b, ok := l.bodies.get(obj); ok {
		return b
	}
	return l.sourceBody(obj)
}
