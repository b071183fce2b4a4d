package cell

import (
	"go/ast"
	"go/types"
	"strings"
)

// implicitAssignment begins what go/types says of a literal that lists the
// values of another package's unexported fields. The package of an earlier
// cell is another to it, here alone by identity and not by path.
const implicitAssignment = "implicit assignment to unexported field "

// keysLiteral names the fields in a literal of a struct type that an earlier
// cell has declared, so that go/types checks the values.
func (f *fixer) keysLiteral(lit *ast.CompositeLit) bool {
	s := f.structOf(lit)
	if s == nil || len(lit.Elts) != s.NumFields() {
		return false
	}
	for i, e := range lit.Elts {
		if _, ok := e.(*ast.KeyValueExpr); ok || s.Field(i).Name() == "_" {
			return false
		}
	}
	foreign := false
	for v := range s.Fields() {
		foreign = foreign || !v.Exported() && isCellPackage(v.Pkg()) && v.Pkg() != f.pkg
	}
	if !foreign {
		return false
	}
	for i, e := range lit.Elts {
		lit.Elts[i] = &ast.KeyValueExpr{
			Key:   &ast.Ident{NamePos: e.Pos(), Name: s.Field(i).Name()},
			Colon: e.Pos(), Value: e,
		}
	}
	return true
}

func (f *fixer) structOf(lit *ast.CompositeLit) *types.Struct {
	t := f.info.TypeOf(lit)
	if t == nil {
		return nil
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem() // {...} in []*T{{...}}
	}
	s, _ := t.Underlying().(*types.Struct)
	return s
}

// misleading tells complaints that are the consequence of others: where a
// literal has too few or too many values, each value of an unexported field
// is complained about as well.
func misleading(e types.Error) bool { return strings.HasPrefix(e.Msg, implicitAssignment) }
