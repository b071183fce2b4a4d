package cell

import (
	"go/ast"
	"go/types"
)

// implicitAssignment begins the message of go/types about a literal that lists the
// values of another package's unexported fields. Here go/types compares packages by
// identity and not by path, so that the package of an earlier cell is another one.
const implicitAssignment = "implicit assignment to unexported field "

// keysLiteral adds the names of the fields to a literal of a struct type that an
// earlier cell has declared, so that go/types checks the values. It reports whether it
// did.
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
