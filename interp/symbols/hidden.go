package symbols

import (
	"reflect"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols/internal/table"
)

// A package can keep a type to itself and still let others have its values, as package
// binary does with that of LittleEndian. Code that has them in variables needs the
// type: a package of its own exports it, whose path [rt.HiddenPath] gives.

// hiddenPackage is the name of such a package.
const hiddenPackage = "hidden"

// hiddenValues returns the values of the package of a type, or nil if there is no such type.
func hiddenValues(home, name string) map[string]reflect.Value {
	t := hiddenType(home, name)
	if t == nil {
		return nil
	}
	values := map[string]reflect.Value{rt.HiddenName: reflect.Zero(reflect.PointerTo(t))}
	if t.Kind() == reflect.Interface {
		values["_"+rt.HiddenName] = reflect.ValueOf((*struct{ IValue any })(nil))
	}
	return values
}

// hiddenType finds the type that what the package at home exports leads to, or else
// what any package does.
func hiddenType(home, name string) reflect.Type {
	near := search{home: home, name: name, near: true, seen: map[reflect.Type]bool{}}
	if t := near.values(Values(home)); t != nil {
		return t
	}
	far := search{home: home, name: name, seen: map[reflect.Type]bool{}}
	for _, path := range table.Paths() {
		if t := far.values(Values(path)); t != nil {
			return t
		}
	}
	return nil
}

// A search looks for a type by what leads to it.
type search struct {
	home, name string
	near       bool // only what is of the same package is looked into
	seen       map[reflect.Type]bool
}

func (s *search) values(values map[string]reflect.Value) reflect.Type {
	for _, v := range values {
		if t := s.find(v.Type()); t != nil {
			return t
		}
	}
	return nil
}

// find returns the type that is looked for, if it is t or t leads to it.
func (s *search) find(t reflect.Type) reflect.Type {
	switch {
	case s.seen[t]:
		return nil
	case t.PkgPath() == s.home && t.Name() == s.name:
		return t
	}
	s.seen[t] = true
	if s.near && t.Name() != "" && t.PkgPath() != s.home {
		return nil
	}
	for part := range parts(t) {
		if found := s.find(part); found != nil {
			return found
		}
	}
	return nil
}

// parts are the types of which t is made, and those of its methods.
func parts(t reflect.Type) func(yield func(reflect.Type) bool) {
	return func(yield func(reflect.Type) bool) {
		switch t.Kind() {
		case reflect.Map:
			if !yield(t.Key()) {
				return
			}
			fallthrough
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Chan:
			if !yield(t.Elem()) {
				return
			}
		case reflect.Func:
			for i := range t.NumIn() {
				if !yield(t.In(i)) {
					return
				}
			}
			for i := range t.NumOut() {
				if !yield(t.Out(i)) {
					return
				}
			}
		case reflect.Struct:
			for i := range t.NumField() {
				if !yield(t.Field(i).Type) {
					return
				}
			}
		}
		for i := range t.NumMethod() {
			if !yield(t.Method(i).Type) {
				return
			}
		}
		if t.Name() != "" && t.Kind() != reflect.Interface {
			yield(reflect.PointerTo(t))
		}
	}
}
