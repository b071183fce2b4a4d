package advice

import (
	"go/ast"
	"go/types"
	"strings"
)

// wanted returns the type that a message names, such as "nvsd.Nu" and "*data.Frame"; nil if
// it is no type of a package or of the language.
func (m *Mistake) wanted(name string) types.Type {
	if rest, ok := strings.CutPrefix(name, "*"); ok {
		if t := m.wanted(rest); t != nil {
			return types.NewPointer(t)
		}
		return nil
	}
	scope := types.Universe
	if pkg, inside, ok := strings.Cut(name, "."); ok {
		p := m.Cell.Package(pkg)
		if p == nil {
			return nil
		}
		scope, name = p.Scope(), inside
	}
	if obj, ok := scope.Lookup(name).(*types.TypeName); ok {
		return obj.Type()
	}
	return nil
}

// partsOf returns the fields of a value that have the wanted type, such as the parts of a
// data.Split, and calls of its methods that return it, such as X() of a data.Frame.
func partsOf(have, want types.Type) (names []string) {
	for method := range types.NewMethodSet(have).Methods() {
		sig, ok := method.Obj().Type().(*types.Signature)
		if ok && method.Obj().Exported() && sig.Params().Len() == 0 && sig.Results().Len() == 1 && types.Identical(sig.Results().At(0).Type(), want) {
			names = append(names, method.Obj().Name()+"()")
		}
	}
	if len(names) > mostMeant {
		names = nil // and none of them is likely
	}
	if p, ok := have.Underlying().(*types.Pointer); ok {
		have = p.Elem()
	}
	s, ok := have.Underlying().(*types.Struct)
	if !ok {
		return names
	}
	for f := range s.Fields() {
		if f.Exported() && types.AssignableTo(f.Type(), want) {
			names = append(names, f.Name())
		}
	}
	return names
}

// packageOf returns the package in which a cell finds a type, nil if there is none. An alias is
// in another package than its type.
func packageOf(t types.Type) *types.Package {
	if named, ok := t.(interface{ Obj() *types.TypeName }); ok { // *types.Named, *types.Alias
		return named.Obj().Pkg()
	}
	return nil
}

// constants returns the constants of the wanted type's package that can be given for it, where
// these are texts; none if there are many.
func constants(want types.Type) (names []string) {
	const most = 6
	p := packageOf(want)
	if p == nil {
		return nil
	}
	for _, name := range exportedNames(p) {
		if c, ok := p.Scope().Lookup(name).(*types.Const); ok && isText(c.Type()) && types.AssignableTo(c.Type(), want) {
			names = append(names, p.Name()+"."+name)
		}
	}
	if len(names) > most {
		return nil
	}
	return names
}

// makers returns the conversions of the present type to the wanted one: functions of the
// package of the wanted type that take nothing else, and types to which it is converted.
func makers(have, want types.Type) (names []string) {
	p := packageOf(want)
	if p == nil {
		return nil
	}
	for _, name := range p.Scope().Names() {
		if ast.IsExported(name) && makes(p.Scope().Lookup(name), have, want) {
			names = append(names, p.Name()+"."+name)
		}
	}
	if len(names) > mostMeant {
		return nil // and none of them is likely
	}
	return names
}

// makes reports whether a function of the value, or a conversion, is one of the wanted type.
func makes(obj types.Object, have, want types.Type) bool {
	switch obj := obj.(type) {
	case *types.TypeName:
		t := obj.Type()
		return !types.Identical(t, want) && types.AssignableTo(t, want) && (isNumber(have) && isNumber(t) || isText(have) && isText(t))
	case *types.Func:
		sig := obj.Signature()
		params, results := sig.Params(), sig.Results()
		return params.Len() == 1 && results.Len() == 1 && !sig.Variadic() && sig.TypeParams() == nil &&
			!types.IsInterface(params.At(0).Type()) &&
			takes(params.At(0).Type(), have) && types.AssignableTo(results.At(0).Type(), want)
	}
	return false
}

// takes reports whether a value can be given where a type is wanted. A number without a type
// can be given for any number.
func takes(want, have types.Type) bool {
	return types.AssignableTo(have, want) || isNumber(have) && isNumber(want)
}

func isFrame(t types.Type) bool { return t != nil && t.String() == framePointer }

// framePointer is the type of the data sets that fits take.
const framePointer = "*github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data.Frame"

func isNumber(t types.Type) bool { return isBasic(t, types.IsNumeric) }
func isFloat(t types.Type) bool  { return isBasic(t, types.IsFloat) }
func isText(t types.Type) bool   { return isBasic(t, types.IsString) }

func isBasic(t types.Type, info types.BasicInfo) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&info != 0
}
