package cell

import (
	"fmt"
	"go/types"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower"
)

// load imports a package for the cell: one whose source is beside the notebook, as
// that is now, or a compiled one.
func (a *attempt) load(path string) (*types.Package, error) {
	if a.local != nil {
		p, err := a.local.Load(path)
		if err != nil {
			return nil, err
		}
		if p != nil {
			a.noteSource(p)
			return p.Types, nil
		}
	}
	return a.importNow(path)
}

// importNow imports as the cell does.
func (a *attempt) importNow(path string) (*types.Package, error) {
	if p := a.known.sources[path]; p != nil {
		return p.Types, nil
	}
	return a.Import(path)
}

// noteSource records the local package that the cell imports, and the packages that it
// imports in turn. Variables whose types are of a package that has changed since are
// dropped.
func (a *attempt) noteSource(p *lower.Package) {
	path := p.Types.Path()
	if a.known.sources[path] == p {
		return
	}
	for _, q := range p.Imports {
		a.noteSource(q)
	}
	a.known.sources[path] = p
	old := a.sources[path]
	if old == nil || old == p {
		return
	}
	a.known.reread[path] = true
	for name, sym := range a.symbols {
		v, ok := sym.obj.(*types.Var)
		if !ok {
			continue
		}
		names(v.Type(), func(t *types.TypeName) {
			if t.Pkg() == old.Types {
				a.known.dropped[name] = fmt.Sprintf("dropped when %s imported %s, whose source had changed", a.src.Label, path)
			}
		})
	}
}
