package form

import (
	"go/ast"
	"go/types"
	"runtime"
)

// Go's compiler copies some values before the calls that stand behind them, though the
// language lets it load them after. What it copies follows from how its runtime is given
// a value: as it is, or by its address.

// sizes are the sizes that Go's compiler gives to types.
var sizes = types.SizesFor("gc", runtime.GOARCH)

// copiedInTurn reports whether Go's compiler copies a value in its turn, though it only
// loads it: a bound, and what its runtime is given by address and has none.
func (w *writer) copiedInTurn(o operand, kind Kind) bool {
	if kind == Constant || kind == Nil {
		return false
	}
	switch {
	case o.at == Bound:
		return kind != Name && kind != Variable
	case o.key != nil:
		return w.boxes(o) || w.copiedToKey(o)
	case w.boxes(o):
		return w.copiedToBox(o.e)
	case kind == Comparison:
		e := o.e.(*ast.BinaryExpr)
		return w.copiedToCompare(e.X) || w.copiedToCompare(e.Y)
	}
	return false
}

// copiedToCompare reports whether an operand of a comparison is copied before what
// acts after the comparison.
func (w *writer) copiedToCompare(e ast.Expr) bool {
	c := categoryOf(w.info.TypeOf(e))
	_, literal := ast.Unparen(e).(*ast.CompositeLit)
	return (c == Struct || c == Array) && !literal && !w.addressable(e)
}

// copiedToBox reports whether a value is copied in its turn that becomes one in an
// interface.
func (w *writer) copiedToBox(e ast.Expr) bool {
	return copiedForBox(w.info.TypeOf(e)) && !w.addressable(e)
}

func (w *writer) addressable(e ast.Expr) bool { return w.info.Types[e].Addressable() }

// copiedToKey reports whether a key of a map is copied in its turn. Go's runtime has maps of
// their own for strings and for what is as large as a number of 32 or 64 bits and is compared
// bit by bit, if their elements are not large. Their keys it is given as they are, where they
// are a string, a number or a pointer, and else always as copies. Of any other key it is given
// the address, so that only a key without one is copied.
func (w *writer) copiedToKey(o operand) bool {
	t := o.want
	size := sizes.Sizeof(t)
	own := (size == 4 || size == 8) && comparedBitByBit(t) || categoryOf(sole(t)) == String
	if !own || sizes.Sizeof(o.key.Elem()) > maxElement {
		return !w.addressable(o.e)
	}
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

// maxElement is the size of an element from which on Go's runtime treats all maps alike.
const maxElement = 128

// comparedBitByBit reports whether two values of a type are equal where their memory is.
func comparedBitByBit(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Chan:
		return true
	case *types.Basic:
		return u.Info()&(types.IsInteger|types.IsBoolean) != 0 || u.Kind() == types.UnsafePointer
	case *types.Array:
		return comparedBitByBit(u.Elem())
	case *types.Struct:
		var filled int64
		for f := range u.Fields() {
			if f.Name() == "_" || !comparedBitByBit(f.Type()) {
				return false
			}
			filled += sizes.Sizeof(f.Type())
		}
		return filled == sizes.Sizeof(u)
	}
	return false
}

// copiedForBox reports whether the runtime of Go is given a value by its address, to
// make one in an interface. Numbers, strings and slices it is given as they are.
func copiedForBox(t types.Type) bool {
	switch sizes.Sizeof(t) {
	case 2:
		if sizes.Alignof(t) == 2 {
			return false
		}
	case 4, 8:
		if sizes.Alignof(t) == sizes.Sizeof(t) && !hasPointers(t) {
			return false
		}
	}
	switch categoryOf(sole(t)) {
	case String, List:
		return false
	}
	return true
}

// sole returns the type of the only part that values of a type have.
func sole(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Array:
		if u.Len() == 1 {
			return sole(u.Elem())
		}
	case *types.Struct:
		if u.NumFields() == 1 {
			return sole(u.Field(0).Type())
		}
	}
	return t
}

func hasPointers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0 || u.Kind() == types.UnsafePointer
	case *types.Array:
		return u.Len() > 0 && hasPointers(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if hasPointers(f.Type()) {
				return true
			}
		}
		return false
	}
	return true
}
