package lower

import (
	"cmp"
	"go/ast"
	"go/types"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic"
)

// A compiled function that takes any value uses reflection on it, unless it is known
// not to. It gets the value with a real type: one with the names, fields and methods
// that the program has declared.

// raw are the compiled functions that work on the structure of a value, whatever its
// type.
var raw = map[string]bool{
	"sort.Slice": true, "sort.SliceStable": true, "sort.SliceIsSorted": true, "reflect.Swapper": true,
	"runtime.KeepAlive":                true,
	generic.CompiledPath + ".SortFunc": true, generic.CompiledPath + ".SortStableFunc": true,
}

// whole are the compiled functions that read all that a value leads to, with the functions of
// package rt that make it real. An html/template prints nothing for a nil of any type.
var whole = map[string]string{
	"(*encoding/gob.Encoder).Encode": realWhole, "reflect.DeepEqual": realWhole,
	"(*encoding/xml.Encoder).Encode": realWhole, "(*encoding/xml.Encoder).EncodeElement": realWhole,
	"encoding/xml.Marshal": realWhole, "encoding/xml.MarshalIndent": realWhole,
	"(*html/template.Template).Execute": realWhole, "(*html/template.Template).ExecuteTemplate": realWhole,
	"(*text/template.Template).Execute": realTemplate, "(*text/template.Template).ExecuteTemplate": realTemplate,
}

const realWhole, realTemplate = "RealWhole", "RealTemplate"

// keeping are the packages, types and functions that keep what they are given, or
// print it by the methods that it has in an interface of a program.
var keeping = []string{
	"fmt.Append", "fmt.Errorf", "fmt.Fprint", "fmt.Print", "fmt.Sprint", "log.", "(*log.Logger).",
	"container/heap.", "(*container/list.List).", "context.WithValue", "errors.As",
	"(*sync.Map).", "(*sync.Pool).", "(*runtime/pprof.Profile).",
	"github.com/nvsd-kernel/nvsd-kernel/display.", "(*github.com/nvsd-kernel/nvsd-kernel/display.FrontEnd).",
	generic.CompiledPath + ".", generic.FormsPath + ".",
}

// looksInto reports whether a compiled function looks into what it is given in a call.
func (l *lowerer) looksInto(f *types.Func, e *ast.CallExpr) bool {
	if l.without(RawArguments) {
		return false
	}
	name := f.FullName()
	if raw[name] || strings.HasPrefix(name, generic.CompiledPath+".SQL") {
		return true
	}
	for _, k := range keeping {
		if strings.HasPrefix(name, k) {
			return false
		}
	}
	sig := f.Signature()
	if r := sig.Recv(); r != nil && types.IsInterface(r.Type()) {
		return false // whatever it holds: a context, a heap of the program
	}
	for v := range sig.Params().Variables() {
		t := v.Type()
		if sig.Variadic() && v == sig.Params().At(sig.Params().Len()-1) {
			t = elemOf(t)
		}
		if isAny(t) || holdsAny(t) {
			return true
		}
	}
	return false
}

// isAny reports whether a type is an interface without methods.
func isAny(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	_, param := types.Unalias(t).(*types.TypeParam)
	return ok && !param && i.Empty()
}

// holdsAny reports whether a type is a list or a map of values of such a type.
func holdsAny(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Slice:
		return isAny(t.Elem())
	case *types.Map:
		return isAny(t.Elem())
	}
	return false
}

// looking writes the call of a compiled function that looks into what it is given.
func (l *lowerer) looking(e *ast.CallExpr, fun ast.Expr, sig *types.Signature, f *types.Func) string {
	var args []string
	name := f.FullName()
	real := l.rt(cmp.Or(whole[name], "Real"))
	last := sig.Params().Len() - 1
	for i, a := range e.Args {
		t := sig.Params().At(min(i, last)).Type()
		if sig.Variadic() && i >= last && !e.Ellipsis.IsValid() {
			t = elemOf(t)
		}
		text := ""
		switch {
		case raw[name] && isAny(t) && types.IsInterface(l.typeOf(a)):
			text = l.rt("Val") + "(" + l.conv(a, t) + ")"
		case raw[name] && isAny(t) && !isUntyped(l.typeOf(a)):
			text = l.expr(a)
		case isAny(t) && !isUntyped(l.typeOf(a)):
			text = real + "(" + l.conv(a, t) + ")"
		case holdsAny(t) && !isUntyped(l.typeOf(a)):
			text = l.realList(l.conv(a, t), t)
		default:
			text = l.conv(a, t)
		}
		if e.Ellipsis.IsValid() && i == last {
			text += "..."
		}
		args = append(args, text)
	}
	head, first := l.callee(fun)
	if first != "" {
		args = append([]string{first}, args...)
	}
	return head + "(" + strings.Join(args, ", ") + ")"
}

// realList writes a list or a map of interfaces with what is in them real.
func (l *lowerer) realList(text string, t types.Type) string {
	typ := l.typ(t)
	return l.helper("real "+typ, func(name string) string {
		return "func " + name + "(x " + typ + ") " + typ + " {\nvar r any = " + l.rt("Real") + "(x)\nreturn r.(" + typ + ")\n}\n"
	}) + "(" + text + ")"
}
