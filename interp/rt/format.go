package rt

import (
	"cmp"
	"fmt"
	"go/token"
	"io"
	"reflect"
	"slices"
	"strings"
)

// Format prints o as fmt prints a value of its type.
func (o Obj) Format(s fmt.State, verb rune) {
	p := printer{State: s, verb: verb}
	p.value(o.T, o.V, 0)
}

type printer struct {
	fmt.State
	verb   rune
	hidden bool // in a field that is not exported, where fmt calls no methods
}

func (p printer) text(s string) { io.WriteString(p, s) }

// native prints what is of no cell as fmt does.
func (p printer) native(v any) {
	if _, seen := v.(reflect.Value); p.hidden && !seen && v != nil {
		// Of what comes from a field that is not exported fmt calls no method.
		v = reflect.ValueOf(struct{ v any }{v}).Field(0).Elem()
	}
	fmt.Fprintf(p, fmt.FormatString(p, p.verb), v)
}

func (p printer) value(t *Type, v any, depth int) {
	if t.raw != nil && t.under == nil && t.methods() == nil {
		switch {
		case t.kind == reflect.Interface && v == nil && p.verb == 'v' && p.Flag('#'):
			p.text(t.name + "(nil)")
		case t.kind == reflect.Interface && v == nil:
			p.text("<nil>")
		case t.kind == reflect.Interface:
			p.held(v, depth)
		case p.hidden && holdsInterfaces(t.raw):
			p.value(opened(t), v, depth)
		case depth > 0 && t.raw == reflect.TypeFor[[]byte]() && p.verb == 'v' && p.Flag('#'):
			// fmt writes []byte of an operand only.
			p.text("[]uint8" + strings.TrimPrefix(fmt.Sprintf(fmt.FormatString(p, p.verb), v), "[]byte"))
		case depth > 0 && t.kind == reflect.Pointer && !p.speaks(v):
			p.address(t, v)
		default:
			p.native(v)
		}
		return
	}
	if p.method(t, v) {
		return
	}
	sharp, plus := p.verb == 'v' && p.Flag('#'), p.verb == 'v' && (p.Flag('+') || p.Flag('#'))
	r := reflect.ValueOf(v)
	switch t.kind {
	case reflect.Interface:
		switch {
		case v != nil:
			p.held(v, depth)
		case sharp:
			p.text(t.name + "(nil)")
		default:
			p.text("<nil>")
		}
	case reflect.Struct:
		if sharp {
			p.text(t.name)
		}
		p.text("{")
		for i, f := range t.fields {
			if i > 0 {
				p.text(separator(sharp))
			}
			if plus {
				p.text(f.Name + ":")
			}
			field := p
			field.hidden = p.hidden || !token.IsExported(f.Name)
			if !r.FieldByName(f.Raw).CanInterface() { // of a compiled struct
				field.native(r.FieldByName(f.Raw))
				continue
			}
			field.value(f.Type, r.FieldByName(f.Raw).Interface(), depth+1)
		}
		p.text("}")
	case reflect.Slice, reflect.Array:
		e := t.elem
		if e.kind == reflect.Uint8 && strings.ContainsRune("sqxX", p.verb) {
			text := make([]byte, r.Len())
			for i := range text {
				text[i] = byte(r.Index(i).Uint())
			}
			p.native(text)
			return
		}
		if sharp {
			p.text(t.name)
			if t.kind == reflect.Slice && r.IsNil() {
				p.text("(nil)")
				return
			}
			p.text("{")
		} else {
			p.text("[")
		}
		for i := range r.Len() {
			if i > 0 {
				p.text(separator(sharp))
			}
			p.value(e, r.Index(i).Interface(), depth+1)
		}
		if sharp {
			p.text("}")
		} else {
			p.text("]")
		}
	case reflect.Map:
		if sharp {
			p.text(t.name)
			if r.IsNil() {
				p.text("(nil)")
				return
			}
			p.text("{")
		} else {
			p.text("map[")
		}
		for i, e := range sortedEntries(r) {
			if i > 0 {
				p.text(separator(sharp))
			}
			p.value(t.key, e.key.Interface(), depth+1)
			p.text(":")
			p.value(t.elem, e.value.Interface(), depth+1)
		}
		if sharp {
			p.text("}")
		} else {
			p.text("]")
		}
	case reflect.Pointer:
		if depth == 0 && !r.IsNil() {
			switch t.elem.kind {
			case reflect.Array, reflect.Slice, reflect.Struct, reflect.Map:
				p.text("&")
				p.value(t.elem, r.Elem().Interface(), depth+1)
				return
			}
		}
		fallthrough
	case reflect.Chan, reflect.Func:
		p.address(t, v)
	default:
		if !validVerb(t.kind, p.verb) {
			p.text("%!" + string(p.verb) + "(" + t.name + "=")
			fmt.Fprintf(p, fmt.FormatString(p, defaultVerb(t.kind)), v)
			p.text(")")
			return
		}
		p.native(v)
	}
}

// held prints a value that is in an interface.
func (p printer) held(v any, depth int) {
	if o, ok := boxed(v); ok {
		p.value(o.T, o.V, depth+1)
		return
	}
	p.value(nativeType(reflect.TypeOf(v)), v, depth+1)
}

// holdsInterfaces reports whether values of a type hold some that fmt finds without
// following a pointer. They may be of a program's types.
func holdsInterfaces(t reflect.Type, seen ...reflect.Type) bool {
	if slices.Contains(seen, t) {
		return false
	}
	seen = append(seen, t)
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Map:
		return holdsInterfaces(t.Key(), seen...) || holdsInterfaces(t.Elem(), seen...)
	case reflect.Slice, reflect.Array:
		return holdsInterfaces(t.Elem(), seen...)
	case reflect.Struct:
		for i := range t.NumField() {
			if holdsInterfaces(t.Field(i).Type, seen...) {
				return true
			}
		}
	}
	return false
}

// opened describes the parts of a type of no cell.
func opened(t *Type) *Type {
	o := &Type{name: t.name, kind: t.kind}
	switch t.kind {
	case reflect.Map:
		o.key = nativeType(t.raw.Key())
		fallthrough
	case reflect.Slice, reflect.Array:
		o.elem = nativeType(t.raw.Elem())
	case reflect.Struct:
		for i := range t.raw.NumField() {
			f := t.raw.Field(i)
			o.fields = append(o.fields, Field{Name: f.Name, Raw: f.Name, Type: nativeType(f.Type)})
		}
	}
	return o
}

// speaks reports whether fmt prints v by a method of its own.
func (p printer) speaks(v any) bool {
	switch v.(type) {
	case fmt.Formatter, fmt.GoStringer, fmt.Stringer, error:
		return !p.hidden
	}
	return false
}

// address prints where v, a pointer, a channel or a function, points to.
func (p printer) address(t *Type, v any) {
	r, sharp := reflect.ValueOf(v), p.verb == 'v' && p.Flag('#')
	switch {
	case p.verb == 'v' && r.IsNil() && !sharp:
		p.text("<nil>")
	case sharp && r.IsNil():
		p.text("(" + t.name + ")(nil)")
	case sharp:
		p.text("(" + t.name + ")(" + fmt.Sprintf("%#x", r.Pointer()) + ")")
	case p.verb == 'v':
		fmt.Fprintf(p, "%#x", r.Pointer())
	default:
		p.native(v)
	}
}

func separator(sharp bool) string {
	if sharp {
		return ", "
	}
	return " "
}

func validVerb(k reflect.Kind, verb rune) bool {
	switch {
	case verb == 'v' || verb == 'T':
		return true
	case k == reflect.Bool:
		return verb == 't'
	case k == reflect.String:
		return strings.ContainsRune("sqxX", verb)
	case k >= reflect.Int && k <= reflect.Uintptr:
		return strings.ContainsRune("bcdoOqxXU", verb)
	case k >= reflect.Float32 && k <= reflect.Complex128:
		return strings.ContainsRune("beEfFgGxX", verb)
	}
	return true
}

// defaultVerb is the verb that prints a basic kind as %v does, whatever the flags.
func defaultVerb(k reflect.Kind) rune {
	switch {
	case k == reflect.Bool:
		return 't'
	case k == reflect.String:
		return 's'
	case k >= reflect.Float32 && k <= reflect.Complex128:
		return 'g'
	}
	return 'd'
}

// method prints v by its own methods.
func (p printer) method(t *Type, v any) (done bool) {
	if t.methods() == nil || p.hidden {
		return false
	}
	if f, ok := t.methods()["Format"].Call.(func(any, fmt.State, rune)); ok {
		defer p.caught(v, "Format", &done)
		f(v, p, p.verb)
		return true
	}
	if p.verb == 'v' && p.Flag('#') {
		if f, ok := t.methods()["GoString"].Call.(func(any) string); ok {
			defer p.caught(v, "GoString", &done)
			p.text(f(v))
			return true
		}
		return false
	}
	if !strings.ContainsRune("vsxXq", p.verb) {
		return false
	}
	for _, name := range []string{"Error", "String"} {
		if f, ok := t.methods()[name].Call.(func(any) string); ok {
			defer p.caught(v, name, &done)
			s := f(v)
			p.native(s)
			return true
		}
	}
	return false
}

// caught prints what a method panicked with, as fmt does.
func (p printer) caught(v any, method string, done *bool) {
	e := recover()
	if e == nil {
		return
	}
	*done = true
	if r := reflect.ValueOf(v); r.Kind() == reflect.Pointer && r.IsNil() {
		p.text("<nil>")
		return
	}
	fmt.Fprintf(p, "%%!%c(PANIC=%s method: %v)", p.verb, method, Thrown(e))
}

type entry struct{ key, value reflect.Value }

// sortedEntries returns the entries of a map by their keys. No entry of a NaN is found
// by its key.
func sortedEntries(m reflect.Value) []entry {
	list := make([]entry, 0, m.Len())
	for it := m.MapRange(); it.Next(); {
		list = append(list, entry{it.Key(), it.Value()})
	}
	slices.SortStableFunc(list, func(a, b entry) int { return compareKeys(a.key, b.key) })
	return list
}

// compareKeys orders the keys of a map as fmt does.
func compareKeys(a, b reflect.Value) int {
	for a.Kind() == reflect.Interface && b.Kind() == reflect.Interface {
		a, b = a.Elem(), b.Elem()
	}
	if a.Kind() != b.Kind() {
		return cmp.Compare(a.Kind(), b.Kind())
	}
	switch {
	case a.Kind() == reflect.String:
		return cmp.Compare(a.String(), b.String())
	case a.CanInt():
		return cmp.Compare(a.Int(), b.Int())
	case a.CanUint():
		return cmp.Compare(a.Uint(), b.Uint())
	case a.CanFloat():
		return cmp.Compare(a.Float(), b.Float())
	case a.Kind() == reflect.Bool:
		switch {
		case a.Bool() == b.Bool():
			return 0
		case b.Bool():
			return -1
		}
		return 1
	case a.Kind() == reflect.Struct:
		for i := range a.NumField() {
			if c := compareKeys(a.Field(i), b.Field(i)); c != 0 {
				return c
			}
		}
	case a.Kind() == reflect.Array:
		for i := range a.Len() {
			if c := compareKeys(a.Index(i), b.Index(i)); c != 0 {
				return c
			}
		}
	}
	return 0
}
