package rt

import (
	"fmt"
	"reflect"
)

// Interfaces of a program have no methods for reflection: the interpreter has all of
// them as empty interfaces. What follows are methods of a reflect.Type that know
// better.

// asked returns the ids of the methods that an interface type of a program asks for, each with
// its type.
func asked(t reflect.Type) []string {
	if t == nil || t.Kind() != reflect.Interface {
		return nil
	}
	if d, ok := realOf.Load(t); ok {
		return d.(realDescription).t.asks
	}
	return nil
}

// TypeNumMethod is the method NumMethod.
func TypeNumMethod(t reflect.Type) int {
	if asks := asked(t); len(asks) > 0 {
		return len(asks) / 2
	}
	return t.NumMethod()
}

// TypeMethod and TypeMethodByName are the methods Method and MethodByName.
func TypeMethod(t reflect.Type, i int) reflect.Method {
	if asks := asked(t); len(asks) > 0 {
		return askedMethod(t, bareName(asks[2*i]))
	}
	return t.Method(i)
}

func TypeMethodByName(t reflect.Type, name string) (reflect.Method, bool) {
	asks := asked(t)
	for i := 0; i < len(asks); i += 2 {
		if bareName(asks[i]) == name {
			return askedMethod(t, name), true
		}
	}
	return t.MethodByName(name)
}

func askedMethod(t reflect.Type, name string) reflect.Method {
	panic(fail(fmt.Sprintf("reflect: the interpreter does not know the type of the method %s of the interface %s; ask a type that has the method", name, t)))
}

// TypeImplements, TypeAssignableTo and TypeConvertibleTo are the methods of those
// names.
func TypeImplements(t, u reflect.Type) bool {
	asks := asked(u)
	if len(asks) == 0 {
		return t.Implements(u)
	}
	has := map[string]string{}
	if own := asked(t); len(own) > 0 {
		for i := 0; i < len(own); i += 2 {
			has[own[i]] = own[i+1]
		}
	} else if d, ok := describeReal(t, maxLayers); ok {
		// A pointer has the methods of what it points to, and may itself not be described.
		if e := d.t.elem; d.t.kind == reflect.Pointer && e != nil && e.kind != reflect.Pointer && e.kind != reflect.Interface {
			for name, m := range e.methods() {
				has[name] = m.Sig
			}
		}
		for name, m := range d.t.methods() {
			has[name] = m.Sig
		}
	} else {
		return implementsAsked(t, asks)
	}
	for i := 0; i < len(asks); i += 2 {
		if has[asks[i]] != asks[i+1] {
			return false
		}
	}
	return true
}

// implementsAsked reports whether a compiled type has methods, whose types have no
// types of a program in them.
func implementsAsked(t reflect.Type, asks []string) bool {
	for i := 0; i < len(asks); i += 2 {
		m, ok := t.MethodByName(asks[i])
		if !ok {
			return false
		}
		typ := m.Type
		if t.Kind() != reflect.Interface { // without the receiver
			var in, out []reflect.Type
			for i := 1; i < typ.NumIn(); i++ {
				in = append(in, typ.In(i))
			}
			for i := range typ.NumOut() {
				out = append(out, typ.Out(i))
			}
			typ = reflect.FuncOf(in, out, typ.IsVariadic())
		}
		if typ.String() != asks[i+1] {
			return false
		}
	}
	return true
}

func TypeAssignableTo(t, u reflect.Type) bool {
	if len(asked(u)) > 0 {
		return t == u || TypeImplements(t, u)
	}
	return t.AssignableTo(u)
}

func TypeConvertibleTo(t, u reflect.Type) bool {
	if len(asked(u)) > 0 {
		return t == u || TypeImplements(t, u)
	}
	return t.ConvertibleTo(u)
}

// ValueNumMethod, ValueMethod and ValueMethodByName are the methods of a reflect.Value of
// those names. Of an interface of a program they give the methods that it asks for, of what
// it holds.
func ValueNumMethod(v reflect.Value) int {
	if asks := askedOf(v); len(asks) > 0 {
		return len(asks) / 2
	}
	return v.NumMethod()
}

func ValueMethod(v reflect.Value, i int) reflect.Value {
	if asks := askedOf(v); 2*i >= 0 && 2*i < len(asks) {
		return ValueElem(v).MethodByName(bareName(asks[2*i]))
	}
	return v.Method(i)
}

func ValueMethodByName(v reflect.Value, name string) reflect.Value {
	asks := askedOf(v)
	for i := 0; i < len(asks); i += 2 {
		if bareName(asks[i]) == name {
			return ValueElem(v).MethodByName(name)
		}
	}
	return v.MethodByName(name)
}

func askedOf(v reflect.Value) []string {
	if v.Kind() != reflect.Interface {
		return nil
	}
	return asked(v.Type())
}
