package lower

import (
	"fmt"
	"go/ast"
	"go/types"
	"runtime"
)

func isUnsafePointer(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Kind() == types.UnsafePointer
}

// unsafePointer writes a conversion from or to unsafe.Pointer.
func (l *lowerer) unsafePointer(text string, from, to types.Type) string {
	switch {
	case isPointer(from.Underlying()):
		return l.rt("ToUnsafe") + "(" + text + ")"
	case isPointer(to.Underlying()):
		return l.unbox(l.rt("FromUnsafe")+"("+text+", ("+l.typ(to)+")(nil))", to)
	case isUnsafePointer(from.Underlying()):
		return l.rt("Address") + "(" + text + ")"
	}
	return l.rt("AtAddress") + "(uintptr(" + text + "))"
}

// unsafeBuiltin writes a call of a function of package unsafe whose value is no
// constant.
func (l *lowerer) unsafeBuiltin(e *ast.CallExpr, name string) string {
	sizes := types.SizesFor("gc", runtime.GOARCH)
	switch name {
	case "Sizeof":
		return fmt.Sprintf("uintptr(%d)", sizes.Sizeof(l.typeOf(e.Args[0])))
	case "Alignof":
		return fmt.Sprintf("uintptr(%d)", sizes.Alignof(l.typeOf(e.Args[0])))
	case "Offsetof":
		sel := ast.Unparen(e.Args[0]).(*ast.SelectorExpr)
		t := l.typeOf(sel.X)
		_, path, _ := types.LookupFieldOrMethod(t, true, l.pkg, sel.Sel.Name)
		var offset int64
		for _, i := range path {
			if p, ok := t.Underlying().(*types.Pointer); ok {
				t, offset = p.Elem(), 0
			}
			s := t.Underlying().(*types.Struct)
			var fields []*types.Var
			for k := range i + 1 {
				fields = append(fields, s.Field(k))
			}
			offset += sizes.Offsetsof(fields)[i]
			t = s.Field(i).Type()
		}
		return fmt.Sprintf("uintptr(%d)", offset)
	case "Add":
		return l.rt("UnsafeAdd") + "(" + l.expr(e.Args[0]) + ", int(" + l.indexValue(e.Args[1]) + "))"
	case "Slice":
		return l.unbox(l.rt("UnsafeSlice")+"("+l.expr(e.Args[0])+", int("+l.indexValue(e.Args[1])+"))", l.typeOf(e))
	case "SliceData":
		return l.unbox(l.rt("UnsafeSliceData")+"("+l.expr(e.Args[0])+")", l.typeOf(e))
	case "String":
		return l.rt("UnsafeString") + "(" + l.expr(e.Args[0]) + ", int(" + l.indexValue(e.Args[1]) + "))"
	case "StringData":
		return l.rt("UnsafeStringData") + "(" + l.conv(e.Args[0], types.Typ[types.String]) + ")"
	}
	l.refuse(e, "a program here cannot use unsafe.%s", name)
	return ""
}
