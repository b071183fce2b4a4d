// Package named makes declared types while a program runs: types that have a
// name and methods, which package reflect cannot make.
//
// The types have the memory layout of the Go runtime's own. If that layout is not known
// here, [Known] returns false and nothing can be declared.
package named

import (
	"reflect"
	"unsafe"
)

// A Method of a type to be declared.
type Method struct {
	Name    string
	Type    reflect.Type // without the receiver
	Pointer bool         // the receiver is a pointer
	// Call makes a call, with a pointer to the receiver in either case.
	Call func(recv unsafe.Pointer, args []reflect.Value) []reflect.Value
}

// A Field of a struct to be declared.
type Field struct {
	Name, Tag string
	Type      reflect.Type
	Offset    uintptr
	Embedded  bool
	Exported  bool
}

// Can reports whether types like t can be declared.
func Can(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.UnsafePointer:
		return false
	case reflect.Interface: // with methods it is laid out otherwise than without
		return Known && t.NumMethod() == 0
	}
	return Known
}

// Declare makes a type with a name, like "main.T", and methods in the order of their
// names, with the underlying type like. Each call makes a new type. [SetMethods] sets
// the methods later, since their types may refer to the new type.
func Declare(like reflect.Type, pkg, name string, methods []Method) reflect.Type {
	var ofValue []Method
	for _, m := range methods {
		if !m.Pointer {
			ofValue = append(ofValue, m)
		}
	}
	t := build(like, pkg, name, ofValue)
	if len(methods) > 0 {
		p := build(reflect.TypeFor[*unsafe.Pointer](), "", "*"+name, methods)
		header(p).flags &^= flagNamed
		*(*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(header(p)), headerSize)) = unsafe.Pointer(header(t))
		header(t).toPointer = offset(unsafe.Pointer(header(p)))
	}
	return t
}

// SetMethods gives a type that has been declared like another one its methods, in
// the same order.
func SetMethods(t, like reflect.Type, methods []Method) {
	if len(methods) == 0 {
		return
	}
	var ofValue []Method
	for _, m := range methods {
		if !m.Pointer {
			ofValue = append(ofValue, m)
		}
	}
	direct := header(like).flags&flagDirect != 0
	byPointer := map[string]int32{}
	for i, m := range methods {
		at := methodAt(header(reflect.PointerTo(t)), reflect.TypeFor[*unsafe.Pointer](), i)
		at.typ = offset(unsafe.Pointer(header(m.Type)))
		at.byWord = offset(code(m, false, like))
		at.byValue = at.byWord
		byPointer[m.Name] = at.byWord
	}
	for i, m := range ofValue {
		at := methodAt(header(t), like, i)
		at.typ = offset(unsafe.Pointer(header(m.Type)))
		at.byValue = offset(code(m, true, like))
		// An interface holds a pointer to the value, or the value itself.
		at.byWord = byPointer[m.Name]
		if direct {
			at.byWord = at.byValue
		}
	}
}

// methodAt returns the method with a number of a type that is like another one.
func methodAt(t *rawHeader, like reflect.Type, i int) *rawMethod {
	u := (*rawUncommon)(unsafe.Add(unsafe.Pointer(t), sizeOf(like.Kind())))
	return (*rawMethod)(unsafe.Add(unsafe.Pointer(u), uintptr(u.methods)+uintptr(i)*methodSize))
}

// Unnamed makes a type without a name, which is printed as text, with methods as those of
// [Declare].
func Unnamed(like reflect.Type, text string, methods []Method) reflect.Type {
	t := Declare(like, "", text, methods)
	header(t).flags &^= flagNamed
	return t
}

// SetFields gives a struct that has been made its fields, which may refer to it.
func SetFields(t reflect.Type, pkg string, fields []Field) {
	list := make([]rawField, len(fields))
	for i, f := range fields {
		list[i] = rawField{encode(f, pkg), unsafe.Pointer(header(f.Type)), f.Offset}
	}
	s := (*rawStruct)(unsafe.Pointer(header(t)))
	s.fields = list
	s.pkg = encode(Field{Name: pkg}, "")
}

// SetElem gives a slice, an array, a channel or a map that has been declared another
// type of elements, which is laid out alike and may refer to it.
func SetElem(t, elem reflect.Type) {
	h := header(t)
	parts := (*[2]unsafe.Pointer)(unsafe.Add(unsafe.Pointer(h), headerSize))
	switch t.Kind() {
	case reflect.Map:
		parts[1] = unsafe.Pointer(header(elem))
	case reflect.Array:
		parts[1] = unsafe.Pointer(header(reflect.SliceOf(elem)))
		fallthrough
	default:
		parts[0] = unsafe.Pointer(header(elem))
	}
}

// SetKey gives a map that has been declared another type of keys, which is laid out
// alike and may refer to it.
func SetKey(t, key reflect.Type) {
	(*rawMap)(unsafe.Pointer(header(t))).key = unsafe.Pointer(header(key))
}

// build copies a type and adds what a declared one has.
func build(like reflect.Type, pkg, name string, methods []Method) reflect.Type {
	from := header(like)
	size := sizeOf(like.Kind())
	// The block is made as a value of a Go type, so that the garbage collector
	// sees the pointers in it.
	words := int(size / wordSize)
	params := paramsOf(like)
	before := uncommonSize + uintptr(len(params))*wordSize // the methods
	block := make([]unsafe.Pointer, words+(int(before)+len(methods)*int(methodSize)+int(wordSize)-1)/int(wordSize))
	t := (*rawHeader)(unsafe.Pointer(&block[0]))
	copy(block[:words], unsafe.Slice((*unsafe.Pointer)(unsafe.Pointer(from)), words))
	t.flags = from.flags&^flagExtraStar | flagUncommon | flagNamed
	t.hash = from.hash
	for _, c := range []byte(name) {
		t.hash = t.hash*16777619 ^ uint32(c)
	}
	t.text = offset(unsafe.Pointer(encode(Field{Name: name, Exported: true}, "")))
	t.toPointer = 0
	u := (*rawUncommon)(unsafe.Add(unsafe.Pointer(t), size))
	if pkg != "" {
		u.pkg = offset(unsafe.Pointer(encode(Field{Name: pkg}, "")))
	}
	u.count, u.exported, u.methods = uint16(len(methods)), uint16(len(methods)), uint32(before)
	for i, p := range params {
		block[words+int(uncommonSize/wordSize)+i] = unsafe.Pointer(header(p))
	}
	for i, m := range methods {
		methodAt(t, like, i).name = offset(unsafe.Pointer(encode(Field{Name: m.Name, Exported: true}, "")))
	}
	kept = append(kept, block)
	return asType(t)
}

// paramsOf are the types of the parameters and results of a function.
func paramsOf(t reflect.Type) []reflect.Type {
	if t.Kind() != reflect.Func {
		return nil
	}
	var list []reflect.Type
	for i := range t.NumIn() {
		list = append(list, t.In(i))
	}
	for i := range t.NumOut() {
		list = append(list, t.Out(i))
	}
	return list
}
