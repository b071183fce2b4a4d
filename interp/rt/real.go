package rt

import (
	"cmp"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unsafe"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt/named"
)

// Real returns x for compiled code that uses reflection: values of cells' types get
// real types, with their names, fields and methods. The result shares with x what x
// points to, so that it can be changed. Interfaces behind pointers stay as they are.
func Real(x any) any { return inside(nil).real(x) }

// inside is the slices and maps of interfaces that a value is in, the outermost first. One that
// holds itself is not looked into again: it stays there as it is.
type inside []container

// A container is the memory of the elements of a slice or a map, and their number.
type container struct {
	at unsafe.Pointer
	n  int
}

func (in inside) real(x any) any {
	if o, ok := boxed(x); ok {
		v := reflect.ValueOf(o.V)
		if !v.IsValid() {
			return x
		}
		if as := o.T.real(v.Type()); v.Kind() == reflect.Func && as != v.Type() && returnsInterfaces(as) {
			return realFunc(v, as).Interface()
		} else {
			real := v
			if v.Type() != as {
				real = in.copied(v, as)
			}
			return in.within(real, real.Interface())
		}
	}
	return in.within(reflect.ValueOf(x), x)
}

// within returns x, which is v, with what is in it real if it is a slice or a
// map of interfaces.
func (in inside) within(v reflect.Value, x any) any {
	switch v.Kind() {
	case reflect.Slice, reflect.Map:
		if v.Type().Elem().Kind() != reflect.Interface {
			return x
		}
	default:
		return x
	}
	c := container{v.UnsafePointer(), v.Len()}
	if slices.Contains(in, c) {
		return x
	}
	in = append(in, c)
	changes := false
	out := reflect.New(v.Type()).Elem()
	if v.Kind() == reflect.Slice {
		out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			changes = in.set(out.Index(i), v.Index(i)) || changes
		}
	} else {
		out.Set(reflect.MakeMapWithSize(v.Type(), v.Len()))
		for key, value := range v.Seq2() {
			elem := reflect.New(v.Type().Elem()).Elem()
			changes = in.set(elem, value) || changes
			out.SetMapIndex(key, elem)
		}
	}
	if !changes {
		return x
	}
	return out.Interface()
}

// set copies the value of an interface into another, as a real one if the other can
// hold it. It reports whether they now hold different values.
func (in inside) set(to, from reflect.Value) bool {
	if from.IsNil() || !from.CanInterface() {
		return false
	}
	have := from.Elem().Type()
	if r := reflect.ValueOf(in.real(from.Interface())); r.Type() != have && r.Type().AssignableTo(to.Type()) {
		to.Set(r)
		return true
	}
	to.Set(from)
	return false
}

// reinterpret returns v as a value of a type that is laid out like its own,
// with the interfaces in it real if it is to be looked into.
func reinterpret(v reflect.Value, as reflect.Type, look bool) reflect.Value {
	if v.Type() == as {
		return v
	}
	if look {
		return inside(nil).copied(v, as)
	}
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return reflect.NewAt(as, p.UnsafePointer()).Elem()
}

// copied returns a copy of v as a value of a type that is laid out like its own, with the
// interfaces in it real.
func (in inside) copied(v reflect.Value, as reflect.Type) reflect.Value {
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	in.lookInto(p.Elem())
	return reflect.NewAt(as, p.UnsafePointer()).Elem()
}

// lookInto makes the interfaces that are part of v itself real.
func (in inside) lookInto(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		in.set(v, v)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				in.lookInto(v.Field(i))
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			in.lookInto(v.Index(i))
		}
	}
}

// A realType is the type that stands for one of a program in compiled code.
type realType struct {
	typ, raw     reflect.Type
	set, pointer *methodSet // of the type and of pointers to it, as they were
}

var (
	realMu    sync.Mutex
	realTypes = map[*Type]realType{}
	realOf    sync.Map // reflect.Type to realDescription
)

// A realDescription is the type that a real type stands for, and the type as which the
// interpreter holds its values.
type realDescription struct {
	t   *Type
	raw reflect.Type
}

// real returns the real type of t, whose values the interpreter holds as raw.
func (t *Type) real(raw reflect.Type) reflect.Type {
	realMu.Lock()
	defer realMu.Unlock()
	return t.makeReal(raw)
}

// hasReal reports whether there is a real type of t with the methods that t has now,
// or of what t points to.
func (t *Type) hasReal() bool {
	realMu.Lock()
	defer realMu.Unlock()
	if t.kind == reflect.Pointer && t.elem != nil {
		t = t.elem
	}
	have, ok := realTypes[t]
	return ok && have.set == t.set.Load() && have.pointer == pointerSet(t)
}

func (t *Type) makeReal(raw reflect.Type) reflect.Type {
	if t.raw != nil && t.under == nil || t.kind != raw.Kind() {
		return raw
	}
	own, pointer := t.set.Load(), pointerSet(t)
	if have, ok := realTypes[t]; ok && have.raw == raw && have.set == own && have.pointer == pointer {
		return have.typ
	}
	made := raw
	note := func() {
		realTypes[t] = realType{made, raw, own, pointer}
		if made != raw {
			realOf.Store(made, realDescription{t, raw})
		}
	}
	switch {
	case t.kind == reflect.Struct && named.Can(raw):
		if t.under != nil {
			made = named.Declare(raw, t.pkg(), t.name, t.methodNames())
		} else {
			made = named.Unnamed(raw, t.name, t.methodNames())
		}
		note()
		named.SetMethods(made, raw, t.realMethods(raw))
		named.SetFields(made, "main", t.realFields(raw))
	case t.under != nil:
		note() // for what refers to itself
		if named.Can(raw) {
			like := raw
			if t.kind == reflect.Func {
				like = t.composite(raw)
			}
			made = named.Declare(like, t.pkg(), t.name, t.methodNames())
			note()
			switch t.kind {
			case reflect.Map:
				named.SetKey(made, t.key.makeReal(raw.Key()))
				fallthrough
			case reflect.Slice, reflect.Array, reflect.Chan:
				named.SetElem(made, t.elem.makeReal(raw.Elem()))
			}
			named.SetMethods(made, like, t.realMethods(raw))
		}
	case len(t.asks) > 0 && named.Can(raw):
		made = named.Unnamed(raw, t.name, nil)
	default:
		made = t.composite(raw)
	}
	note()
	return made
}

// composite returns raw with the real types of what it is built of.
func (t *Type) composite(raw reflect.Type) reflect.Type {
	switch raw.Kind() {
	case reflect.Pointer:
		return reflect.PointerTo(t.elem.makeReal(raw.Elem()))
	case reflect.Slice:
		return reflect.SliceOf(t.elem.makeReal(raw.Elem()))
	case reflect.Array:
		return reflect.ArrayOf(raw.Len(), t.elem.makeReal(raw.Elem()))
	case reflect.Map:
		return reflect.MapOf(t.key.makeReal(raw.Key()), t.elem.makeReal(raw.Elem()))
	case reflect.Chan:
		return reflect.ChanOf(raw.ChanDir(), t.elem.makeReal(raw.Elem()))
	case reflect.Func:
		return t.realFunc(raw)
	}
	return raw
}

// realFunc returns raw, a function without a receiver, with the real types of its
// parameters and results.
func (t *Type) realFunc(raw reflect.Type) reflect.Type {
	if len(t.in) != raw.NumIn() || len(t.out) != raw.NumOut() {
		return raw
	}
	var in, out []reflect.Type
	for i, p := range t.in {
		in = append(in, p.makeReal(raw.In(i)))
	}
	for i, r := range t.out {
		out = append(out, r.makeReal(raw.Out(i)))
	}
	return reflect.FuncOf(in, out, raw.IsVariadic())
}

func (t *Type) pkg() string {
	pkg, _, _ := strings.Cut(t.name, ".")
	return pkg
}

func (t *Type) realFields(raw reflect.Type) []named.Field {
	var fields []named.Field
	for _, f := range t.fields {
		r, _ := raw.FieldByName(f.Raw)
		exported := f.Name[0] >= 'A' && f.Name[0] <= 'Z' || f.Name[0] >= 0x80 && r.IsExported() && f.Name == f.Raw
		fields = append(fields, named.Field{
			Name: f.Name, Tag: f.Tag, Type: f.Type.makeReal(r.Type), Offset: r.Offset, Embedded: f.Embedded, Exported: exported,
		})
	}
	return fields
}

// pointerSet are the methods of pointers to t, as far as those are described.
func pointerSet(t *Type) *methodSet {
	typesMu.Lock()
	p, ok := types["*"+t.id]
	typesMu.Unlock()
	if !ok {
		return nil
	}
	return p.set.Load()
}

// methodNames are the methods of t and of pointers to it, in the order of their
// names, without what they are.
func (t *Type) methodNames() []named.Method {
	var names []named.Method
	add := func(set map[string]Method, pointer bool) {
		for name := range set {
			known := slices.ContainsFunc(names, func(m named.Method) bool { return m.Name == name })
			if !known && isExported(name) && name[0] >= 'A' && name[0] <= 'Z' {
				names = append(names, named.Method{Name: name, Pointer: pointer})
			}
		}
	}
	add(t.methods(), false)
	if p := pointerSet(t); p != nil {
		add(p.methods, true)
	}
	slices.SortFunc(names, func(a, b named.Method) int { return cmp.Compare(a.Name, b.Name) })
	return names
}

// realMethods are they with what they are.
func (t *Type) realMethods(raw reflect.Type) []named.Method {
	var methods []named.Method
	add := func(name string, m Method, pointer bool) {
		call, typ := reflect.ValueOf(m.Call), reflect.TypeOf(m.Call)
		var in, out []reflect.Type
		for i := range typ.NumIn() - 1 {
			in = append(in, typ.In(i+1))
		}
		for i := range typ.NumOut() {
			out = append(out, typ.Out(i))
		}
		real := reflect.FuncOf(in, out, typ.IsVariadic())
		if m.Type != nil {
			real = m.Type.realFunc(real)
		}
		methods = append(methods, named.Method{
			Name: name, Pointer: pointer, Type: real,
			Call: func(at unsafe.Pointer, args []reflect.Value) []reflect.Value {
				recv := reflect.NewAt(raw, at)
				if !pointer {
					recv = recv.Elem()
				}
				x := recv.Interface()
				raws := []reflect.Value{reflect.ValueOf(&x).Elem()}
				for i, a := range args {
					raws = append(raws, reinterpret(a, typ.In(i+1), false))
				}
				var results []reflect.Value
				if typ.IsVariadic() {
					results = call.CallSlice(raws)
				} else {
					results = call.Call(raws)
				}
				for i, r := range results {
					results[i] = realResult(r, real.Out(i))
				}
				return results
			},
		})
	}
	for _, m := range t.methodNames() {
		set := t.methods()
		if m.Pointer {
			set = pointerSet(t).methods
		}
		add(m.Name, set[m.Name], m.Pointer)
	}
	return methods
}

// fromReal returns the value of the interpreter, and its type, for a value of a real
// type.
func fromReal(x any) (Obj, bool) {
	v := reflect.ValueOf(x)
	d, ok := describeReal(v.Type(), maxLayers)
	if !ok {
		return Obj{}, false
	}
	if v.Kind() == reflect.Func {
		return Obj{d.t, rawFunc(v, d.raw).Interface()}, true
	}
	return Obj{d.t, reinterpret(v, d.raw, false).Interface()}, true
}

// maxLayers is the number of slices and pointers around a real type that are looked
// through: a type of a program may be a slice of itself.
const maxLayers = 8

// describeReal finds the description of a real type, or of a pointer to one, a
// slice or a function of them that reflection has made, in so many layers.
func describeReal(t reflect.Type, layers int) (realDescription, bool) {
	if d, ok := realOf.Load(t); ok {
		return d.(realDescription), true
	}
	if t.Name() != "" || layers == 0 {
		return realDescription{}, false
	}
	switch t.Kind() {
	case reflect.Pointer:
		if d, ok := describeReal(t.Elem(), layers-1); ok {
			return realDescription{Pointer(d.t), reflect.PointerTo(d.raw)}, true
		}
	case reflect.Slice:
		if d, ok := describeReal(t.Elem(), layers-1); ok {
			return realDescription{Slice(d.t), reflect.SliceOf(d.raw)}, true
		}
	case reflect.Array:
		if d, ok := describeReal(t.Elem(), layers-1); ok {
			return realDescription{Array(strconv.Itoa(t.Len()), d.t), reflect.ArrayOf(t.Len(), d.raw)}, true
		}
	case reflect.Chan:
		if d, ok := describeReal(t.Elem(), layers-1); ok {
			dir, _, _ := strings.Cut(t.String(), " ")
			return realDescription{Chan(dir, d.t), reflect.ChanOf(t.ChanDir(), d.raw)}, true
		}
	case reflect.Map:
		key, is := describePart(t.Key(), layers-1)
		elem, also := describePart(t.Elem(), layers-1)
		if is || also {
			return realDescription{Map(key.t, elem.t), reflect.MapOf(key.raw, elem.raw)}, true
		}
	case reflect.Func:
		return describeFunc(t, layers)
	}
	return realDescription{}, false
}

// describePart describes a part of a type that reflection has made, whether it is
// real or not.
func describePart(t reflect.Type, layers int) (d realDescription, real bool) {
	if d, ok := describeReal(t, layers); ok {
		return d, true
	}
	return realDescription{nativeType(t), t}, false
}

// realResult returns the result of a function of a program as a value of a real type.
func realResult(v reflect.Value, as reflect.Type) reflect.Value {
	if v.Kind() != reflect.Interface || v.NumMethod() > 0 {
		return reinterpret(v, as, true)
	}
	out := reflect.New(as).Elem()
	if !v.IsNil() {
		out.Set(reflect.ValueOf(Real(v.Interface())))
	}
	return out
}
