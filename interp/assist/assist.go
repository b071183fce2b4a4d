// Package assist completes and inspects the code of cells by its types: it checks code with
// package cell and finds the completions at the cursor, and the description of the name
// there. It runs nothing and changes nothing.
//
// Completion: where the cursor stands in the text (place.go, magic.go); the code
// made whole around it (mend.go) and checked; what is expected there (expectation.go);
// what there is (candidates.go, members.go, deep.go, files.go); in which order
// (rank.go). Inspection: the name at the cursor or the function called around
// it (inspect.go), and its description (describe.go).
package assist

import (
	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
)

// Options holds the sources of an Analyzer's knowledge. Session is required.
type Options struct {
	// Session returns the session with the declarations of the cells. It must not change while
	// the Analyzer answers.
	Session func() *cell.Session
	// Paths are the packages that cells may import.
	Paths []string
	// Doc and Example return the doc comment and the body of the first example
	// of a name of a package (T.M of a method or a field), or "".
	Doc, Example func(path, name string) string
	// Magics are the names of magics, with their % or %%.
	Magics []string
	// About returns the description of a magic, or "".
	About func(name string) string
	// Dir is the folder to which the paths of imports are relative; empty: the working
	// directory.
	Dir string
	// Files returns the folder to which other paths are relative, of the files that cells use;
	// empty: Dir.
	Files func() string
	// Value returns a short rendering of the value of a variable of the
	// session, if one is known.
	Value func(name string) (string, bool)
}

// An Analyzer completes code at a cursor, and describes the name there. It is as safe for
// concurrent use as the sessions that it is given.
type Analyzer struct{ opt Options }

// New returns an Analyzer.
func New(opt Options) *Analyzer {
	nothing := func(string, string) string { return "" }
	if opt.Doc == nil {
		opt.Doc = nothing
	}
	if opt.Example == nil {
		opt.Example = nothing
	}
	if opt.About == nil {
		opt.About = func(string) string { return "" }
	}
	if opt.Files == nil {
		opt.Files = func() string { return "" }
	}
	if opt.Value == nil {
		opt.Value = func(string) (string, bool) { return "", false }
	}
	return &Analyzer{opt}
}
