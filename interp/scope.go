package interp

import (
	"go/token"
	"go/types"
	"maps"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/assist"
	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
	"github.com/nvsd-kernel/nvsd-kernel/interp/local"
	"github.com/nvsd-kernel/nvsd-kernel/interp/magic"
	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// A scope holds the declarations of the cells. Cells are checked against it, and completion
// and inspection answer from it at any time, also while a cell runs. Its methods are safe
// for concurrent use; none of them runs a program.
type scope struct {
	mu       sync.Mutex
	cells    *cell.Session
	running  *cell.Program     // has been checked, and is not committed yet; or nil
	values   map[string]string // how variables looked when a cell that names them ended
	workDir  string            // of the cells, as the last has left it; empty before one has
	packages *local.Loader     // reads those beside the cells
	analyzer *assist.Analyzer
}

// newScope returns an empty scope. Packages beside the cells are looked for in
// the folder dir, paths of imports are completed from the folder shown.
func newScope(dir, shown string) *scope {
	s := &scope{values: map[string]string{}}
	s.cells = newCells(dir, func(l *local.Loader) { s.packages = l })
	var library symbols.Library
	s.analyzer = assist.New(assist.Options{
		Session: s.declared,
		Paths:   symbols.Paths(),
		Doc:     library.Doc,
		Example: library.Example,
		Magics:  magic.Names(),
		About:   magic.About,
		Value: func(name string) (string, bool) {
			text, ok := s.values[name]
			return text, ok
		},
		Dir:   shown,
		Files: func() string { return s.workDir },
	})
	return s
}

// newCells returns the session that cells are checked against. read is called with the
// loader of the packages in the folder dir, at once and at every reset.
func newCells(dir string, read func(*local.Loader)) *cell.Session {
	return cell.NewSession(symbols.Importer(), cell.Options{
		Packages: symbols.Packages(),
		Own:      symbols.Own,
		Local: func(fset *token.FileSet, compiled types.Importer) cell.Loader {
			l := local.New(dir, fset, compiled)
			read(l)
			return l
		},
	})
}

// declared returns the declarations of the cells, the running one included. The lock is
// held: the analyzer calls it.
func (s *scope) declared() *cell.Session {
	if s.running == nil {
		return s.cells
	}
	return s.cells.With(s.running)
}

// check checks a cell. What the cell declares is in scope from now on, until the
// program is committed or dropped.
func (s *scope) check(src cell.Source) (*cell.Program, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, err := s.cells.Check(src)
	s.running = p
	if err != nil {
		s.cells.Refuse(src)
	}
	return p, err
}

// refuse remembers the declarations of a program that the interpreter has not loaded.
func (s *scope) refuse(src cell.Source) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cells.Refuse(src)
}

// commit keeps the declarations of a program that the interpreter has loaded, with the
// summaries of the variables that it could change. displayed reports whether it has
// displayed its value.
func (s *scope) commit(p *cell.Program, o wire.Outcome, displayed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running = nil
	s.cells.Commit(p)
	s.cells.Ended(p, o.Begun)
	if displayed {
		s.cells.Displayed(p)
	}
	maps.Copy(s.values, o.Values)
	s.workDir = o.Dir
}

// drop forgets the declarations of a program, unless it has been committed.
func (s *scope) drop(p *cell.Program) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running == p {
		s.running = nil
	}
}

// reset forgets everything, for a fresh interpreter.
func (s *scope) reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running, s.values, s.workDir = nil, map[string]string{}, ""
	s.cells.Reset()
}

// line returns a line of a package beside the cells, or nothing.
func (s *scope) line(file string, line int) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.packages.Line(file, line)
}

// variables returns the variables with their summaries, of those that a cell has named.
func (s *scope) variables() []repl.Variable {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []repl.Variable
	for _, v := range s.cells.Variables() {
		list = append(list, repl.Variable{Name: v.Name(), Type: cell.TypeName(v.Type()), Value: s.values[v.Name()]})
	}
	return list
}

// complete returns the completions at the cursor.
func (s *scope) complete(code string, cursor int) repl.Completions {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.analyzer.Complete(code, cursor)
}

// inspect returns the description of the name at the cursor.
func (s *scope) inspect(code string, cursor, detail int) repl.Inspection {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.analyzer.Inspect(code, cursor, detail)
}

// meant returns the likely meanings of an unknown name: see [cell.Session.Meant].
func (s *scope) meant(name string) (names, owners []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cells.Meant(name)
}
