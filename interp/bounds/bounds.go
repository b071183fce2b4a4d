// Package bounds finds valid Go that cannot be checked: a few lines can declare a
// constant of gigabytes, or a type of more parts than a computer can count. The checker
// of go/types would not end, and cannot be stopped. Users of the Go toolchain, which
// has the same checker, kill it.
package bounds

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

const (
	// maxText is the largest total length of the constant strings of one check.
	maxText = 16 << 20
	// maxParts is the largest number of parts of one type, with the parts of each part
	// counted each time it occurs.
	maxParts = 1 << 20
)

// An Error is a place where a bound is exceeded.
type Error struct {
	Pos token.Pos
	Msg string
}

// Check returns the first place where declarations and statements that have not been
// checked exceed a bound, or nil. session returns what a name means that they do not
// declare, or nil. The counts are upper bounds: a name that is declared in several
// places counts as the largest of them.
func Check(roots []ast.Node, session func(name string) types.Object) *Error {
	c := &counter{
		session: session,
		consts:  map[string][]ast.Expr{}, types: map[string][]*ast.TypeSpec{},
		texts: map[string]int{}, parts: map[string]int{}, known: map[*types.Named]int{},
	}
	for _, root := range roots {
		ast.Inspect(root, c.declare)
	}
	for _, root := range roots {
		ast.Inspect(root, c.look)
	}
	return c.found
}

// A counter counts the lengths of constant strings and the parts of types. Counts
// beyond the bounds are not distinguished.
type counter struct {
	session func(string) types.Object
	consts  map[string][]ast.Expr // by name, wherever it is declared
	types   map[string][]*ast.TypeSpec

	texts map[string]int       // of constants, once known
	parts map[string]int       // of types
	known map[*types.Named]int // of those of the session
	text  int                  // of all constants so far
	found *Error
}

// large stands for every count beyond the bounds.
const large = 1 << 30

func sum(a, b int) int { return min(a+b, large) }

func product(a, b int) int {
	if a == 0 || b <= large/a {
		return a * b
	}
	return large
}

// declare notes the constants and types that are declared.
func (c *counter) declare(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GenDecl:
		var values []ast.Expr // those of a constant before, which the next repeats
		for _, spec := range n.Specs {
			s, ok := spec.(*ast.ValueSpec)
			if !ok || n.Tok != token.CONST {
				continue
			}
			if len(s.Values) > 0 {
				values = s.Values
			}
			for i, name := range s.Names {
				if i < len(values) {
					c.consts[name.Name] = append(c.consts[name.Name], values[i])
				}
			}
		}
	case *ast.TypeSpec:
		c.types[n.Name.Name] = append(c.types[n.Name.Name], n)
	}
	return c.found == nil
}

// look finds the first place that exceeds a bound.
func (c *counter) look(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		c.text = sum(c.text, c.length(n))
		if c.text > maxText && c.found == nil {
			c.found = &Error{n.OpPos, fmt.Sprintf("the constant strings are longer than %d MiB together: make such a string when the program runs, as by strings.Repeat", maxText>>20)}
		}
		return false // its operands are counted
	case *ast.TypeSpec:
		if c.named(n.Name.Name) > maxParts && c.found == nil {
			c.found = &Error{n.Name.Pos(), fmt.Sprintf("type %s is made of more than %d parts, counting those of its parts", n.Name.Name, maxParts)}
		}
	}
	return c.found == nil
}

// length returns an upper bound of the length of a constant string; 0 if e is none.
func (c *counter) length(e ast.Expr) int {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			return len(e.Value)
		}
	case *ast.ParenExpr:
		return c.length(e.X)
	case *ast.BinaryExpr:
		return sum(c.length(e.X), c.length(e.Y))
	case *ast.CallExpr: // a conversion
		if len(e.Args) == 1 {
			return c.length(e.Args[0])
		}
	case *ast.Ident:
		return c.constant(e.Name)
	}
	return 0
}

// constant returns the length of the constant of a name.
func (c *counter) constant(name string) int {
	if n, ok := c.texts[name]; ok {
		return n
	}
	c.texts[name] = 0 // one that is declared by itself is an error
	n := 0
	for _, value := range c.consts[name] {
		n = max(n, c.length(value))
	}
	if k, ok := c.session(name).(*types.Const); ok && k.Val().Kind() == constant.String {
		n = max(n, len(constant.StringVal(k.Val())))
	}
	c.texts[name] = n
	return n
}

// count returns the number of parts of a type, including those behind pointers and in
// slices, maps, channels and functions, since package lower writes structs out.
func (c *counter) count(e ast.Expr) int {
	switch e := e.(type) {
	case *ast.Ident:
		return c.named(e.Name)
	case *ast.ParenExpr:
		return c.count(e.X)
	case *ast.StarExpr:
		return sum(1, c.count(e.X))
	case *ast.UnaryExpr: // ~T
		return c.count(e.X)
	case *ast.BinaryExpr: // of a union
		return sum(c.count(e.X), c.count(e.Y))
	case *ast.ArrayType:
		return sum(1, c.count(e.Elt))
	case *ast.MapType:
		return sum(c.count(e.Key), c.count(e.Value))
	case *ast.ChanType:
		return sum(1, c.count(e.Value))
	case *ast.FuncType:
		return sum(c.fields(e.Params), c.fields(e.Results))
	case *ast.StructType:
		return c.fields(e.Fields)
	case *ast.InterfaceType:
		n := 1
		for _, f := range e.Methods.List {
			if len(f.Names) == 0 { // embedded; the types of methods are not looked into
				n = sum(n, c.count(f.Type))
			}
		}
		return n
	case *ast.IndexExpr:
		return c.instance(e.X, []ast.Expr{e.Index})
	case *ast.IndexListExpr:
		return c.instance(e.X, e.Indices)
	}
	return 1
}

func (c *counter) fields(list *ast.FieldList) int {
	n := 1
	if list != nil {
		for _, f := range list.List {
			n = sum(n, product(max(len(f.Names), 1), c.count(f.Type)))
		}
	}
	return n
}

// instance counts a generic type with its arguments, each of which may stand for every
// parameter.
func (c *counter) instance(generic ast.Expr, args []ast.Expr) int {
	all, most := 0, 1
	for _, a := range args {
		n := c.count(a)
		all, most = sum(all, n), max(most, n)
	}
	return sum(all, product(c.count(generic), most))
}

// named counts the type of a name.
func (c *counter) named(name string) int {
	if n, ok := c.parts[name]; ok {
		return n
	}
	c.parts[name] = 1 // where it holds itself it is not written out again
	n := 1
	for _, spec := range c.types[name] {
		n = max(n, c.count(spec.Type))
	}
	if t, ok := c.session(name).(*types.TypeName); ok && len(c.types[name]) == 0 {
		n = max(n, c.typ(t.Type()))
	}
	c.parts[name] = n
	return n
}

// typ counts a type that has been checked before.
func (c *counter) typ(t types.Type) int {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if n, ok := c.known[t]; ok {
			return n
		}
		c.known[t] = 1
		if pkg := t.Obj().Pkg(); pkg != nil && pkg.Path() == "main" { // else it is compiled
			c.known[t] = c.typ(t.Underlying())
		}
		return c.known[t]
	case *types.Struct:
		n := 1
		for f := range t.Fields() {
			n = sum(n, c.typ(f.Type()))
		}
		return n
	case *types.Array:
		return sum(1, c.typ(t.Elem()))
	case *types.Pointer:
		return sum(1, c.typ(t.Elem()))
	case *types.Slice:
		return sum(1, c.typ(t.Elem()))
	case *types.Chan:
		return sum(1, c.typ(t.Elem()))
	case *types.Map:
		return sum(c.typ(t.Key()), c.typ(t.Elem()))
	case *types.Signature:
		n := 1
		for _, list := range []*types.Tuple{t.Params(), t.Results()} {
			for v := range list.Variables() {
				n = sum(n, c.typ(v.Type()))
			}
		}
		return n
	}
	return 1
}
