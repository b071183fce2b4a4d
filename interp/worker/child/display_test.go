package child

import (
	"io"
	"maps"
	"reflect"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/display"
	"github.com/nvsd-kernel/nvsd-kernel/display/widget"
	"github.com/nvsd-kernel/nvsd-kernel/internal/stored"
	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// What a cell gets in the place of a function of package display or data is called as that
// is.
func TestExportsAreCalledAlike(t *testing.T) {
	exports := displayExports(nil)
	maps.Copy(exports, dataExports(nil))
	if len(exports) != 2 {
		t.Errorf("functions of %d packages have others in their place, want 2", len(exports))
	}
	for path, functions := range exports {
		compiled := symbols.Values(path)
		if len(functions) == 0 {
			t.Errorf("nothing takes the place of functions of %s", path)
		}
		for name, f := range functions {
			if g, ok := compiled[name]; !ok || g.Type() != f.Type() {
				t.Errorf("%s of a cell is a %v, and the package has %v", name, f.Type(), g)
			}
		}
	}
}

// A converter is a sink that makes of each event the event of a cell.
type converter struct {
	t     *testing.T
	calls int
}

func (c *converter) Emit(e display.Event) error {
	c.calls++
	if _, err := (&process{solutions: &solutions{keeper: new(stored.Keeper)}}).eventOf(e); err != nil {
		c.t.Error(err)
	}
	return nil
}

func (c *converter) Reveal(v any) any { return v }

// Widgets makes controls that emit nothing before they are shown.
func (c *converter) Widgets() *widget.Kit {
	c.calls++
	return widget.NewKit(nil, nil, false)
}

// A stepper is a result of one step.
type stepper struct{}

func (stepper) Steps() int             { return 1 }
func (stepper) Label(int) string       { return "step" }
func (stepper) Step(int) report.Report { return nil }
func (stepper) Outline() report.Report { return nil }

func (c *converter) Ask(string, bool) (string, error) {
	c.calls++
	return "", io.EOF
}

// Cells can send what every function of package display emits.
func TestEveryCallOfDisplayIsAnEvent(t *testing.T) {
	sink := &converter{t: t}
	for m, f := range reflect.ValueOf(display.NewFrontEnd(sink)).Methods() {
		var args []reflect.Value
		for i := range f.Type().NumIn() {
			args = append(args, argument(f.Type().In(i)))
		}
		before := sink.calls
		if f.Type().IsVariadic() {
			f.CallSlice(args)
		} else {
			f.Call(args)
		}
		if sink.calls == before {
			t.Errorf("%s emits nothing, asks nothing and makes no control", m.Name)
		}
	}
}

// argument returns a value of a type that a function of package display takes.
func argument(t reflect.Type) reflect.Value {
	switch t.Kind() {
	case reflect.String:
		return reflect.ValueOf("a").Convert(t)
	case reflect.Slice:
		return reflect.Append(reflect.Zero(t), argument(t.Elem()))
	case reflect.Interface:
		return reflect.ValueOf(stepper{})
	}
	return reflect.Zero(t)
}
