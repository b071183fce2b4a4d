package generic

import (
	"go/ast"
	"go/types"
)

// NewInfo returns an empty record of types for the checker to fill, with all tables that
// lowering a package needs.
func NewInfo() *types.Info {
	return &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Instances: map[*ast.Ident]types.Instance{}, Implicits: map[ast.Node]types.Object{},
		FileVersions: map[*ast.File]string{},
	}
}
