package worker

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/traefik/yaegi/interp"

	"github.com/nvsd-kernel/nvsd-kernel/display"
	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
)

// runtimeExports returns the functions that the code of cells calls without
// its author's doing, which package cell describes, and package display's as
// they work in a cell.
func runtimeExports(c *child, fields *fieldNames, all interp.Exports) interp.Exports {
	s := display.NewSession(displaySink{c})
	show := map[string]reflect.Value{
		"Show":   reflect.ValueOf(func(values ...any) error { return s.Show(fields.revealAll(values)...) }),
		"ShowAs": reflect.ValueOf(func(id string, value any) error { return s.ShowAs(id, fields.reveal(value)) }),
		"Update": reflect.ValueOf(func(id string, value any) error { return s.Update(id, fields.reveal(value)) }),
	}
	result := reflect.ValueOf(func(values ...any) { c.showResult(fields.revealAll(values)) })

	// What shows a value looks for its methods, in this order.
	wrappers := map[reflect.Value][]reflect.Type{}
	for _, f := range append(slices.Collect(maps.Values(show)), result) {
		wrappers[f] = append([]reflect.Type{
			reflect.TypeFor[display.MIMEBundler](), reflect.TypeFor[display.HTMLer](),
			reflect.TypeFor[display.Markdowner](), reflect.TypeFor[display.SVGer](),
		}, wrappersOf(all, reflect.ValueOf(fmt.Println))...)
	}
	throw := reflect.ValueOf(func(v any) any { panic(v) })
	wrappers[throw] = []reflect.Type{reflect.TypeFor[error]()}
	show["Clear"] = reflect.ValueOf(s.Clear)
	return interp.Exports{
		".": {"MapTypes": reflect.ValueOf(wrappers)},
		"github.com/nvsd-kernel/nvsd-kernel/display/display": show,
		cell.RuntimePath + "/" + cell.RuntimeName: {
			cell.RuntimeShow:      result,
			cell.RuntimeMust:      reflect.ValueOf(must),
			cell.RuntimePanic:     throw,
			cell.RuntimeContext:   reflect.ValueOf(func() context.Context { return c.here().ctx }),
			cell.RuntimeStale:     reflect.ValueOf(func(message string) any { panic(errors.New(message)) }),
			cell.RuntimeClear:     reflect.ValueOf(func(v any) { reflect.ValueOf(v).Clear() }),
			cell.RuntimeRecovered: reflect.ValueOf(recovered),
		},
	}
}

// showResult displays the values of a cell's last expression.
func (c *child) showResult(values []any) {
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
	if err := c.show(shown{As: asResult}, b); err != nil {
		panic(err)
	}
}

// show sends something that the calling goroutine's run shows.
func (c *child) show(m shown, b display.Bundle) error {
	data, metadata, err := b.JSON()
	if err != nil {
		return err
	}
	m.Serial = c.here().serial
	m.Bundle = repl.Bundle{Data: data, Metadata: metadata}
	return c.send(func(sync int) message {
		m.Sync = sync
		return message{Shown: &m}
	})
}

// displaySink is the display.Sink of cells.
type displaySink struct{ c *child }

func (s displaySink) Display(b display.Bundle, id string, update bool) error {
	m := shown{As: asDisplay, ID: id}
	if update {
		m.As = asUpdate
	}
	return s.c.show(m, b)
}

func (s displaySink) Clear(wait bool) error {
	return s.c.show(shown{As: asClear, Wait: wait}, display.Bundle{})
}
