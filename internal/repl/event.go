package repl

import (
	"fmt"
	"time"
)

// An Event is something that a request has caused. [Events] lists the types of events.
type Event interface {
	// Under returns the event with another parent, the request that has caused it.
	Under(parent ID) Event
	// Size returns the number of bytes of the event's text and renderings.
	Size() int
}

// Events returns an empty event of each type, for code that sends events to another
// process and must know all types.
func Events() []Event {
	return []Event{
		Stream{}, Display{}, Result{}, Clear{}, Progress{}, Page{}, NextCell{}, Ask{}, Sent{},
		FileRead{}, Renewed{}, Died{}, Done{},
	}
}

// Stream is text written to standard output or standard error.
type Stream struct {
	Parent ID
	Name   StreamName
	Text   string
}

// StreamName is "stdout" or "stderr".
type StreamName string

const (
	Stdout StreamName = "stdout"
	Stderr StreamName = "stderr"
)

func (e Stream) Under(parent ID) Event { e.Parent = parent; return e }
func (e Stream) Size() int             { return len(e.Text) }

// Display is a value that the cell showed by asking for it.
type Display struct {
	Parent ID
	Bundle Bundle
	ID     string // the name under which it can be updated, or empty
	Update bool   // replaces what was shown before under ID
}

func (e Display) Under(parent ID) Event { e.Parent = parent; return e }
func (e Display) Size() int             { return e.Bundle.Size() }

// Result is the value of the last expression of a cell.
type Result struct {
	Parent ID
	Bundle Bundle
}

func (e Result) Under(parent ID) Event { e.Parent = parent; return e }
func (e Result) Size() int             { return e.Bundle.Size() }

// Clear removes the output of the cell so far. If Wait is set, it does so when the next
// output arrives.
type Clear struct {
	Parent ID
	Wait   bool
}

func (e Clear) Under(parent ID) Event { e.Parent = parent; return e }
func (Clear) Size() int               { return 0 }

// Progress is the state of a computation of the cell. It is shown while the computation
// lasts, in one line for each cell, and no record of the cell keeps it.
type Progress struct {
	Parent ID
	Doing  string        // what is being done, such as "path: fit 12 of 50"
	Done   float64       // the part that is done, from 0 to 1; negative if that is not known
	Left   time.Duration // an estimate of the time that is left; 0 if there is none
	Ended  bool          // the line is to be removed
}

func (e Progress) Under(parent ID) Event { e.Parent = parent; return e }
func (e Progress) Size() int             { return len(e.Doing) }

// String is the progress in a line, without a bar.
func (e Progress) String() string {
	text := e.Doing
	if e.Done >= 0 {
		text = fmt.Sprintf("%2.0f %%  %s", 100*e.Done, text)
	}
	if e.Left > 0 {
		text += ", " + about(e.Left) + " left"
	}
	return text
}

// about rounds a time to what an estimate is worth.
func about(d time.Duration) string {
	switch {
	case d < 10*time.Second:
		return "a few seconds"
	case d < 100*time.Second:
		return fmt.Sprintf("about %d s", d.Round(5*time.Second)/time.Second)
	case d < 100*time.Minute:
		return fmt.Sprintf("about %d min", d.Round(time.Minute)/time.Minute)
	}
	return fmt.Sprintf("about %d h", d.Round(time.Hour)/time.Hour)
}

// Page shows a value apart from the cell, in the client's pager.
type Page struct {
	Parent ID
	Bundle Bundle
}

func (e Page) Under(parent ID) Event { e.Parent = parent; return e }
func (e Page) Size() int             { return e.Bundle.Size() }

// NextCell puts code into the next cell of the client or, if Replace is set, into the
// cell that asks for it.
type NextCell struct {
	Parent  ID
	Code    string
	Replace bool
}

func (e NextCell) Under(parent ID) Event { e.Parent = parent; return e }
func (e NextCell) Size() int             { return len(e.Code) }

// Ask asks the user for a line of text. The cell waits for the Input of the same number.
type Ask struct {
	Parent   ID
	Number   int // unique in an interpreter
	Prompt   string
	Password bool // the line is not to be shown as it is typed
}

func (e Ask) Under(parent ID) Event { e.Parent = parent; return e }
func (e Ask) Size() int             { return len(e.Prompt) }

// Sent is a message of a comm from the cells to the other side. If Last is set, it comes
// after everything else that its Deliver causes, also after the failure.
type Sent struct {
	Parent ID
	Comm   Comm
	Last   bool
}

func (e Sent) Under(parent ID) Event { e.Parent = parent; return e }
func (e Sent) Size() int             { return e.Comm.Size() }

// FileRead is a file that the cell has read as data. No client is told of it: it is for the
// record of where the cell's results come from.
type FileRead struct {
	Parent ID
	Path   string // as the cell names it, or an address
	SHA256 string // of its bytes, in hexadecimal digits
	Bytes  int64
}

func (e FileRead) Under(parent ID) Event { e.Parent = parent; return e }
func (e FileRead) Size() int             { return len(e.Path) + len(e.SHA256) }

// Renewed announces a fresh interpreter in the place of the last one. Everything that the
// last one held is gone, its comms too.
type Renewed struct{ Parent ID }

func (e Renewed) Under(parent ID) Event { e.Parent = parent; return e }
func (Renewed) Size() int               { return 0 }

// Died announces the unasked end of the interpreter's process. Every variable of the session
// is lost. A fresh interpreter takes its place, as Renewed says. If a cell was running, its
// Done follows with the failure to be shown. Otherwise Parent is the last cell that ran, or
// empty.
type Died struct {
	Parent ID
	Reason string
}

func (e Died) Under(parent ID) Event { e.Parent = parent; return e }
func (Died) Size() int               { return 0 }

// Done ends the Execute or the Deliver whose ID is Parent.
type Done struct {
	Parent          ID
	Failure         *Failure // nil when the cell succeeded
	UserExpressions map[string]Answer
}

func (e Done) Under(parent ID) Event { e.Parent = parent; return e }
func (Done) Size() int               { return 0 }
