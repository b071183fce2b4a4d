package cell

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/comments"
)

// A Step is an import, a declaration or a statement of a cell, with its effects on the
// names of the session. Names are those that the user has written. Some may be those of
// packages, or of what the language declares.
type Step struct {
	Kind ChunkKind
	Text string // its tokens, without comments and layout
	// Gives are the names that mean what the step says, whatever they meant before: those
	// that it declares, and variables that it assigns as a whole. A method is "T.M".
	Gives []string
	// Assigned lists the names of Gives that another piece of code must have declared.
	Assigned []string
	// Changes are the variables that keep a part of what they were.
	Changes []Change
	// Reads are the other names in it, sorted: of a function those in its body, which mean
	// something whenever it is called. A method of a type of the cells is "T.M" where the
	// types are known.
	Reads []string
}

// A Change is a variable with the part of it that a step changes.
type Change struct {
	Name string
	Part string // the part as it is written behind the name: ".Tau"; empty if it has no name
	// Again reports whether the part is made of what the variable was, as by x++: the same
	// step changes it anew each time.
	Again bool
}

// Steps returns the steps of a cell by its text alone. If a piece is no Go,
// the error is an [*Errors].
func Steps(src Source) ([]Step, error) {
	src.expand()
	chunks, errs := split(&src)
	if len(errs) > 0 {
		return nil, newErrors(src.Label, errs)
	}
	flow, errs := newFlow(chunks)
	if len(errs) > 0 {
		return nil, newErrors(src.Label, errs)
	}
	return flow.steps(nil), nil
}

// flow returns the steps of a cell that has been checked, its last displayed value included.
func (a *attempt) flow() []Step {
	chunks, _ := split(a.src)
	flow, errs := newFlow(chunks)
	if len(errs) > 0 {
		return nil // it was parsed before, and there are no errors
	}
	a.addMethods(flow)
	steps := flow.steps(a.src.outs)
	if d := a.known.display; d != nil && d.name != "" && len(steps) > 0 {
		last := len(steps) - 1
		for last > 0 && steps[last].Kind != StmtChunk {
			last--
		}
		steps[last].Gives = append(steps[last].Gives, d.name)
	}
	return steps
}

// A flow collects the steps of a cell.
type flow struct {
	order []int // the offsets of the chunks
	at    map[int]*stepNames
}

// stepNames are the names of one step while they are collected.
type stepNames struct {
	kind     ChunkKind
	text     string
	gives    []string
	assigned []string // those of gives that something else must have declared
	changes  map[Change]bool
	// plain are the names whose values are read, passed those of variables that the step
	// passes on by their address, or whose method it calls for itself.
	plain, passed map[string]bool
}

// newFlow reads the names of chunks.
func newFlow(chunks []chunk) (*flow, []Error) {
	f := &flow{at: map[int]*stepNames{}}
	smap := newSourceMap()
	for _, c := range chunks {
		file, errs := smap.parse(c)
		if len(errs) > 0 {
			return nil, errs
		}
		s := &stepNames{
			kind: c.kind, text: plainText(c.text()),
			changes: map[Change]bool{}, plain: map[string]bool{}, passed: map[string]bool{},
		}
		switch c.kind {
		case ImportChunk:
			s.imports(file)
		case DeclChunk:
			for _, d := range file.Decls {
				s.declares(d)
			}
			s.names(smap, file, file)
		case StmtChunk:
			body := c.statements(file)
			if body == nil {
				continue
			}
			for _, stmt := range body.List {
				for _, id := range declaredBy(stmt) {
					s.give(id.Name)
				}
			}
			s.names(smap, file, body)
		}
		f.order = append(f.order, c.off)
		f.at[c.off] = s
	}
	return f, nil
}

// plainText returns a piece of Go without its comments and its layout.
func plainText(code string) string {
	toks, _ := scan(&Source{Code: code})
	var b strings.Builder
	for _, t := range toks {
		if t.tok == token.SEMICOLON && !t.written {
			b.WriteString("; ")
		} else if t.tok != token.EOF {
			b.WriteString(code[t.off:t.end] + " ")
		}
	}
	return strings.TrimSuffix(b.String(), "; ")
}

func (s *stepNames) give(name string) {
	if name != "_" && name != "init" && !slices.Contains(s.gives, name) {
		s.gives = append(s.gives, name)
	}
}

// imports gives the names of packages. Without its types a package has the name that the last
// part of its path shows.
func (s *stepNames) imports(file *ast.File) {
	for _, spec := range importSpecs(file) {
		if spec.Name != nil {
			s.give(spec.Name.Name)
			continue
		}
		parts := strings.Split(strings.Trim(spec.Path.Value, "`\""), "/")
		name := parts[len(parts)-1]
		if n := len(parts); n > 1 && len(name) > 1 && name[0] == 'v' && strings.Trim(name[1:], "0123456789") == "" {
			name = parts[n-2]
		}
		s.give(name)
	}
}

// declares gives the names of a declaration.
func (s *stepNames) declares(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		name := d.Name.Name
		if d.Recv != nil && len(d.Recv.List) > 0 {
			name = comments.Receiver(d.Recv.List[0].Type) + "." + name
		}
		s.give(name)
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				s.give(spec.Name.Name)
			case *ast.ValueSpec:
				for _, id := range spec.Names {
					s.give(id.Name)
				}
			}
		}
	}
}

// names notes which names a tree reads and changes.
func (s *stepNames) names(smap *sourceMap, file *ast.File, root ast.Node) {
	ids, _ := freeNames(file, root)
	free := map[*ast.Ident]bool{}
	for _, id := range ids {
		free[id] = !containsMark(id.Name) // of a magic
	}
	held := map[*ast.Ident]bool{} // not read where they stand
	change := func(e ast.Expr, part string, again bool) {
		if id := rootOf(e); id != nil && free[id] {
			held[id] = true
			s.passed[id.Name] = s.passed[id.Name] || part == ""
			s.changes[Change{id.Name, part, again}] = true
		}
	}
	partOf := func(e ast.Expr) string {
		if id := rootOf(e); id != nil {
			return "=" + strings.TrimPrefix(smap.textOf(e), id.Name)
		}
		return ""
	}
	top := map[ast.Stmt]bool{}
	if block, ok := root.(*ast.BlockStmt); ok {
		for _, stmt := range block.List {
			top[stmt] = true
		}
	}
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				switch id, whole := e.(*ast.Ident); {
				case n.Tok == token.DEFINE || whole && !free[id]:
				case n.Tok != token.ASSIGN:
					change(e, "", true)
				case whole && top[n]:
					held[id] = true
					if !slices.Contains(s.gives, id.Name) {
						s.assigned = append(s.assigned, id.Name)
					}
					s.give(id.Name)
				case top[n]:
					change(e, partOf(e), false)
				default:
					change(e, "", false)
				}
			}
		case *ast.IncDecStmt:
			change(n.X, "", true)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				for _, e := range []ast.Expr{n.Key, n.Value} {
					if e != nil {
						change(e, "", false)
					}
				}
			}
		case *ast.CallExpr:
			for _, arg := range n.Args {
				if u, ok := arg.(*ast.UnaryExpr); ok && u.Op == token.AND {
					change(u.X, "", false)
				}
			}
		case *ast.ExprStmt:
			if call, ok := n.X.(*ast.CallExpr); ok {
				if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
					if id := rootOf(sel.X); id != nil && free[id] {
						held[id] = true
						s.passed[id.Name] = true
					}
				}
			}
		case *ast.CompositeLit:
			if !keysAreValues(n) {
				for _, elt := range n.Elts {
					if kv, ok := elt.(*ast.KeyValueExpr); ok {
						if id, ok := kv.Key.(*ast.Ident); ok {
							held[id] = true
						}
					}
				}
			}
		}
		return true
	})
	for id, is := range free {
		if is && !held[id] {
			s.plain[id.Name] = true
		}
	}
}

// keysAreValues reports whether names before the colons of a literal are values. Otherwise they
// are taken for the fields of a struct.
func keysAreValues(lit *ast.CompositeLit) bool {
	switch lit.Type.(type) {
	case *ast.MapType, *ast.ArrayType:
		return true
	}
	return false
}

// rootOf returns the variable of which an expression is a part: x of x.f[i], or nil.
func rootOf(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.ParenExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		default:
			return nil
		}
	}
}

// addMethods adds the steps that only types tell: the methods of the cells' types that the
// cell calls, and the calls of methods that stand alone and so are there for their effect.
func (a *attempt) addMethods(f *flow) {
	roots := []ast.Node{a.entry}
	for _, it := range a.items[:a.own] {
		if it.body != nil {
			roots = append(roots, it.body)
		}
	}
	step := func(n ast.Node) *stepNames {
		c, _, ok := a.smap.chunkAt(n.Pos())
		if !ok || c.src != a.src {
			return nil
		}
		return f.at[c.off]
	}
	for _, root := range roots {
		ast.Inspect(root, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if name := a.methodOf(n); name != "" {
					if s := step(n); s != nil {
						s.plain[name] = true
					}
				}
			case *ast.ExprStmt:
				if id := a.changedByCall(n); id != nil {
					if s := step(n); s != nil {
						s.changes[Change{Name: id.Name}] = true
					}
				}
			}
			return true
		})
	}
}

// methodOf returns "T.M" where a selector names a method of a type of the cells, or "".
func (a *attempt) methodOf(sel *ast.SelectorExpr) string {
	fn, ok := a.info.Uses[sel.Sel].(*types.Func)
	if !ok || !isCellPackage(fn.Pkg()) || fn.Signature().Recv() == nil {
		return ""
	}
	t := fn.Signature().Recv().Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name() + "." + fn.Name()
	}
	return ""
}

// changedByCall returns the variable that a statement is likely to change because it calls one
// of its methods and takes no value from it. A call that returns nothing but an error, as that
// of Save, is likely to change nothing.
func (a *attempt) changedByCall(stmt *ast.ExprStmt) *ast.Ident {
	call, ok := stmt.X.(*ast.CallExpr)
	if !ok || isHidden(call) {
		return nil
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	fn, ok := a.info.Uses[sel.Sel].(*types.Func)
	if !ok || fn.Signature().Recv() == nil {
		return nil
	}
	if res := fn.Signature().Results(); res.Len() == 1 && isError(res.At(0).Type()) {
		return nil
	}
	switch fn.Signature().Recv().Type().Underlying().(type) {
	case *types.Struct, *types.Basic:
		return nil
	}
	id := rootOf(sel.X)
	if id == nil {
		return nil
	}
	if _, isVar := a.info.Uses[id].(*types.Var); !isVar {
		return nil
	}
	return id
}

// steps returns the collected steps. outs has the names that _ and __ stand for.
func (f *flow) steps(outs map[string]string) []Step {
	meant := func(name string) string {
		if out, ok := outs[name]; ok {
			return out
		}
		return name
	}
	var list []Step
	for _, off := range f.order {
		s := f.at[off]
		step := Step{Kind: s.kind, Text: s.text, Gives: s.gives, Assigned: s.assigned}
		reads := map[string]bool{}
		for name := range s.plain {
			reads[meant(name)] = true
		}
		for name, is := range s.passed {
			if is {
				reads[name] = true
			}
		}
		for c := range s.changes {
			if slices.Contains(s.gives, c.Name) { // in the same step, so there was nothing before
				continue
			}
			c.Again = c.Again || s.plain[c.Name]
			if !slices.Contains(step.Changes, c) {
				step.Changes = append(step.Changes, c)
			}
		}
		slices.SortFunc(step.Changes, func(a, b Change) int {
			return strings.Compare(a.Name+" "+a.Part, b.Name+" "+b.Part)
		})
		step.Reads = slices.Sorted(maps.Keys(reads))
		list = append(list, step)
	}
	return list
}
