package interp

import (
	"maps"

	"github.com/nvsd-kernel/nvsd-kernel/interp/assist"
	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
	"github.com/nvsd-kernel/nvsd-kernel/interp/magic"
	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker"
	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
)

// newAnalyzer returns what answers from the types of the session's cells.
func (s *Session) newAnalyzer() *assist.Analyzer {
	var library symbols.Library
	return assist.New(assist.Options{
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
		Dir:   s.opt.Dir,
		Files: func() string { return s.workDir },
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

// declared is what the cells have declared, the running one included.
func (s *Session) declared() *cell.Session {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running == nil || !s.busy {
		return s.cells
	}
	return s.cells.With(s.running)
}

// check checks a cell.
func (s *Session) check(src cell.Source) (*cell.Program, error) {
	s.types.Lock()
	defer s.types.Unlock()
	p, err := s.cells.Check(src)
	s.running = p
	return p, err
}

// commit makes what a program declares the session's.
func (s *Session) commit(p *cell.Program, o worker.Outcome) {
	s.types.Lock()
	defer s.types.Unlock()
	s.cells.Commit(p)
	s.cells.Ended(p, o.Begun)
	s.running = nil
}

// left keeps how a run has left what it could change.
func (s *Session) left(o worker.Outcome) {
	s.types.Lock()
	defer s.types.Unlock()
	if s.values == nil {
		s.values = map[string]string{}
	}
	maps.Copy(s.values, o.Values)
	s.workDir = o.Dir
}

// reset forgets what the cells have declared, and their text, of which a fresh
// interpreter has nothing to say.
func (s *Session) reset() {
	s.types.Lock()
	defer s.types.Unlock()
	s.running, s.values, s.workDir = nil, nil, ""
	s.sources = newSources()
	s.cells.Reset()
}
