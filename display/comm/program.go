package comm

import "errors"

// program is the manager of a Go program, which has no front end. In a cell the
// methods of the interpreter's manager replace the functions of this package.
var program = NewManager(nobody{})

// nobody is a sink without a front end.
type nobody struct{}

func (nobody) Send(Kind, string, string, Message) error {
	return errors.New("comm: there is no front end: this is a program, not a cell of a notebook")
}

// Register sets the function that is called when the front end opens a comm for a
// target. It replaces the one set before, so that a cell can be run again. The
// function gets the comm, on which it sets what to do with messages, and the message
// that opened the comm.
func Register(target string, open func(c *Comm, m Message)) { program.Register(target, open) }

// Unregister removes the function of a target. Open comms stay open.
func Unregister(target string) { program.Unregister(target) }

// Open opens a comm for a target that the front end has registered, with data as in
// [Comm.Send]. In a Go program, which has no front end, it returns an error.
func Open(target string, data any, buffers ...[]byte) (*Comm, error) {
	return program.Open(target, data, buffers...)
}

// OpenWith opens a comm as [Open] does, with metadata, a JSON object like the data. Widgets
// put their version there.
func OpenWith(target string, data, metadata any, buffers ...[]byte) (*Comm, error) {
	return program.OpenWith(target, data, metadata, buffers...)
}
