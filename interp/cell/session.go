package cell

import (
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower"
	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic"
)

// Options holds the settings of a session.
type Options struct {
	// Packages lists the packages that need no import: path by name.
	Packages map[string]string
	// Own reports whether a package is one of nvsd's, whose calls may stand
	// alone as statements without their error being looked at.
	Own func(path string) bool
	// Local returns a loader of packages whose source is beside the notebook,
	// with positions of the file set. It loads all other packages by the importer,
	// which stays the same as long as the session lives: a type of a package that
	// is read twice is two types. If Local is nil, there are no such packages.
	Local func(*token.FileSet, types.Importer) Loader
	// Apart is the number of a session whose programs run in one process with those of other
	// sessions, whose numbers are others. It is in the names of types.
	Apart int
}

// A Loader loads packages whose source is lowered with the cells that import them.
// Load returns nil if there is no such package, and the same package as before if its
// source has not changed.
type Loader interface {
	Load(importPath string) (*lower.Package, error)
	// Import returns a package that is not one of these.
	Import(importPath string) (*types.Package, error)
}

// A Session holds the declarations of the cells so far, as the next cell sees them. It is
// not safe for concurrent use.
type Session struct {
	imp      types.Importer
	opt      Options
	packages map[string]*types.Package // imported so far
	local    Loader
	sources  map[string]*lower.Package // local ones, by path

	symbols map[string]*symbol // by name; of methods by "T.M"
	decls   map[string]*symbol // those of symbols that have a declaration
	unborn  map[string]string  // why a variable that a cell declared has no value
	refused map[string]string  // the cell that was to declare a name, and failed before it ran
	imports map[string]string  // path by name
	// versions counts the emitted versions of each name, and programs the
	// programs, accepted or not: the interpreter may remember what it refused.
	versions map[string]int
	programs int
	lowered  *lower.State
	smap     *sourceMap
	displays []display           // the last two
	older    map[string][]string // the variables of those before, by the code of their cell
}

// A symbol is the meaning of a name of the session.
type symbol struct {
	obj   types.Object // as a cell sees it; nil for a method, and for what is gone
	emit  string       // its name in the interpreter
	decl  *decl        // nil for a variable
	read  bool         // a function names the variable, and may go on with it whatever becomes of its name
	stale bool         // the function's body no longer checks
	gone  string       // why it cannot be used any more
}

// NewSession returns an empty session whose cells import by imp.
func NewSession(imp types.Importer, opt Options) *Session {
	s := &Session{imp: imp, opt: opt, packages: map[string]*types.Package{}}
	if s.opt.Own == nil {
		s.opt.Own = func(string) bool { return false }
	}
	s.Reset()
	return s
}

// largest is more than the code and the declarations of a session of another number have.
const largest = 1 << 24

// Reset forgets every declaration, for a new interpreter.
func (s *Session) Reset() {
	s.symbols = map[string]*symbol{}
	s.decls = map[string]*symbol{}
	s.unborn = map[string]string{}
	s.refused = map[string]string{}
	s.imports = map[string]string{}
	s.versions = map[string]int{}
	s.programs = 0
	s.smap = newSourceMap()
	if s.opt.Apart > 0 { // types that functions declare are told apart by their positions
		s.smap.fset.AddFile("", -1, s.opt.Apart*largest)
	}
	s.sources = map[string]*lower.Package{}
	s.local = nil
	if s.opt.Local != nil {
		s.local = s.opt.Local(s.smap.fset, s.imp)
	}
	s.lowered = &lower.State{Library: generic.New(s.smap.fset, s)}
	s.displays, s.older = nil, map[string][]string{}
}

// An update is the change that a program makes to its session.
type update struct {
	label   string             // of the cell
	symbols map[string]*symbol // declared, replaced or gone
	vars    []string           // those of symbols that are variables of the cell, at places that had no value
	removed []string           // methods that their type has lost
	imports map[string]string
	display *display // nil: nothing is displayed
	sources map[string]*lower.Package
}

// Commit adds the declarations of p to the session. Call it after the interpreter has
// compiled p.Code, whether or not Entry then succeeds: a cell that panics keeps what it had
// assigned.
func (s *Session) Commit(p *Program) {
	s.lowered.Keep()
	for name, sym := range p.update.symbols {
		s.set(name, sym)
	}
	for _, name := range p.update.removed {
		delete(s.symbols, name)
		delete(s.decls, name)
	}
	for name := range p.update.symbols {
		delete(s.imports, name)
	}
	maps.Copy(s.imports, p.update.imports)
	maps.Copy(s.sources, p.update.sources)
	s.commitDisplay(p)
}

// Ended records the end of the entry of p, which has been committed. begun are the
// variables that got a value, by their names in the interpreter. A cell that fails may have
// declared others; later cells cannot use those.
func (s *Session) Ended(p *Program, begun []string) {
	for _, name := range p.update.vars {
		if sym := s.symbols[name]; sym != nil && sym == p.update.symbols[name] && !slices.Contains(begun, sym.emit) {
			s.unborn[name] = fmt.Sprintf("%s declared %s, but ended before giving it a value", p.update.label, name)
		}
	}
}

// set gives a name its symbol.
func (s *Session) set(name string, sym *symbol) {
	delete(s.unborn, name)
	delete(s.refused, name)
	s.symbols[name] = sym
	if sym.decl != nil {
		s.decls[name] = sym
	} else {
		delete(s.decls, name)
	}
}
