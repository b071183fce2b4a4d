package lower

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// expr writes an expression as a value of its own type.
func (l *lowerer) expr(e ast.Expr) string {
	if tv, ok := l.info.Types[e]; ok && tv.Value != nil && l.folds(e) {
		t := l.typeOf(e)
		if isUntyped(t) {
			t = types.Default(t)
		}
		if text := l.constAs(e, tv.Value, t); text != "" {
			return text
		}
	}
	switch e := e.(type) {
	case *ast.Ident:
		return l.ident(e)
	case *ast.BasicLit:
		return e.Value
	case *ast.ParenExpr:
		return "(" + l.expr(e.X) + ")"
	case *ast.FuncLit:
		return l.funcLit(e)
	case *ast.CompositeLit:
		return l.compositeLit(e, l.typeOf(e))
	case *ast.SelectorExpr:
		return l.selector(e)
	case *ast.IndexExpr:
		return l.index(e)
	case *ast.IndexListExpr:
		return l.expr(e.X)
	case *ast.SliceExpr:
		return l.slice(e)
	case *ast.TypeAssertExpr:
		return l.assertion(l.expr(e.X), l.typeOf(e.X), l.typeOf(e))
	case *ast.CallExpr:
		return l.call(e)
	case *ast.StarExpr:
		return "(*" + l.expr(e.X) + ")"
	case *ast.UnaryExpr:
		return l.unary(e)
	case *ast.BinaryExpr:
		return l.binary(e)
	}
	panic(fmt.Sprintf("lower: expression %T", e))
}

func (l *lowerer) ident(id *ast.Ident) string {
	obj := l.info.Uses[id]
	if obj == nil {
		obj = l.info.Defs[id]
	}
	switch obj := obj.(type) {
	case *types.Nil:
		return "nil"
	case *types.Const:
		t := l.typeOf(id)
		if b, ok := t.(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
			t = types.Default(t)
		}
		return l.constAs(id, obj.Val(), t)
	case *types.Var:
		if l.meanings[obj] == Context {
			return "(" + l.rt("Context") + "())"
		}
		switch {
		case isGlobal(obj) && !l.isSource(obj.Pkg()):
			return l.imported(obj)
		case !l.isSession(obj):
			return l.local(obj)
		case l.kept[obj] != "":
			return l.kept[obj]
		}
		return l.objName(obj)
	case *types.Func:
		return l.funcName(id, obj)
	}
	if id.Name == "_" {
		return "_"
	}
	panic(fmt.Sprintf("lower: identifier %s: %T", id.Name, obj))
}

// funcName names a declared function, with the type arguments that it has at id.
func (l *lowerer) funcName(id *ast.Ident, obj *types.Func) string {
	if _, ok := l.info.Instances[id]; ok {
		return l.instantiated(id)
	}
	if !l.isSource(obj.Pkg()) {
		return l.imported(obj)
	}
	return l.objName(obj)
}

// local names a variable of a function; each has its own name.
func (l *lowerer) local(v *types.Var) string {
	if v.Name() == "_" || v.Name() == "" {
		return "_"
	}
	if l.heap[v] {
		return "(*" + l.objName(v) + ")"
	}
	return l.objName(v)
}

func (l *lowerer) unary(e *ast.UnaryExpr) string {
	switch e.Op {
	case token.AND:
		if lit, ok := ast.Unparen(e.X).(*ast.CompositeLit); ok {
			return l.pointerTo(lit, l.typeOf(lit))
		}
		return l.addr(e.X)
	case token.ARROW:
		return "(<-" + l.expr(e.X) + ")"
	}
	return "(" + e.Op.String() + l.expr(e.X) + ")"
}

// addr writes the address of a variable.
func (l *lowerer) addr(e ast.Expr) string {
	switch x := ast.Unparen(e).(type) {
	case *ast.StarExpr:
		if l.without(CheckedAddresses) {
			return "&(*" + l.expr(x.X) + ")"
		}
		return l.checked(x.X)
	case *ast.CompositeLit:
		return l.pointerTo(x, l.typeOf(x))
	case *ast.Ident:
		if v, ok := l.info.Uses[x].(*types.Var); ok && l.heap[v] {
			return l.objName(v)
		}
	}
	return "&" + l.expr(e)
}

// checked writes a pointer that is not nil: the program panics where it is.
func (l *lowerer) checked(p ast.Expr) string {
	typ := l.typ(l.typeOf(p))
	return l.helper("checked "+typ, func(name string) string {
		return fmt.Sprintf("func %s(p %s) %s { if p == nil { %s() }; return p }\n", name, typ, typ, l.rt("Nil"))
	}) + "(" + l.expr(p) + ")"
}

func (l *lowerer) binary(e *ast.BinaryExpr) string {
	switch e.Op {
	case token.EQL, token.NEQ:
		return l.equality(e)
	case token.SHL, token.SHR:
		x := l.expr(e.X)
		if l.info.Types[e.X].Value != nil {
			// To the interpreter a constant without a type stays one when it is shifted.
			x = l.typ(types.Default(l.typeOf(e.X))) + "(" + x + ")"
		}
		return "(" + x + " " + e.Op.String() + " " + l.shiftCount(e.Y) + ")"
	case token.LAND, token.LOR:
		return "(" + l.expr(e.X) + " " + e.Op.String() + " " + l.expr(e.Y) + ")"
	}
	x, y := l.operands(e.X, e.Y)
	return "(" + x + " " + e.Op.String() + " " + y + ")"
}

func (l *lowerer) shiftCount(e ast.Expr) string {
	if l.without(ShiftCounts) {
		return l.expr(e)
	}
	if tv := l.info.Types[e]; tv.Value != nil {
		return l.constAs(e, tv.Value, types.Typ[types.Uint])
	}
	t := l.typeOf(e)
	if isUntyped(t) {
		t = types.Default(t)
	}
	if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsUnsigned == 0 {
		typ := l.typ(t)
		return l.loader("shift "+typ, func(name string) string {
			return fmt.Sprintf("func %s(n %s) uint { if n < 0 { %s() }; return uint(n) }\n", name, typ, l.rt("NegativeShift"))
		}) + "(" + l.expr(e) + ")"
	}
	return "uint(" + l.expr(e) + ")"
}

// operands writes two operands as values of one type.
func (l *lowerer) operands(x, y ast.Expr) (string, string) {
	tx, ty := l.typeOf(x), l.typeOf(y)
	if isUntyped(tx) && !isUntyped(ty) {
		return l.conv(x, ty), l.expr(y)
	}
	if isUntyped(ty) && !isUntyped(tx) {
		return l.expr(x), l.conv(y, tx)
	}
	return l.expr(x), l.expr(y)
}

func isUntyped(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Info()&types.IsUntyped != 0
}

func (l *lowerer) selector(e *ast.SelectorExpr) string {
	if id, ok := e.X.(*ast.Ident); ok {
		if p, ok := l.info.Uses[id].(*types.PkgName); ok {
			if _, ok := l.info.Instances[e.Sel]; ok {
				return l.instantiated(e.Sel)
			}
			if l.isSource(p.Imported()) {
				return l.ident(e.Sel)
			}
			return l.alias(p.Imported().Path(), p.Imported().Name()) + "." + e.Sel.Name
		}
	}
	recv := l.typeOf(e.X)
	if tv := l.info.Types[e.X]; tv.IsType() {
		return l.methodExpr(recv, e)
	}
	obj, path, _ := types.LookupFieldOrMethod(recv, true, l.pkg, e.Sel.Name)
	if m, ok := obj.(*types.Func); ok {
		return l.methodValue(e, m, path)
	}
	text, _ := l.fieldPath(l.expr(e.X), recv, path)
	return text
}

// fieldPath follows fields by their indices.
func (l *lowerer) fieldPath(text string, t types.Type, path []int) (string, types.Type) {
	for _, i := range path {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		f := t.Underlying().(*types.Struct).Field(i)
		text += "." + l.fieldName(f, i)
		t = f.Type()
	}
	return text, t
}

func (l *lowerer) index(e *ast.IndexExpr) string {
	if tv := l.info.Types[e.X]; tv.IsType() {
		panic("lower: a type as expression")
	}
	if _, ok := l.typeOf(e.X).Underlying().(*types.Signature); ok {
		return l.expr(e.X)
	}
	t := l.typeOf(e.X)
	if m, ok := t.Underlying().(*types.Map); ok {
		return l.expr(e.X) + "[" + l.conv(e.Index, m.Key()) + "]"
	}
	x := l.expr(e.X)
	if _, ok := t.Underlying().(*types.Pointer); ok {
		x = l.pointed(x)
	}
	return x + "[" + l.indexValue(e.Index) + "]"
}

// pointed writes the array that x points to.
func (l *lowerer) pointed(x string) string {
	if l.without(ArrayPointers) {
		return x
	}
	return "(*" + x + ")"
}

// indexValue writes an index.
func (l *lowerer) indexValue(e ast.Expr) string {
	if tv := l.info.Types[e]; tv.Value != nil {
		return l.constAs(e, tv.Value, types.Typ[types.Int])
	}
	return l.expr(e)
}

// indexType is the type of what indexValue writes.
func (l *lowerer) indexType(e ast.Expr) string {
	if l.info.Types[e].Value != nil {
		return "int"
	}
	return l.typ(l.typeOf(e))
}

func (l *lowerer) slice(e *ast.SliceExpr) string {
	x := l.expr(e.X)
	if p, ok := l.typeOf(e.X).Underlying().(*types.Pointer); ok {
		if _, ok := p.Elem().Underlying().(*types.Array); ok {
			x = l.pointed(x)
		}
	}
	var b strings.Builder
	b.WriteString(x + "[")
	if e.Low != nil {
		b.WriteString(l.indexValue(e.Low))
	}
	b.WriteString(":")
	if e.High != nil {
		b.WriteString(l.indexValue(e.High))
	}
	if e.Max != nil {
		b.WriteString(":" + l.indexValue(e.Max))
	}
	b.WriteString("]")
	return b.String()
}
