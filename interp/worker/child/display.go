package child

import (
	"context"
	"fmt"
	"reflect"

	"github.com/traefik/yaegi/interp"

	"github.com/nvsd-kernel/nvsd-kernel/display"
	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/child/variables"
)

// displayExports returns by its path the functions of package display that work
// otherwise in a cell: those that a session has methods for.
func displayExports(c *process) interp.Exports {
	s := reflect.ValueOf(display.NewFrontEnd(displaySink{c}))
	functions := map[string]reflect.Value{}
	for m, f := range s.Methods() {
		functions[m.Name] = f
	}
	return interp.Exports{"github.com/nvsd-kernel/nvsd-kernel/display": functions}
}

// displaySink is the display.Sink of cells. Ask is in input.go.
type displaySink struct{ c *process }

func (s displaySink) Reveal(v any) any {
	s.c.solutions.see(v)
	return variables.Reveal(v)
}

func (s displaySink) Emit(e display.Event) error {
	event, err := s.c.eventOf(e)
	if err != nil {
		return err
	}
	return s.c.show(event)
}

// eventOf returns the event of the contract that an event of package display is.
func (c *process) eventOf(e display.Event) (repl.Event, error) {
	switch e := e.(type) {
	case display.Shown:
		b, err := c.bundleOf(e.Bundle)
		return repl.Display{Bundle: b, ID: e.ID, Update: e.Update}, err
	case display.Paged:
		b, err := c.bundleOf(e.Bundle)
		return repl.Page{Bundle: b}, err
	case display.ForNextCell:
		return repl.NextCell{Code: e.Code}, nil
	case display.Cleared:
		return repl.Clear{Wait: e.Wait}, nil
	}
	return nil, fmt.Errorf("package display has an event that cells cannot send: %T", e)
}

func (c *process) bundleOf(b display.Bundle) (repl.Bundle, error) {
	b = c.solutions.beside(b, func() context.Context { return c.here().ctx })
	data, metadata, err := withoutLarge(b, c.folder).JSON()
	return repl.Bundle{Data: data, Metadata: metadata}, err
}
