package child

import (
	"errors"
	"io"
	"os"
	"sync"

	"github.com/traefik/yaegi/interp"

	"github.com/nvsd-kernel/nvsd-kernel/interp/interpreter"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/watch"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// engine is the interpreter of the child, with what it does beside running programs.
type engine struct {
	c         *process
	programs  *interpreter.Interpreter
	stopper   stopper
	leftovers leftovers
	globals   globals
	binder    *watch.Rebinder
	zeros     watch.Zeros
	std       *overrides

	tables sync.Mutex // held while something is compiled
}

func newEngine(c *process) (*engine, error) {
	e := &engine{c: c, std: &overrides{c: c}}
	var err error
	e.programs, err = interpreter.New(
		interp.Options{
			Stdin:        os.Stdin,
			Stdout:       stream{c, wire.Stdout},
			Stderr:       panicLog{c}, // yaegi's own messages only; see overrides
			Unrestricted: true,
		},
		[]interp.Exports{hostExports(c), commandExports(c)},
		e.std.exports(), displayExports(c), commExports(c), widgetExports(c), dataExports(c),
	)
	if err != nil {
		return nil, err
	}
	rt.OnPrint(func(text string) { io.WriteString(stream{c, wire.Stderr}, text) })
	rt.OnExit(c.exit)
	rt.OnFile(e.std.file)
	rt.OnInherit(e.std.inherited)
	rt.OnHalt(func() <-chan struct{} { return c.here().ctx.Done() })
	e.stopper, err = newStopper(e.programs.Yaegi)
	if err != nil {
		return nil, err
	}
	e.binder, err = watch.NewRebinder(e.programs.Yaegi)
	if err != nil {
		return nil, err
	}
	e.globals, err = newGlobals(e.programs.Yaegi)
	if err != nil {
		return nil, err
	}
	e.leftovers, err = newLeftovers(e.programs.Yaegi)
	return e, err
}

// run loads a program and calls its entry function, or delivers a message. It
// sets the outcome also when the goroutine ends instead of returning.
func (e *engine) run(t *task, r wire.Run, o *wire.Outcome) {
	o.Status = wire.Goexited
	defer func() {
		v := recover()
		e.rebind(t, func(rebinding) bool { return true })
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
	compiled, err := e.load(t, p)
	defer e.clear(p, compiled)
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
		entry, err := e.entry(p.Entry)
		if err != nil {
			o.Status, o.Message = wire.Refused, err.Error()
			return
		}
		entry()
	}
	o.Status = wire.Succeeded
}

// load compiles a program and executes its declarations.
func (e *engine) load(t *task, p rt.Program) (*interp.Program, error) {
	e.tables.Lock()
	defer e.tables.Unlock()
	compiled, err := e.programs.Load(p, originsOf(p, &e.zeros))
	if err != nil {
		return compiled, err
	}
	for old, fresh := range p.Rebound {
		if until := p.Awaited[fresh]; len(until) > 0 && e.binder.Rebind(fresh, old) {
			t.rebindings = append(t.rebindings, rebinding{old, fresh, until})
		} else {
			e.binder.Rebind(old, fresh)
		}
	}
	return compiled, nil
}

// entry returns a function of a program that has been loaded.
func (e *engine) entry(name string) (func(), error) {
	e.tables.Lock()
	defer e.tables.Unlock()
	return e.programs.Entry(name)
}

// clear removes the interpreter's leftovers of a program that has run.
func (e *engine) clear(p rt.Program, compiled *interp.Program) {
	e.tables.Lock()
	defer e.tables.Unlock()
	e.leftovers.clear(p, compiled)
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
	o.SetCause(trail)
	if isFar {
		o.Calls = far.calls
	}
}
