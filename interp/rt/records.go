package rt

import (
	"go/token"
	"reflect"
)

// Unboxed returns the value of a cell's type that x holds, with its type.
func Unboxed(x any) (Obj, bool) { return boxed(x) }

// Prints reports whether the type of o has a method that prints it.
func (o Obj) Prints() bool { return o.T.prints() }

func (t *Type) prints() bool {
	_, formats := t.methods()["Format"]
	return formats || t.form() != bare
}

// IsNil reports whether o is a nil pointer.
func (o Obj) IsNil() bool {
	r := reflect.ValueOf(o.V)
	return !r.IsValid() || r.Kind() == reflect.Pointer && r.IsNil()
}

// IsAddress reports whether fmt prints only the address of o: it is a function or a
// channel.
func (o Obj) IsAddress() bool {
	kind := reflect.ValueOf(o.V).Kind()
	return kind == reflect.Func || kind == reflect.Chan
}

// TypeName is the name of the type of o, as %T has it.
func (o Obj) TypeName() string { return o.T.name }

// Records are the elements of a slice of structs.
type Records struct {
	elem   *Type
	fields []Field
	slice  reflect.Value
}

// Records returns the elements of o if it is a slice of structs with exported
// fields that do not say themselves how they are printed.
func (o Obj) Records() (Records, bool) {
	if o.T.kind != reflect.Slice || o.T.elem.kind != reflect.Struct || o.T.prints() || o.T.elem.prints() {
		return Records{}, false
	}
	r := Records{elem: o.T.elem, slice: reflect.ValueOf(o.V)}
	for _, f := range r.elem.fields {
		if token.IsExported(f.Name) {
			r.fields = append(r.fields, f)
		}
	}
	return r, len(r.fields) > 0 && r.slice.Len() > 0
}

// Columns are the names of the exported fields.
func (r Records) Columns() []string {
	var names []string
	for _, f := range r.fields {
		names = append(names, f.Name)
	}
	return names
}

// Len is the number of records.
func (r Records) Len() int { return r.slice.Len() }

// Row returns the exported fields of record i.
func (r Records) Row(i int) []any {
	row := make([]any, len(r.fields))
	for j, f := range r.fields {
		row[j] = f.Type.value(r.slice.Index(i).FieldByName(f.Raw).Interface())
	}
	return row
}

// value is v, which the interpreter holds as one of type t, as compiled code
// should see it.
func (t *Type) value(v any) any {
	if t.raw != nil && t.under == nil && t.methods() == nil {
		return v
	}
	return Box(t, v)
}
