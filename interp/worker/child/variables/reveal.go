package variables

import (
	"fmt"
	"io"
	"reflect"

	"github.com/nvsd-kernel/nvsd-kernel/display"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// A value of a cell's type comes to compiled code in a box of package rt. What
// shows values must see into it.

// Reveal returns a value to show for v. It renders itself as v would if the type of v were
// compiled. A value of a compiled type is returned as it is, but for a list or a map of any,
// in which values of cells' types are revealed too.
func Reveal(v any) any {
	o, ok := rt.Unboxed(v)
	switch {
	case !ok:
		return revealWithin(v)
	case o.IsNil():
		return nil
	}
	p := textValue{o}
	if w, ok := own[display.MIMEBundler](v); ok {
		return struct {
			textValue
			display.MIMEBundler
		}{p, w}
	}
	if w, ok := own[display.HTMLer](v); ok {
		return struct {
			textValue
			display.HTMLer
		}{p, w}
	}
	if w, ok := own[display.Markdowner](v); ok {
		return struct {
			textValue
			display.Markdowner
		}{p, w}
	}
	if w, ok := own[display.SVGer](v); ok {
		return struct {
			textValue
			display.SVGer
		}{p, w}
	}
	if w, ok := own[display.Reporter](v); ok {
		return struct {
			textValue
			display.Reporter
		}{p, w}
	}
	if err, ok := v.(error); ok {
		return errorValue{p, err}
	}
	if o.Prints() {
		return p
	}
	switch raw := o.Raw(); raw.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map, reflect.Struct:
		return composite{p, o}
	case reflect.Pointer:
		if in, ok := Reveal(o.Elem(raw.Elem())).(composite); ok {
			return composite{p, in.inside}
		}
	case reflect.Func, reflect.Chan, reflect.Interface:
	default:
		return o.V // a number, a text or a boolean
	}
	return p
}

func revealWithin(v any) any {
	switch v.(type) {
	case []any, map[string]any:
		return collection{reflect.ValueOf(v)}
	}
	return v
}

// RevealAll reveals each of the values.
func RevealAll(values []any) []any {
	shown := make([]any, len(values))
	for i, v := range values {
		shown[i] = Reveal(v)
	}
	return shown
}

// own returns v as one of the interface I, if it has its methods.
func own[I any](v any) (I, bool) {
	w, ok := rt.Wrap(v, (*I)(nil))
	if !ok {
		var none I
		return none, false
	}
	i, ok := w.(I)
	return i, ok
}

// A textValue formats a value: with the names of its fields, or as its type where there is
// only an address to print, unless the value has a method of its own for that.
type textValue struct{ value rt.Obj }

func (p textValue) Format(s fmt.State, verb rune) {
	switch {
	case verb != 'v' || s.Flag('#') || p.value.Prints():
		p.value.Format(s, verb)
	case p.value.IsAddress():
		io.WriteString(s, p.value.TypeName())
	default:
		fmt.Fprintf(s, "%+v", p.value)
	}
}

// TypeName is the name of the type in the cell.
func (p textValue) TypeName() string { return p.value.TypeName() }

// Panicked returns Go's message of a method's panic that has been recovered, and the place of
// the panic.
func (p textValue) Panicked(cause any) string {
	message := wire.PanicMessage(cause)
	if trail := rt.TakeTrail(); len(trail) > 0 {
		message = fmt.Sprintf("%s%s:%d%s: %s", wire.PlaceMark, trail[0].At.Filename, trail[0].At.Line, wire.PlaceMark, message)
	}
	return message
}

// An errorValue is an error as a value of a cell.
type errorValue struct {
	textValue
	failure error
}

// Failure returns the error.
func (f errorValue) Failure() error { return f.failure }

// composite is a value that is made of others, or a pointer to one, with the names that the
// fields have in the cell.
type composite struct {
	textValue
	inside rt.Obj
}

func (c composite) Raw() (typeName string, v reflect.Value) {
	return c.inside.TypeName(), c.inside.Raw()
}

func (c composite) Fields() (names []string, values []any) {
	names, values = c.inside.Fields()
	return names, RevealAll(values)
}

func (c composite) Key(v reflect.Value) any { return Reveal(c.inside.Key(v)) }

func (c composite) Elem(v reflect.Value) any { return Reveal(c.inside.Elem(v)) }

// collection is a list or a map of any.
type collection struct{ v reflect.Value }

func (c collection) Format(s fmt.State, verb rune) {
	if verb == 'v' && !s.Flag('#') {
		fmt.Fprintf(s, "%+v", c.v)
		return
	}
	fmt.Fprintf(s, fmt.FormatString(s, verb), c.v)
}

func (c collection) Raw() (typeName string, v reflect.Value) { return c.v.Type().String(), c.v }

func (c collection) Fields() (names []string, values []any) { return nil, nil }

func (c collection) Key(v reflect.Value) any { return v.Interface() }

func (c collection) Elem(v reflect.Value) any { return Reveal(v.Interface()) }
