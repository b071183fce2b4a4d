package lower

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// appending writes a call of append.
func (l *lowerer) appending(e *ast.CallExpr) string {
	t := l.typeOf(e)
	slice := l.conv(e.Args[0], t)
	if e.Ellipsis.IsValid() {
		return "append(" + slice + ", " + l.appended(e.Args[1], t) + "...)"
	}
	var values []string
	for i, a := range e.Args[1:] {
		v := l.conv(a, elemOf(t))
		if i > 0 && isSliceExpr(e.Args[0]) && isPart(a) && !l.without(AppendedElements) {
			v = l.copyOf(v, l.typ(elemOf(t)))
		}
		values = append(values, v)
	}
	list := strings.Join(values, ", ")
	switch typ := l.typ(t); {
	case list == "":
		return "append(" + slice + ")"
	case (isSelf(t) || slices.ContainsFunc(e.Args[1:], func(a ast.Expr) bool { return l.isOf(a, typ) })) && !l.without(AppendedElements):
		// The interpreter would take a value of the slice's type for all values.
		return "append(" + slice + ", " + typ + "{" + list + "}...)"
	}
	return "append(" + slice + ", " + list + ")"
}

// isSelf reports whether the elements of a slice type are of that type, or of one
// declared as it: []Tree and Tree, with type Tree []Tree.
func isSelf(t types.Type) bool { return types.Identical(elemOf(t).Underlying(), t.Underlying()) }

// appended writes the values of append(x, values...), x of type t.
func (l *lowerer) appended(values ast.Expr, t types.Type) string {
	if _, isString := l.typeOf(values).Underlying().(*types.Basic); isString {
		return l.expr(values)
	}
	return l.conv(values, t)
}

// copyOf writes a value that stays as it is when what it was part of is assigned to.
func (l *lowerer) copyOf(text, typ string) string {
	return l.helper("copy "+typ, func(name string) string {
		return "func " + name + "(x " + typ + ") " + typ + " { return x }\n"
	}) + "(" + text + ")"
}

func isSliceExpr(e ast.Expr) bool {
	_, ok := ast.Unparen(e).(*ast.SliceExpr)
	return ok
}

// isPart reports whether an expression is an element, a field or a pointed-to value.
// The interpreter reads those after it has written the values before them.
func isPart(e ast.Expr) bool {
	switch ast.Unparen(e).(type) {
	case *ast.IndexExpr, *ast.SelectorExpr, *ast.StarExpr:
		return true
	}
	return false
}
