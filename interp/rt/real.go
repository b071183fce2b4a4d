package rt

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt/named"
)

// Real returns x as compiled code is to see it that looks at types and methods
// by reflection: values of cells' types get types that have their names, fields
// and methods. They share with x what x points to, so that it can be changed;
// interfaces behind pointers stay what they are.
func Real(x any) any {
	if o, ok := boxed(x); ok {
		v := reflect.ValueOf(o.V)
		if !v.IsValid() {
			return x
		}
		real := reinterpret(v, o.T.real(v.Type()), true)
		return within(real, real.Interface())
	}
	return within(reflect.ValueOf(x), x)
}

// within returns x, which is v, with what is in it real if it is a slice or a
// map of interfaces.
func within(v reflect.Value, x any) any {
	switch v.Kind() {
	case reflect.Slice, reflect.Map:
		if v.Type().Elem().Kind() != reflect.Interface {
			return x
		}
	default:
		return x
	}
	changes := false
	out := reflect.New(v.Type()).Elem()
	if v.Kind() == reflect.Slice {
		out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			changes = set(out.Index(i), v.Index(i)) || changes
		}
	} else {
		out.Set(reflect.MakeMapWithSize(v.Type(), v.Len()))
		for key, value := range v.Seq2() {
			elem := reflect.New(v.Type().Elem()).Elem()
			changes = set(elem, value) || changes
			out.SetMapIndex(key, elem)
		}
	}
	if !changes {
		return x
	}
	return out.Interface()
}

// set puts what an interface holds into another, real if that one takes it. It
// reports whether they hold different things now.
func set(to, from reflect.Value) bool {
	if from.IsNil() || !from.CanInterface() {
		return false
	}
	have := from.Elem().Type()
	if r := reflect.ValueOf(Real(from.Interface())); r.Type() != have && r.Type().AssignableTo(to.Type()) {
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
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	if look {
		lookInto(p.Elem())
	}
	return reflect.NewAt(as, p.UnsafePointer()).Elem()
}

// lookInto makes the interfaces that are part of v itself real.
func lookInto(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		set(v, v)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				lookInto(v.Field(i))
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			lookInto(v.Index(i))
		}
	}
}

// A realType is what compiled code sees of a type.
type realType struct {
	typ, raw     reflect.Type
	set, pointer *methodSet // of the type and of pointers to it, as they were
}

var (
	realMu    sync.Mutex
	realTypes = map[*Type]realType{}
	realOf    sync.Map // reflect.Type to realDescription
)

// A realDescription tells of a real type which one it is of, and what the
// interpreter holds its values as.
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
	note() // for what refers to itself
	switch {
	case t.kind == reflect.Struct && named.Can(raw):
		if t.under != nil {
			made = named.Declare(raw, t.pkg(), t.name, t.realMethods(raw))
			note()
		} else {
			made = named.Struct(raw, t.name)
		}
		named.SetFields(made, "main", t.realFields(raw))
	case t.under != nil:
		if named.Can(raw) {
			made = named.Declare(t.composite(raw), t.pkg(), t.name, t.realMethods(raw))
		}
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
	}
	return raw
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

// realMethods are the methods of t and of pointers to it.
func (t *Type) realMethods(raw reflect.Type) []named.Method {
	var methods []named.Method
	add := func(name string, call any, pointer bool) {
		typ := reflect.TypeOf(call)
		var in, out []reflect.Type
		for i := range typ.NumIn() - 1 {
			in = append(in, typ.In(i+1))
		}
		for i := range typ.NumOut() {
			out = append(out, typ.Out(i))
		}
		methods = append(methods, named.Method{
			Name: name, Pointer: pointer, Type: reflect.FuncOf(in, out, typ.IsVariadic()),
			Call: func(at unsafe.Pointer, args []reflect.Value) []reflect.Value {
				recv := reflect.NewAt(raw, at)
				if !pointer {
					recv = recv.Elem()
				}
				x := recv.Interface()
				args = append([]reflect.Value{reflect.ValueOf(&x).Elem()}, args...)
				if typ.IsVariadic() {
					return reflect.ValueOf(call).CallSlice(args)
				}
				return reflect.ValueOf(call).Call(args)
			},
		})
	}
	own := t.methods()
	for name, m := range own {
		add(name, m.Call, false)
	}
	if p := pointerSet(t); p != nil {
		for name, m := range p.methods {
			if _, ok := own[name]; !ok {
				add(name, m.Call, true)
			}
		}
	}
	methods = slices.DeleteFunc(methods, func(m named.Method) bool { return m.Name[0] < 'A' || m.Name[0] > 'Z' })
	slices.SortFunc(methods, func(a, b named.Method) int { return cmp.Compare(a.Name, b.Name) })
	return methods
}

// fromReal returns what the interpreter holds a value of a real type as, and
// its type.
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

// maxLayers is how many slices and pointers around a real type are looked
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
	case reflect.Func:
		return describeFunc(t, layers)
	}
	return realDescription{}, false
}
