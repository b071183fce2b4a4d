package advice

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/spelling"
)

// common are the packages of others in which a name is looked for that stands without its
// package, in this order.
var common = []string{"math", "fmt", "floats", "stat", "mat", "strings", "slices", "strconv", "time", "os"}

// Exported returns the exported names of package nvsd that equal a name, in whatever case, else
// those of nvsd's other packages, and else those of the common ones: "penalty.Lasso" for
// "lasso". There are at most three.
func Exported(in Library, name string) []string {
	own := in.Own()
	first := min(1, len(own))
	for _, packages := range [][]string{own[:first], own[first:], common} {
		if found := exportedBy(in, packages, name); len(found) > 0 {
			return found
		}
	}
	return nil
}

// exportedBy returns the exported names of some packages that equal a name, in whatever
// case.
func exportedBy(in Library, packages []string, name string) (found []string) {
	for _, pkg := range packages {
		if p := in.Package(pkg); p != nil {
			found = append(found, ignoringCase(p, name)...)
		}
	}
	return found[:min(len(found), mostMeant)]
}

// mostMeant is the largest number of names that a question has.
const mostMeant = 3

// Owners returns the types of nvsd's packages that have a method, at most three.
func Owners(in Library, method string) (names []string) {
	for _, pkg := range in.Own() {
		p := in.Package(pkg)
		if p == nil {
			continue
		}
		for _, name := range exportedNames(p) {
			obj, ok := p.Scope().Lookup(name).(*types.TypeName)
			if ok && types.NewMethodSet(types.NewPointer(obj.Type())).Lookup(p, method) != nil {
				names = append(names, pkg+"."+name)
			}
		}
	}
	return names[:min(len(names), mostMeant)]
}

// ignoringCase returns the exported names of a package that are a name but for upper and
// lower case, each with the package before it.
func ignoringCase(p *types.Package, name string) (found []string) {
	for _, other := range exportedNames(p) {
		if strings.EqualFold(other, name) {
			found = append(found, p.Name()+"."+other)
		}
	}
	return found
}

// ofText returns the names in the package of the wanted type that equal the text of a
// string: kern.Gaussian for "gaussian".
func ofText(v constant.Value, want types.Type) []string {
	p := homeOf(want)
	if p == nil || v == nil || v.Kind() != constant.String {
		return nil
	}
	return ignoringCase(p, constant.StringVal(v))
}

func exportedNames(p *types.Package) []string {
	return slices.DeleteFunc(p.Scope().Names(), func(name string) bool { return !ast.IsExported(name) })
}

// members returns the names of the fields and methods that a cell can name of a type, also
// of the type that it points to.
func members(t types.Type) []string {
	if t == nil {
		return nil
	}
	names := fields(t)
	if _, ok := t.Underlying().(*types.Pointer); !ok && !types.IsInterface(t) {
		t = types.NewPointer(t)
	}
	for method := range types.NewMethodSet(t).Methods() {
		if nameable(method.Obj()) {
			names = append(names, method.Obj().Name())
		}
	}
	return names
}

// fields returns the names of the fields that a cell can name of a struct or of one that is
// pointed to.
func fields(t types.Type) (names []string) {
	if t == nil {
		return nil
	}
	t = t.Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	s, ok := t.(*types.Struct)
	if !ok {
		return nil
	}
	for f := range s.Fields() {
		if nameable(f) {
			names = append(names, f.Name())
		}
	}
	return names
}

// nameable reports whether a cell can name a field or a method.
func nameable(obj types.Object) bool {
	return obj.Exported() || obj.Pkg() != nil && obj.Pkg().Path() == "main"
}

// nearest returns the one name that is most like the given one, or the one that begins with
// it, or none.
func nearest(name string, names []string) []string {
	if near := spelling.Nearest(name, names); near != "" {
		return []string{near}
	}
	const enough = 3
	longer := slices.DeleteFunc(slices.Clone(names), func(other string) bool {
		return !strings.HasPrefix(strings.ToLower(other), strings.ToLower(name))
	})
	if len(name) >= enough && len(longer) == 1 {
		return longer
	}
	return nil
}

// Question asks whether one of the names is meant, each behind the prefix. It is "" if there
// is none.
func Question(names []string, prefix ...string) string {
	if len(names) == 0 {
		return ""
	}
	return "is it " + list(prefixed(names, prefix...), "or") + "?"
}

func prefixed(names []string, prefix ...string) []string {
	all := make([]string, len(names))
	for i, name := range names {
		all[i] = strings.Join(prefix, "") + name
	}
	return all
}

// list writes names one behind the other, with a word before the last.
func list(names []string, word string) string {
	n := len(names) - 1
	if n < 1 {
		return strings.Join(names, "")
	}
	return fmt.Sprintf("%s %s %s", strings.Join(names[:n], ", "), word, names[n])
}

// bare returns the text of an expression without parentheses around it.
func (m *Mistake) bare(e ast.Expr) string { return m.Text(ast.Unparen(e)) }
