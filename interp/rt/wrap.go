package rt

import (
	"flag"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/nvsd-kernel/nvsd-kernel/internal/carried"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt/named"
)

// Interfaces describes the interfaces of compiled packages.
type Interfaces struct {
	// Wrapper returns the wrapper of one, or nil: a struct of the field IValue
	// and a function for each method.
	Wrapper func(iface reflect.Type) reflect.Type
	// Asks reports whether an interface of a compiled package, exported or not, has a
	// method of that name.
	Asks func(method string) bool
}

var (
	interfaces atomic.Pointer[Interfaces]
	wrappers   sync.Map // wrappers that have been found: reflect.Type by reflect.Type
)

// wrapperOf returns the wrapper of a compiled interface.
func wrapperOf(iface reflect.Type) (reflect.Type, bool) {
	if w, ok := wrappers.Load(iface); ok {
		return w.(reflect.Type), true
	}
	known := interfaces.Load()
	if known == nil {
		return nil, false
	}
	w := known.Wrapper(iface)
	if w == nil {
		return nil, false
	}
	wrappers.Store(iface, w)
	return w, true
}

// Wrap returns x as a value that implements the compiled interface to which p,
// a nil pointer, points; ok reports whether it has its methods.
func Wrap(x any, p any) (any, bool) {
	i := reflect.TypeOf(p).Elem()
	if x == nil {
		return nil, false
	}
	o, isObj := boxed(x)
	if !isObj {
		return asIO(x), reflect.TypeOf(x).Implements(i)
	}
	if o.T.lacks(i) != "" {
		return nil, false
	}
	printed := true
	for k := range i.NumMethod() {
		if !i.Method(k).IsExported() { // which only types of its package can have
			panic(notGiven(o.T, i))
		}
		name := i.Method(k).Name
		// An Obj has these methods for packages that treat a value without them in another way.
		printed = printed && name != "Format" && name != "MarshalJSON" && name != "MarshalXML"
	}
	if form := Box(o.T, o.V); printed && reflect.TypeOf(form).Implements(i) {
		return form, true
	}
	if !printed || o.T.wantsReal(i) {
		if real := Real(x); reflect.TypeOf(real).Implements(i) {
			return real, true
		}
	}
	w, ok := wrapperOf(i)
	if !ok {
		panic(notGiven(o.T, i))
	}
	v := reflect.New(w).Elem()
	v.Field(0).Set(reflect.ValueOf(Box(o.T, o.V)))
	for k := range i.NumMethod() {
		m := i.Method(k)
		call := reflect.ValueOf(o.T.methods()[m.Name].Call)
		field := v.FieldByName("W" + m.Name)
		field.Set(reflect.MakeFunc(m.Type, func(args []reflect.Value) []reflect.Value {
			args = append([]reflect.Value{reflect.ValueOf(&o.V).Elem()}, args...)
			if m.Type.IsVariadic() {
				return call.CallSlice(args)
			}
			return call.Call(args)
		}))
	}
	return v.Interface(), true
}

// notGiven is the error of a value that no compiled value can stand for.
func notGiven(t *Type, i reflect.Type) error {
	return fail(fmt.Sprintf("a value of type %s cannot be given to compiled code as a %s in this kernel", t.name, i))
}

// AsInterface sets the variable of a compiled interface type to which target points to a
// value with the methods of x, and reports whether x has those of the interface. Compiled
// code that asks a value of a cell's type what else it can do has only the wrapper of one
// interface, which has no other methods. Every x of a cell's type is a [carried.Value] too.
func AsInterface(x, target any) bool {
	if to, ok := target.(*carried.Value); ok {
		o, isObj := boxed(x)
		*to = written{o}
		return isObj
	}
	to := reflect.ValueOf(target).Elem()
	w, ok := Wrap(x, reflect.Zero(reflect.PointerTo(to.Type())).Interface())
	if ok {
		to.Set(reflect.ValueOf(w))
	}
	return ok
}

// wantsReal reports whether compiled code is to see the real type of a value of
// type t that it is given as an interface i. That one can be compared, printed and
// used as a key, and has all methods: compiled code looks for more of them by
// asserting other interfaces, of whichever package, as http.Flusher, io.WriterTo or
// graph.Weighted.
//
// There is room for so many methods of real types. When half of it is used, only
// types that have more methods that may be looked for get them; and the last part
// is for code that looks at types by reflection, which has no other way.
func (t *Type) wantsReal(i reflect.Type) bool {
	if i == reflect.TypeFor[flag.Value]() {
		return true // package flag makes a zero value of the type, and asks that for its String
	}
	if w, ok := wrapperOf(i); ok && w.Implements(reflect.TypeFor[fmt.Stringer]()) && !i.Implements(reflect.TypeFor[fmt.Stringer]()) {
		return false // the wrapper says what messages call the value
	}
	room := named.Room()
	return t.hasReal() || room >= named.Rooms/2 || room >= named.Rooms/4 && t.offersMore(i)
}

// offersMore reports whether t has a method that compiled code may look for, beyond
// those of the interface i.
func (t *Type) offersMore(i reflect.Type) bool {
	known := interfaces.Load()
	if known == nil {
		return false
	}
	for name, m := range t.methods() {
		if m.Call == nil || !known.Asks(name) {
			continue
		}
		if _, is := i.MethodByName(name); !is {
			return true
		}
	}
	return false
}

// MustWrap is [Wrap] for an assertion, which panics.
func MustWrap(x any, p any) any {
	w, ok := Wrap(x, p)
	if !ok {
		i := reflect.TypeOf(p).Elem()
		if x == nil {
			panic(fail("interface conversion: interface is nil, not " + i.String()))
		}
		panic(assertion(x, i.String(), "", missingNative(x, i)))
	}
	return w
}

func missingNative(x any, i reflect.Type) string {
	if o, ok := boxed(x); ok {
		return o.T.lacks(i)
	}
	for k := range i.NumMethod() {
		name := i.Method(k).Name
		if _, ok := reflect.TypeOf(x).MethodByName(name); !ok {
			return name
		}
	}
	return ""
}

// lacks returns the first method that t lacks of a compiled interface, or has with another
// type; "" where it has all.
func (t *Type) lacks(i reflect.Type) string {
	for k := range i.NumMethod() {
		m := i.Method(k)
		id := m.Name
		if !m.IsExported() {
			id = m.PkgPath + "." + id
			if t.hides(id) {
				continue
			}
		}
		if have, ok := t.methods()[id]; !ok || have.Type != nil || !isMethod(reflect.TypeOf(have.Call), m.Type) {
			return m.Name
		}
	}
	return ""
}

// isMethod reports whether a function is of a type, but for the receiver before its parameters.
func isMethod(f, method reflect.Type) bool {
	if f.NumIn() != method.NumIn()+1 || f.NumOut() != method.NumOut() || f.IsVariadic() != method.IsVariadic() {
		return false
	}
	for k := range method.NumIn() {
		if f.In(k+1) != method.In(k) {
			return false
		}
	}
	for k := range method.NumOut() {
		if f.Out(k) != method.Out(k) {
			return false
		}
	}
	return true
}
