package interp

import (
	"github.com/nvsd-kernel/nvsd-kernel/interp/assist"
	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
	"github.com/nvsd-kernel/nvsd-kernel/interp/magic"
	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols"
	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
)

// newAnalyzer returns what answers from the types of a session's cells.
func newAnalyzer(cells *cell.Session, dir string) *assist.Analyzer {
	var library symbols.Library
	return assist.New(assist.Options{
		Session: cells,
		Paths:   symbols.Paths(),
		Doc:     library.Doc,
		Example: library.Example,
		Magics:  magic.Names(),
		Dir:     dir,
	})
}

// Completeness implements [repl.Analyzer].
func (s *Session) Completeness(code string) repl.Completeness { return completeness(code) }

// Complete implements [repl.Analyzer].
func (s *Session) Complete(code string, cursor int) repl.Completions {
	s.types.Lock()
	defer s.types.Unlock()
	return s.analyzer.Complete(code, cursor)
}

// Inspect implements [repl.Analyzer].
func (s *Session) Inspect(code string, cursor, detail int) repl.Inspection {
	s.types.Lock()
	defer s.types.Unlock()
	return s.analyzer.Inspect(code, cursor, detail)
}

// check checks a cell.
func (s *Session) check(src cell.Source) (*cell.Program, error) {
	s.types.Lock()
	defer s.types.Unlock()
	return s.cells.Check(src)
}

// commit makes what a program declares the session's.
func (s *Session) commit(p *cell.Program) {
	s.types.Lock()
	defer s.types.Unlock()
	s.cells.Commit(p)
}

// reset forgets what the cells have declared.
func (s *Session) reset() {
	s.types.Lock()
	defer s.types.Unlock()
	s.cells.Reset()
}
