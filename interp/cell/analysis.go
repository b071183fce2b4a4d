package cell

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// An Analysis is a checked cell that has not been rewritten, to be written in another
// form than [Program]. Its syntax trees contain what the conveniences of cells add to
// the user's code: see Shown, [MustCall] and [IsCellContext].
type Analysis struct {
	Source Source // the cell, with the text of its edits in its code
	Pkg    *types.Package
	Info   *types.Info

	Chunks []Chunk        // the cell in pieces, in its order
	Block  *ast.BlockStmt // the cell's statements
	Own    []*Declaration // the cell's
	Redone []*Declaration // of earlier cells, checked again since they depend on what the cell changes
	Vars   []Variable     // the session variables that the statements declare

	// Shown is the call around the last expression that displays it; nil if
	// nothing is displayed.
	Shown *ast.CallExpr
	// Outer are the objects by which the statements name what the session
	// declares and the cell declares anew, as x in x := x + 1.
	Outer map[string]types.Object
	// Carried are variables of earlier cells whose types are declared anew, as
	// they were.
	Carried map[string]types.Object
	// Changed are the names of the session that the cell declares, removes or
	// gives another type, and the types whose methods it replaces or removes.
	Changed map[string]bool

	attempt *attempt
}

// A Chunk is one import, declaration or statement of a cell: the bytes from Off to
// End of Code, the code of the whole cell.
type Chunk struct {
	Code     string
	Off, End int
	Kind     ChunkKind
}

// A Declaration is a function, a method, a type or a group of constants.
type Declaration struct {
	Chunk Chunk           // where it stands: in its cell, which may be an earlier one
	Node  ast.Decl        // *ast.FuncDecl or *ast.GenDecl
	Type  *ast.TypeSpec   // nil of what is no type
	Names []string        // what it declares; of a method "T.M"
	Live  []string        // those of Names that no later cell has declared
	Recv  string          // the type of which it is a method, or ""
	Deps  map[string]bool // the names of the session that it names
	Stale string          // why the body of a function of an earlier cell no longer checks, or ""
}

// A Variable is a session variable that the statements of a cell declare.
type Variable struct {
	Name    string
	InBlock *types.Var   // as the statements see it
	InFuncs types.Object // as functions see it
	Reused  bool         // the session has it already, with the same type
}

// Analyze checks a cell as [Session.Check] does. It changes nothing in s.
func (s *Session) Analyze(src Source) (_ *Analysis, err error) {
	defer src.reportMistake(&err)
	a, errs := s.check(&src)
	if len(errs) > 0 {
		return nil, newErrors(src.Label, errs)
	}
	chunks, _ := split(&src)
	an := &Analysis{
		Source: src, Pkg: a.pkg, Info: a.info, Block: a.entry, Outer: a.oldLocal,
		Carried: map[string]types.Object{}, Changed: a.changedNames(), attempt: a,
	}
	_, an.Shown = a.shown()
	for _, c := range chunks {
		an.Chunks = append(an.Chunks, c.exported())
	}
	for i, it := range a.items {
		if d := it.exported(); i < a.own {
			an.Own = append(an.Own, d)
		} else {
			an.Redone = append(an.Redone, d)
		}
	}
	for _, id := range a.topVars {
		if v := a.vars[id.Name]; v != nil {
			an.Vars = append(an.Vars, Variable{id.Name, v, a.inner[id.Name], a.reuses(id.Name)})
		}
	}
	for name, sym := range a.carried {
		an.Carried[name] = sym.obj
	}
	return an, nil
}

// Program rewrites the cell. The trees of the analysis are no longer to be used.
func (an *Analysis) Program() (_ *Program, err error) {
	defer an.attempt.src.reportMistake(&err)
	return an.attempt.program()
}

// Offset returns the offset of a position of the trees in the code of its cell. It reports
// false for positions that are in no cell.
func (an *Analysis) Offset(pos token.Pos) (off int, ok bool) {
	_, off, ok = an.attempt.smap.chunkAt(pos)
	return off, ok
}

// IsContext reports whether obj is the cell's context.
func (an *Analysis) IsContext(obj types.Object) bool { return an.attempt.isContext(obj) }

// MustCall reports whether a call is one that takes an error away from the results
// of the call that is its argument, and how many results remain.
func MustCall(call *ast.CallExpr) (results int, ok bool) {
	id, isName := call.Fun.(*ast.Ident)
	if !isName || !strings.HasPrefix(id.Name, hiddenMust) {
		return 0, false
	}
	return int(id.Name[len(id.Name)-1] - '0'), true
}

// IsCellContext reports whether an identifier stands for the cell's context, which
// the user has left out.
func IsCellContext(id *ast.Ident) bool { return id.Name == hiddenContext }

// changedNames returns the names that [Analysis] has as Changed.
func (a *attempt) changedNames() map[string]bool {
	names, declared := map[string]bool{}, map[string]bool{}
	own := a.items[:a.own]
	for _, it := range own {
		if it.recv == "" {
			for _, name := range it.live {
				names[name], declared[name] = true, true
			}
		}
	}
	for _, it := range own {
		if it.recv != "" && (declared[it.recv] || a.symbols[it.names[0]] != nil) {
			names[it.recv] = true // the method replaces another
		}
	}
	for _, method := range a.removed {
		recv, _, _ := strings.Cut(method, ".")
		names[recv] = true
	}
	for name := range a.known.dropped {
		names[name] = true
	}
	for _, id := range a.topVars {
		if a.changed[id.Name] {
			names[id.Name] = true
		}
	}
	return names
}

func (c chunk) exported() Chunk { return Chunk{c.src.Code, c.off, c.end, c.kind} }

func (it *item) exported() *Declaration {
	return &Declaration{
		Chunk: it.chunk.exported(), Node: it.node, Type: it.typ, Names: it.names,
		Live: it.live, Recv: it.recv, Deps: it.deps, Stale: it.staleMsg,
	}
}
