package rt

import (
	"reflect"
	"unsafe"
)

// replace puts t for stand in every type that in is built of.
func replace(in, stand, t reflect.Type, seen map[reflect.Type]bool) {
	if seen[in] || in.Name() != "" { // a type of a compiled package
		return
	}
	seen[in] = true
	part := func(at *unsafe.Pointer, have reflect.Type) {
		if have == stand {
			*at = pointer(t)
		} else {
			replace(have, stand, t, seen)
		}
	}
	p := pointer(in)
	word := func(i int) *unsafe.Pointer { return (*unsafe.Pointer)(unsafe.Add(p, 48+8*i)) }
	switch in.Kind() {
	case reflect.Array:
		slice := reflect.SliceOf(in.Elem()) // the type of a slice of the array
		part(word(0), in.Elem())
		replace(slice, stand, t, seen)
	case reflect.Pointer, reflect.Slice, reflect.Chan:
		part(word(0), in.Elem())
	case reflect.Map:
		part(word(0), in.Key())
		part(word(1), in.Elem())
	case reflect.Func:
		for i := range in.NumIn() {
			part(word(1+i), in.In(i))
		}
		for i := range in.NumOut() {
			part(word(1+in.NumIn()+i), in.Out(i))
		}
	case reflect.Struct:
		for i := range in.NumField() {
			part(&(*structType)(p).fields[i].typ, in.Field(i).Type)
		}
	}
}

// structType has the layout of the runtime for the type of a struct.
type structType struct {
	_      [48]byte
	_      *byte
	fields []structField
}

type structField struct {
	_   *byte
	typ unsafe.Pointer
	_   uintptr
}

// setField gives field i of a struct type that StructOf has made the type t, of
// the same size and with pointers at the same places.
func setField(s reflect.Type, i int, t reflect.Type) {
	(*structType)(pointer(s)).fields[i].typ = pointer(t)
}

func pointer(t reflect.Type) unsafe.Pointer {
	return (*struct{ typ, data unsafe.Pointer })(unsafe.Pointer(&t)).data
}
