package wire

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
	File string // rt.Program.File
	Line int    // of rt.Program.Code
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
