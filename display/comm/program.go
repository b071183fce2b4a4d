package comm

import "errors"

// In a Go program there is nobody at the other end. In a cell the session of its
// interpreter takes the place of these functions.
var program = NewSession(nobody{})

// nobody is the sink of a program.
type nobody struct{}

func (nobody) Send(Kind, string, string, Message) error {
	return errors.New("comm: there is no front end: this is a program, not a cell of a notebook")
}

// Register says who is told of comms that the front end opens for a target, in
// the place of who was before, so that a cell may be run again. The function
// gets the comm, to say what is done with its messages, and the message that
// opened it.
func Register(target string, open func(c *Comm, m Message)) { program.Register(target, open) }

// Unregister lets nobody be told any more of comms that the front end opens for
// a target. Those that are open stay so.
func Unregister(target string) { program.Unregister(target) }

// Open opens a comm for whom the front end has registered under the target. The
// data are as those of [Comm.Send]. In a Go program, which has no front end, it
// fails.
func Open(target string, data any, buffers ...[]byte) (*Comm, error) {
	return program.Open(target, data, buffers...)
}

// OpenWith is [Open] with metadata, a JSON object like the data. Widgets want
// their version there.
func OpenWith(target string, data, metadata any, buffers ...[]byte) (*Comm, error) {
	return program.OpenWith(target, data, metadata, buffers...)
}
