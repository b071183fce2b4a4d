package assist

import (
	"cmp"
	"go/types"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// ranked puts the candidates in order: first the word itself, then those that begin exactly as it
// does, then those of the wanted type, then the nearest, then by name.
func (q *query) ranked() []repl.Completion {
	type scored struct {
		candidate
		whole, fold, fit int
	}
	list := make([]scored, len(q.found))
	for i, c := range q.found {
		s := scored{candidate: c, fit: q.fit(c)}
		if name := c.text; !strings.HasPrefix(name, q.prefix) && !strings.HasPrefix(name[strings.LastIndexByte(name, '.')+1:], q.prefix) {
			s.fold = 1
		}
		if c.text == q.prefix {
			s.whole = 1
		}
		list[i] = s
	}
	slices.SortFunc(list, func(a, b scored) int {
		return cmp.Or(
			cmp.Compare(b.whole, a.whole),
			cmp.Compare(a.fold, b.fold),
			cmp.Compare(a.fit, b.fit),
			cmp.Compare(a.tier, b.tier),
			cmp.Compare(a.order, b.order),
			strings.Compare(a.text, b.text),
		)
	})
	entries := make([]repl.Completion, len(list))
	for i, s := range list {
		entries[i] = repl.Completion{Text: s.text, Kind: s.kind, Signature: q.signature(s.candidate)}
	}
	return entries
}

// fit returns 0 for a key and for a value of the wanted type, 1 for a function that returns
// one or a type of which one can be made, 2 for the rest.
func (q *query) fit(c candidate) int {
	t := q.expected.typ
	switch {
	case c.key:
		return 0
	case q.expected.kind == expectType:
		if c.kind == repl.PackageKind {
			return 1
		}
		return 0
	case t == nil || c.typ == nil || isAny(t):
		return 2
	}
	switch obj := c.obj.(type) {
	case *types.TypeName:
		if made(obj.Type(), t) {
			return 1
		}
		return 2
	case *types.Builtin, *types.Nil:
		return 2
	}
	if types.AssignableTo(c.typ, t) {
		return 0
	}
	if returns(c.typ, t) {
		return 1
	}
	return 2
}

func isAny(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.Empty()
}

// made reports whether a literal of type typ, or its address, has the wanted type.
func made(typ, want types.Type) bool {
	if named, ok := typ.(*types.Named); ok && named.TypeParams().Len() > 0 || types.IsInterface(typ) || opaque(typ) {
		return false
	}
	return types.AssignableTo(typ, want) || types.AssignableTo(types.NewPointer(typ), want)
}

// opaque reports whether a type is a struct of another package without exported fields.
func opaque(typ types.Type) bool {
	s, ok := typ.Underlying().(*types.Struct)
	if !ok || s.NumFields() == 0 {
		return false
	}
	for f := range s.Fields() {
		if f.Exported() || f.Pkg().Path() == "main" {
			return false
		}
	}
	return true
}

// returns reports whether a function has a result of the wanted type, perhaps beside an
// error, which a cell may drop.
func returns(typ, want types.Type) bool {
	sig, ok := typ.Underlying().(*types.Signature)
	if !ok || sig.TypeParams().Len() > 0 {
		return false
	}
	res := sig.Results()
	n := res.Len()
	if n == 2 && types.Identical(res.At(1).Type(), types.Universe.Lookup("error").Type()) {
		n = 1
	}
	return n == 1 && types.AssignableTo(res.At(0).Type(), want)
}
