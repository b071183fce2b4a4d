package child

import (
	"context"
	"reflect"

	"github.com/traefik/yaegi/interp"

	"github.com/nvsd-kernel/nvsd-kernel/display"
	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/child/variables"
)

// hostExports returns the functions that the code of cells calls without its
// author's doing, beside those of package rt.
func hostExports(c *process) interp.Exports {
	return interp.Exports{
		rt.Key(rt.RuntimePath): {
			"Show":    reflect.ValueOf(func(values ...any) { c.showResult(variables.RevealAll(values)) }),
			"Look":    reflect.ValueOf(c.look),
			"Renew":   reflect.ValueOf(c.renew),
			"Keep":    reflect.ValueOf(c.keep),
			"Context": reflect.ValueOf(func() context.Context { return c.here().ctx }),
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
	c.solutions.see(v)
	b, err := display.Render(v)
	rt.Must(err)
	bundle, err := c.bundleOf(b)
	rt.Must(err)
	rt.Must(c.here().out.ShowResult(repl.Result{Bundle: bundle}))
}

// renew begins a variable of the session.
func (c *process) renew(name string) {
	t := c.here()
	t.begun = append(t.begun, name)
	c.engine.globals.renew(name)
	c.engine.rebind(t, func(r rebinding) bool { return r.begun(t.begun) })
}

// show sends an event of the calling goroutine's run.
func (c *process) show(e repl.Event) error { return c.here().out.Show(e) }
