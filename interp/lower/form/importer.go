package form

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"path"
	"reflect"
	"strconv"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// An importer has the packages that lowered programs import.
type importer struct {
	from    types.Importer
	symbols map[string]map[string]reflect.Value // of packages without export data, by path
	made    map[string]*types.Package           // of these, with what programs have named
	named   map[reflect.Type]*types.Named
	types   *types.Package            // of the types that programs declare
	hidden  map[string]*types.Package // that cannot be imported, by path
}

func newImporter(from types.Importer, symbols []rt.Symbols) *importer {
	im := &importer{
		from: from, symbols: map[string]map[string]reflect.Value{}, made: map[string]*types.Package{},
		named: map[reflect.Type]*types.Named{}, hidden: map[string]*types.Package{}, types: types.NewPackage(rt.TypesPath, path.Base(rt.TypesPath)),
	}
	for _, s := range symbols {
		for key, values := range s {
			at := path.Dir(key)
			if im.symbols[at] == nil {
				im.symbols[at] = map[string]reflect.Value{}
			}
			maps.Copy(im.symbols[at], values)
		}
	}
	im.types.MarkComplete()
	return im
}

// Import returns the package at a path.
func (im *importer) Import(importPath string) (*types.Package, error) {
	switch {
	case importPath == "unsafe":
		return types.Unsafe, nil
	case importPath == rt.TypesPath:
		return im.types, nil
	case im.made[importPath] != nil:
		return im.made[importPath], nil
	}
	if p, err := im.from.Import(importPath); err == nil || im.symbols[importPath] == nil {
		return p, err
	}
	p := types.NewPackage(importPath, path.Base(importPath))
	im.made[importPath] = p
	p.MarkComplete()
	return p, nil
}

// supply declares, in the packages without export data, the names that a file uses of them.
// They do not have all from the start, since the types of all that package rt has lead to
// half of the standard library.
func (im *importer) supply(file *ast.File) {
	paths := map[string]string{} // by the name of an import
	for _, spec := range file.Imports {
		importPath, _ := strconv.Unquote(spec.Path.Value)
		if im.symbols[importPath] != nil && spec.Name != nil {
			paths[spec.Name.Name] = importPath
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok {
				if importPath, ok := paths[x.Name]; ok {
					im.insert(importPath, sel.Sel.Name)
				}
			}
		}
		return true
	})
}

// insert puts a symbol into its package, if that is one without export data.
func (im *importer) insert(importPath, name string) {
	v, ok := im.symbols[importPath][name]
	if !ok {
		return
	}
	p, _ := im.Import(importPath)
	if p == im.made[importPath] && p.Scope().Lookup(name) == nil {
		p.Scope().Insert(im.object(p, name, v))
	}
}

// hide makes a package that has nothing but a type that another keeps to itself.
func (im *importer) hide(importPath string, obj *types.TypeName) {
	if im.made[importPath] != nil {
		return
	}
	p := types.NewPackage(importPath, "hidden")
	p.Scope().Insert(types.NewTypeName(token.NoPos, p, rt.HiddenName, obj.Type()))
	p.MarkComplete()
	im.made[importPath] = p
}

// object returns the object of a symbol: a function, a variable, or a type, of which the
// interpreter is given a nil pointer.
func (im *importer) object(p *types.Package, name string, v reflect.Value) types.Object {
	switch {
	case v.Kind() == reflect.Func:
		return types.NewFunc(token.NoPos, p, name, im.typeOf(v.Type()).(*types.Signature))
	case v.Kind() == reflect.Pointer && v.IsNil():
		return im.typeOf(v.Type().Elem()).(*types.Named).Obj()
	}
	return types.NewVar(token.NoPos, p, name, im.typeOf(v.Type()))
}

// typeOf returns the type that the compiled program has as t.
func (im *importer) typeOf(t reflect.Type) types.Type {
	if t.PkgPath() != "" {
		return im.namedType(t)
	}
	return im.shape(t)
}

// shape returns the type of the structure of t, without its name.
func (im *importer) shape(t reflect.Type) types.Type {
	switch t.Kind() {
	case reflect.Pointer:
		return types.NewPointer(im.typeOf(t.Elem()))
	case reflect.Slice:
		return types.NewSlice(im.typeOf(t.Elem()))
	case reflect.Array:
		return types.NewArray(im.typeOf(t.Elem()), int64(t.Len()))
	case reflect.Map:
		return types.NewMap(im.typeOf(t.Key()), im.typeOf(t.Elem()))
	case reflect.Chan:
		dirs := map[reflect.ChanDir]types.ChanDir{reflect.BothDir: types.SendRecv, reflect.SendDir: types.SendOnly, reflect.RecvDir: types.RecvOnly}
		return types.NewChan(dirs[t.ChanDir()], im.typeOf(t.Elem()))
	case reflect.Func:
		return im.signature(t, 0)
	case reflect.Struct:
		var fields []*types.Var
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() {
				fields = append(fields, types.NewField(token.NoPos, nil, f.Name, im.typeOf(f.Type), f.Anonymous))
			}
		}
		return types.NewStruct(fields, nil)
	case reflect.Interface:
		if t == reflect.TypeFor[error]() {
			return types.Universe.Lookup("error").Type()
		}
		var methods []*types.Func
		for i := range t.NumMethod() {
			m := t.Method(i)
			methods = append(methods, types.NewFunc(token.NoPos, nil, m.Name, im.signature(m.Type, 0)))
		}
		return types.NewInterfaceType(methods, nil).Complete()
	case reflect.UnsafePointer:
		return types.Typ[types.UnsafePointer]
	}
	return types.Universe.Lookup(t.Kind().String()).Type()
}

// signature returns the type of a function but for its first parameters.
func (im *importer) signature(t reflect.Type, skip int) *types.Signature {
	var in, out []*types.Var
	for i := skip; i < t.NumIn(); i++ {
		in = append(in, types.NewParam(token.NoPos, nil, "", im.typeOf(t.In(i))))
	}
	for i := range t.NumOut() {
		out = append(out, types.NewParam(token.NoPos, nil, "", im.typeOf(t.Out(i))))
	}
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(in...), types.NewTuple(out...), t.IsVariadic())
}

// namedType returns a declared type: as its package has it, or what of it can be
// seen, of one whose package is not there to be imported.
func (im *importer) namedType(t reflect.Type) types.Type {
	if n, ok := im.named[t]; ok {
		return n
	}
	home := im.home(t)
	if obj, ok := home.Scope().Lookup(t.Name()).(*types.TypeName); ok {
		return obj.Type()
	}
	name, _, _ := strings.Cut(t.Name(), "[")
	n := types.NewNamed(types.NewTypeName(token.NoPos, home, name, nil), nil, nil)
	im.named[t] = n
	n.SetUnderlying(im.shape(t))
	if t.Kind() != reflect.Interface {
		receiver := types.NewParam(token.NoPos, home, "", types.NewPointer(n))
		p := reflect.PointerTo(t)
		for i := range p.NumMethod() {
			m := p.Method(i)
			sig := im.signature(m.Type, 1)
			n.AddMethod(types.NewFunc(token.NoPos, home, m.Name, types.NewSignatureType(receiver, nil, nil, sig.Params(), sig.Results(), sig.Variadic())))
		}
	}
	return n
}

// home returns the package in which a type is declared.
func (im *importer) home(t reflect.Type) *types.Package {
	for path, symbols := range im.symbols {
		for _, v := range symbols {
			if v.Kind() == reflect.Pointer && v.IsNil() && v.Type().Elem() == t {
				p, _ := im.Import(path)
				return p
			}
		}
	}
	if p, err := im.from.Import(t.PkgPath()); err == nil {
		return p
	}
	if im.hidden[t.PkgPath()] == nil {
		im.hidden[t.PkgPath()] = types.NewPackage(t.PkgPath(), path.Base(t.PkgPath()))
	}
	return im.hidden[t.PkgPath()]
}
