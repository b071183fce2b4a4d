package rt

import (
	"reflect"
	"strings"
)

// describeFunc describes the type of a function that takes or returns real types,
// such as reflection makes of a method.
func describeFunc(t reflect.Type, layers int) (realDescription, bool) {
	found := false
	var raws []reflect.Type
	var ids, names []string
	var types []*Type
	part := func(r reflect.Type) {
		d, ok := describePart(r, layers-1)
		id, name := r.String(), r.String()
		if ok {
			found = true
			id, name, r = d.t.id, d.t.name, d.raw
		} else if r.Name() != "" && r.PkgPath() != "" {
			id = r.PkgPath() + "." + r.Name()
		}
		raws, ids, names, types = append(raws, r), append(ids, id), append(names, name), append(types, d.t)
	}
	for i := range t.NumIn() {
		part(t.In(i))
	}
	for i := range t.NumOut() {
		part(t.Out(i))
	}
	if !found || t.IsVariadic() {
		return realDescription{}, false
	}
	n := t.NumIn()
	text := func(parts []string) string {
		out := strings.Join(parts[n:], ", ")
		if len(parts) > n+1 {
			out = "(" + out + ")"
		}
		return strings.TrimSuffix("func("+strings.Join(parts[:n], ", ")+") "+out, " ")
	}
	return realDescription{Func(text(ids), text(names), n, types...), reflect.FuncOf(raws[:n], raws[n:], false)}, true
}

// rawFunc returns a function of real types as one of the type raw, which is laid
// out like its own.
func rawFunc(f reflect.Value, raw reflect.Type) reflect.Value {
	if f.IsNil() {
		return reflect.Zero(raw)
	}
	return reflect.MakeFunc(raw, func(args []reflect.Value) []reflect.Value {
		for i, a := range args {
			args[i] = reinterpret(a, f.Type().In(i), false)
		}
		results := f.Call(args)
		for i, r := range results {
			results[i] = reinterpret(r, raw.Out(i), false)
		}
		return results
	})
}

// realFunc returns a function as one of a real type, whose results are real, too.
func realFunc(f reflect.Value, real reflect.Type) reflect.Value {
	if f.IsNil() {
		return reflect.Zero(real)
	}
	return reflect.MakeFunc(real, func(args []reflect.Value) []reflect.Value {
		for i, a := range args {
			args[i] = reinterpret(a, f.Type().In(i), false)
		}
		var results []reflect.Value
		if f.Type().IsVariadic() {
			results = f.CallSlice(args)
		} else {
			results = f.Call(args)
		}
		for i, r := range results {
			results[i] = realResult(r, real.Out(i))
		}
		return results
	})
}

// returnsInterfaces reports whether a function returns interfaces that may hold values
// of a program.
func returnsInterfaces(f reflect.Type) bool {
	for i := range f.NumOut() {
		if out := f.Out(i); out.Kind() == reflect.Interface && out.NumMethod() == 0 {
			return true
		}
	}
	return false
}
