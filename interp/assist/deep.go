package assist

import (
	"go/types"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// collectDeep collects the names of packages that make a value of the wanted type, if it is
// a type with a name: penalty.Lasso where a penalty is wanted. It looks into the package of
// the type, and where that is one of nvsd's into all of nvsd's. Constants without a type
// fit many and were made for none.
func (q *query) collectDeep() {
	named, ok := types.Unalias(deref(q.expected.typ)).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || isAny(named) {
		return
	}
	home := named.Obj().Pkg().Path()
	for name, path := range q.opt.Session().Known() {
		if path != home && !(q.opt.Session().Own(home) && q.opt.Session().Own(path)) || q.scope.Locals()[name] != nil {
			continue
		}
		pkg, err := q.opt.Session().Import(path)
		if err != nil {
			continue
		}
		for _, n := range pkg.Scope().Names() {
			c := candidateOf(pkg.Scope().Lookup(n), deepTier)
			if c.obj.Exported() && q.fit(c) < 2 && !untyped(c.typ) {
				c.text = name + "." + n
				c.order = q.fit(c)
				if c.kind == repl.FunctionKind {
					c.order++ // after what needs no call
				}
				q.add(c)
			}
		}
	}
}

func untyped(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Info()&types.IsUntyped != 0
}
