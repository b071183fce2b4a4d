// Package carry makes values of types that cells of another process have declared, from their source. It checks and lowers the source
// as a session does, and interprets it in this process.
package carry

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"os"
	"reflect"
	"strings"

	"github.com/traefik/yaegi/interp"

	"github.com/nvsd-kernel/nvsd-kernel/internal/carried"
	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
	"github.com/nvsd-kernel/nvsd-kernel/interp/interpreter"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols"
	"github.com/nvsd-kernel/nvsd-kernel/interp/watch"
)

// A Maker is a [carried.Maker]. Each value has an interpreter of its own.
type Maker struct{}

// Make interprets the source, and sets the interface to which target points to the value. What the value does later has ctx as
// the context of its cells.
func (Maker) Make(ctx context.Context, c carried.Code, target any) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("%s: panic: %v", c.Type, cause)
		}
	}()
	typ, pointer := strings.CutPrefix(c.Type, "*")
	s, err := newSession(ctx)
	if err != nil {
		return err
	}
	for i, code := range []string{c.Source, "new(" + typ + ")"} {
		if err := s.run(cell.Source{Label: "the source of " + c.Type, Count: i + 1, Code: code}); err != nil {
			return err
		}
	}
	if err := rt.Make(s.shown, c.Value, pointer, target); err != nil {
		return fmt.Errorf("%s: the value %s: %w", c.Type, c.Value, err)
	}
	return nil
}

// A session checks cells and interprets them.
type session struct {
	cells    *cell.Session
	programs *interpreter.Interpreter
	zeros    watch.Zeros
	shown    any // the value of the last expression
}

func newSession(ctx context.Context) (*session, error) {
	s := &session{cells: cell.NewSession(symbols.Importer(), cell.Options{Packages: symbols.Packages(), Own: symbols.Own, Apart: rt.NextSession()})}
	var err error
	s.programs, err = interpreter.New(interp.Options{Unrestricted: true, Stdin: os.Stdin, Stdout: os.Stdout, Stderr: panicLog{}}, []interp.Exports{{rt.Key(rt.RuntimePath): {
		"Show":    reflect.ValueOf(func(values ...any) { s.shown = values[0] }),
		"Look":    reflect.ValueOf(func(string, any) {}),
		"Renew":   reflect.ValueOf(func(string) {}),
		"Keep":    reflect.ValueOf(func(assign func() error) { rt.Must(assign()) }),
		"Context": reflect.ValueOf(func() context.Context { return ctx }),
	}}})
	return s, err
}

// panicLog is the writer to which the interpreter reports each function that a panic leaves. Who calls the value learns of the panic.
type panicLog struct{}

func (panicLog) Write(text []byte) (int, error) {
	watch.Left(text)
	return len(text), nil
}

func (s *session) run(src cell.Source) error {
	p, err := s.cells.Check(src)
	if err != nil {
		return err
	}
	_, err = s.programs.Load(p.Program, s.originsOf(p))
	if refused, is := errors.AsType[*watch.Refusal](err); is {
		return fmt.Errorf("%s: line %d: %w", src.Label, p.At(refused.Line).Line, err)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", src.Label, err)
	}
	s.cells.Commit(p)
	if p.Entry == "" {
		return nil
	}
	entry, err := s.programs.Entry(p.Entry)
	if err != nil {
		return fmt.Errorf("%s: %w", src.Label, err)
	}
	entry()
	return nil
}

// originsOf returns the origins of a program for the watcher of panics.
func (s *session) originsOf(p *cell.Program) watch.Origins {
	return watch.Origins{
		Line: func(line int) token.Position {
			at := p.At(line)
			return token.Position{Filename: at.Label, Line: at.Line}
		},
		Func:  rt.GoName,
		Zeros: &s.zeros,
	}
}
