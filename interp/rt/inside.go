package rt

import "reflect"

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

// Raw is o as the interpreter holds it.
func (o Obj) Raw() reflect.Value { return reflect.ValueOf(o.V) }

// Fields returns the fields of o, a struct, as compiled code should see them, but for those
// without a name.
func (o Obj) Fields() (names []string, values []any) {
	r := o.Raw()
	for _, f := range o.T.fields {
		if field := r.FieldByName(f.Raw); f.Name != "_" && field.CanInterface() {
			names = append(names, f.Name)
			values = append(values, f.Type.value(field.Interface()))
		}
	}
	return names, values
}

// Key returns v, a key of o, as compiled code should see it.
func (o Obj) Key(v reflect.Value) any { return o.T.key.value(v.Interface()) }

// Elem returns v, an element of o or what o points to, as compiled code should see it.
func (o Obj) Elem(v reflect.Value) any { return o.T.elem.value(v.Interface()) }

// value is v, which the interpreter holds as one of type t, as compiled code
// should see it.
func (t *Type) value(v any) any {
	if t.raw != nil && t.under == nil && t.methods() == nil {
		return v
	}
	return Box(t, v)
}
