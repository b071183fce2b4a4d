package form

import (
	"go/types"
	"strconv"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// typeText writes a type.
func (w *writer) typeText(t types.Type) string {
	t = types.Unalias(types.Default(t))
	switch t := t.(type) {
	case *types.Named:
		switch {
		case t.Obj().Pkg() == nil:
			return t.Obj().Name()
		case t.TypeArgs().Len() > 0: // the interpreter has no generic types
			return w.typeText(t.Underlying())
		case !t.Obj().Exported():
			return w.imported(rt.HiddenPath(t.Obj().Pkg().Path(), t.Obj().Name()), t.Obj().Name()) + "." + rt.HiddenName
		}
		return w.packageName(t.Obj().Pkg()) + "." + t.Obj().Name()
	case *types.Pointer:
		return "*" + w.typeText(t.Elem())
	case *types.Slice:
		return "[]" + w.typeText(t.Elem())
	case *types.Array:
		return "[" + strconv.FormatInt(t.Len(), 10) + "]" + w.typeText(t.Elem())
	case *types.Map:
		return "map[" + w.typeText(t.Key()) + "]" + w.typeText(t.Elem())
	case *types.Chan:
		elem := w.typeText(t.Elem())
		if strings.HasPrefix(elem, "<-") {
			elem = "(" + elem + ")"
		}
		return map[types.ChanDir]string{types.SendRecv: "chan ", types.SendOnly: "chan<- ", types.RecvOnly: "<-chan "}[t.Dir()] + elem
	case *types.Signature:
		return "func" + w.tuple(t.Params(), t.Variadic()) + w.resultText(t.Results())
	case *types.Struct:
		fields := make([]string, t.NumFields())
		for i := range fields {
			fields[i] = t.Field(i).Name() + " " + w.typeText(t.Field(i).Type())
			if tag := t.Tag(i); tag != "" {
				fields[i] += " " + strconv.Quote(tag)
			}
		}
		return "struct{" + strings.Join(fields, "; ") + "}"
	case *types.Interface:
		if t.NumMethods() == 0 {
			return "any"
		}
	case *types.Basic:
		if t.Kind() == types.UnsafePointer {
			return w.packageName(types.Unsafe) + ".Pointer"
		}
	}
	return types.TypeString(t, w.packageName)
}

// tuple writes the types of parameters, in parentheses.
func (w *writer) tuple(t *types.Tuple, variadic bool) string {
	texts := make([]string, t.Len())
	for i := range texts {
		texts[i] = w.typeText(t.At(i).Type())
		if variadic && i == len(texts)-1 {
			texts[i] = "..." + strings.TrimPrefix(texts[i], "[]")
		}
	}
	return "(" + strings.Join(texts, ", ") + ")"
}

// resultText writes the types of results, after a blank.
func (w *writer) resultText(t *types.Tuple) string {
	switch t.Len() {
	case 0:
		return ""
	case 1:
		return " " + w.typeText(t.At(0).Type())
	}
	return " " + w.tuple(t, false)
}

// packageName is the name of a package in the program, which imports it.
func (w *writer) packageName(p *types.Package) string {
	switch p.Path() {
	case programPath:
		return ""
	case rt.TypesPath:
		w.aliases[rt.TypesPath] = rt.TypesName // the program may not have had a name of it
		return rt.TypesName
	}
	return w.imported(p.Path(), p.Name())
}

// imported is the name of the package at a path, which has a name of its own.
func (w *writer) imported(path, name string) string {
	if _, ok := w.aliases[path]; !ok {
		w.aliases[path] = name + "ᐧp" + strconv.Itoa(len(w.aliases))
	}
	return w.aliases[path]
}

// nameable reports whether a type can be written: its package may be nowhere to be
// imported.
func (w *writer) nameable(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return true
	}
	return w.importer.hidden[n.Obj().Pkg().Path()] == nil
}
