package wire

// An Outcome is the result of a program's run.
type Outcome struct {
	Status Status
	// Loaded reports whether the interpreter has accepted the declarations. They
	// stay whatever the entry function does.
	Loaded  bool
	Message string // what went wrong, in one line
	Cause   string // of a panic: what is known beyond the message, or ""
	Nil     string // the variable that a panic found to be nil, or ""
	Code    int    // of Exited
	// Calls are the places in interpreted code where it went wrong, the
	// innermost first.
	Calls []Call
	// Values are summaries of the variables that the program names, if it
	// succeeded.
	Values map[string]string
	// Begun are the variables of the session that have begun in the run, by their
	// names in Code. A program may declare a variable and end before it gives the
	// variable a value.
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
