package cell

import (
	"go/types"
	"iter"
	"maps"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower"
)

// Declared yields the names of the session that can be used, without methods, and their
// objects. The session must not change meanwhile.
func (s *Session) Declared() iter.Seq2[string, types.Object] {
	return func(yield func(string, types.Object) bool) {
		for name, sym := range s.symbols {
			if sym.obj != nil && sym.gone == "" && s.unborn[name] == "" && !yield(name, sym.obj) {
				return
			}
		}
	}
}

// With returns the session as it will be once p runs. It can be read but must not be
// used to check cells.
func (s *Session) With(p *Program) *Session {
	next := *s
	next.symbols, next.decls, next.imports = maps.Clone(s.symbols), maps.Clone(s.decls), maps.Clone(s.imports)
	next.unborn, next.refused = maps.Clone(s.unborn), maps.Clone(s.refused)
	next.lowered = &lower.State{} // what s has been lowered to stays as it is
	next.Commit(p)
	return &next
}

// Lookup returns the object of a name of the session, or nil.
func (s *Session) Lookup(name string) types.Object {
	if sym := s.symbols[name]; sym != nil && sym.gone == "" && s.unborn[name] == "" {
		return sym.obj
	}
	return nil
}

// Known returns the packages that a cell may name: path by name. It has those
// that the session has imported, and those that need no import.
func (s *Session) Known() map[string]string {
	all := maps.Clone(s.opt.Packages)
	maps.Copy(all, s.imports)
	return all
}

// Own reports whether a package is one of nvsd's.
func (s *Session) Own(path string) bool { return s.opt.Own(path) }

// Source returns the text by which a cell has declared name (of a method T.M), with the
// comments before it and behind it, and the label of the cell. Variables have none.
func (s *Session) Source(name string) (label, text string, ok bool) {
	sym := s.symbols[name]
	if sym == nil || sym.decl == nil {
		return "", "", false
	}
	c := sym.decl.chunk
	return c.src.Label, c.commented(), true
}

// Source returns the text by which the cell itself declares name, with its
// comments.
func (v *Scope) Source(name string) (text string, ok bool) {
	for _, it := range v.a.items[:v.a.own] {
		for _, n := range it.names {
			if n == name {
				return it.chunk.commented(), true
			}
		}
	}
	return "", false
}

// commented is the text of the chunk with the comment lines that end at it, and
// the comment that begins on its last line.
func (c chunk) commented() string {
	code, from, to := c.src.Code, c.off, c.end
	for {
		line := strings.LastIndexByte(code[:from], '\n') + 1
		if strings.TrimSpace(code[line:from]) != "" || line == 0 {
			break
		}
		above := strings.LastIndexByte(code[:line-1], '\n') + 1
		if !strings.HasPrefix(strings.TrimSpace(code[above:line]), "//") {
			break
		}
		from = above
	}
	if rest, _, _ := strings.Cut(code[to:], "\n"); strings.HasPrefix(strings.TrimSpace(rest), "//") {
		to += len(strings.TrimRight(rest, "\r"))
	}
	return code[from:to]
}
