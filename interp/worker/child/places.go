package child

import (
	"errors"
	"reflect"

	"github.com/traefik/yaegi/interp"
)

// Places are where an interpreter keeps the variables of the session. Each has a
// place in the frame of all functions, which functions look up whenever they use
// the variable; and in it memory, to which function literals and pointers that
// hold the variable lead. A place with memory anew is a new variable to the
// former, and leaves the latter what they hold.
//
// They are unexported fields of yaegi's Interpreter, of its frame, and of the
// symbols of package main. newPlaces looks them up by name and type, and fails on
// a yaegi where they are not what they are in v0.16.1.
type places struct {
	scopes reflect.Value // map[string]*scope
	data   reflect.Value // []reflect.Value, of the frame
}

func newPlaces(i *interp.Interpreter) (places, error) {
	v := reflect.ValueOf(i).Elem()
	p := places{scopes: accessible(v.FieldByName("scopes"))}
	frame := accessible(v.FieldByName("frame"))
	if !p.scopes.IsValid() || p.scopes.Kind() != reflect.Map || !frame.IsValid() || frame.Kind() != reflect.Pointer {
		return places{}, errNoPlaces
	}
	p.data = accessible(frame.Elem().FieldByName("data"))
	symbol := symbolType(p.scopes.Type())
	if !p.data.IsValid() || p.data.Type() != reflect.TypeFor[[]reflect.Value]() || symbol == nil {
		return places{}, errNoPlaces
	}
	if index, ok := symbol.FieldByName("index"); !ok || index.Type.Kind() != reflect.Int {
		return places{}, errNoPlaces
	}
	return p, nil
}

// symbolType returns the type of the symbols of scopes, nil if there is none.
func symbolType(scopes reflect.Type) reflect.Type {
	table, ok := scopes.Elem().Elem().FieldByName("sym")
	if !ok || table.Type.Kind() != reflect.Map || table.Type.Elem().Kind() != reflect.Pointer {
		return nil
	}
	return table.Type.Elem().Elem()
}

var errNoPlaces = errors.New("worker: this is not yaegi v0.16.1, whose variables can be made anew")

// renew gives the variable of a name memory anew, in which it is zero.
func (p places) renew(name string) {
	scope := p.scopes.MapIndex(reflect.ValueOf("main"))
	symbol := accessible(scope.Elem().FieldByName("sym")).MapIndex(reflect.ValueOf(name))
	data := p.data.Interface().([]reflect.Value)
	at := int(symbol.Elem().FieldByName("index").Int())
	data[at] = reflect.New(data[at].Type()).Elem()
}
