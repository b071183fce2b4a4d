package assist

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
)

// An expectation describes the expressions that fit a place.
type expectation struct {
	kind expectationKind
	typ  types.Type // the value's, nil if any will do
	// Of a literal's braces: the fields of the struct that may be set, and
	// those that are.
	fields *types.Struct
	set    map[string]bool
}

type expectationKind int

const (
	expectValue     expectationKind = iota
	expectStatement                 // an expression, or what begins a statement
	expectType
	expectNothing // a new name
)

// expected returns the expectation at the innermost expression of the scope, or at the
// selector whose last part it is.
func expected(v *cell.Scope) expectation {
	if len(v.Path) < 2 {
		return expectation{kind: expectStatement}
	}
	path := v.Path
	if sel, ok := path[1].(*ast.SelectorExpr); ok && sel.Sel == path[0] {
		path = path[1:]
	}
	return asker{v.Info, path}.ask(0)
}

// An asker finds the expectation of each node of a path for the one before it.
type asker struct {
	info *types.Info
	path []ast.Node
}

// ask returns the expectation of the node around the i-th one of the path for it.
func (a asker) ask(i int) expectation {
	if i+1 >= len(a.path) {
		return expectation{kind: expectStatement}
	}
	child := a.path[i]
	switch n := a.path[i+1].(type) {
	case ast.Expr:
		return a.inExpr(n, child, i)
	case ast.Stmt:
		return a.inStmt(n, child, i)
	case *ast.ValueSpec:
		switch {
		case n.Type == child:
			return expectation{kind: expectType}
		case hasName(n.Names, child):
			return expectation{kind: expectNothing}
		}
		return expectation{typ: a.typeOf(n.Type)}
	case *ast.TypeSpec:
		if n.Name == child {
			return expectation{kind: expectNothing}
		}
		return expectation{kind: expectType}
	case *ast.Field:
		return expectation{kind: expectType}
	case *ast.FuncDecl:
		return expectation{kind: expectNothing}
	}
	return expectation{}
}

// inExpr returns the expectation of an expression for its child, the i-th node of the path.
func (a asker) inExpr(n ast.Expr, child ast.Node, i int) expectation {
	switch n := n.(type) {
	case *ast.ParenExpr:
		return a.ask(i + 1)
	case *ast.CallExpr:
		if n.Fun == child {
			return a.ask(i + 1)
		}
		return a.argument(n, child)
	case *ast.UnaryExpr:
		return a.operand(n, i)
	case *ast.StarExpr:
		if w := a.ask(i + 1); w.kind == expectType {
			return w
		} else if w.typ != nil {
			return expectation{typ: types.NewPointer(w.typ)}
		}
	case *ast.BinaryExpr:
		return a.binary(n, i)
	case *ast.KeyValueExpr:
		return a.keyed(n, child, i)
	case *ast.CompositeLit:
		if n.Type == child {
			return expectation{kind: expectType}
		}
		return a.element(n, child)
	case *ast.IndexExpr:
		if n.Index == child {
			return a.index(n)
		}
	case *ast.SliceExpr:
		if n.X != child {
			return expectation{typ: types.Typ[types.Int]}
		}
	case *ast.TypeAssertExpr:
		if n.X != child {
			return expectation{kind: expectType}
		}
	case *ast.ArrayType:
		if n.Len == child {
			return expectation{typ: types.Typ[types.Int]}
		}
		return expectation{kind: expectType}
	case *ast.MapType, *ast.ChanType, *ast.Ellipsis:
		return expectation{kind: expectType}
	}
	return expectation{}
}

// inStmt returns the expectation of a statement for its child, the i-th node of the path.
func (a asker) inStmt(n ast.Stmt, child ast.Node, i int) expectation {
	switch n := n.(type) {
	case *ast.AssignStmt:
		return a.assignment(n, child)
	case *ast.ReturnStmt:
		return a.result(n, child, i)
	case *ast.IfStmt, *ast.ForStmt:
		return expectation{typ: types.Typ[types.Bool]}
	case *ast.CaseClause:
		return a.caseOf(i + 1)
	case *ast.SendStmt:
		if ch, ok := underlying(a.typeOf(n.Chan)).(*types.Chan); ok && n.Value == child {
			return expectation{typ: ch.Elem()}
		}
	case *ast.LabeledStmt, *ast.BranchStmt:
		return expectation{kind: expectNothing}
	case *ast.ExprStmt, *ast.BlockStmt:
		return expectation{kind: expectStatement}
	}
	return expectation{}
}

func (a asker) typeOf(e ast.Expr) types.Type {
	if e == nil {
		return nil
	}
	return valid(a.info.TypeOf(e))
}

// valid returns t, or nil for an expression that did not check.
func valid(t types.Type) types.Type {
	if t == nil || t == types.Typ[types.Invalid] || t == types.Typ[types.UntypedNil] {
		return nil
	}
	return t
}

func underlying(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return t.Underlying()
}

func hasName(names []*ast.Ident, n ast.Node) bool {
	for _, id := range names {
		if id == n {
			return true
		}
	}
	return false
}

func indexOf(list []ast.Expr, n ast.Node) int {
	for i, e := range list {
		if e == n {
			return i
		}
	}
	return -1
}

// argument returns the expectation of a call at a place in its arguments.
func (a asker) argument(call *ast.CallExpr, arg ast.Node) expectation {
	i := indexOf(call.Args, arg)
	if i < 0 {
		return expectation{}
	}
	if tv := a.info.Types[call.Fun]; tv.IsType() {
		return expectation{}
	} else if tv.IsBuiltin() {
		return a.builtinArgument(call, i)
	}
	sig := signatureOf(a.info, call)
	if sig == nil {
		return expectation{}
	}
	return expectation{typ: parameter(sig, i+missingContext(a.info, call, sig))}
}

// signatureOf returns the type of the function that is called, or nil.
func signatureOf(info *types.Info, call *ast.CallExpr) *types.Signature {
	sig, _ := underlying(valid(info.TypeOf(call.Fun))).(*types.Signature)
	return sig
}

// missingContext returns 1 where a call leaves out the context that its function takes
// first, as cells may, and the checker has not put it in: the call is not finished, and the
// next argument stands in the place of the context.
func missingContext(info *types.Info, call *ast.CallExpr, sig *types.Signature) int {
	if sig.Params().Len() == 0 || types.TypeString(sig.Params().At(0).Type(), nil) != "context.Context" {
		return 0
	}
	first := valid(info.TypeOf(call.Args[0]))
	if first != nil && types.AssignableTo(first, sig.Params().At(0).Type()) {
		return 0
	}
	return 1
}

// parameter returns the type of the i-th argument.
func parameter(sig *types.Signature, i int) types.Type {
	n := sig.Params().Len()
	if sig.Variadic() && i >= n-1 {
		if s, ok := sig.Params().At(n - 1).Type().Underlying().(*types.Slice); ok {
			return s.Elem()
		}
	}
	if i >= n {
		return nil
	}
	return sig.Params().At(i).Type()
}

func (a asker) builtinArgument(call *ast.CallExpr, i int) expectation {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return expectation{}
	}
	if i == 0 {
		if id.Name == "make" || id.Name == "new" {
			return expectation{kind: expectType}
		}
		return expectation{}
	}
	switch first := underlying(a.typeOf(call.Args[0])).(type) {
	case *types.Slice:
		switch id.Name {
		case "append":
			return expectation{typ: first.Elem()}
		case "make":
			return expectation{typ: types.Typ[types.Int]}
		case "copy":
			return expectation{typ: first}
		}
	case *types.Map:
		if id.Name == "delete" {
			return expectation{typ: first.Key()}
		}
	case *types.Basic:
		return expectation{typ: first} // of min and max
	}
	return expectation{}
}

func (a asker) operand(n *ast.UnaryExpr, i int) expectation {
	outer := a.ask(i + 1)
	switch n.Op {
	case token.AND:
		if p, ok := underlying(outer.typ).(*types.Pointer); ok {
			return expectation{typ: p.Elem()}
		}
	case token.NOT:
		return expectation{typ: types.Typ[types.Bool]}
	case token.SUB, token.ADD, token.XOR:
		return expectation{typ: outer.typ}
	}
	return expectation{}
}

func (a asker) binary(n *ast.BinaryExpr, i int) expectation {
	switch n.Op {
	case token.LAND, token.LOR:
		return expectation{typ: types.Typ[types.Bool]}
	case token.SHL, token.SHR:
		return expectation{}
	}
	other := n.X
	if other == a.path[i] {
		other = n.Y
	}
	t := a.typeOf(other)
	if b, ok := t.(*types.Basic); !ok || b.Info()&types.IsUntyped == 0 {
		return expectation{typ: t}
	}
	switch n.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return expectation{typ: types.Default(t)}
	}
	return expectation{typ: a.ask(i + 1).typ} // 2 * time.Second
}

func (a asker) assignment(n *ast.AssignStmt, child ast.Node) expectation {
	i := indexOf(n.Rhs, child)
	switch {
	case i < 0 && n.Tok == token.DEFINE:
		return expectation{kind: expectNothing}
	case i < 0:
		return expectation{kind: expectStatement}
	case n.Tok == token.DEFINE || len(n.Lhs) <= i || len(n.Lhs) != len(n.Rhs):
		return expectation{}
	}
	return expectation{typ: a.typeOf(n.Lhs[i])}
}

// result returns the expectation of the function around a return.
func (a asker) result(n *ast.ReturnStmt, child ast.Node, i int) expectation {
	at := indexOf(n.Results, child)
	for _, outer := range a.path[i:] {
		var fn *ast.FuncType
		switch f := outer.(type) {
		case *ast.FuncDecl:
			fn = f.Type
		case *ast.FuncLit:
			fn = f.Type
		default:
			continue
		}
		var results []types.Type
		if fn.Results != nil {
			for _, f := range fn.Results.List {
				for range max(len(f.Names), 1) {
					results = append(results, a.typeOf(f.Type))
				}
			}
		}
		if at >= 0 && at < len(results) {
			return expectation{typ: results[at]}
		}
		return expectation{}
	}
	return expectation{}
}

// caseOf returns the expectation of the switch around a case.
func (a asker) caseOf(i int) expectation {
	for _, outer := range a.path[i:] {
		switch s := outer.(type) {
		case *ast.SwitchStmt:
			if s.Tag == nil {
				return expectation{typ: types.Typ[types.Bool]}
			}
			return expectation{typ: a.typeOf(s.Tag)}
		case *ast.TypeSwitchStmt:
			return expectation{kind: expectType}
		}
	}
	return expectation{}
}

// deref returns the element type of a pointer, or t itself.
func deref(t types.Type) types.Type {
	if p, ok := underlying(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}
