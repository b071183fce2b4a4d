package rt

import (
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"

	goruntime "github.com/nvsd-kernel/nvsd-kernel/interp/rt/runtime"
)

func quote(s string) string { return strconv.Quote(s) }

// An Obj is a value of a cell's type inside an interface.
type Obj struct {
	T *Type
	V any
}

// Boxed returns o; what embeds an Obj has it too.
func (o Obj) Boxed() Obj { return o }

// AsInterface is the function of that name.
func (o Obj) AsInterface(target any) bool { return AsInterface(o, target) }

// Str, Err, ErrStr and Errs are Objs with the methods that compiled code looks
// for.
type (
	Str    struct{ Obj }
	Err    struct{ Obj }
	ErrStr struct{ Err }
	Errs   struct{ Obj }
)

func (s Str) String() string    { return s.T.methods()["String"].Call.(func(any) string)(s.V) }
func (s ErrStr) String() string { return s.T.methods()["String"].Call.(func(any) string)(s.V) }
func (e Err) Error() string     { return e.T.methods()["Error"].Call.(func(any) string)(e.V) }
func (e Errs) Error() string    { return e.T.methods()["Error"].Call.(func(any) string)(e.V) }
func (e Errs) Unwrap() []error {
	return e.T.methods()["Unwrap"].Call.(func(any) []error)(e.V)
}

// Unwrap, Is and As call the methods of the cell's type. Without such a method they do
// what package errors does for a type that lacks it.
func (e Err) Unwrap() error {
	if f, ok := e.T.methods()["Unwrap"].Call.(func(any) error); ok {
		return f(e.V)
	}
	return nil
}

func (o Obj) Is(target error) bool {
	if f, ok := o.T.methods()["Is"].Call.(func(any, error) bool); ok {
		return f(o.V, target)
	}
	return false
}

func (o Obj) As(target any) bool {
	if f, ok := o.T.methods()["As"].Call.(func(any, any) bool); ok {
		return f(o.V, target)
	}
	return false
}

// Box puts a value of type t into an interface.
func Box(t *Type, v any) any {
	o := Obj{t, v}
	switch t.form() {
	case stringer:
		return Str{o}
	case failure:
		return Err{o}
	case failureStringer:
		return ErrStr{Err{o}}
	case failures:
		return Errs{o}
	}
	return o
}

// boxed returns the value of a cell's type that x holds.
func boxed(x any) (Obj, bool) {
	switch x := x.(type) {
	case nil, int, string, float64, bool:
		return Obj{}, false
	case interface{ Boxed() Obj }:
		return x.Boxed(), true
	}
	r := reflect.ValueOf(x)
	if r.Kind() == reflect.Struct && r.NumField() > 1 && r.Type().Field(0).Name == "IValue" {
		return boxed(r.Field(0).Interface())
	}
	return fromReal(x)
}

// Any returns x as an interface of a cell holds it: without the wrapper of a compiled
// interface.
func Any(x any) any {
	if o, ok := boxed(x); ok {
		return Box(o.T, o.V)
	}
	if _, ok := x.(*absent); ok {
		return nil
	}
	return asFile(x)
}

// Val returns the value that x holds, as the interpreter has it.
func Val(x any) any {
	if o, ok := boxed(x); ok {
		return o.V
	}
	return asFile(x)
}

// TypeOf returns the type of what x holds, nil for nil.
func TypeOf(x any) *Type {
	if o, ok := boxed(x); ok {
		return o.T
	}
	if x == nil {
		return nil
	}
	return nativeType(reflect.TypeOf(asFile(x)))
}

// Is reports whether x holds a value of type t.
func Is(x any, t *Type) bool { return x != nil && TypeOf(x) == t }

// As returns the value of type t that x, of the interface type named iface,
// holds. It panics as Go does when it holds no such.
func As(x any, t *Type, iface string) any {
	if !Is(x, t) {
		panic(assertion(x, t.name+t.beside(TypeOf(x)), iface, ""))
	}
	return Val(x)
}

// beside returns the addition of Go to the names of two types in a failed assertion if they are alike.
func (t *Type) beside(have *Type) string {
	switch {
	case have == nil || have.name != t.name:
		return ""
	case have.pkgPath() != t.pkgPath():
		return " (types from different packages)"
	}
	return " (types from different scopes)"
}

// pkgPath is the path of the package of a declared type, or of the fields of a struct that
// are not exported.
func (t *Type) pkgPath() string {
	id := ""
	if t.under != nil {
		id, _, _ = strings.Cut(t.id, "[")
	}
	for _, f := range t.fields {
		if id == "" && !isExported(f.ID) {
			id = f.ID
		}
	}
	return id[:max(strings.LastIndexByte(id, '.'), 0)]
}

func assertion(x any, want, iface, missing string) error {
	if x == nil {
		return fail("interface conversion: " + iface + " is nil, not " + want)
	}
	if missing != "" {
		return fail("interface conversion: " + TypeOf(x).name + " is not " + want + ": missing method " + missing)
	}
	return fail("interface conversion: " + iface + " is " + TypeOf(x).name + ", not " + want)
}

// fail makes an error of Go's runtime.
func fail(text string) runtime.Error { return goruntime.New(text) }

// An Iface is an interface type of a cell: its methods, and the types of their
// lowered functions.
type Iface struct {
	Name    string
	Methods []IfaceMethod
}

type IfaceMethod struct {
	ID, Sig string
	Func    any // a nil pointer to the lowered type of the method
}

// missing returns the name of a method of i that the value of x lacks, or "".
func (i *Iface) missing(x any) string {
	o, isObj := boxed(x)
	for _, m := range i.Methods {
		if isObj {
			if have, ok := o.T.methods()[m.ID]; !ok || have.Sig != m.Sig {
				return bareName(m.ID)
			}
			continue
		}
		have, ok := reflect.TypeOf(x).MethodByName(m.ID)
		if !ok {
			return bareName(m.ID)
		}
		bound := reflect.ValueOf(x).Method(have.Index).Type()
		if m.Func == nil || bound != reflect.TypeOf(m.Func).Elem() {
			return bareName(m.ID)
		}
	}
	return ""
}

// Implements reports whether x holds a value with the methods of i.
func Implements(x any, i *Iface) bool { return x != nil && i.missing(x) == "" }

// AsIface returns x if it holds a value with the methods of i. It panics as Go does if
// it does not.
func AsIface(x any, i *Iface) any {
	if x == nil {
		panic(fail("interface conversion: interface is nil, not " + i.Name))
	}
	if m := i.missing(x); m != "" {
		panic(assertion(x, i.Name, "", m))
	}
	return Any(x)
}

// M returns the method with an id of what x holds, as a function of the value and the
// arguments.
func M(x any, id string) any {
	o, ok := boxed(x)
	if ok {
		if m, ok := o.T.methods()[id]; ok {
			return m.Call
		}
		panic(nilDereference)
	}
	if x == nil {
		panic(nilDereference)
	}
	m := methodOf(x, id)
	if !m.IsValid() {
		panic(nilDereference)
	}
	in := []reflect.Type{reflect.TypeFor[any]()}
	for i := range m.Type().NumIn() {
		in = append(in, m.Type().In(i))
	}
	var out []reflect.Type
	for i := range m.Type().NumOut() {
		out = append(out, m.Type().Out(i))
	}
	t := reflect.FuncOf(in, out, m.Type().IsVariadic())
	return reflect.MakeFunc(t, func(args []reflect.Value) []reflect.Value {
		if m.Type().IsVariadic() {
			return m.CallSlice(args[1:])
		}
		return m.Call(args[1:])
	}).Interface()
}

var nilDereference = func() (err runtime.Error) {
	defer func() { err = recover().(runtime.Error) }()
	var p *int
	return fail(strconv.Itoa(*p))
}()

// Eq compares two interfaces.
func Eq(a, b any) bool {
	x, xok := boxed(a)
	y, yok := boxed(b)
	switch {
	case xok && yok:
		if x.T != y.T {
			return false
		}
		if !comparable_(x.T) {
			panic(fail("runtime error: comparing uncomparable type " + x.T.name))
		}
		return x.T.same(x.V, y.V)
	case xok || yok:
		return false
	}
	return a == b
}

// same compares two values of a comparable type: of a struct, the fields that have
// a name.
func (t *Type) same(a, b any) bool {
	if !t.looksInside() {
		return a == b
	}
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	if t.kind == reflect.Array {
		for i := range x.Len() {
			if !t.elem.samePart(x.Index(i), y.Index(i)) {
				return false
			}
		}
		return true
	}
	for _, f := range t.fields {
		if f.Name != "_" && !f.Type.samePart(x.FieldByName(f.Raw), y.FieldByName(f.Raw)) {
			return false
		}
	}
	return true
}

func (t *Type) samePart(x, y reflect.Value) bool {
	if t == nil || t.kind == reflect.Interface {
		return Eq(x.Interface(), y.Interface())
	}
	return t.same(x.Interface(), y.Interface())
}

// looksInside reports whether values of a type are compared part by part: it has blank
// fields, or interfaces, which hold types whose names in Go the interpreter does not
// know.
func (t *Type) looksInside() bool {
	switch t.kind {
	case reflect.Array:
		return t.elem != nil && (t.elem.kind == reflect.Interface || t.elem.looksInside())
	case reflect.Struct:
		return slices.ContainsFunc(t.fields, func(f Field) bool {
			return f.Name == "_" || f.Type != nil && (f.Type.kind == reflect.Interface || f.Type.looksInside())
		})
	}
	return false
}

func comparable_(t *Type) bool {
	if t == nil {
		return true
	}
	if t.raw != nil && t.under == nil {
		return t.raw.Comparable()
	}
	switch t.kind {
	case reflect.Slice, reflect.Map, reflect.Func:
		return false
	case reflect.Array:
		return comparable_(t.elem)
	case reflect.Struct:
		for _, f := range t.fields {
			if !comparable_(f.Type) {
				return false
			}
		}
	}
	return true
}
