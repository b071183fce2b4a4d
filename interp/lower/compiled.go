package lower

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic"
)

// imported names a function or variable of a compiled package.
func (l *lowerer) imported(obj types.Object) string {
	return l.alias(obj.Pkg().Path(), obj.Pkg().Name()) + "." + obj.Name()
}

// instantiated names the generic function that id names with its type arguments:
// of a compiled package its compiled form if these are basic types, else what its
// source is lowered to.
func (l *lowerer) instantiated(id *ast.Ident) string {
	f, targs := l.info.Uses[id].(*types.Func), l.info.Instances[id].TypeArgs
	if l.isSource(f.Pkg()) {
		return l.instance(f, targs)
	}
	if f.FullName() == "runtime.AddCleanup" && l.pkg.Path() == "main" {
		l.refuse(id, "code here cannot use runtime.AddCleanup: the interpreter holds on to values, so that no cleanup would run; do with defer what is to be done")
	}
	var args []string
	for t := range targs.Types() {
		args = append(args, l.typ(t))
	}
	if form, ok := generic.Form(f.Pkg().Path(), f.Name(), args); ok {
		return l.alias(generic.FormsPath, "forms") + "." + form
	}
	if l.own(f) == f {
		l.refuse(id, "the generic function %s.%s cannot be used here", f.Pkg().Name(), f.Name())
	}
	return l.instance(f, targs)
}

// own returns the source's function for a generic function or method of a
// compiled package, and any other as it is.
func (l *lowerer) own(f *types.Func) *types.Func { return l.Library.Own(f).(*types.Func) }

// sourceBody returns the body of a function of a source, or nil.
func (l *lowerer) sourceBody(obj types.Object) *Body {
	f, ok := obj.(*types.Func)
	if !ok || !l.Library.Has(f.Pkg()) {
		return nil
	}
	p := l.Library.Package(f.Pkg().Path())
	return &Body{Decl: p.Decls[f], Sig: f.Signature(), Info: p.Info}
}

// isGenericType reports whether t is a declared type with type parameters.
func isGenericType(obj types.Object) bool {
	name, ok := obj.(*types.TypeName)
	if !ok {
		return false
	}
	n, ok := name.Type().(*types.Named)
	return ok && n.TypeParams().Len() > 0
}

// underlying returns the underlying type of a declared type. For a generic struct of a
// compiled package, whose fields have no names here, that is the struct in its source.
// For a type declared as a compiled struct with unexported fields, it is that struct.
func (l *lowerer) underlying(t *types.Named) types.Type {
	if s, ok := t.Underlying().(*types.Struct); ok {
		if c := l.compiledStruct(s); c != nil && c != t {
			return c
		}
	}
	own, ok := l.Library.Own(t.Obj()).(*types.TypeName)
	if !ok || own == t.Obj() {
		return t.Underlying()
	}
	inst, err := types.Instantiate(ctxt, own.Type(), slices.Collect(t.TypeArgs().Types()), false)
	if err != nil {
		panic("lower: " + err.Error())
	}
	return inst.Underlying()
}

// compiledStruct returns the type that a compiled package declares as s, if s has
// fields that are not exported; else nil.
func (l *lowerer) compiledStruct(s *types.Struct) *types.Named {
	for f := range s.Fields() {
		if f.Exported() || f.Pkg() == nil || l.isSource(f.Pkg()) {
			continue
		}
		for _, name := range f.Pkg().Scope().Names() {
			obj, ok := f.Pkg().Scope().Lookup(name).(*types.TypeName)
			if !ok || !obj.Exported() || obj.IsAlias() {
				continue
			}
			if n, ok := obj.Type().(*types.Named); ok && n.Underlying() == s {
				return n
			}
		}
		return nil
	}
	return nil
}
