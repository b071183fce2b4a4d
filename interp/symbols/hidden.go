package symbols

import (
	"reflect"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols/internal/table"
)

// A package can export values of an unexported type: the type of binary.LittleEndian is
// one. Code with such values in variables needs the type. A separate package exports it;
// [rt.HiddenPath] gives the path of that package.

// hiddenPackage is the name of a package that exports a hidden type.
const hiddenPackage = "hidden"

// hiddenValues returns the values of the package that exports a hidden type, or nil if
// there is no such type.
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

// hiddenType returns the type with the given name of the package at home. It searches the
// types that the exports of that package lead to, and then those of all packages.
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

// A search looks for an unexported type through the types that refer to it.
type search struct {
	home, name string
	near       bool // search only types of the same package
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

// find returns the wanted type if it is t or t leads to it, and nil otherwise.
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

// parts returns the types that t consists of, and those of its methods.
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
