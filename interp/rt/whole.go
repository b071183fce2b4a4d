package rt

import (
	"fmt"
	"reflect"
)

// RealWhole is [Real] for compiled code that reads everything that a value leads to: it
// copies the pointers, lists and maps that hold values of a program in interfaces.
func RealWhole(x any) any { return realWhole(x, false) }

// RealTemplate is RealWhole for a template, which distinguishes the nil of an interface
// type with methods from the nil of one without.
func RealTemplate(x any) any { return realWhole(x, true) }

func realWhole(x any, absent bool) any {
	r := Real(x)
	if r == nil {
		return nil
	}
	w := copier{have: map[pointed]reflect.Value{}, holds: map[reflect.Type]bool{}, absent: absent}
	v := reflect.ValueOf(r)
	if !w.mayHold(v.Type()) {
		return r
	}
	out := reflect.New(v.Type()).Elem()
	out.Set(v)
	w.settle(out)
	return out.Interface()
}

// A copier copies values with interfaces in them.
type copier struct {
	have  map[pointed]reflect.Value // copies of what pointers, maps and slices lead to
	holds map[reflect.Type]bool

	absent bool // nil is marked where the interface type of the program has methods
}

// absent stands for the nil of an interface type with methods: the real type of that
// has none, and a template prints "<no value>" for its nil.
type absent struct{}

// Format prints nil.
func (*absent) Format(s fmt.State, verb rune) { fmt.Fprintf(s, fmt.FormatString(s, verb), nil) }

// pointed is the identity of the memory that a pointer, a map or a slice leads to.
type pointed struct {
	at  uintptr
	len int
	typ reflect.Type
}

func pointedBy(v reflect.Value) pointed {
	p := pointed{v.Pointer(), 0, v.Type()}
	if v.Kind() == reflect.Slice {
		p.len = v.Len()
	}
	return p
}

// mayHold reports whether there may be interfaces in values of a type, or behind them.
func (w copier) mayHold(t reflect.Type) bool {
	if have, ok := w.holds[t]; ok {
		return have
	}
	w.holds[t] = false // for a type that leads to itself the other parts decide
	is := false
	switch t.Kind() {
	case reflect.Interface:
		is = t.NumMethod() == 0
	case reflect.Pointer, reflect.Slice, reflect.Array:
		is = w.mayHold(t.Elem())
	case reflect.Map:
		is = w.mayHold(t.Key()) || w.mayHold(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			is = is || t.Field(i).IsExported() && w.mayHold(t.Field(i).Type)
		}
	}
	w.holds[t] = is
	return is
}

// settle makes the values real that v, which can be set, leads to.
func (w copier) settle(v reflect.Value) {
	if !w.mayHold(v.Type()) {
		return
	}
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			if d, ok := realOf.Load(v.Type()); ok && w.absent && len(d.(realDescription).t.asks) > 0 {
				v.Set(reflect.ValueOf((*absent)(nil)))
			}
			return
		}
		if r := reflect.ValueOf(Real(v.Interface())); r.Type().AssignableTo(v.Type()) {
			inner := reflect.New(r.Type()).Elem()
			inner.Set(r)
			w.settle(inner)
			v.Set(inner)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				w.settle(v.Field(i))
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			w.settle(v.Index(i))
		}
	case reflect.Pointer, reflect.Slice, reflect.Map:
		if !v.IsNil() {
			v.Set(w.copy(v))
		}
	}
}

// copy returns v, a pointer, a slice or a map, with another target, which is real.
func (w copier) copy(v reflect.Value) reflect.Value {
	key := pointedBy(v)
	if have, ok := w.have[key]; ok {
		return have
	}
	var out reflect.Value
	switch v.Kind() {
	case reflect.Pointer:
		out = reflect.New(v.Type().Elem())
		w.have[key] = out.Convert(v.Type())
		out.Elem().Set(v.Elem())
		w.settle(out.Elem())
		out = w.have[key]
	case reflect.Slice:
		out = reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		w.have[key] = out
		reflect.Copy(out, v)
		for i := range out.Len() {
			w.settle(out.Index(i))
		}
	default:
		out = reflect.MakeMapWithSize(v.Type(), v.Len())
		w.have[key] = out
		for k, e := range v.Seq2() {
			nk, ne := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			nk.Set(k)
			ne.Set(e)
			w.settle(nk)
			w.settle(ne)
			out.SetMapIndex(nk, ne)
		}
	}
	return out
}

// ValueElem is the method Elem of a reflect.Value.
func ValueElem(v reflect.Value) reflect.Value {
	e := v.Elem()
	if v.Kind() != reflect.Interface || !e.IsValid() || !e.CanInterface() {
		return e
	}
	if _, ok := e.Interface().(interface{ Boxed() Obj }); ok {
		return reflect.ValueOf(Real(e.Interface()))
	}
	return e
}
