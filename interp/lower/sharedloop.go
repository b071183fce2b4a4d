package lower

import (
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
)

// ownSince is the version of Go since which each iteration of a loop has variables of its own.
const ownSince = "go1.22"

// sharesLoops reports whether the iterations of loops at a position share the variables
// that a loop declares: its file is of an older version of Go, as go.mod or the file says.
func (l *lowerer) sharesLoops(pos token.Pos) bool {
	for f, v := range l.info.FileVersions {
		if f.FileStart <= pos && pos < f.FileEnd {
			return version.IsValid(v) && version.Compare(v, ownSince) < 0
		}
	}
	return false
}

// sharedRange writes a range loop that declares variables as one that is given variables
// declared before it.
func (l *lowerer) sharedRange(s *ast.RangeStmt, head, label string) string {
	loop := *s
	loop.Tok = token.ASSIGN
	text := ""
	for _, e := range []*ast.Expr{&loop.Key, &loop.Value} {
		id, _ := (*e).(*ast.Ident)
		v, ok := l.info.Defs[id].(*types.Var)
		if !ok {
			continue
		}
		text += l.declareZero(id)
		use := &ast.Ident{NamePos: id.NamePos, Name: id.Name}
		l.info.Uses[use] = v
		l.info.Types[use] = types.TypeAndValue{Type: v.Type()}
		*e = use
	}
	return "{\n" + text + l.rangeLoop(&loop, head, label) + "}\n"
}
