package lower

import (
	"go/ast"
	"go/token"
	"go/types"
)

func (l *lowerer) equality(e *ast.BinaryExpr) string {
	tx, ty := l.typeOf(e.X), l.typeOf(e.Y)
	op := e.Op.String()
	if isNil(tx) || isNil(ty) {
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
	if s, ok := tx.Underlying().(*types.Struct); ok && hasBlank(s) && !l.without(BlankFields) {
		return not + l.fieldwise(s, l.typ(tx)) + "(" + x + ", " + y + ")"
	}
	return "(" + x + " " + op + " " + y + ")"
}

func hasBlank(s *types.Struct) bool {
	for i := range s.NumFields() {
		if s.Field(i).Name() == "_" {
			return true
		}
	}
	return false
}

// fieldwise names a function that compares two structs of a type by the fields
// that have a name.
func (l *lowerer) fieldwise(s *types.Struct, typ string) string {
	return l.helper("equal "+typ, func(name string) string {
		same := "true"
		for i := range s.NumFields() {
			if f := s.Field(i); f.Name() != "_" {
				field := l.fieldName(f, i)
				same += " && x." + field + " == y." + field
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
