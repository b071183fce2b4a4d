// Package advice guesses the code that the author of a mistake in a cell meant. The
// messages of Go's parser and type checker describe the mistake; the advice, which stands
// behind them, is the code to write instead. It is for those who come from another language
// or library.
package advice

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
)

// A Cell is the place of a mistake: the names that its author could have used.
type Cell interface {
	Library
	// Names returns the names that may stand alone: variables, functions, types,
	// packages.
	Names() []string
	// Declares reports whether a name is that of a variable, function or type of the
	// cells.
	Declares(name string) bool
}

// A Library is the set of packages that need no import.
type Library interface {
	// Own returns the names of nvsd's packages, nvsd itself first.
	Own() []string
	// Package returns the package of a name, or nil.
	Package(name string) *types.Package
}

// A Mistake is an error of the type checker.
type Mistake struct {
	Msg  string
	Pos  token.Pos
	Path []ast.Node // the nodes around Pos, the outermost first
	Info *types.Info
	Text func(ast.Node) string // the source of a node
	Cell Cell
}

// A rule has advice for the messages that match a pattern. The groups of the pattern are
// passed on. The advice is empty where the rule does not know any.
type rule struct {
	pattern *regexp.Regexp
	advise  func(m *Mistake, groups []string) string
}

// Of returns the advice on a mistake, as a sentence without its full stop, or "" if there
// is none.
func Of(m *Mistake) string {
	for _, r := range rules() {
		if found := r.pattern.FindStringSubmatch(m.Msg); found != nil {
			if text := r.advise(m, found[1:]); text != "" {
				return text
			}
		}
	}
	return ""
}

// at returns the outermost node of a type that begins at the place of the mistake and that
// is accepted; nil if there is none.
func at[N ast.Node](m *Mistake, accept func(N) bool) (found N) {
	for _, n := range m.Path {
		if n, ok := n.(N); ok && accept(n) {
			return n
		}
	}
	return found
}

// around returns the innermost node of a type around the place of the mistake.
func around[N ast.Node](m *Mistake) (found N, ok bool) {
	for i := len(m.Path) - 1; i >= 0; i-- {
		if n, ok := m.Path[i].(N); ok {
			return n, true
		}
	}
	return found, false
}
