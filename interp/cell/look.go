package cell

import (
	"go/ast"
	"go/types"
	"maps"
	"math"
	"strings"
)

// A Scope holds the checker's results around one identifier of a cell. The cell need not be
// finished or correct.
type Scope struct {
	Pkg  *types.Package // the cells' own
	Info *types.Info
	// Path are the nodes around the identifier, beginning with itself; empty
	// where the cell is so broken that it is not in the tree.
	Path []ast.Node

	a *attempt
}

// Look checks as much of code as it can, as the next cell of the session, and returns the
// scope of the identifier at the offset off. It changes nothing in s but the packages that
// it has imported, and so must not run at the same time as [Session.Check].
func (s *Session) Look(code string, off int) *Scope {
	src, chunks := readable(code)
	src.outs = s.outs()
	v := &Scope{}
	for round := 0; ; round++ {
		if round == maxRepairs {
			chunks = nil
		}
		quiet := *s
		v.a = &attempt{Session: &quiet, src: src, musts: map[int]bool{}, known: &knowledge{dropped: map[string]string{}, moved: map[string]bool{}}}
		v.a.smap = newSourceMap()
		v.a.smap.lenient = true
		errs := v.a.parse(chunks)
		if len(errs) == 0 {
			v.a.plan()
			errs = v.a.pastBounds()
		}
		if len(errs) == 0 {
			break
		}
		// An import that is not to be had, a name declared twice.
		chunks = without(chunks, errs[0].Line)
	}
	v.a.settle()
	v.Pkg, v.Info = v.a.pkg, v.a.info
	v.findPath(off)
	return v
}

// maxRepairs is the largest number of errors that are left out of a cell to find the
// rest that is Go. The cell is read anew for each.
const maxRepairs = 50

// readable splits the code, without the lines that cannot be Go.
func readable(code string) (*Source, []chunk) {
	src := &Source{Count: math.MaxInt, Code: code} // after every cell
	for range maxRepairs {
		chunks, errs := split(src)
		if len(errs) == 0 {
			return src, chunks
		}
		lines := strings.SplitAfter(src.Code, "\n")
		for _, e := range errs {
			bad := min(e.Line, len(lines)) - 1
			lines[bad] = blanks(lines[bad])
		}
		blanked := strings.Join(lines, "")
		if blanked == src.Code {
			break
		}
		src.Code = blanked
	}
	return src, nil
}

// blanks returns as many bytes of white space as the line has, with its end.
func blanks(line string) string {
	text := strings.TrimRight(line, "\r\n")
	return strings.Repeat(" ", len(text)) + line[len(text):]
}

// without removes the chunk in which a line is, or the last one.
func without(chunks []chunk, line int) []chunk {
	at := len(chunks) - 1
	for i, c := range chunks {
		if c.src.errorAt(c.end, "").Line >= line {
			at = i
			break
		}
	}
	return append(chunks[:at:at], chunks[at+1:]...)
}

// findPath looks for the identifier at an offset of the cell. Of several, the
// last is the user's: those that the conveniences put in come before.
func (v *Scope) findPath(off int) {
	roots := []ast.Node{v.a.entry}
	for _, it := range v.a.items[:v.a.own] {
		roots = append(roots, it.node)
	}
	for _, root := range roots {
		var stack []ast.Node
		ast.Inspect(root, func(n ast.Node) bool {
			if n == nil {
				stack = stack[:len(stack)-1]
				return true
			}
			stack = append(stack, n)
			if id, ok := n.(*ast.Ident); ok {
				if c, at, ok := v.a.smap.chunkAt(id.Pos()); ok && c.src == v.a.src && at == off {
					v.setPath(stack)
				}
			}
			return true
		})
	}
}

// setPath takes the nodes of a stack that the user has written.
func (v *Scope) setPath(stack []ast.Node) {
	v.Path = v.Path[:0]
	for i := len(stack) - 1; i >= 0; i-- {
		if call, ok := stack[i].(*ast.CallExpr); ok && isHidden(call) {
			continue
		}
		v.Path = append(v.Path, stack[i])
	}
}

// Locals returns the declarations before the place in the functions and blocks around it,
// the innermost of each name.
func (v *Scope) Locals() map[string]types.Object {
	found := map[string]types.Object{}
	inner := v.scope()
	for sc := inner; sc != nil && sc != v.Pkg.Scope(); sc = sc.Parent() {
		for _, name := range sc.Names() {
			if found[name] != nil || containsMark(name) {
				continue
			}
			in, obj := inner.LookupParent(name, v.Path[0].Pos())
			if obj != nil && in != v.Pkg.Scope() && in != types.Universe {
				found[name] = obj
			}
		}
	}
	return found
}

// scope returns the innermost scope around the place, or nil.
func (v *Scope) scope() *types.Scope {
	for _, n := range v.Path {
		switch fn := n.(type) {
		case *ast.FuncDecl:
			n = fn.Type
		case *ast.FuncLit:
			n = fn.Type
		}
		if sc := v.Info.Scopes[n]; sc != nil {
			return sc
		}
	}
	return nil
}

// Own returns the declarations of the cell itself at its top, by name. Among the statements
// their variables are locals.
func (v *Scope) Own() map[string]types.Object {
	own := map[string]types.Object{}
	for _, it := range v.a.items[:v.a.own] {
		for _, name := range it.names {
			if obj := v.Pkg.Scope().Lookup(name); obj != nil {
				own[name] = obj
			}
		}
	}
	if len(v.Path) == 0 || v.Path[len(v.Path)-1] != ast.Node(v.a.entry) {
		maps.Copy(own, v.a.inner)
	}
	return own
}

// Imports returns the packages that the cell itself imports: path by name.
func (v *Scope) Imports() map[string]string { return v.a.imports }

// Package returns the package that an identifier names, or nil.
func (v *Scope) Package(id *ast.Ident) *types.Package {
	if name, ok := v.Info.Uses[id].(*types.PkgName); ok {
		return name.Imported()
	}
	return nil
}

// Context returns the variable that every cell has as ctx.
func (v *Scope) Context() types.Object { return v.Pkg.Scope().Lookup(hiddenContext) }
