package rt

import (
	"reflect"
	"regexp"
)

// A View is a value that is looked at part by part. Looking calls no method of the value.
type View struct {
	T *Type
	V reflect.Value // not valid for nil
}

// ViewOf returns a view of what x holds.
func ViewOf(x any) View {
	if o, ok := boxed(x); ok {
		return View{o.T, reflect.ValueOf(o.V)}
	}
	if x == nil {
		return View{}
	}
	return View{nativeType(reflect.TypeOf(x)), reflect.ValueOf(x)}
}

// Compiled reports whether the value's type is of no cell. Then V has the methods of the
// type.
func (v View) Compiled() bool {
	return v.T != nil && v.T.raw != nil && v.T.under == nil && v.T.set.Load() == nil
}

// inMain finds the package that package reflect puts before the names of types of cells.
var inMain = regexp.MustCompile(`\bmain\.`)

// TypeName is the name of the type, as a cell writes it.
func (v View) TypeName() string {
	if v.T == nil {
		return "any"
	}
	return inMain.ReplaceAllString(v.T.name, "")
}

// Fields returns the names and the values of the fields of a struct: those that a cell can
// name.
func (v View) Fields() (names []string, values []View) {
	if v.Compiled() || v.T.fields == nil {
		for i := range v.V.NumField() {
			if f := v.V.Type().Field(i); f.IsExported() {
				names, values = append(names, f.Name), append(values, part(nil, v.V.Field(i)))
			}
		}
		return names, values
	}
	for _, f := range v.T.fields {
		names, values = append(names, f.Name), append(values, part(f.Type, v.V.FieldByName(f.Raw)))
	}
	return names, values
}

// Elem returns a view of the variable that a pointer points to.
func (v View) Elem() View { return part(v.T.elem, v.V.Elem()) }

// Index returns an element of a slice or an array.
func (v View) Index(i int) View { return part(v.T.elem, v.V.Index(i)) }

// Key returns a view of a key of a map.
func (v View) Key(key reflect.Value) View { return part(v.T.key, key) }

// MapIndex returns the element of a map at a key.
func (v View) MapIndex(key reflect.Value) View { return part(v.T.elem, v.V.MapIndex(key)) }

// part returns a view of a part of a value, of type t if that is known. The view of an
// interface is one of what the interface holds.
func part(t *Type, r reflect.Value) View {
	switch {
	case !r.IsValid():
		return View{}
	case r.Kind() == reflect.Interface && (r.IsNil() || !r.CanInterface()):
		return View{t, reflect.Value{}}
	case r.Kind() == reflect.Interface:
		return ViewOf(r.Interface())
	case t == nil:
		t = nativeType(r.Type())
	}
	return View{t, r}
}
