package display

import (
	"fmt"
	"reflect"
)

// inside is a value with parts: a slice, an array, a map or a struct. Values of types that a
// cell has declared implement it, because reflection does not know their fields by the names
// in the cell, nor their methods.
type inside interface {
	// Raw returns the name of the type, as %T prints it, and the value as reflection sees it.
	Raw() (typeName string, v reflect.Value)
	// Fields returns the fields of a struct that are shown.
	Fields() (names []string, values []any)
	// Key and Elem return the value that a key and an element stand for.
	Key(reflect.Value) any
	Elem(reflect.Value) any
}

// insideOf returns the parts of v, or of the value that v points to. ok reports whether it
// has parts, and no method of its own that prints it.
func insideOf(v any) (in inside, ok bool) {
	if in, ok := v.(inside); ok {
		return in, true
	}
	if v == nil || prints(v) {
		return nil, false
	}
	r := reflect.ValueOf(v)
	if r.Kind() == reflect.Pointer {
		r = r.Elem()
	}
	switch r.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map, reflect.Struct:
		return reflected{r}, r.CanInterface() && !prints(r.Interface())
	}
	return nil, false
}

// prints reports whether v has a method by which fmt prints it.
func prints(v any) bool {
	switch v.(type) {
	case fmt.Formatter, fmt.Stringer, error:
		return true
	}
	return false
}

// reflected is a value of a compiled type.
type reflected struct{ v reflect.Value }

func (r reflected) Raw() (string, reflect.Value) { return r.v.Type().String(), r.v }

// Fields returns the exported fields.
func (r reflected) Fields() (names []string, values []any) {
	for f := range r.v.NumField() {
		if field := r.v.Type().Field(f); field.IsExported() {
			names = append(names, field.Name)
			values = append(values, r.v.Field(f).Interface())
		}
	}
	return names, values
}

func (r reflected) Key(v reflect.Value) any { return v.Interface() }

func (r reflected) Elem(v reflect.Value) any { return v.Interface() }
