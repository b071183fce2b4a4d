package cell

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math/big"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

// foldConstants replaces every constant expression by its value, as go/types
// found it: the interpreter divides integers where Go divides untyped
// constants, and does not know the precision of Go's. With that no constant
// needs a declaration any more.
func (r *rewriter) foldConstants(root ast.Node) ast.Node {
	return astutil.Apply(root, func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.DeclStmt:
			if d := n.Decl.(*ast.GenDecl); d.Tok == token.CONST {
				if c.Index() >= 0 {
					c.Delete()
				} else {
					c.Replace(&ast.EmptyStmt{Semicolon: n.Pos(), Implicit: true})
				}
				return false
			}
		case *ast.Field, *ast.ImportSpec:
			return true
		case ast.Expr:
			tv, ok := r.info.Types[n]
			var e ast.Expr
			if ok && tv.Value != nil && tv.Value.Kind() != constant.Unknown {
				e = r.constant(n, tv)
			}
			if e == nil {
				e = r.namedConstant(n)
			}
			if e == nil {
				return true
			}
			r.info.Types[e] = tv
			c.Replace(e)
			return false
		}
		return true
	}, nil)
}

// constant writes a constant of its type; nil where the user's own form is
// right already or no other can be written.
func (r *rewriter) constant(n ast.Expr, tv types.TypeAndValue) ast.Expr {
	basic, ok := tv.Type.Underlying().(*types.Basic)
	if !ok {
		return nil // a type parameter
	}
	if _, ok := types.Unalias(tv.Type).(*types.TypeParam); ok {
		return nil
	}
	switch n := n.(type) {
	case *ast.BasicLit:
		if !(n.Kind == token.INT && basic.Info()&types.IsFloat != 0) {
			return nil
		}
	case *ast.Ident:
		if obj := r.info.Uses[n]; obj != nil && obj.Parent() == types.Universe && n.Name != "iota" {
			return nil // true, false
		}
	}
	lit := literal(n.Pos(), basic, tv.Value)
	if lit == nil || basic.Info()&types.IsUntyped != 0 || isDefault(tv.Type) {
		return lit
	}
	var typ ast.Expr
	r.pos = n.Pos()
	if r.guard(func() { typ = r.typeExpr(n.Pos(), tv.Type) }) != nil {
		return nil
	}
	return &ast.CallExpr{Fun: typ, Lparen: n.Pos(), Args: []ast.Expr{lit}, Rparen: n.End()}
}

// namedConstant writes the value of a constant that stands where its value is
// of a type parameter's type and so none that go/types knows.
func (r *rewriter) namedConstant(n ast.Expr) ast.Expr {
	id, ok := n.(*ast.Ident)
	if sel, isSel := n.(*ast.SelectorExpr); isSel {
		id, ok = sel.Sel, true
	}
	if !ok {
		return nil
	}
	c, ok := r.info.Uses[id].(*types.Const)
	if !ok || c.Parent() == types.Universe {
		return nil
	}
	return literal(n.Pos(), c.Type().Underlying().(*types.Basic), c.Val())
}

// isDefault tells the types that a literal has of itself.
func isDefault(t types.Type) bool {
	switch t {
	case types.Typ[types.Bool], types.Typ[types.Int], types.Typ[types.Float64], types.Typ[types.Complex128], types.Typ[types.String]:
		return true
	}
	return false
}

func literal(pos token.Pos, t *types.Basic, v constant.Value) ast.Expr {
	lit := func(kind token.Token, text string) ast.Expr {
		if neg, ok := strings.CutPrefix(text, "-"); ok {
			return &ast.ParenExpr{Lparen: pos, X: &ast.UnaryExpr{OpPos: pos, Op: token.SUB, X: &ast.BasicLit{ValuePos: pos, Kind: kind, Value: neg}}, Rparen: pos}
		}
		return &ast.BasicLit{ValuePos: pos, Kind: kind, Value: text}
	}
	switch info := t.Info(); {
	case info&types.IsBoolean != 0:
		return &ast.Ident{NamePos: pos, Name: strconv.FormatBool(constant.BoolVal(v))}
	case info&types.IsString != 0:
		return lit(token.STRING, strconv.Quote(constant.StringVal(v)))
	case info&types.IsInteger != 0:
		if v = constant.ToInt(v); v.Kind() == constant.Int {
			return lit(token.INT, v.ExactString())
		}
	case info&types.IsFloat != 0:
		if v = constant.ToFloat(v); v.Kind() == constant.Float || v.Kind() == constant.Int {
			return lit(token.FLOAT, floatText(v))
		}
	case info&types.IsComplex != 0:
		v = constant.ToComplex(v)
		return &ast.CallExpr{Fun: &ast.Ident{NamePos: pos, Name: "complex"}, Lparen: pos, Rparen: pos, Args: []ast.Expr{
			lit(token.FLOAT, floatText(constant.Real(v))), lit(token.FLOAT, floatText(constant.Imag(v))),
		}}
	}
	return nil
}

// floatText writes a number so that reading it gives the same float64, and
// more digits where the value is an untyped constant outside its range.
func floatText(v constant.Value) string {
	f, _ := constant.Float64Val(v)
	text := strconv.FormatFloat(f, 'g', -1, 64)
	if strings.Contains(text, "Inf") || f == 0 && constant.Sign(v) != 0 {
		big_, _, err := big.ParseFloat(v.ExactString(), 10, 512, big.ToNearestEven)
		if err == nil {
			text = big_.Text('g', 40)
		}
	}
	if !strings.ContainsAny(text, ".eE") {
		text += ".0"
	}
	return text
}
