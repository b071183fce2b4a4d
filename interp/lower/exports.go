package lower

import (
	"path"
	"reflect"
	"strings"
	"unsafe"

	"github.com/traefik/yaegi/interp"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// Key is what the interpreter calls the package at an import path.
func Key(importPath string) string { return importPath + "/" + path.Base(importPath) }

// Exports returns what lowered programs call, beside the packages all that they
// import, whose wrappers of interfaces package rt then uses.
func Exports(all interp.Exports) interp.Exports {
	for _, symbols := range all {
		for name, wrapper := range symbols {
			if iface, ok := symbols[strings.TrimPrefix(name, "_")]; ok && strings.HasPrefix(name, "_") {
				rt.UseWrapper(iface.Type().Elem(), wrapper.Type().Elem())
			}
		}
	}
	runtime := map[string]reflect.Value{}
	for name, v := range map[string]any{
		"Native": rt.Native, "Named": rt.Named, "Pointer": rt.Pointer, "Slice": rt.Slice, "Array": rt.Array, "Chan": rt.Chan,
		"Map": rt.Map, "Func": rt.Func, "Interface": rt.Interface, "Struct": rt.Struct,
		"Type": (*rt.Type)(nil), "Field": (*rt.Field)(nil), "Iface": (*rt.Iface)(nil), "IfaceMethod": (*rt.IfaceMethod)(nil),

		"Box": rt.Box, "Any": rt.Any, "Val": rt.Val, "Is": rt.Is, "As": rt.As, "Implements": rt.Implements, "AsIface": rt.AsIface,
		"M": rt.M, "Eq": rt.Eq, "ErrorsAs": rt.ErrorsAs, "Wrap": rt.Wrap, "MustWrap": rt.MustWrap, "Wraps": rt.Wraps,

		"Run": rt.Run, "Enter": rt.Enter, "Panic": rt.Panic, "Go": rt.Go, "D": (*rt.D)(nil),

		"ShortSlice": rt.ShortSlice, "ClearMap": rt.ClearMap, "Print": rt.Print, "Println": rt.Println,
		"ToUnsafe": rt.ToUnsafe, "FromUnsafe": rt.FromUnsafe, "Address": rt.Address, "AtAddress": rt.AtAddress,
		"UnsafeAdd": rt.UnsafeAdd, "UnsafeSlice": rt.UnsafeSlice, "UnsafeSliceData": rt.UnsafeSliceData,
		"UnsafeString": rt.UnsafeString, "UnsafeStringData": rt.UnsafeStringData,

		"NegativeShift": rt.NegativeShift, "SameChan": rt.SameChan, "Rune": rt.Rune, "Nil": rt.Nil, "Select": rt.Select, "Receiving": rt.Receiving, "Sending": rt.Sending, "Types": rt.Types, "LoopEnded": rt.LoopEnded,
	} {
		runtime[name] = reflect.ValueOf(v)
	}
	return interp.Exports{
		Key(RuntimePath): runtime,
		"unsafe/unsafe":  {"Pointer": reflect.ValueOf((*unsafe.Pointer)(nil))},
	}
}

// TypeExports returns the types that [rt.Structs] has made of a program's.
func TypeExports(types map[string]reflect.Type) interp.Exports {
	symbols := map[string]reflect.Value{}
	for name, t := range types {
		symbols[name] = reflect.Zero(reflect.PointerTo(t))
	}
	return interp.Exports{Key(TypesPath): symbols}
}
