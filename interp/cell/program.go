package cell

import (
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// Mark ends the part of an emitted name that the user wrote: what follows it
// is a version or the word for a hidden name (xᐧg, xᐧg2, fmtᐧ). It is a
// letter to Go and a dot to the eye, and a cell may not use it, so that
// [rt.UserNames] can undo every renaming in any text.
const Mark = rt.Mark

// A Source is one cell as the user wrote it.
type Source struct {
	Label string // "In[7]": what messages call the cell
	Count int    // its number, which no other source of the session has
	Code  string
	Edits []Edit // the parts of Code that are no Go, in order
	// Out is the variable that keeps the value that the cell displays, as _7;
	// empty: none does.
	Out string

	origin *origin           // nil without Edits
	outs   map[string]string // what _ and __ mean in the cell
	pasted string            // the package of which the cell is a whole file; empty: it is none
}

// A Program is a checked cell in the form that the interpreter runs.
type Program struct {
	rt.Program
	// Lines has, for each line of Code (Lines[0] is line 1), from where in
	// which cell it comes; the zero Position where from none.
	Lines []Position
	// Notices lists messages that the user should read although nothing failed: that a variable
	// was dropped because its type was replaced, that a function no longer checks.
	Notices []Notice
	// Remarks are sentences on code that Go takes and the author can hardly have meant, each without
	// its full stop. A cell that nobody sees has none.
	Remarks []string
	// Steps lists the effects of the cell on the names of the session, in its order.
	Steps []Step

	update update // what Commit makes the session's
}

// A Position is a place in a cell, counted from 1, the column in bytes. Line 0
// means nowhere.
type Position struct {
	Label     string
	Line, Col int
}

// At returns the place in the cell that line (from 1) of Code comes from.
func (p *Program) At(line int) Position {
	if line < 1 || line > len(p.Lines) {
		return Position{}
	}
	return p.Lines[line-1]
}

// A Notice is one sentence for the user.
type Notice string
