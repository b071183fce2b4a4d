package rt

import (
	"fmt"
	"go/ast"
	"go/parser"
	"reflect"
	"strconv"
	"sync"
)

// A StructSpec is a struct type that a program declares. The interpreter cannot
// have types that refer to one another; reflection can, if they are tied
// together afterwards.
type StructSpec struct {
	Name   string
	GoName string // as Go prints it
	Fields []FieldSpec
	Other  string // of a type that is no struct, and refers to itself: what it is
}

// A FieldSpec is a field; Type is Go syntax, in which the structs of the
// program have their names and packages their aliases.
type FieldSpec struct {
	Name, Type, Tag string
	Embedded        bool
}

// Lookup returns the type that a compiled package declares.
type Lookup func(pkg, name string) (reflect.Type, bool)

// Structs makes the types of a program, and adds them to those that earlier ones
// have made. It returns an error if reflection cannot make a type.
func Structs(types map[string]reflect.Type, specs []StructSpec, lookup Lookup) (err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("rt: the types of this code cannot be made: please report it with this message: %v", e)
		}
	}()
	b := &builder{specs: map[string]StructSpec{}, done: types, lookup: lookup}
	for _, s := range specs {
		b.specs[s.Name] = s
	}
	// The structs come first, with placeholders for the types that they refer to. Then
	// come the types that are no structs, which may refer to any of the structs. Last,
	// the placeholders are replaced.
	for _, s := range specs {
		if s.Other == "" {
			if _, err := b.structType(s); err != nil {
				return err
			}
		}
	}
	for _, s := range specs {
		if s.Other != "" {
			if _, err := b.named(s.Name); err != nil {
				return err
			}
		}
	}
	for _, tie := range b.ties {
		t, err := b.typ(tie.expr)
		if err != nil {
			return err
		}
		setField(tie.in, tie.field, t)
	}
	return nil
}

type builder struct {
	specs  map[string]StructSpec
	done   map[string]reflect.Type
	ties   []tie
	lookup Lookup
}

// A tie is a field of a struct whose type is a placeholder for the type expr.
type tie struct {
	in    reflect.Type
	field int
	expr  ast.Expr
}

// named returns the type that a program has under a name.
func (b *builder) named(name string) (reflect.Type, error) {
	if t, ok := b.done[name]; ok {
		return t, nil
	}
	spec, ok := b.specs[name]
	if !ok {
		return nil, fmt.Errorf("rt: no type %s", name)
	}
	if spec.Other != "" {
		return b.other(spec)
	}
	return b.structType(spec)
}

func (b *builder) structType(spec StructSpec) (reflect.Type, error) {
	if t, ok := b.done[spec.Name]; ok {
		return t, nil
	}
	var fields []reflect.StructField
	var ties []tie
	for i, f := range spec.Fields {
		expr, err := parser.ParseExpr(f.Type)
		if err != nil {
			return nil, fmt.Errorf("rt: %s.%s: %w", spec.Name, f.Name, err)
		}
		t, final, err := b.layout(expr)
		if err != nil {
			return nil, err
		}
		if !final {
			ties = append(ties, tie{field: i, expr: expr})
		}
		tag := f.Tag
		if i == 0 {
			// Types of one structure are one type but for this.
			tag += " rt:" + strconv.Quote(spec.Name)
		}
		fields = append(fields, reflect.StructField{Name: f.Name, Type: t, Tag: reflect.StructTag(tag), Anonymous: f.Embedded && embeds(t)})
	}
	t := reflect.StructOf(fields)
	b.done[spec.Name] = t
	userTypes.Store(t.String(), spec.GoName)
	for _, x := range ties {
		x.in = t
		b.ties = append(b.ties, x)
	}
	return t, nil
}

// other makes a type that is no struct and refers to itself: first with a placeholder
// of the same shape for itself, which is then replaced.
func (b *builder) other(spec StructSpec) (reflect.Type, error) {
	expr, err := parser.ParseExpr(spec.Other)
	if err != nil {
		return nil, fmt.Errorf("rt: %s: %w", spec.Name, err)
	}
	shape, _, err := b.layout(expr)
	if err != nil {
		return nil, err
	}
	stand := reflect.StructOf([]reflect.StructField{{Name: "P", Type: shape, Tag: reflect.StructTag("rt:" + strconv.Quote(spec.Name))}})
	b.done[spec.Name] = stand
	t, err := b.typ(expr)
	if err != nil {
		return nil, err
	}
	b.done[spec.Name] = t
	replace(t, stand, t, map[reflect.Type]bool{})
	return t, nil
}

// embeds reports whether reflection can embed a field of type t: a struct without
// methods, or a pointer to one.
func embeds(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Struct && t.Name() == "" && reflect.PointerTo(t).NumMethod() == 0 && t != reflect.TypeFor[missing]()
}

var userTypes sync.Map // the name of a type in Go, by its name in reflection

// userType names a type of a program that reflection has named.
func userType(text string) string {
	if name, ok := userTypes.Load(text); ok {
		return name.(string)
	}
	return text
}

type missing struct{}

// layout returns a type with the memory layout of expr. It is not the final type if
// expr refers to a type that is not made yet, by a pointer or another type whose size
// does not depend on it.
func (b *builder) layout(expr ast.Expr) (t reflect.Type, final bool, err error) {
	if !b.refers(expr) {
		t, err = b.typ(expr)
		return t, true, err
	}
	switch e := expr.(type) {
	case *ast.ParenExpr:
		return b.layout(e.X)
	case *ast.StarExpr:
		return reflect.TypeFor[*missing](), false, nil
	case *ast.MapType:
		return reflect.TypeFor[map[string]missing](), false, nil
	case *ast.ChanType:
		return reflect.TypeFor[chan missing](), false, nil
	case *ast.FuncType:
		return reflect.TypeFor[func(missing)](), false, nil
	case *ast.ArrayType:
		if e.Len == nil {
			return reflect.TypeFor[[]missing](), false, nil
		}
		elem, final, err := b.layout(e.Elt)
		if err != nil {
			return nil, false, err
		}
		t, err := arrayOf(e, elem)
		return t, final, err
	case *ast.StructType:
		final := true
		t, err := structOf(e, func(field ast.Expr) (reflect.Type, error) {
			t, last, err := b.layout(field)
			final = final && last
			return t, err
		})
		return t, final, err
	}
	return b.namedLayout(b.specs[typeName(expr)])
}

// namedLayout is layout for a type of the program.
func (b *builder) namedLayout(spec StructSpec) (t reflect.Type, final bool, err error) {
	if spec.Other == "" {
		t, err := b.structType(spec)
		return t, true, err
	}
	other, err := parser.ParseExpr(spec.Other)
	if err != nil {
		return nil, false, fmt.Errorf("rt: %s: %w", spec.Name, err)
	}
	t, _, err = b.layout(other)
	return t, false, err
}

// refers reports whether a type of the program that is not made yet is part of expr.
func (b *builder) refers(expr ast.Expr) bool {
	refers := false
	ast.Inspect(expr, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok {
			name := typeName(e)
			_, ours := b.specs[name]
			refers = refers || ours && b.done[name] == nil
		}
		_, selector := n.(*ast.SelectorExpr)
		return !selector
	})
	return refers
}

// typeName is the name of a type of the program, or empty.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok && x.Name == TypesName {
			return e.Sel.Name
		}
	}
	return ""
}

func arrayOf(e *ast.ArrayType, elem reflect.Type) (reflect.Type, error) {
	n, err := strconv.Atoi(e.Len.(*ast.BasicLit).Value)
	if err != nil {
		return nil, err
	}
	return reflect.ArrayOf(n, elem), nil
}

// structOf makes a struct type without a name, of the types that typ gives for
// those of its fields.
func structOf(e *ast.StructType, typ func(ast.Expr) (reflect.Type, error)) (reflect.Type, error) {
	var fields []reflect.StructField
	for _, f := range e.Fields.List {
		t, err := typ(f.Type)
		if err != nil {
			return nil, err
		}
		tag := ""
		if f.Tag != nil {
			tag, _ = strconv.Unquote(f.Tag.Value)
		}
		for _, id := range f.Names {
			fields = append(fields, reflect.StructField{Name: id.Name, Type: t, Tag: reflect.StructTag(tag)})
		}
	}
	return reflect.StructOf(fields), nil
}

// typ returns the type that an expression says.
func (b *builder) typ(e ast.Expr) (reflect.Type, error) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return b.typ(e.X)
	case *ast.Ident:
		if t, ok := basic[e.Name]; ok {
			return t, nil
		}
		return b.named(e.Name)
	case *ast.SelectorExpr:
		return b.selected(e)
	case *ast.StarExpr:
		t, err := b.typ(e.X)
		if err != nil {
			return nil, err
		}
		return reflect.PointerTo(t), nil
	case *ast.ArrayType:
		t, err := b.typ(e.Elt)
		if err != nil {
			return nil, err
		}
		if e.Len == nil {
			return reflect.SliceOf(t), nil
		}
		return arrayOf(e, t)
	case *ast.MapType:
		return b.mapType(e)
	case *ast.ChanType:
		t, err := b.typ(e.Value)
		if err != nil {
			return nil, err
		}
		return reflect.ChanOf(map[ast.ChanDir]reflect.ChanDir{ast.SEND: reflect.SendDir, ast.RECV: reflect.RecvDir, ast.SEND | ast.RECV: reflect.BothDir}[e.Dir], t), nil
	case *ast.FuncType:
		return b.funcType(e)
	case *ast.StructType:
		return structOf(e, b.typ)
	case *ast.InterfaceType:
		return reflect.TypeFor[any](), nil
	}
	return nil, unknownType(e)
}

func unknownType(e ast.Expr) error { return fmt.Errorf("rt: cannot build the type %v", e) }

// selected returns a type of a package, or of the program.
func (b *builder) selected(e *ast.SelectorExpr) (reflect.Type, error) {
	pkg, ok := e.X.(*ast.Ident)
	if !ok {
		return nil, unknownType(e)
	}
	if t, ok := b.lookup(pkg.Name, e.Sel.Name); ok {
		return t, nil
	}
	if pkg.Name == TypesName {
		return b.named(e.Sel.Name)
	}
	return nil, unknownType(e)
}

func (b *builder) mapType(e *ast.MapType) (reflect.Type, error) {
	key, err := b.typ(e.Key)
	if err != nil {
		return nil, err
	}
	value, err := b.typ(e.Value)
	if err != nil {
		return nil, err
	}
	return reflect.MapOf(key, value), nil
}

func (b *builder) funcType(e *ast.FuncType) (reflect.Type, error) {
	in, variadic, err := b.list(e.Params)
	if err != nil {
		return nil, err
	}
	out, _, err := b.list(e.Results)
	if err != nil {
		return nil, err
	}
	return reflect.FuncOf(in, out, variadic), nil
}

// list returns the types of parameters or of results.
func (b *builder) list(l *ast.FieldList) (types []reflect.Type, variadic bool, err error) {
	if l == nil {
		return nil, false, nil
	}
	for _, f := range l.List {
		e := f.Type
		if dots, ok := e.(*ast.Ellipsis); ok {
			variadic = true
			e = &ast.ArrayType{Elt: dots.Elt}
		}
		t, err := b.typ(e)
		if err != nil {
			return nil, false, err
		}
		types = append(types, t)
	}
	return types, variadic, nil
}

// TypesName is the name of the package of the structs of programs.
const TypesName = "typesᐧ"

var basic = map[string]reflect.Type{
	"bool": reflect.TypeFor[bool](), "string": reflect.TypeFor[string](), "any": reflect.TypeFor[any](), "error": reflect.TypeFor[error](),
	"int": reflect.TypeFor[int](), "int8": reflect.TypeFor[int8](), "int16": reflect.TypeFor[int16](), "int32": reflect.TypeFor[int32](), "int64": reflect.TypeFor[int64](),
	"uint": reflect.TypeFor[uint](), "uint8": reflect.TypeFor[uint8](), "uint16": reflect.TypeFor[uint16](), "uint32": reflect.TypeFor[uint32](), "uint64": reflect.TypeFor[uint64](),
	"uintptr": reflect.TypeFor[uintptr](), "float32": reflect.TypeFor[float32](), "float64": reflect.TypeFor[float64](),
	"complex64": reflect.TypeFor[complex64](), "complex128": reflect.TypeFor[complex128](), "byte": reflect.TypeFor[byte](), "rune": reflect.TypeFor[rune](),
}
