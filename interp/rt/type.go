// Package rt is the runtime of lowered programs: the types that they declare, and the
// behaviour of Go's interfaces, panics and deferred calls. The interpreter only sees the
// structure of a declared type; a [Type] of this package has its name and its methods.
package rt

import (
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
)

// A Type describes a type that a cell has declared, or one that is built of
// such. Two descriptions of one type are one pointer.
type Type struct {
	id   string // unique
	name string // as Go prints it
	kind reflect.Kind
	raw  reflect.Type // what the interpreter holds a value as; nil until known

	elem, key *Type
	in, out   []*Type  // of a function
	asks      []string // of an interface: the ids of the methods, each with its type
	fields    []Field
	set       atomic.Pointer[methodSet]
	next      *methodSet // between Methods and Done
	under     *Type      // of a named type: what it is declared as
}

// A Field of a struct.
type Field struct {
	ID       string // as go/types has it: the name, after its package if it is not exported
	Name     string // as the user wrote it
	Raw      string // as the interpreter's struct has it
	Type     *Type
	Tag      string
	Embedded bool
}

// A Method of a type. Call is a func(recv any, args) results, lowered.
type Method struct {
	Sig  string // its type, for comparison
	Call any
	Type *Type // without the receiver; nil if no type of a program is in it
}

// A methodSet is replaced as a whole: goroutines of earlier cells look into it
// while a cell declares a type anew.
type methodSet struct {
	methods map[string]Method // by their ids
	form    form
	hidden  map[string]bool
}

// form is which of the methods of packages fmt and errors a boxed value must have.
type form int

const (
	bare form = iota
	stringer
	failure
	failureStringer
	failures
)

var (
	typesMu sync.Mutex
	types   = map[string]*Type{}
)

// intern returns the description with an id, made at the first call.
func intern(id string, make func(t *Type)) *Type {
	typesMu.Lock()
	t, ok := types[id]
	if !ok {
		t = &Type{id: id, name: id}
		types[id] = t
	}
	typesMu.Unlock()
	if !ok && make != nil {
		make(t)
	}
	return t
}

// Native describes the type that p, a nil pointer, points to: one of no cell.
func Native(p any) *Type { return nativeType(reflect.TypeOf(p).Elem()) }

var natives sync.Map // reflect.Type to *Type

func nativeType(r reflect.Type) *Type {
	if t, ok := natives.Load(r); ok {
		return t.(*Type)
	}
	made := &Type{id: "native " + r.String(), name: r.String(), kind: r.Kind(), raw: r}
	t, _ := natives.LoadOrStore(r, made)
	return t.(*Type)
}

// Named describes a declared type, whose structure [Type.Is] gives.
func Named(id, name string) *Type {
	return intern(id, func(t *Type) { t.name = name })
}

// Is sets the type that t is declared as.
func (t *Type) Is(u *Type) {
	t.under, t.kind, t.raw, t.elem, t.key, t.fields, t.in, t.out, t.asks = u, u.kind, u.raw, u.elem, u.key, u.fields, u.in, u.out, u.asks
	if u.raw == nil {
		return
	}
	switch t.kind {
	case reflect.Map:
		t.key = nativeType(u.raw.Key())
		fallthrough
	case reflect.Slice, reflect.Array, reflect.Pointer, reflect.Chan:
		t.elem = nativeType(u.raw.Elem())
	case reflect.Struct:
		for i := range u.raw.NumField() {
			f := u.raw.Field(i)
			t.fields = append(t.fields, Field{Name: f.Name, Raw: f.Name, Type: nativeType(f.Type), Tag: string(f.Tag), Embedded: f.Anonymous})
		}
	}
}

// Methods begins the method set of t: [Type.Has] adds to it, and [Type.Done] ends it.
// Until then t has the methods that it had before.
func (t *Type) Methods() {
	t.next = &methodSet{methods: map[string]Method{}, hidden: map[string]bool{}}
}

// Has adds a method. Its id is that of go/types: the name, after its package if it is
// not exported, so that methods of two packages are two.
func (t *Type) Has(id, sig string, call any) { t.next.methods[id] = Method{Sig: sig, Call: call} }

// HasOf adds a method whose type mentions types of the program.
func (t *Type) HasOf(id, sig string, call any, typ *Type) {
	t.next.methods[id] = Method{sig, call, typ}
}

// HasHidden adds a method of a compiled package that is not exported, which an embedded value
// has. Nothing here can call it.
func (t *Type) HasHidden(id string) { t.next.hidden[id] = true }

// bareName is the name in the id of a method or a field.
func bareName(id string) string { return id[strings.LastIndexByte(id, '.')+1:] }

// isExported reports whether the id of a method is one of an exported name.
func isExported(id string) bool { return !strings.Contains(id, ".") }

// Done ends the method set that Methods began.
func (t *Type) Done() {
	m := t.next.methods
	_, isError := m["Error"].Call.(func(any) string)
	_, isStringer := m["String"].Call.(func(any) string)
	_, many := m["Unwrap"].Call.(func(any) []error)
	switch {
	case isError && many:
		t.next.form = failures
	case isError && isStringer:
		t.next.form = failureStringer
	case isError:
		t.next.form = failure
	case isStringer:
		t.next.form = stringer
	}
	t.set.Store(t.next)
}

// methods returns the methods of t, nil if they have not been set.
func (t *Type) methods() map[string]Method {
	if s := t.set.Load(); s != nil {
		return s.methods
	}
	return nil
}

// hides reports whether t has a method that [Type.HasHidden] has added.
func (t *Type) hides(id string) bool {
	s := t.set.Load()
	return s != nil && s.hidden[id]
}

func (t *Type) form() form {
	if s := t.set.Load(); s != nil {
		return s.form
	}
	return bare
}

// Pointer, Slice, Array, Chan, Map, Func and Struct describe types that are
// built of those of cells.
func Pointer(e *Type) *Type {
	return intern("*"+e.id, func(t *Type) { t.name, t.kind, t.elem = "*"+e.name, reflect.Pointer, e })
}

func Slice(e *Type) *Type {
	return intern("[]"+e.id, func(t *Type) { t.name, t.kind, t.elem = "[]"+e.name, reflect.Slice, e })
}

func Array(n string, e *Type) *Type {
	return intern("["+n+"]"+e.id, func(t *Type) { t.name, t.kind, t.elem = "["+n+"]"+e.name, reflect.Array, e })
}

func Chan(dir string, e *Type) *Type {
	return intern(dir+" "+e.id, func(t *Type) {
		t.name, t.kind, t.elem = dir+" "+e.name, reflect.Chan, e
		if dir == "chan" && strings.HasPrefix(e.name, "<-") {
			t.name = "chan (" + e.name + ")"
		}
	})
}

func Map(k, e *Type) *Type {
	return intern("map["+k.id+"]"+e.id, func(t *Type) {
		t.name, t.kind, t.key, t.elem = "map["+k.name+"]"+e.name, reflect.Map, k, e
	})
}

// Func describes a function type by its first parameters, so many, and then its
// results.
func Func(id, name string, params int, parts ...*Type) *Type {
	return intern(id, func(t *Type) {
		t.name, t.kind, t.in, t.out = name, reflect.Func, parts[:params], parts[params:]
	})
}

// Interface describes an interface type by the ids and types of its methods.
func Interface(id, name string, methods ...string) *Type {
	return intern(id, func(t *Type) { t.name, t.kind, t.asks = name, reflect.Interface, methods })
}

func Struct(fields ...Field) *Type {
	var id, name strings.Builder
	for i, f := range fields {
		if i > 0 {
			id.WriteString("; ")
			name.WriteString("; ")
		}
		for _, w := range []struct {
			b     *strings.Builder
			f, t  string
			named bool
		}{
			{&id, f.ID, f.Type.id, !f.Embedded || !strings.HasSuffix(f.Type.id, "."+f.Name)}, // an alias is embedded under its own name
			{&name, f.Name, f.Type.name, !f.Embedded},
		} {
			if w.named {
				w.b.WriteString(w.f + " ")
			}
			if f.Embedded && w.named {
				w.b.WriteString("embedded ")
			}
			w.b.WriteString(w.t)
			if f.Tag != "" {
				w.b.WriteString(" " + quote(f.Tag))
			}
		}
	}
	wrap := func(s string) string {
		if s == "" {
			return "struct {}"
		}
		return "struct { " + s + " }"
	}
	return intern(wrap(id.String()), func(t *Type) {
		t.name, t.kind, t.fields = wrap(name.String()), reflect.Struct, fields
	})
}
