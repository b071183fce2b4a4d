package wire

import (
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// A Program is what the interpreter runs: a file of package main that declares
// things, and the name of the niladic function in it to be called then (empty:
// none).
type Program struct {
	Label string // what messages call it, as In[7]
	File  string // the name to parse Code under, different for each program
	Code  string
	Entry string
	Once  []string // functions that nothing calls after Entry
	// Structs are the struct types that Code names, and Aliases the paths of
	// the packages that it imports, by the names that it gives them.
	Structs []rt.StructSpec
	Aliases map[string]string
	// Places are where the lines of Code come from, in order.
	Places []Place
	// Rebound are functions of earlier programs, and as which of this they go on.
	Rebound map[string]string
}

// A Place is where the lines of a program come from that begin with From, up to the
// next place's: a line of a cell or of a file, 0 for none.
type Place struct {
	From  int
	Label string
	Line  int
}

// PlaceMark stands before and after the place of a line in the log of a test,
// a line of a cell or of a program, that the reader puts in the place of the
// one that package testing found.
const PlaceMark = "\x1e"

// An Outcome is how the run of a program ended.
type Outcome struct {
	Status Status
	// Loaded tells that the interpreter has accepted the declarations, which
	// stay whatever became of the entry function.
	Loaded  bool
	Message string // what went wrong, in one line
	Code    int    // of Exited
	// Calls are the places in interpreted code where it went wrong, the
	// innermost first.
	Calls []Call
	// Values are short forms of the variables that the program names, where it
	// succeeded.
	Values map[string]string
	// Begun are the variables of the session that have begun in the run, by the
	// names that Code has for them: a program may declare some and not come so far
	// as to give them a value.
	Begun []string
	// Dir is the child's working directory; empty if that is gone.
	Dir string
}

// A Call is a place in a running function.
type Call struct {
	Func string // as the interpreter names it: main.f, main.f.func1
	File string // Program.File
	Line int    // of Program.Code
}

// Status is one of the ways in which a run ends.
type Status int

const (
	Succeeded   Status = iota
	Refused            // the interpreter could not compile the program
	Failed             // an error that the program did not look at
	Panicked           // a panic, not recovered
	Exited             // os.Exit, or a function of package log that calls it
	Goexited           // runtime.Goexit
	Interrupted        // an Interrupt
)
