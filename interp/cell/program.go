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
}

// A Program is a checked cell in the form that the interpreter runs: one file
// of package main, to be parsed under the name File, compiled, and executed;
// then Entry is called.
type Program struct {
	// File is the name to parse Code under. No two programs of a session
	// share one, which keeps their imports apart in the interpreter and
	// makes a position File:line:column belong to one program.
	File string
	// Code declares packages' imports, types, functions and variables, none
	// of which runs anything, and the function Entry.
	Code string
	// Entry names the niladic function that holds the cell's statements, as
	// in main.cellᐧ7; empty if the cell only declares.
	Entry string
	// Once are functions of Code that nothing calls once Entry has returned.
	Once []string
	// Lines tells, for each line of Code (Lines[0] is line 1), from where
	// in which cell it comes; the zero Position where from none.
	Lines []Position
	// Structs are the struct types that Code names, and Aliases the paths of
	// the packages that it imports, by the names that it gives them.
	Structs []rt.StructSpec
	Aliases map[string]string
	// Rebound are functions of earlier programs that mean something else now, and
	// the functions of Code as which they go on.
	Rebound map[string]string
	// Notices are what the user should know although nothing failed: that a
	// variable was dropped because its type was replaced, that a function no
	// longer checks.
	Notices []Notice

	update update // what Commit makes the session's
}

// A Position is a place in a cell, counted from 1, the column in bytes. Line 0
// means nowhere.
type Position struct {
	Label     string
	Line, Col int
}

// At returns where line (from 1) of Code comes from.
func (p *Program) At(line int) Position {
	if line < 1 || line > len(p.Lines) {
		return Position{}
	}
	return p.Lines[line-1]
}

// A Notice is one sentence for the user.
type Notice string
