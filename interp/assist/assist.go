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

// Options say what an Analyzer knows. Session is required.
type Options struct {
	// Session returns what the cells have declared. It must not change while
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
	// Dir is where the paths of imports begin; empty: the working directory.
	Dir string
	// Files returns where other paths begin, those of the files that cells use;
	// empty: Dir.
	Files func() string
	// Value returns a short rendering of the value of a variable of the
	// session, if one is known.
	Value func(name string) (string, bool)
}

// An Analyzer answers what may stand and what stands at a cursor. It is as safe
// for concurrent use as the sessions that it is given.
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
