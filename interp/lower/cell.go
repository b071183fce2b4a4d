package lower

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// A Cell is one program of a session: declarations, and statements that are
// carried out.
type Cell struct {
	Pkg  *types.Package
	Info *types.Info
	// Names are the names in the interpreter of the objects of the session that the
	// cell declares or uses. A type that differs from an earlier one of its name has
	// another name.
	Names      map[types.Object]string
	Packages   []*Package        // of which it imports the source
	Types      []*types.TypeName // declared
	Funcs      []Func
	Vars       []*types.Var // of the session, that begin here
	Inits      []Func       // that only the statements call
	Statements []ast.Stmt
	Released   []*types.Var // that nothing reads any more; they let go of their values after the statements
	Rebound    []Rebound
	Looked     []*types.Var // whose values are of interest then
	// What the conveniences of cells stand for.
	Meanings map[types.Object]Meaning
	// Keeps reports whether a result of a type is worth keeping where the error beside it
	// is left out and is not nil: it is then what was done before an interrupt.
	Keeps func(types.Type) bool
}

// A Rebound function or method of an earlier cell has changed, since a name in it
// means something else now: values that hold the old one are to call the new one. Until
// the variables of Until have begun, who calls the new one is to call the old one.
type Rebound struct {
	Old, New *types.Func
	Until    []*types.Var
}

// A Func is a function that a cell declares.
type Func struct {
	Obj *types.Func
	Body
}

// A Meaning is the role of an object that cells have and Go has not.
type Meaning int

const (
	_       Meaning = iota
	Show            // func(...any): displays the values of the last expression
	Must            // func(T..., error) T...: ends the cell with an error
	Context         // the context of the cell
)

// Cell lowers a cell.
func (s *State) Cell(c *Cell) (*Result, error) {
	s.undo()
	old := s.forget(c.Types)
	l := newLowerer(s, c.Pkg, c.Info)
	l.meanings, l.keeps, l.cells = c.Meanings, c.Keeps, true
	for obj, name := range c.Names {
		if have, ok := s.names.get(obj); !ok || have != name {
			s.names.put(obj, name)
		}
	}
	return l.run(func() {
		l.cell(c)
		l.redescribe(old, c.Types)
	})
}

func (l *lowerer) cell(c *Cell) {
	inits := l.declarePackages(c.Packages)
	for _, f := range c.Funcs {
		l.bodies.put(f.Obj, &f.Body)
	}
	for _, r := range c.Rebound {
		if len(r.Until) > 0 {
			l.awaiting[r.New] = r
		}
	}
	for _, f := range c.Funcs {
		if !isGeneric(f.Obj) {
			l.declareFunc(l.objName(f.Obj), &f.Body, nil)
		}
	}
	for _, r := range c.Rebound {
		l.rebind(r)
	}
	for _, v := range c.Vars {
		l.declareVar(v)
	}
	for _, f := range c.Inits {
		name := l.onceTemp("init")
		l.locals[f.Obj] = name
		l.declareFunc(name, &f.Body, nil)
	}
	var b strings.Builder
	b.WriteString(inits)
	var body string
	if len(c.Statements) > 0 {
		block := &ast.BlockStmt{List: c.Statements, Lbrace: c.Statements[0].Pos(), Rbrace: c.Statements[len(c.Statements)-1].End()}
		l.findHeap(block)
		body = l.onceTemp(rt.Statements)
		sig := types.NewSignatureType(nil, nil, nil, nil, nil, false)
		text := l.function(sig, &ast.FuncType{}, block, nil, "")
		l.funcs.WriteString(l.at(block.Pos()) + "func " + body + text + "\n")
		b.WriteString(body + "()\n")
	}
	for _, v := range c.Released {
		b.WriteString(l.renew(v))
	}
	for _, v := range c.Looked {
		fmt.Fprintf(&b, "%s(%q, %s)\n", l.rt("Look"), v.Name(), l.convert(l.objName(v), v.Type(), types.Universe.Lookup("any").Type()))
	}
	l.entry = b.String()
	if l.entry == body+"()\n" {
		l.only = body
	}
}

// renew writes the statement that gives a variable of the session new memory, in which
// it is zero. Function literals and pointers that hold the old memory keep it.
func (l *lowerer) renew(v *types.Var) string {
	return fmt.Sprintf("%s(%q)\n", l.rt("Renew"), l.objName(v))
}

// isCellVar reports whether cells have declared a variable at their top level.
func (l *lowerer) isCellVar(v *types.Var) bool {
	if !l.cells || v.IsField() || v.Pkg() == nil || v.Pkg().Path() != "main" {
		return false
	}
	_, ok := l.names.get(v)
	return ok
}

// redescribe adds the new methods of types that are declared anew to their old
// descriptions, by which values in interfaces know their type.
func (l *lowerer) redescribe(old []types.Type, declared []*types.TypeName) {
	slices.SortFunc(old, func(a, b types.Type) int { return strings.Compare(a.String(), b.String()) })
	for _, t := range old {
		pointer := isPointer(t)
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		n, ok := t.(*types.Named)
		if !ok {
			continue
		}
		was, _ := l.names.get(n.Obj())
		for _, obj := range declared {
			now, ok := obj.Type().(*types.Named)
			if name, _ := l.names.get(obj); !ok || name != was || now.TypeParams().Len() != n.TypeArgs().Len() {
				continue
			}
			var t types.Type = now
			if n.TypeArgs().Len() > 0 {
				inst, err := types.Instantiate(ctxt, now, slices.Collect(n.TypeArgs().Types()), true)
				if err != nil {
					continue // the constraints are others now
				}
				t = inst
			}
			if pointer {
				t = types.NewPointer(t)
			}
			l.desc(t)
		}
	}
}

// rebind notes which function replaces one that has changed; for a generic one, it
// notes all instances.
func (l *lowerer) rebind(r Rebound) {
	if !isGeneric(r.Old) {
		if old, ok := l.names.get(r.Old); ok {
			l.rebindTo(old, l.objName(r.New), r.Until)
		}
		return
	}
	for _, name := range slices.Sorted(maps.Keys(l.instances.all)) {
		in, _ := l.instances.get(name)
		if in.of != r.Old {
			continue
		}
		if r.New.Signature().TypeParams().Len() > 0 {
			if _, err := types.Instantiate(ctxt, r.New.Signature(), in.args, true); err != nil {
				continue // the constraints are others now
			}
		}
		l.rebindTo(name, l.instanceOf(r.New, in.args), r.Until)
	}
}

// rebindTo records the replacement of an emitted function by another once variables have begun.
func (l *lowerer) rebindTo(old, fresh string, until []*types.Var) {
	l.rebound[old] = fresh
	for _, v := range until {
		l.awaited[fresh] = append(l.awaited[fresh], l.objName(v))
	}
}

// declareStale writes a function that panics since its body no longer checks.
func (l *lowerer) declareStale(name string, b *Body) {
	sig := b.Sig
	params := l.signature(sig, l.paramNames(sig))
	if sig.Recv() != nil {
		params = "(" + l.temp("r") + " " + l.typ(sig.Recv().Type()) + comma(sig) + params[1:]
	}
	fmt.Fprintf(&l.funcs, "%sfunc %s%s {\n%s(%q)\n}\n", l.at(b.Decl.Pos()), name, params, l.rt("Stale"), b.Stale)
}

// isSession reports whether a variable is one of the session's.
func (l *lowerer) isSession(v types.Object) bool {
	if isGlobal(v) {
		return true
	}
	_, ok := l.names.get(v)
	return ok
}

// isGlobal reports whether an object is declared outside functions.
func isGlobal(obj types.Object) bool {
	return obj.Pkg() != nil && obj.Parent() == obj.Pkg().Scope()
}

// meaningOf returns the meaning of an expression in cells, or 0 if that is Go's.
func (l *lowerer) meaningOf(e ast.Expr) Meaning {
	if len(l.meanings) == 0 {
		return 0
	}
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return 0
	}
	obj := l.info.Uses[id]
	if f, ok := obj.(*types.Func); ok {
		obj = f.Origin()
	}
	return l.meanings[obj]
}

// conventional writes the call of a special function.
func (l *lowerer) conventional(e *ast.CallExpr, what Meaning) string {
	anyType := types.Universe.Lookup("any").Type()
	if what == Show {
		sig := types.NewSignatureType(nil, nil, nil, types.NewTuple(types.NewParam(token.NoPos, nil, "", types.NewSlice(anyType))), nil, true)
		return l.apply(l.rt("Show"), "", sig, e)
	}
	arg := e.Args[0]
	tuple, ok := l.typeOf(arg).(*types.Tuple)
	if !ok {
		return l.rt("Must") + "(" + l.expr(arg) + ")"
	}
	n := tuple.Len() - 1
	var names, results []string
	for i := range n + 1 {
		names = append(names, l.temp("v"))
		results = append(results, l.typ(tuple.At(i).Type()))
	}
	return fmt.Sprintf("%sfunc() (%s) {\n%s := %s\n%s(%s)\nreturn %s\n}()", rt.Part, strings.Join(results[:n], ", "),
		strings.Join(names, ", "), l.expr(arg), l.rt("Must"), names[n], strings.Join(names[:n], ", "))
}
