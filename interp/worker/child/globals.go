package child

import (
	"errors"
	"reflect"

	"github.com/traefik/yaegi/interp"
)

// globals gives access to the memory in which an interpreter keeps the variables of the
// session. Each variable has a place in the frame of all functions, which functions look up
// whenever they use the variable; and in it memory, to which function literals and pointers
// that hold the variable lead. A place with memory anew is a new variable to the former, and
// leaves the latter what they hold.
//
// Names and places are in unexported fields of yaegi's Interpreter, of its frame, and of the
// symbols of package main. newGlobals looks these fields up by name and type, and fails on a
// yaegi whose fields are not those of v0.16.1.
type globals struct {
	scopes reflect.Value // map[string]*scope
	data   reflect.Value // []reflect.Value, of the frame
}

func newGlobals(i *interp.Interpreter) (globals, error) {
	v := reflect.ValueOf(i).Elem()
	g := globals{scopes: accessible(v.FieldByName("scopes"))}
	frame := accessible(v.FieldByName("frame"))
	if !g.scopes.IsValid() || g.scopes.Kind() != reflect.Map || !frame.IsValid() || frame.Kind() != reflect.Pointer {
		return globals{}, errNoGlobals
	}
	g.data = accessible(frame.Elem().FieldByName("data"))
	symbol := symbolType(g.scopes.Type())
	if !g.data.IsValid() || g.data.Type() != reflect.TypeFor[[]reflect.Value]() || symbol == nil {
		return globals{}, errNoGlobals
	}
	if index, ok := symbol.FieldByName("index"); !ok || index.Type.Kind() != reflect.Int {
		return globals{}, errNoGlobals
	}
	return g, nil
}

// symbolType returns the type of the symbols of scopes, nil if there is none.
func symbolType(scopes reflect.Type) reflect.Type {
	table, ok := scopes.Elem().Elem().FieldByName("sym")
	if !ok || table.Type.Kind() != reflect.Map || table.Type.Elem().Kind() != reflect.Pointer {
		return nil
	}
	return table.Type.Elem().Elem()
}

var errNoGlobals = errors.New("worker: this is not yaegi v0.16.1, whose variables can be made anew")

// renew gives the variable of a name memory anew, in which it is zero.
func (g globals) renew(name string) {
	scope := g.scopes.MapIndex(reflect.ValueOf("main"))
	symbol := accessible(scope.Elem().FieldByName("sym")).MapIndex(reflect.ValueOf(name))
	data := g.data.Interface().([]reflect.Value)
	at := int(symbol.Elem().FieldByName("index").Int())
	data[at] = reflect.New(data[at].Type()).Elem()
}
