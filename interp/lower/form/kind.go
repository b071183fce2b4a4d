package form

import (
	"go/ast"
	"go/token"
	"go/types"
)

// categoryOf returns the category of a type.
func categoryOf(t types.Type) Category {
	if t == nil {
		return None
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case info&types.IsBoolean != 0:
			return Bool
		case info&types.IsInteger != 0:
			return Integer
		case info&types.IsFloat != 0:
			return Float
		case info&types.IsComplex != 0:
			return Complex
		case info&types.IsString != 0:
			return String
		case u.Kind() == types.UnsafePointer:
			return Pointer
		}
	case *types.Pointer:
		return Pointer
	case *types.Signature:
		return Func
	case *types.Interface:
		return Interface
	case *types.Slice:
		return List
	case *types.Array:
		return Array
	case *types.Map:
		return Map
	case *types.Chan:
		return Chan
	case *types.Struct:
		return Struct
	}
	return None
}

// formOf returns the form of e in a place, where a value of type want is needed.
func (w *writer) formOf(o operand) Form {
	kind := w.kindOf(o.e)
	t := w.info.TypeOf(o.e)
	switch kind {
	case Nil:
		t = o.want
	case Entry, Receive, Assert:
		if pair, ok := t.(*types.Tuple); ok { // v, ok := ·
			t = pair.At(0).Type()
		}
	case Comparison:
		x := o.e.(*ast.BinaryExpr)
		t = w.info.TypeOf(x.X)
		if isNil(t) {
			t = w.info.TypeOf(x.Y)
		}
	}
	if t != nil && o.kept {
		return Form{o.at, kind, Kept}
	}
	if w.boxes(o) {
		switch o.at {
		case NameValue, FieldValue, ElementValue, EntryValue, PointedValue, Result:
			return Form{Boxed, kind, categoryOf(t)}
		case Argument:
			if kind == Function {
				return Form{Boxed, kind, categoryOf(t)}
			}
		}
	}
	return Form{o.at, kind, categoryOf(t)}
}

func isNil(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Kind() == types.UntypedNil
}

// kindOf returns the kind of an expression without parentheses around it.
func (w *writer) kindOf(e ast.Expr) Kind {
	if tv := w.info.Types[e]; tv.Value != nil && isConstant(e) {
		return Constant
	}
	switch e := e.(type) {
	case *ast.Ident:
		switch w.info.Uses[e].(type) {
		case *types.Func:
			return Function
		case *types.Nil:
			return Nil
		}
		return Name
	case *ast.SelectorExpr:
		if sel, ok := w.info.Selections[e]; ok {
			if sel.Kind() == types.FieldVal {
				return Field
			}
			return Method
		}
		if _, ok := w.info.Uses[e.Sel].(*types.Func); ok {
			return Function
		}
		return Variable
	case *ast.IndexExpr:
		switch w.info.TypeOf(e.X).Underlying().(type) {
		case *types.Map:
			return Entry
		case *types.Basic:
			return Byte
		}
		return Element
	case *ast.SliceExpr:
		return Slice
	case *ast.StarExpr:
		return Star
	case *ast.UnaryExpr:
		return w.unaryKind(e)
	case *ast.BinaryExpr:
		return w.binaryKind(e)
	case *ast.CallExpr:
		return w.callKind(e)
	case *ast.TypeAssertExpr:
		return Assert
	case *ast.CompositeLit:
		return Literal
	case *ast.FuncLit:
		return Closure
	}
	return ""
}

// isConstant reports whether an expression is a constant as it is written: 1, -1,
// true, T(1), complex(1, 2).
func isConstant(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.BasicLit, *ast.Ident:
		return true
	case *ast.UnaryExpr:
		_, ok := ast.Unparen(e.X).(*ast.BasicLit)
		return ok && e.Op == token.SUB
	case *ast.CallExpr:
		if id, ok := e.Fun.(*ast.Ident); !ok || id.Name == "complex" || len(e.Args) != 1 {
			return false
		}
		return isConstant(e.Args[0])
	}
	return false
}

func (w *writer) unaryKind(e *ast.UnaryExpr) Kind {
	switch e.Op {
	case token.AND:
		if _, ok := ast.Unparen(e.X).(*ast.CompositeLit); ok {
			return New
		}
		return Address
	case token.ARROW:
		return Receive
	case token.NOT:
		return Not
	}
	return Negation
}

func (w *writer) binaryKind(e *ast.BinaryExpr) Kind {
	switch e.Op {
	case token.LAND, token.LOR:
		return Logic
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return Comparison
	case token.SHL, token.SHR:
		return Shift
	case token.QUO, token.REM:
		if categoryOf(w.info.TypeOf(e)) == Integer {
			return Division
		}
	}
	return Sum
}

func (w *writer) callKind(e *ast.CallExpr) Kind {
	tv := w.info.Types[e.Fun]
	switch {
	case tv.IsType():
		to, from := categoryOf(tv.Type), categoryOf(w.info.TypeOf(e.Args[0]))
		if isNumber(to) && isNumber(from) {
			return Convert
		}
		return Reshape
	case tv.IsBuiltin():
		switch name := ast.Unparen(e.Fun).(*ast.Ident).Name; {
		case name == "len" || name == "cap":
			return Length
		case w.info.Types[e].IsVoid():
			return Effect
		}
		return Builtin
	}
	switch results := w.info.TypeOf(e.Fun).Underlying().(*types.Signature).Results().Len(); results {
	case 0:
		return Do
	case 1:
		return Call
	}
	return Calls
}

func isNumber(c Category) bool { return c == Integer || c == Float || c == Complex }
