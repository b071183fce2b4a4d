package lower

import (
	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic"
)

// Program lowers a package main that has been checked, and the packages that it imports
// as source. library has the sources of generic functions; without are the rules that a
// test leaves out.
func Program(p *Package, library *generic.Library, without ...Rule) (*Result, error) {
	s := &State{Library: library, Without: map[Rule]bool{}}
	for _, r := range without {
		s.Without[r] = true
	}
	return s.Program(p)
}

// Program lowers a package main in a session that has nothing else.
func (s *State) Program(p *Package) (*Result, error) {
	l := newLowerer(s, p.Types, p.Info)
	return l.run(func() {
		l.entry = l.declarePackages([]*Package{p})
		if m := p.Types.Scope().Lookup("main"); m != nil {
			l.entry += nowhere + l.objName(m) + "()\n"
		}
	})
}
