package interp

import "github.com/nvsd-kernel/nvsd-kernel/internal/repl"

// Completeness implements [repl.Analyzer].
func (s *Session) Completeness(code string) repl.Completeness { return completeness(code) }

// Complete implements [repl.Analyzer].
func (s *Session) Complete(code string, cursor int) repl.Completions {
	return s.scope.complete(code, cursor)
}

// Inspect implements [repl.Analyzer].
func (s *Session) Inspect(code string, cursor, detail int) repl.Inspection {
	return s.scope.inspect(code, cursor, detail)
}
