package lower

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/form"
	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic"
)

// A State holds the results of lowering that the programs of one interpreter share: the
// names of their declarations, the types and descriptions of types that there are already,
// and the bodies of generic functions, which later programs use with other type arguments.
// All programs have positions of one file set.
//
// Keep, which is called once the interpreter has accepted a program, keeps the additions of
// the program. Without it the next program begins as if there had been none.
type State struct {
	// Library has the sources of generic functions of compiled packages, checked
	// with the importer of the programs; without it these are refused.
	Library *generic.Library
	// Without has the rules that a test leaves out.
	Without map[Rule]bool
	// Forms is the table of forms in which programs are written, [form.Standard] if nil.
	Forms *form.Table
	// Used counts the forms of the programs, if it is not nil.
	Used map[form.Form]int

	forms     *form.State
	names     table[types.Object, string] // emitted
	structs   table[string, string]       // emitted types, by identity
	descs     table[string, description]  // by identity
	helpers   table[string, string]       // emitted functions, by what they do
	bodies    table[types.Object, *Body]
	instances table[string, instance]     // of generic functions of cells, by their emitted names
	sources   table[*types.Package, bool] // whose source has been lowered
	deferred  table[*types.Var, deferredVar]
	serial    int // counts the names that were ever made
}

// A description is a variable of the interpreter that describes a type for package rt.
type description struct {
	name string
	typ  types.Type
}

// An instance is a generic function or method with type arguments.
type instance struct {
	of   *types.Func
	args []types.Type
}

// A Body is a declared function with what was found out in checking it.
type Body struct {
	Decl *ast.FuncDecl
	Sig  *types.Signature // with the parameters that the body names
	Info *types.Info
	// Stale is the error of the function, which panics with it.
	Stale string
}

// Keep makes the additions of the last program permanent.
func (s *State) Keep() {
	s.names.keep()
	s.structs.keep()
	s.descs.keep()
	s.helpers.keep()
	s.bodies.keep()
	s.instances.keep()
	s.sources.keep()
	s.deferred.keep()
}

func (s *State) undo() {
	s.names.undo()
	s.structs.undo()
	s.descs.undo()
	s.helpers.undo()
	s.bodies.undo()
	s.instances.undo()
	s.sources.undo()
	s.deferred.undo()
}

// forget drops the descriptions of types that have been declared anew, and of types
// that mention them, so that they are described again with their new methods. It
// returns the types whose descriptions it has dropped.
func (s *State) forget(declared []*types.TypeName) (old []types.Type) {
	if len(declared) == 0 {
		return nil
	}
	names := map[string]bool{}
	for _, obj := range declared {
		names[obj.Name()] = true
	}
	changed := func(t *types.TypeName) bool {
		return t.Pkg() != nil && t.Pkg().Path() == "main" && isGlobal(t) && names[t.Name()]
	}
	for id, d := range s.descs.all {
		if d.typ != nil && namesAny(d.typ, changed, map[types.Type]bool{}) {
			delete(s.descs.all, id)
			old = append(old, d.typ)
		}
	}
	return old
}

// namesAny reports whether t, or what it is built of, is a type that f names.
func namesAny(t types.Type, f func(*types.TypeName) bool, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if f(t.Obj()) {
			return true
		}
		for i := range t.TypeArgs().Len() {
			if namesAny(t.TypeArgs().At(i), f, seen) {
				return true
			}
		}
	case *types.Pointer:
		return namesAny(t.Elem(), f, seen)
	case *types.Struct:
		for v := range t.Fields() {
			if v.Embedded() && namesAny(v.Type(), f, seen) {
				return true
			}
		}
	}
	return false
}

// A table is a map whose last additions can be undone. The zero table is empty.
type table[K comparable, V any] struct {
	all   map[K]V
	fresh []K
}

func (t *table[K, V]) get(k K) (V, bool) {
	v, ok := t.all[k]
	return v, ok
}

func (t *table[K, V]) put(k K, v V) {
	if t.all == nil {
		t.all = map[K]V{}
	}
	t.all[k] = v
	t.fresh = append(t.fresh, k)
}

func (t *table[K, V]) keep() { t.fresh = nil }

func (t *table[K, V]) undo() {
	for _, k := range t.fresh {
		delete(t.all, k)
	}
	t.fresh = nil
}

// An Error is a construct that Go allows and the interpreter cannot run, with the reason.
type Error struct {
	Pos token.Pos
	Msg string
}

func (e *Error) Error() string { return e.Msg }
