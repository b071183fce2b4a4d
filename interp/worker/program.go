package worker

import "github.com/nvsd-kernel/nvsd-kernel/interp/rt"

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
}

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
	// Dir is the child's working directory; empty if that is gone.
	Dir string
}

// A Call is a place in a running function.
type Call struct {
	Func string // as the interpreter names it: main.f, main.f.func
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
	Interrupted        // Process.Interrupt
)
