package lower

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// operands are variables for the operands of an assignment, which are evaluated before
// anything is assigned.
type operands struct {
	fixed strings.Builder // what needs no order
	list  []operandOf
}

type operandOf struct {
	name, typ, value string
	acts             bool // it calls or receives something
}

func (o *operands) add(name, typ, value string, acts bool) {
	o.list = append(o.list, operandOf{name, typ, value, acts})
}

// text writes the operands one after the other.
func (o *operands) text() string {
	before, after := o.around()
	return before + after
}

// around writes the operands of an assignment of the results of a call: first those
// that act, and after the call those that only load a value.
func (o *operands) around() (before, after string) {
	before = o.fixed.String()
	for _, x := range o.list {
		text := fmt.Sprintf("var %s %s = %s\n", x.name, x.typ, x.value)
		if x.acts {
			before += text
		} else {
			after += text
		}
	}
	return before, after
}

// together writes the operands as those of one assignment.
func (o *operands) together() string {
	declared := o.fixed.String()
	var names, values []string
	for _, x := range o.list {
		if x.name != "_" {
			declared += "var " + x.name + " " + x.typ + "\n"
		}
		names, values = append(names, x.name), append(values, x.value)
	}
	return declared + strings.Join(names, ", ") + " = " + strings.Join(values, ", ") + "\n"
}

// acts reports whether an expression calls a function or receives something.
func (l *lowerer) acts(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			found = found || !l.info.Types[n.Fun].IsType()
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		}
		return !found
	})
	return found
}

// placeText writes a place that is assigned to.
func (l *lowerer) placeText(e ast.Expr) string {
	text := l.expr(e)
	if p, ok := e.(*ast.ParenExpr); ok {
		return l.placeText(p.X)
	}
	if st, ok := e.(*ast.StarExpr); ok {
		return "*" + l.expr(st.X)
	}
	return text
}

// place evaluates the operands of a place first, as Go does when several are
// assigned at once.
func (l *lowerer) place(o *operands, e ast.Expr) string {
	if l.without(Places) && !l.isPackageVar(e) {
		return l.placeText(e)
	}
	switch x := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		t := l.typeOf(x.X)
		idx := l.temp("i")
		switch u := t.Underlying().(type) {
		case *types.Map:
			m := l.temp("m")
			o.add(m, l.typ(t), l.expr(x.X), l.acts(x.X))
			o.add(idx, l.typ(u.Key()), l.conv(x.Index, u.Key()), l.acts(x.Index))
			return m + "[" + idx + "]"
		case *types.Slice:
			s := l.temp("s")
			o.add(s, l.typ(t), l.expr(x.X), l.acts(x.X))
			o.add(idx, l.indexType(x.Index), l.indexValue(x.Index), l.acts(x.Index))
			return s + "[" + idx + "]"
		case *types.Pointer:
			s := l.temp("s")
			o.add(s, l.typ(t), l.expr(x.X), l.acts(x.X))
			o.add(idx, l.indexType(x.Index), l.indexValue(x.Index), l.acts(x.Index))
			return l.pointed(s) + "[" + idx + "]"
		}
		inner := l.partOf(o, x.X)
		o.add(idx, l.indexType(x.Index), l.indexValue(x.Index), l.acts(x.Index))
		return inner + "[" + idx + "]"
	case *ast.StarExpr:
		p := l.temp("p")
		o.add(p, l.typ(l.typeOf(x.X)), l.expr(x.X), l.acts(x.X))
		return "*" + p
	case *ast.SelectorExpr:
		if id, ok := x.X.(*ast.Ident); ok {
			if _, ok := l.info.Uses[id].(*types.PkgName); ok {
				if l.without(PackageVariables) {
					return l.expr(x)
				}
				// The interpreter takes a variable of a package for a constant.
				p := l.temp("p")
				fmt.Fprintf(&o.fixed, "%s := &%s\n", p, l.expr(x))
				return "*" + p
			}
		}
		recv := l.typeOf(x.X)
		_, path, _ := types.LookupFieldOrMethod(recv, true, l.pkg, x.Sel.Name)
		if _, ok := recv.Underlying().(*types.Pointer); ok {
			p := l.temp("p")
			o.add(p, l.typ(recv), l.expr(x.X), l.acts(x.X))
			text, _ := l.fieldPath(p, recv, path)
			return text
		}
		text, _ := l.fieldPath(l.partOf(o, x.X), recv, path)
		return text
	}
	return l.expr(e)
}

// partOf is the place of which a field or an element is assigned to.
func (l *lowerer) partOf(o *operands, e ast.Expr) string {
	text := l.place(o, e)
	if strings.HasPrefix(text, "*") {
		return "(" + text + ")"
	}
	return text
}
