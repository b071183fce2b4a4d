package rt

import (
	"fmt"
	"go/token"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Format prints o as fmt prints a value of its type.
func (o Obj) Format(s fmt.State, verb rune) {
	p := printer{State: s, verb: verb, sharp: verb == 'v' && s.Flag('#')}
	p.plus = p.sharp || verb == 'v' && s.Flag('+')
	depth := 0
	if isPart(s) {
		depth = 1
	}
	p.value(o.T, o.V, depth)
}

// isPart reports whether fmt prints a part of a value and not an operand. In a part fmt
// does not follow pointers. Its state has the value of the part, and none for an operand.
func isPart(s fmt.State) bool {
	pp := reflect.Indirect(reflect.ValueOf(s))
	if pp.Kind() != reflect.Struct {
		return false
	}
	at := pp.FieldByName("value")
	return at.IsValid() && at.Type() == reflect.TypeFor[reflect.Value]() && !at.IsZero()
}

// A printer prints as fmt does, with the names and methods of the types of a program.
type printer struct {
	fmt.State
	verb        rune
	plus, sharp bool // the flags of %+v and %#v
	silent      bool // fmt calls no methods: in an unexported field, and where the verb is wrong
	embedded    bool // silent only because the struct is embedded by an unexported name; its exported fields are not
	wrong       bool // the verb is wrong: fmt prints as %v does, with the flags of the verb
}

func (p printer) text(s string) { io.WriteString(p, s) }

// leaf prints a value without parts, and without methods that fmt would call.
func (p printer) leaf(v any, verb rune) { fmt.Fprintf(p, fmt.FormatString(p, verb), v) }

// within begins a format with those of some flags that are set, and the width.
func (p printer) within(flags string) string {
	format := "%"
	for _, flag := range flags {
		if p.Flag(int(flag)) {
			format += string(flag)
		}
	}
	if width, ok := p.Width(); ok {
		format += strconv.Itoa(width)
	}
	return format
}

// native prints a value without types of the program as fmt does.
func (p printer) native(v any, depth int) {
	if depth == 0 && !p.silent {
		p.leaf(v, p.verb)
		return
	}
	// A part is what fmt prints within a list, and within a struct if it calls no methods.
	var whole any = [1]any{v}
	if p.silent {
		whole = struct{ v any }{v}
	}
	text := fmt.Sprintf(fmt.FormatString(p, p.verb), whole)
	if p.sharp {
		text = text[len(reflect.TypeOf(whole).String()):]
	}
	text = text[1 : len(text)-1]
	if p.silent && p.plus {
		text = text[len("v:"):]
	}
	p.text(text)
}

// value prints v, which is of type t and depth steps inside what is printed.
func (p printer) value(t *Type, v any, depth int) {
	if t.raw != nil && t.under == nil && t.methods() == nil {
		switch {
		case t.kind == reflect.Interface:
			p.held(t, v, depth)
		case p.wrong || p.silent && holdsInterfaces(t.raw):
			p.value(opened(t), v, depth)
		default:
			p.native(v, depth)
		}
		return
	}
	if p.method(t, v) {
		return
	}
	r := reflect.ValueOf(v)
	if t.kind != reflect.Struct {
		p.embedded = false
	}
	switch t.kind {
	case reflect.Interface:
		p.held(t, v, depth)
	case reflect.Struct:
		p.structure(t, r, depth)
	case reflect.Slice, reflect.Array:
		p.elements(t, r, depth)
	case reflect.Map:
		p.entries(t, r, depth)
	case reflect.Pointer:
		if depth == 0 && !r.IsNil() && t.elem.isComposite() {
			p.text("&")
			p.value(t.elem, r.Elem().Interface(), depth+1)
			return
		}
		p.address(t, v, r)
	case reflect.Chan, reflect.Func, reflect.UnsafePointer:
		p.address(t, v, r)
	default:
		if !validVerb(t.kind, p.verb) {
			p.wrongVerb(t, v)
			return
		}
		p.leaf(v, p.leafVerb(t.kind))
	}
}

// isComposite reports whether fmt prints what a pointer to a value of the type points
// to.
func (t *Type) isComposite() bool {
	switch t.kind {
	case reflect.Array, reflect.Slice, reflect.Struct, reflect.Map:
		return true
	}
	return false
}

// structure prints a struct.
func (p printer) structure(t *Type, r reflect.Value, depth int) {
	if p.sharp {
		p.text(t.name)
	}
	p.text("{")
	for i, f := range t.fields {
		if i > 0 {
			p.text(p.separator())
		}
		if p.plus {
			p.text(f.Name + ":")
		}
		field, sealed, hidden := p, p.silent && !p.embedded, !token.IsExported(f.Name)
		field.silent, field.embedded = sealed || hidden, !sealed && hidden && f.Embedded
		if raw := r.FieldByName(f.Raw); raw.CanInterface() {
			field.value(f.Type, raw.Interface(), depth+1)
		} else { // of a compiled struct
			field.leaf(raw, p.verb)
		}
	}
	p.text("}")
}

// elements prints a slice or an array.
func (p printer) elements(t *Type, r reflect.Value, depth int) {
	if t.elem.kind == reflect.Uint8 && strings.ContainsRune("sqxX", p.verb) {
		text := make([]byte, r.Len())
		for i := range text {
			text[i] = byte(r.Index(i).Uint())
		}
		p.leaf(text, p.verb)
		return
	}
	p.list(t, r, "[", "]", func() {
		for i := range r.Len() {
			if i > 0 {
				p.text(p.separator())
			}
			p.value(t.elem, r.Index(i).Interface(), depth+1)
		}
	})
}

// entries prints a map.
func (p printer) entries(t *Type, r reflect.Value, depth int) {
	p.list(t, r, "map[", "]", func() {
		for i, e := range sortedEntries(r) {
			if i > 0 {
				p.text(p.separator())
			}
			p.value(t.key, e.key.Interface(), depth+1)
			p.text(":")
			p.value(t.elem, e.value.Interface(), depth+1)
		}
	})
}

// held prints the value that an interface of type t holds.
func (p printer) held(t *Type, v any, depth int) {
	switch {
	case v == nil && p.sharp:
		p.text(t.name + "(nil)")
	case v == nil:
		p.text("<nil>")
	default:
		if o, ok := boxed(v); ok {
			p.value(o.T, o.V, depth+1)
			return
		}
		p.value(nativeType(reflect.TypeOf(v)), v, depth+1)
	}
}

// list prints a value that has elements.
func (p printer) list(t *Type, r reflect.Value, open, end string, elements func()) {
	if p.sharp {
		open, end = t.name+"{", "}"
		if r.Kind() != reflect.Array && r.IsNil() {
			p.text(t.name + "(nil)")
			return
		}
	}
	p.text(open)
	elements()
	p.text(end)
}

// wrongVerb prints a value whose type the verb is not for.
func (p printer) wrongVerb(t *Type, v any) {
	p.text("%!" + string(p.verb) + "(" + t.name + "=")
	p.verb, p.wrong, p.silent = 'v', true, true
	p.value(t, v, 0)
	p.text(")")
}

// leafVerb is the verb that prints a basic kind.
func (p printer) leafVerb(k reflect.Kind) rune {
	if p.wrong {
		return defaultVerb(k)
	}
	return p.verb
}

// address prints the address in v, a pointer, a channel or a function.
func (p printer) address(t *Type, v any, r reflect.Value) {
	isNil := v == nil || r.IsNil()
	at := func() {
		format := p.within("-0 ")
		if precision, ok := p.Precision(); ok {
			format += "." + strconv.Itoa(precision)
		}
		fmt.Fprintf(p, "%#"+format[1:]+"x", r.Pointer())
	}
	switch {
	case p.sharp && isNil:
		p.text("(" + t.name + ")(nil)")
	case p.sharp:
		p.text("(" + t.name + ")(")
		at()
		p.text(")")
	case p.verb == 'v' && isNil:
		fmt.Fprintf(p, p.within("-0")+"s", "<nil>") // whole, whatever the precision
	case p.verb == 'v':
		at()
	case strings.ContainsRune("bodxX", p.verb):
		p.leaf(r.Pointer(), p.verb)
	default:
		p.wrongVerb(t, v)
	}
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

// opened returns a description, with its parts, of a type that no cell has declared.
func opened(t *Type) *Type {
	o := &Type{name: t.name, kind: t.kind}
	switch t.kind {
	case reflect.Map:
		o.key = nativeType(t.raw.Key())
		fallthrough
	case reflect.Slice, reflect.Array, reflect.Pointer:
		o.elem = nativeType(t.raw.Elem())
	case reflect.Struct:
		for i := range t.raw.NumField() {
			f := t.raw.Field(i)
			o.fields = append(o.fields, Field{Name: f.Name, Raw: f.Name, Type: nativeType(f.Type)})
		}
	}
	return o
}

func (p printer) separator() string {
	if p.sharp {
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
	if t.methods() == nil || p.silent {
		return false
	}
	if f, ok := t.methods()["Format"].Call.(func(any, fmt.State, rune)); ok {
		defer p.caught(v, "Format", &done)
		f(v, p, p.verb)
		return true
	}
	if p.sharp {
		if f, ok := t.methods()["GoString"].Call.(func(any) string); ok {
			defer p.caught(v, "GoString", &done)
			p.leaf(f(v), 's')
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
			p.leaf(f(v), p.verb)
			return true
		}
	}
	return false
}

// caught prints the value with which a method panicked, as fmt does.
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
