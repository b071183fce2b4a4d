package gen

import (
	"bytes"
	"fmt"
	"go/constant"
	"go/format"
	"go/types"
	"maps"
	"math/big"
	"slices"
	"strings"
)

// tables writes the Go source of the symbol tables of a module's packages. The table of a
// package is a function that returns the package's values and types in the form of the
// interpreter, functions and variables under their names, and a nil pointer for each type.
//
// Beside the tables it writes wrappers, which make values of cells' types implement
// the compiled interfaces. Wrappers of the project's own interfaces also have the methods
// String, so that messages can name a cell's value, and AsInterface, by which package
// trait finds the value's other methods.
//
// Untyped constants are go/constant values. Generic functions and types are
// excluded, because they have no compiled values.
type tables struct {
	imports map[string]string // name by path
	body    strings.Builder
}

// source returns the file with the tables that were added.
func (t *tables) source() ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// %s\n\npackage table\n\nimport (\n\t\"reflect\"\n\n", mark)
	for _, path := range slices.Sorted(maps.Keys(t.imports)) {
		fmt.Fprintf(&b, "\t%s %q\n", t.imports[path], path)
	}
	fmt.Fprintf(&b, ")\n\n%s", t.body.String())
	return format.Source(b.Bytes())
}

// ident returns an identifier for an import path.
func ident(path string) string {
	path = strings.TrimPrefix(path, Module+"/")
	return "x" + strings.NewReplacer("/", "_", ".", "_", "-", "_").Replace(path)
}

// add writes the table of a package and its wrappers. It returns the entries of the
// wrappers: a nil pointer under "_Name" for the interface Name.
func (t *tables) add(pkg *types.Package) (wrapped string) {
	entries, wrappers := "", ""
	scope := pkg.Scope()
	for _, name := range scope.Names() {
		obj := scope.Lookup(name)
		if !obj.Exported() || isGeneric(obj) {
			continue
		}
		switch obj := obj.(type) {
		case *types.Const:
			entries += fmt.Sprintf("%q: reflect.ValueOf(%s),\n", name, t.constant(obj))
		case *types.Func:
			entries += fmt.Sprintf("%q: reflect.ValueOf(%s),\n", name, t.qualified(obj))
		case *types.Var:
			entries += fmt.Sprintf("%q: reflect.ValueOf(&%s).Elem(),\n", name, t.qualified(obj))
		case *types.TypeName:
			iface, ok := obj.Type().Underlying().(*types.Interface)
			if ok && !iface.IsMethodSet() {
				continue // a constraint
			}
			entries += fmt.Sprintf("%q: reflect.ValueOf((*%s)(nil)),\n", name, t.qualified(obj))
			if !ok || !wrappable(iface) {
				continue
			}
			wrapper := ident(pkg.Path()) + "_" + name
			wrapped += fmt.Sprintf("%q: reflect.ValueOf((*%s)(nil)),\n", "_"+name, wrapper)
			wrappers += t.wrapper(wrapper, obj, iface)
		}
	}
	fmt.Fprintf(&t.body, "\nfunc %s() map[string]reflect.Value {\nreturn map[string]reflect.Value{\n%s}\n}\n%s", ident(pkg.Path()), entries, wrappers)
	return wrapped
}

func (t *tables) constant(c *types.Const) string {
	if b, ok := c.Type().(*types.Basic); !ok || b.Info()&types.IsUntyped == 0 {
		return t.qualified(c)
	}
	kind, text := "", c.Val().ExactString()
	switch c.Val().Kind() {
	case constant.Int:
		kind = "INT"
	case constant.String:
		kind = "STRING"
	case constant.Float:
		// ExactString may be a fraction, which is no literal.
		kind, text = "FLOAT", new(big.Float).SetPrec(512).SetRat(rational(c.Val())).Text('g', 60)
	default:
		return t.qualified(c)
	}
	return fmt.Sprintf("%s.MakeFromLiteral(%q, %s.%s, 0)", t.named("go/constant"), text, t.named("go/token"), kind)
}

func rational(v constant.Value) *big.Rat {
	switch x := constant.Val(v).(type) {
	case *big.Rat:
		return x
	case *big.Float:
		r, _ := x.Rat(nil)
		return r
	}
	return new(big.Rat)
}

// isGeneric reports whether an object is a generic function or type, which has no
// compiled value.
func isGeneric(obj types.Object) bool {
	switch obj := obj.(type) {
	case *types.Func:
		return obj.Signature().TypeParams().Len() > 0
	case *types.TypeName:
		switch typ := obj.Type().(type) {
		case *types.Named:
			return typ.TypeParams().Len() > 0
		case *types.Alias:
			return typ.TypeParams().Len() > 0
		}
	}
	return false
}

func (t *tables) qualified(obj types.Object) string { return t.name(obj.Pkg()) + "." + obj.Name() }

func (t *tables) name(p *types.Package) string { return t.named(p.Path()) }

// named returns the name of an imported package.
func (t *tables) named(path string) string {
	if name, ok := t.imports[path]; ok {
		return name
	}
	name := "p" + ident(path) // not the name of a table
	t.imports[path] = name
	return name
}

// wrappable reports whether a type of a cell could have the methods: none of them is
// unexported or has types that only their own module can name.
func wrappable(iface *types.Interface) bool {
	ok := true
	for m := range iface.Methods() {
		ok = ok && m.Exported()
		types.TypeString(m.Type(), func(p *types.Package) string {
			if strings.Contains("/"+p.Path()+"/", "/internal/") {
				ok = false
			}
			return ""
		})
	}
	return ok
}

// wrapper writes the struct type by which a value of a cell's type implements an
// interface. It has a function for each method.
func (t *tables) wrapper(name string, of *types.TypeName, iface *types.Interface) string {
	var fields, methods strings.Builder
	named := strings.HasPrefix(of.Pkg().Path(), Module+"/")
	for m := range iface.Methods() {
		named = named && m.Name() != "String"
		sig := m.Signature()
		var params, args []string
		for i := range sig.Params().Len() {
			arg := fmt.Sprintf("a%d", i)
			typ := types.TypeString(sig.Params().At(i).Type(), t.name)
			if sig.Variadic() && i == sig.Params().Len()-1 {
				typ = "..." + strings.TrimPrefix(typ, "[]")
				arg += "..."
			}
			params = append(params, fmt.Sprintf("a%d %s", i, typ))
			args = append(args, arg)
		}
		var results []string
		for v := range sig.Results().Variables() {
			results = append(results, types.TypeString(v.Type(), t.name))
		}
		head := fmt.Sprintf("(%s) (%s)", strings.Join(params, ", "), strings.Join(results, ", "))
		fmt.Fprintf(&fields, "W%s func%s\n", m.Name(), head)
		call := fmt.Sprintf("w.W%s(%s)", m.Name(), strings.Join(args, ", "))
		if len(results) > 0 {
			call = "return " + call
		}
		fmt.Fprintf(&methods, "\nfunc (w %s) %s%s {\n%s\n}\n", name, m.Name(), head, call)
	}
	if named {
		rt := t.named(Module + "/interp/rt")
		fmt.Fprintf(&methods, "\nfunc (w %s) String() string { return %s.Called(w.IValue) }\n", name, rt)
		fmt.Fprintf(&methods, "\nfunc (w %s) AsInterface(target any) bool { return %s.AsInterface(w.IValue, target) }\n", name, rt)
	}
	return fmt.Sprintf("\n// %s lets an interpreted value be a %s.%s.\ntype %s struct {\nIValue any\n%s}\n%s",
		name, of.Pkg().Name(), of.Name(), name, fields.String(), methods.String())
}
