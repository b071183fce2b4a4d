package child

import (
	"errors"
	"path/filepath"
	"reflect"
	"unsafe"

	"github.com/traefik/yaegi/interp"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// leftovers are the data that an interpreter keeps of each program and does not use again:
// the syntax trees, which only its debugger reads; the scopes of functions, which nothing
// reads; and, by their names, the functions that a cell calls once and what it imports. These
// are 20 kB for the smallest cell, and a session may run for days.
//
// They are in unexported fields of yaegi's Interpreter, of its scope of package main and of
// compiled programs. newLeftovers looks the fields up by name and type, and fails on a yaegi
// whose fields are not those of v0.16.1.
type leftovers struct {
	roots  reflect.Value // []*node
	scopes reflect.Value // map[string]*scope
}

func newLeftovers(i *interp.Interpreter) (leftovers, error) {
	v := reflect.ValueOf(i).Elem()
	l := leftovers{accessible(v.FieldByName("roots")), accessible(v.FieldByName("scopes"))}
	if !l.roots.IsValid() || l.roots.Kind() != reflect.Slice ||
		!l.scopes.IsValid() || l.scopes.Kind() != reflect.Map {
		return leftovers{}, errNotOurs
	}
	scope := l.scopes.Type().Elem().Elem()
	child, ok := scope.FieldByName("child")
	symbols, ok2 := scope.FieldByName("sym")
	if !ok || child.Type.Kind() != reflect.Slice || !ok2 || symbols.Type.Kind() != reflect.Map || symbols.Type.Key().Kind() != reflect.String {
		return leftovers{}, errNotOurs
	}
	return l, nil
}

var errNotOurs = errors.New("worker: this is not yaegi v0.16.1, whose memory can be tidied")

// clear lets go of the leftovers of a program that has run, which was compiled to
// c. Nothing may be compiled meanwhile.
func (l leftovers) clear(p rt.Program, c *interp.Program) {
	l.roots.SetZero()
	if c != nil {
		// What is declared leads to its file, and that to all that is in it.
		root := accessible(reflect.ValueOf(c).Elem().FieldByName("root"))
		accessible(root.Elem().FieldByName("child")).SetZero()
	}
	scope := l.scopes.MapIndex(reflect.ValueOf("main"))
	if !scope.IsValid() {
		return
	}
	accessible(scope.Elem().FieldByName("child")).SetZero()
	symbols := accessible(scope.Elem().FieldByName("sym"))
	for _, name := range p.Once {
		symbols.SetMapIndex(reflect.ValueOf(name), reflect.Value{})
	}
	for name := range p.Aliases {
		symbols.SetMapIndex(reflect.ValueOf(filepath.Join(name, p.File)), reflect.Value{})
	}
}

// accessible returns a field that can be read and set as if it were exported.
func accessible(field reflect.Value) reflect.Value {
	if !field.IsValid() {
		return field
	}
	return reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
}
