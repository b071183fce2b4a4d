package child

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"os"
	"reflect"
	"strconv"
	"sync"

	"github.com/traefik/yaegi/interp"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols"
	"github.com/nvsd-kernel/nvsd-kernel/interp/watch"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// engine is the interpreter of the child.
type engine struct {
	c         *process
	yaegi     *interp.Interpreter
	stopper   stopper
	leftovers leftovers
	places    places
	binder    *watch.Rebinder
	zeros     watch.Zeros
	std       *standard
	types     map[string]reflect.Type // that programs have declared
	own       interp.Exports          // by path, what is not as in the compiled packages

	used     map[string]bool // packages that it has been given, by path
	wrappers bool            // it has been given the wrappers of interfaces

	tables sync.Mutex // held while something is compiled
}

func newEngine(c *process) (*engine, error) {
	e := &engine{c: c, types: map[string]reflect.Type{}, used: map[string]bool{}, own: interp.Exports{}}
	e.std = &standard{c: c}
	e.yaegi = interp.New(interp.Options{
		Stdin:        os.Stdin,
		Stdout:       stream{c, wire.Stdout},
		Stderr:       panicLog{c}, // yaegi's own messages only; see standard
		Unrestricted: true,
	})
	for _, use := range []interp.Exports{rt.Exports(symbols.Interfaces()), hostExports(c), commandExports(c)} {
		if err := e.yaegi.Use(use); err != nil {
			return nil, fmt.Errorf("worker: the interpreter does not take its packages: %w", err)
		}
	}
	for _, own := range []interp.Exports{rt.Replaced(), e.std.exports(), displayExports(c), commExports(c)} {
		for path, values := range own {
			if e.own[path] == nil {
				e.own[path] = map[string]reflect.Value{}
			}
			maps.Copy(e.own[path], values)
		}
	}
	rt.OnPrint(func(text string) { io.WriteString(stream{c, wire.Stderr}, text) })
	rt.OnExit(c.exit)
	rt.OnFile(e.std.file)
	rt.OnInherit(e.std.inherited)
	rt.OnHalt(func() <-chan struct{} { return c.here().ctx.Done() })
	var err error
	if e.stopper, err = newStopper(e.yaegi); err != nil {
		return nil, err
	}
	if e.binder, err = watch.NewRebinder(e.yaegi); err != nil {
		return nil, err
	}
	if e.places, err = newPlaces(e.yaegi); err != nil {
		return nil, err
	}
	e.leftovers, err = newLeftovers(e.yaegi)
	return e, err
}

// run loads a program and calls its entry function, or delivers a message. It
// sets the outcome also when the goroutine ends instead of returning.
func (e *engine) run(t *task, r wire.Run, o *wire.Outcome) {
	o.Status = wire.Goexited
	defer func() {
		v := recover()
		o.Values, o.Begun = t.values, t.begun
		t.values, t.begun = nil, nil // a task lives as long as its goroutines may
		switch exit := t.exit.Load(); {
		case exit != nil:
			o.Status, o.Code = wire.Exited, *exit
		case t.halting.Load():
			o.Status = wire.Interrupted
		case v != nil:
			e.fail(t, v, o)
		}
		e.c.tellRefused(t, o)
	}()
	if err := e.std.reopen(); err != nil {
		o.Status, o.Message = wire.Refused, err.Error()
		return
	}
	p := r.Program
	if r.Comm != nil {
		e.c.deliver(*r.Comm)
		o.Status = wire.Succeeded
		return
	}
	compiled, err := e.load(p)
	defer e.tidy(p, compiled)
	if err != nil {
		var thrown interp.Panic
		if errors.As(err, &thrown) {
			e.fail(t, thrown.Value, o)
			return
		}
		o.Status, o.Message = wire.Refused, err.Error()
		var refusal *watch.Refusal
		if errors.As(err, &refusal) && refusal.Line > 0 {
			o.Calls = []wire.Call{{File: refusal.File, Line: refusal.Line}}
		}
		return
	}
	o.Loaded = true
	if p.Entry != "" {
		entry, err := e.eval(p.Entry)
		if err != nil {
			o.Status, o.Message = wire.Refused, err.Error()
			return
		}
		call, ok := entry.Interface().(func())
		if !ok {
			o.Status, o.Message = wire.Refused, fmt.Sprintf("%s is a %s, not a func()", p.Entry, entry.Type())
			return
		}
		call()
	}
	o.Status = wire.Succeeded
}

// load compiles a program and executes its declarations.
func (e *engine) load(p wire.Program) (*interp.Program, error) {
	file, err := parser.ParseFile(e.yaegi.FileSet(), p.File, p.Code, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		return nil, err
	}
	e.tables.Lock()
	defer e.tables.Unlock()
	if err := e.use(file.Imports); err != nil {
		return nil, err
	}
	if err := e.declare(p); err != nil {
		return nil, err
	}
	compiled, err := watch.Compile(e.yaegi, file)
	if err != nil {
		return nil, err
	}
	watch.Watch(e.yaegi.FileSet(), file, compiled, originsOf(p, &e.zeros))
	if _, err = e.yaegi.Execute(compiled); err != nil {
		return compiled, err
	}
	for old, fresh := range p.Rebound {
		e.binder.Rebind(old, fresh)
	}
	return compiled, nil
}

// tidy lets go of what the interpreter keeps of a program that has run.
func (e *engine) tidy(p wire.Program, compiled *interp.Program) {
	e.tables.Lock()
	defer e.tables.Unlock()
	e.leftovers.clear(p, compiled)
}

// use gives the interpreter the packages that a program imports, so that none
// costs anything before.
func (e *engine) use(imports []*ast.ImportSpec) error {
	for _, spec := range imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil || e.used[path] {
			continue
		}
		exports := []interp.Exports{generic.Exports(path)}
		if values := symbols.Values(path); values != nil {
			maps.Copy(values, e.own[path])
			exports = append(exports, symbols.Exports(path, values))
			if !e.wrappers {
				exports = append(exports, symbols.Wrappers())
				e.wrappers = true
			}
		}
		for _, use := range exports {
			if err := e.yaegi.Use(use); err != nil {
				return fmt.Errorf("the interpreter does not take package %s: %w", path, err)
			}
		}
		e.used[path] = true
	}
	return nil
}

// declare gives the interpreter the struct types of a program.
func (e *engine) declare(p wire.Program) error {
	if len(p.Structs) == 0 {
		return nil
	}
	if err := rt.Structs(e.types, p.Structs, rt.LookupIn(symbols.Values, p.Aliases)); err != nil {
		return err
	}
	fresh := map[string]reflect.Type{}
	for _, s := range p.Structs {
		fresh[s.Name] = e.types[s.Name]
	}
	return e.yaegi.Use(rt.TypeExports(fresh))
}

// eval returns the value of a name.
func (e *engine) eval(name string) (reflect.Value, error) {
	e.tables.Lock()
	defer e.tables.Unlock()
	files := e.yaegi.FileSet()
	from := files.Base()
	defer func() { // Eval parses the name as a file
		if f := files.File(token.Pos(from)); f != nil {
			files.RemoveFile(f)
		}
	}()
	return e.yaegi.Eval(name)
}

// fail makes o the outcome of a run that panicked with v.
func (e *engine) fail(t *task, v any, o *wire.Outcome) {
	far, isFar := v.(relayedPanic)
	if isFar {
		v = far.value
	}
	trail := rt.TakeTrail()
	o.Status, o.Message = wire.Panicked, wire.PanicMessage(v, trail...)
	if _, ok := v.(rt.Unhandled); ok {
		o.Status = wire.Failed
	}
	o.Calls = callsOf(trail)
	if isFar {
		o.Calls = far.calls
	}
}
