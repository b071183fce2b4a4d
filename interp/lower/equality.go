package lower

import (
	"go/ast"
	"go/token"
	"go/types"
)

func (l *lowerer) equality(e *ast.BinaryExpr) string {
	tx, ty := l.typeOf(e.X), l.typeOf(e.Y)
	op := e.Op.String()
	if (isNil(tx) || isNil(ty)) && !l.converts(e.X) && !l.converts(e.Y) {
		return "(" + l.expr(e.X) + " " + op + " " + l.expr(e.Y) + ")"
	}
	not := ""
	if e.Op == token.NEQ {
		not = "!"
	}
	ix, iy := types.IsInterface(tx), types.IsInterface(ty)
	switch {
	case ix || iy:
		x, y := l.asAny(e.X), l.asAny(e.Y)
		if l.without(InterfaceEquality) {
			return "(" + x + " " + op + " " + y + ")"
		}
		return not + l.rt("Eq") + "(" + x + ", " + y + ")"
	}
	if _, ok := tx.Underlying().(*types.Chan); ok && !types.Identical(tx, ty) && !l.without(ChannelEquality) {
		return not + l.rt("SameChan") + "(" + l.expr(e.X) + ", " + l.expr(e.Y) + ")"
	}
	x, y := l.operands(e.X, e.Y)
	if _, ok := tx.Underlying().(*types.Struct); ok {
		y = l.reshape(y, ty, tx) // the types may be a declared one and what it is
	}
	if s, ok := l.fieldsOf(tx); ok && l.byFields(s) {
		return not + l.fieldwise(s, l.typ(tx)) + "(" + x + ", " + y + ")"
	}
	return "(" + x + " " + op + " " + y + ")"
}

// fieldsOf returns the struct that a type is, unless a compiled package keeps
// fields of it to itself: such structs are compared as the Go that they are.
func (l *lowerer) fieldsOf(t types.Type) (*types.Struct, bool) {
	under := t.Underlying()
	if n, ok := types.Unalias(t).(*types.Named); ok {
		under = l.underlying(n)
	}
	s, ok := under.(*types.Struct)
	return s, ok && l.compiledStruct(s) == nil
}

// byFields reports whether a struct is compared field by field: it has blank fields,
// or interfaces, whose panics name the types of the program.
func (l *lowerer) byFields(s *types.Struct) bool {
	for f := range s.Fields() {
		if f.Name() == "_" && !l.without(BlankFields) || types.IsInterface(l.subst(f.Type())) && !l.without(InterfaceEquality) {
			return true
		}
		if inner, ok := l.fieldsOf(l.subst(f.Type())); ok && l.byFields(inner) {
			return true
		}
	}
	return false
}

// fieldwise names a function that compares two structs of a type by the fields
// that have a name.
func (l *lowerer) fieldwise(s *types.Struct, typ string) string {
	return l.loader("equal "+typ, func(name string) string {
		same := "true"
		for i := range s.NumFields() {
			f := s.Field(i)
			if f.Name() == "_" {
				continue
			}
			x, y := "x."+l.fieldName(f, i), "y."+l.fieldName(f, i)
			t := l.subst(f.Type())
			switch inner, ok := l.fieldsOf(t); {
			case types.IsInterface(t) && !l.isCompiledIface(t):
				same += " && " + l.rt("Eq") + "(" + x + ", " + y + ")"
			case types.IsInterface(t):
				same += " && " + l.rt("Eq") + "(" + l.rt("Any") + "(" + x + "), " + l.rt("Any") + "(" + y + "))"
			case ok && l.byFields(inner):
				same += " && " + l.fieldwise(inner, l.typ(t)) + "(" + x + ", " + y + ")"
			default:
				same += " && " + x + " == " + y
			}
		}
		return "func " + name + "(x, y " + typ + ") bool { return " + same + " }\n"
	})
}

func isNil(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Kind() == types.UntypedNil
}

// asAny writes an expression as an empty interface.
func (l *lowerer) asAny(e ast.Expr) string {
	return l.conv(e, types.NewInterfaceType(nil, nil))
}

// converts reports whether an expression is a conversion to an interface, which here
// is the value that is converted.
func (l *lowerer) converts(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && l.info.Types[call.Fun].IsType() && types.IsInterface(l.typeOf(call))
}
