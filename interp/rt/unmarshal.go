package rt

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"unsafe"
)

// Unmarshal is json.Unmarshal.
func Unmarshal(data []byte, x any) error {
	x = Real(x)
	return decoded(x, func() error { return json.Unmarshal(data, x) })
}

// DecoderDecode is the method Decode of a json.Decoder.
func DecoderDecode(d *json.Decoder, x any) error {
	x = Real(x)
	return decoded(x, func() error { return d.Decode(x) })
}

// decoded decodes into what x points to, and does for the interfaces of a program what
// package json does for others. It decodes into the pointers that they hold. Where one
// asks for methods and holds no pointer, it stays as it was, and there is an
// UnmarshalTypeError; that one has no Offset.
func decoded(x any, decode func() error) error {
	v := reflect.ValueOf(x)
	if v.Kind() != reflect.Pointer || v.IsNil() || !leadsToInterfaces(v.Type(), map[reflect.Type]bool{}) {
		return decode()
	}
	before := filling{had: map[slot]words{}, first: true}
	before.visit(v, jsonPlace{})
	err := decode()
	for _, o := range before.opened {
		if *o.at == o.real {
			*o.at = o.boxed
		}
	}
	after := filling{had: before.had}
	after.visit(v, jsonPlace{})
	if err == nil {
		return after.err
	}
	return err
}

// leadsToInterfaces reports whether values of a type lead to interfaces that a program
// fills.
func leadsToInterfaces(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Interface:
		return t.NumMethod() == 0
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return leadsToInterfaces(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if leadsToInterfaces(t.Field(i).Type, seen) {
				return true
			}
		}
	}
	return false
}

// words are the two words of an interface in memory.
type words [2]unsafe.Pointer

func wordsOf(v reflect.Value) *words { return (*words)(v.Addr().UnsafePointer()) }

// A slot is the place of an interface: an address, or a key of the map at the address.
type slot struct {
	at  unsafe.Pointer
	key any
}

// A jsonPlace is the place of a value in the errors of package json.
type jsonPlace struct {
	in   string // the name of the innermost struct
	path []string
}

func (p jsonPlace) field(in reflect.Type, name string) jsonPlace {
	return jsonPlace{in.Name(), append(slices.Clip(p.path), name)}
}

// A filling goes through the interfaces that are filled, once before it is done and once
// after.
type filling struct {
	first  bool
	had    map[slot]words // what was in the interfaces that ask for methods
	opened []opening
	seen   []pointed
	err    error
}

// An opening is an interface that has a pointer of a program's own type for a while.
type opening struct {
	at          *words
	boxed, real words
}

// visit goes through what v leads to.
func (f *filling) visit(v reflect.Value, at jsonPlace) {
	switch v.Kind() {
	case reflect.Interface:
		if v.NumMethod() == 0 {
			f.holder(v, slot{at: v.Addr().UnsafePointer()}, at)
		}
	case reflect.Struct:
		f.fields(v, v.Type(), at)
	case reflect.Array:
		for i := range v.Len() {
			f.visit(v.Index(i), at)
		}
	case reflect.Pointer, reflect.Slice, reflect.Map:
		if v.IsNil() || f.met(v) || !leadsToInterfaces(v.Type(), map[reflect.Type]bool{}) {
			return
		}
		switch v.Kind() {
		case reflect.Pointer:
			f.visit(v.Elem(), at)
		case reflect.Slice:
			for i := range v.Len() {
				f.visit(v.Index(i), at)
			}
		default:
			f.elements(v, at)
		}
	}
}

// met reports whether f has come to what a pointer, a slice or a map leads to before.
func (f *filling) met(v reflect.Value) bool {
	p := pointedBy(v)
	if slices.Contains(f.seen, p) {
		return true
	}
	f.seen = append(f.seen, p)
	return false
}

// fields goes through the fields of a struct, those of embedded ones as of the one that
// embeds them.
func (f *filling) fields(v reflect.Value, in reflect.Type, at jsonPlace) {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if embedded := reflect.Indirect(v.Field(i)); name == "" && field.Anonymous && embedded.Kind() == reflect.Struct {
			f.fields(embedded, in, at.field(in, field.Name))
			continue
		}
		if name == "" {
			name = field.Name
		}
		if field.IsExported() && name != "-" {
			f.visit(v.Field(i), at.field(in, name))
		}
	}
}

// elements goes through the elements of a map, which are at no address.
func (f *filling) elements(m reflect.Value, at jsonPlace) {
	for key, elem := range m.Seq2() {
		v := reflect.New(elem.Type()).Elem()
		v.Set(elem)
		switch {
		case elem.Kind() != reflect.Interface:
			f.visit(v, at)
		case len(asked(elem.Type())) > 0:
			f.keep(v, slot{m.UnsafePointer(), key.Interface()}, at)
		}
		if !f.first {
			m.SetMapIndex(key, v)
		}
	}
}

// holder goes to the pointer that an interface holds.
func (f *filling) holder(v reflect.Value, s slot, at jsonPlace) {
	f.keep(v, s, at)
	if v.IsNil() {
		return
	}
	held := reflect.ValueOf(Real(v.Interface()))
	if held.Kind() != reflect.Pointer || held.IsNil() {
		return
	}
	if f.first && held.Type() != v.Elem().Type() {
		o := opening{at: wordsOf(v), boxed: *wordsOf(v)}
		v.Set(held)
		o.real = *o.at
		f.opened = append(f.opened, o)
	}
	f.visit(held, at)
}

// keep records the value of an interface that asks for methods, and in the second pass puts
// it back where there is another one.
func (f *filling) keep(v reflect.Value, s slot, at jsonPlace) {
	if len(asked(v.Type())) == 0 {
		return
	}
	if f.first {
		f.had[s] = *wordsOf(v)
		return
	}
	if had := f.had[s]; !v.IsNil() && *wordsOf(v) != had {
		if f.err == nil {
			f.err = &json.UnmarshalTypeError{Value: jsonKind(v.Elem()), Type: v.Type(), Struct: at.in, Field: strings.Join(at.path, ".")}
		}
		if s.key != nil { // package json decodes an element of a map anew
			had = words{}
		}
		*wordsOf(v) = had
	}
}

// jsonKind returns the name of package json for the kind of a value that it has made.
func jsonKind(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Map:
		return "object"
	case reflect.Slice:
		return "array"
	case reflect.Bool:
		return "bool"
	case reflect.String:
		if v.Type() != reflect.TypeFor[json.Number]() {
			return "string"
		}
	}
	return "number"
}
