package child

import (
	"context"
	"reflect"

	"github.com/traefik/yaegi/interp"

	"github.com/nvsd-kernel/nvsd-kernel/display"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
)

// hostExports returns the functions that the code of cells calls without its
// author's doing, beside those of package rt.
func hostExports(c *process) interp.Exports {
	return interp.Exports{
		rt.Key(rt.RuntimePath): {
			"Show":    reflect.ValueOf(func(values ...any) { c.showResult(revealAll(values)) }),
			"Look":    reflect.ValueOf(c.look),
			"Renew":   reflect.ValueOf(c.renew),
			"Context": reflect.ValueOf(func() context.Context { return c.here().ctx }),
		},
	}
}

// displayExports returns by its path the functions of package display that work
// otherwise in a cell.
func displayExports(c *process) interp.Exports {
	s := display.NewSession(displaySink{c})
	return interp.Exports{
		"github.com/nvsd-kernel/nvsd-kernel/display": {
			"Show":   reflect.ValueOf(func(values ...any) error { return s.Show(revealAll(values)...) }),
			"ShowAs": reflect.ValueOf(func(id string, value any) error { return s.ShowAs(id, reveal(value)) }),
			"Update": reflect.ValueOf(func(id string, value any) error { return s.Update(id, reveal(value)) }),
			"Clear":  reflect.ValueOf(s.Clear),

			"Page":     reflect.ValueOf(func(value any) error { return s.Page(reveal(value)) }),
			"NextCell": reflect.ValueOf(s.NextCell),

			"Input":    reflect.ValueOf(s.Input),
			"Password": reflect.ValueOf(s.Password),
		},
	}
}

// showResult displays the values of a cell's last expression.
func (c *process) showResult(values []any) {
	var v any = display.Tuple(values)
	switch len(values) {
	case 0:
		return
	case 1:
		v = values[0]
	}
	b, err := display.Render(v)
	if err != nil {
		panic(err)
	}
	bundle, err := bundleOf(b)
	if err == nil {
		t := c.here()
		t.outlets.drain()
		err = c.sender.result(wire.Shown{Serial: t.serial, Result: &repl.Result{Bundle: bundle}})
	}
	if err != nil {
		panic(err)
	}
}

// renew begins a variable of the session.
func (c *process) renew(name string) {
	t := c.here()
	t.begun = append(t.begun, name)
	c.engine.places.renew(name)
}

// show sends something that the calling goroutine's run shows.
func (c *process) show(m wire.Shown) error {
	t := c.here()
	t.outlets.drain()
	m.Serial = t.serial
	return c.sender.show(m)
}

func bundleOf(b display.Bundle) (repl.Bundle, error) {
	data, metadata, err := b.JSON()
	if err != nil {
		return repl.Bundle{}, err
	}
	bundle := repl.Bundle{Data: data, Metadata: metadata}
	return bundle, portable(bundle.Size())
}

// displaySink is the display.Sink of cells.
type displaySink struct{ c *process }

func (s displaySink) Display(b display.Bundle, id string, update bool) error {
	bundle, err := bundleOf(b)
	if err != nil {
		return err
	}
	return s.c.show(wire.Shown{Display: &repl.Display{Bundle: bundle, ID: id, Update: update}})
}

func (s displaySink) Page(b display.Bundle) error {
	bundle, err := bundleOf(b)
	if err != nil {
		return err
	}
	return s.c.show(wire.Shown{Page: &repl.Page{Bundle: bundle}})
}

func (s displaySink) NextCell(code string) error {
	if err := portable(len(code)); err != nil {
		return err
	}
	return s.c.show(wire.Shown{NextInput: &repl.NextInput{Code: code}})
}

func (s displaySink) Clear(wait bool) error {
	return s.c.show(wire.Shown{Clear: &repl.Clear{Wait: wait}})
}
