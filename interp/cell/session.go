package cell

import "go/types"

// Options say what a session knows beyond the Go language.
type Options struct {
	// Packages are those that need no import: path by name.
	Packages map[string]string
	// Own tells whether a package is one of nvsd's, whose calls may stand
	// alone as statements without their error being looked at.
	Own func(path string) bool
	// Missing tells why a symbol that its package declares cannot be used in
	// a cell (because the interpreter lacks it), or returns "".
	Missing func(path, name string) string
}

// A Session is what the cells so far have declared, as the next cell sees it.
// It is not safe for concurrent use.
type Session struct {
	imp types.Importer
	opt Options
}

// NewSession returns an empty session whose cells import by imp.
func NewSession(imp types.Importer, opt Options) *Session {
	return &Session{imp: imp, opt: opt}
}

// Check parses, checks and rewrites a cell. It changes nothing in s: the names
// that the cell declares are the session's once [Session.Commit] says that the
// interpreter has accepted the program. An error is an [*Errors].
func (s *Session) Check(src Source) (*Program, error) {
	return &Program{}, nil
}

// Commit makes what p declares the session's. Call it after the interpreter
// has compiled p.Code and before, or whether or not, Entry has succeeded: a
// cell that panics keeps what it had assigned.
func (s *Session) Commit(p *Program) {}

// Reset forgets every declaration, for a new interpreter.
func (s *Session) Reset() {}

type update struct{}
