package cell

import "go/types"

// Mentions calls f with every type name of the cells that is written in t. It
// looks into the arguments of a generic type, not into what a name stands for.
func Mentions(t types.Type, f func(*types.TypeName)) {
	names(t, func(obj *types.TypeName) {
		if isCellPackage(obj.Pkg()) {
			f(obj)
		}
	})
}

// names calls f with every type name that is written in t.
func names(t types.Type, f func(*types.TypeName)) {
	named := func(obj *types.TypeName, args *types.TypeList) {
		f(obj)
		for i := range args.Len() {
			names(args.At(i), f)
		}
	}
	tuple := func(t *types.Tuple) {
		for i := range t.Len() {
			names(t.At(i).Type(), f)
		}
	}
	switch t := t.(type) {
	case *types.Named:
		named(t.Obj(), t.TypeArgs())
	case *types.Alias:
		named(t.Obj(), t.TypeArgs())
	case *types.Pointer:
		names(t.Elem(), f)
	case *types.Slice:
		names(t.Elem(), f)
	case *types.Array:
		names(t.Elem(), f)
	case *types.Chan:
		names(t.Elem(), f)
	case *types.Map:
		names(t.Key(), f)
		names(t.Elem(), f)
	case *types.Signature:
		tuple(t.Params())
		tuple(t.Results())
	case *types.Struct:
		for i := range t.NumFields() {
			names(t.Field(i).Type(), f)
		}
	case *types.Interface:
		for i := range t.NumExplicitMethods() {
			names(t.ExplicitMethod(i).Type(), f)
		}
		for i := range t.NumEmbeddeds() {
			names(t.EmbeddedType(i), f)
		}
	}
}
