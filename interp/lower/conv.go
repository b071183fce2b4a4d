package lower

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/form"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// conv writes e as a value of type to, to which it is assignable.
func (l *lowerer) conv(e ast.Expr, to types.Type) string {
	to = l.subst(to)
	from := l.typeOf(e)
	if b, ok := from.(*types.Basic); ok && b.Kind() == types.UntypedNil {
		return l.nilOf(to)
	}
	if tv, ok := l.info.Types[e]; ok && tv.Value != nil && l.folds(e) {
		if b, ok := from.(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
			from = types.Default(from)
			if !types.IsInterface(to) {
				from = to
			}
		}
		text := l.constAs(e, tv.Value, from)
		if text != "" {
			return l.convert(text, from, to)
		}
	}
	if b, ok := from.(*types.Basic); ok && b.Kind() == types.UntypedBool {
		from = types.Typ[types.Bool]
		if !types.IsInterface(to) {
			from = to
		}
	}
	if name, ok := l.functionName(e); ok && types.IsInterface(to) && !l.isCompiledIface(to) {
		return l.namedFunction(name, e, from, to)
	}
	return l.convert(l.expr(e), from, to)
}

// nilOf writes nil as a value of type t.
func (l *lowerer) nilOf(t types.Type) string {
	typ := l.typ(t)
	if !isMade(typ) {
		return "nil"
	}
	// A type of ours that reflection has made: the interpreter knows no nil of it.
	return l.zeroVariable(typ)
}

// zero writes the zero value of type t.
func (l *lowerer) zero(t types.Type) string {
	t = l.subst(t)
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsNumeric != 0:
			return l.constAs(nil, constant.MakeInt64(0), t)
		case u.Info()&types.IsString != 0:
			return `""`
		case u.Info()&types.IsBoolean != 0:
			return "false"
		}
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return l.nilOf(t)
	}
	return l.zeroVariable(l.typ(t))
}

// zeroVariable writes the zero value of a type of the interpreter as a variable has it.
func (l *lowerer) zeroVariable(typ string) string {
	return l.helper("zero "+typ, func(name string) string {
		return "func " + name + "() " + typ + " {\nvar z " + typ + "\nreturn z\n}\n"
	}) + "()"
}

// isMade reports whether reflection, and not the interpreter, has made a type of the
// program.
func isMade(typ string) bool { return strings.HasPrefix(typ, rt.TypesName+".") }

// convert writes the value of text, which has type from, as one of type to, to
// which it is assignable.
func (l *lowerer) convert(text string, from, to types.Type) string {
	from, to = types.Unalias(from), types.Unalias(to)
	toIface, fromIface := types.IsInterface(to), types.IsInterface(from)
	switch {
	case toIface && fromIface:
		return l.ifaceToIface(text, from, to)
	case toIface:
		return l.box(text, from, to)
	}
	return l.reshape(text, from, to)
}

// isCompiledIface reports whether the interpreter has an interface type as such.
func (l *lowerer) isCompiledIface(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && types.IsInterface(n) && !l.isLocal(n.Obj()) && n.Obj().Name() != "comparable" && n.TypeArgs().Len() == 0
}

func (l *lowerer) ifaceToIface(text string, from, to types.Type) string {
	cf, ct := l.isCompiledIface(from), l.isCompiledIface(to)
	switch {
	case !cf && !ct:
		return text
	case cf && !ct:
		return l.rt("Any") + "(" + text + ")"
	case cf && ct && types.Identical(from, to):
		return text
	}
	return l.toCompiled(text, from, to)
}

// box writes a value that is no interface as one of the interface type to.
func (l *lowerer) box(text string, from, to types.Type) string {
	if l.usesFile(from, to) {
		return l.fileIO(text, to)
	}
	if !l.mentions(from) {
		return text
	}
	if l.without(Boxes) {
		return text
	}
	boxed := "(" + l.rt("Box") + "(" + l.desc(from) + ", " + text + "))"
	if l.isCompiledIface(to) {
		return l.toCompiled(boxed, types.NewInterfaceType(nil, nil), to)
	}
	return boxed
}

// toCompiled writes an interface value as one of a compiled interface, whose
// methods it has.
func (l *lowerer) toCompiled(text string, from, to types.Type) string {
	if l.without(Wrappers) {
		return text
	}
	t := l.typ(to)
	return l.loader("to "+t, func(name string) string {
		return fmt.Sprintf("func %s(x any) (r %s) { if x == nil { return nil }; w := %s(x, (*%s)(nil)); return w.(%s) }\n",
			name, t, l.rt("MustWrap"), t, t)
	}) + "(" + text + ")"
}

// helper returns the name of a function that the program gets once.
func (l *lowerer) helper(key string, make func(name string) string) string {
	return l.support("h", key, make)
}

// loader is helper for a function that stands for what is no call in the program.
func (l *lowerer) loader(key string, make func(name string) string) string {
	return l.support(form.Load, key, make)
}

func (l *lowerer) support(word, key string, make func(name string) string) string {
	if name, ok := l.helpers.get(key); ok {
		return name
	}
	name := l.temp(word)
	l.helpers.put(key, name)
	l.funcs.WriteString(nowhere + make(name))
	return name
}

// reshape converts between types whose values are the same, but that the
// interpreter may have under different names.
func (l *lowerer) reshape(text string, from, to types.Type) string {
	a, b := l.typ(from), l.typ(to)
	if a == b {
		return text
	}
	return conversion(b, text)
}

// conversion writes a conversion. The interpreter does not find where one begins
// that is the first operand of a condition and has its name in parentheses.
func conversion(typ, text string) string {
	if strings.ContainsAny(typ, "*[]<({ ") {
		typ = "(" + typ + ")"
	}
	return typ + "(" + text + ")"
}

// explicit writes the conversion T(e).
func (l *lowerer) explicit(e ast.Expr, to types.Type) string {
	to = types.Unalias(to)
	from := types.Unalias(l.typeOf(e))
	if b, ok := from.(*types.Basic); ok && b.Kind() == types.UntypedNil {
		return "(" + l.typ(to) + ")(nil)"
	}
	if types.IsInterface(to) {
		return l.conv(e, to)
	}
	if b, ok := from.(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
		if tv := l.info.Types[e]; tv.Value != nil && l.folds(e) {
			if tb, ok := to.Underlying().(*types.Basic); ok {
				if text := l.constAs(e, tv.Value, to); text != "" && !(tb.Info()&types.IsString != 0 && b.Info()&types.IsInteger != 0) {
					return text
				}
			}
			from = types.Default(from)
			return l.explicitText(l.constAs(e, tv.Value, from), from, to)
		}
	}
	return l.explicitText(l.expr(e), from, to)
}

func (l *lowerer) explicitText(text string, from, to types.Type) string {
	fu, tu := from.Underlying(), to.Underlying()
	switch {
	case types.Identical(fu, tu):
		return l.reshape(text, from, to)
	}
	if _, ok := tu.(*types.Struct); ok {
		return l.reshape(text, from, to)
	}
	if arr, ok := tu.(*types.Array); ok {
		if _, ok := fu.(*types.Slice); ok && !l.without(ArrayConversions) { // [N]T(slice)
			a, b := l.typ(from), l.typ(to)
			return l.loader("array "+a+" "+b, func(name string) string {
				return fmt.Sprintf("func %s(x %s) (r %s) { if len(x) < %d { %s(len(x), %d) }; copy(r[:], x); return r }\n",
					name, a, b, arr.Len(), l.rt("ShortSlice"), arr.Len())
			}) + "(" + text + ")"
		}
	}
	if (isUnsafePointer(tu) || isUnsafePointer(fu)) && !l.without(UnsafePointers) {
		return l.unsafePointer(text, from, to)
	}
	return conversion(l.typ(to), text)
}
