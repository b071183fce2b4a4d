// Package repl is the contract between the Jupyter server and an interpreter:
// one ordered stream of requests to the interpreter and one ordered stream of
// events back, each event naming the request that caused it.
//
// It is a stream and not a set of callbacks because of what must pass through
// it: output that a goroutine writes after its cell has ended, the death of an
// interpreter while no cell runs, several cells queued. Both sides are plain
// values, so that an interpreter may live in another process.
//
// The package imports the standard library only.
package repl

import (
	"context"
	"encoding/json"
)

// ID names a request. It is the parent of every event that the request causes, however
// late the event comes.
type ID string

// A Session is a running interpreter.
//
// Send queues a request and returns at once. An error means that the session is closed.
// Interrupt and Input overtake the queued requests. All other requests are carried out
// in the order of sending.
//
// Events returns a channel of what happens, in order. Every Execute and every Deliver is
// answered by exactly one Done, which comes after every event that the request caused
// while it ran. The channel must be read: an interpreter that cannot send an event
// waits, which holds back a cell that floods it. The channel is closed when the session
// has ended.
type Session interface {
	Send(Request) error
	Events() <-chan Event
	Close(context.Context) error
}

// A Request is one of Execute, Deliver, Input, Interrupt.
type Request interface{ request() }

// Execute runs one cell.
type Execute struct {
	ID     ID
	Code   string
	Count  int  // the number of the cell, as in In[Count]
	Silent bool // show nothing: no Result event
	// Cell identifies the cell when it runs again, perhaps edited. A cell without an identity,
	// "", is another one each time.
	Cell    string
	Deleted []string // the cells that are gone since the last Execute
	More    bool     // other cells wait to be executed
	// UserExpressions are evaluated after the cell if it has succeeded. The answers
	// come with Done.
	UserExpressions map[string]string
}

// Deliver hands the cells a message of a comm that the other side has sent.
type Deliver struct {
	ID   ID
	Comm Comm
}

// Input answers the Ask of the same number. It changes nothing if nothing waits for it
// any more, because the cell was interrupted.
type Input struct {
	Number int
	Line   string // without its end
	// Refused is the reason for the lack of a line, or empty. End is another reason: there is
	// no more input.
	Refused string
	End     bool
}

// Interrupt stops the running cell. What the cell has assigned is kept. If no cell runs,
// Interrupt does nothing.
type Interrupt struct{}

func (Execute) request()   {}
func (Deliver) request()   {}
func (Input) request()     {}
func (Interrupt) request() {}

// A Comm is one message of a comm, a channel of any data between cells and a
// front end. Open and close are messages too.
type Comm struct {
	Kind     CommKind
	ID       string          // of the comm
	Target   string          // of CommOpen: who is to receive it
	Data     json.RawMessage // a JSON object
	Metadata json.RawMessage // a JSON object, or nil
	Buffers  [][]byte
	// Message is the id of the other side's message, the parent of all that it causes. It
	// is empty in a message of the cells.
	Message string
}

// Size returns the number of bytes of data.
func (c Comm) Size() int {
	n := len(c.Data)
	for _, b := range c.Buffers {
		n += len(b)
	}
	return n
}

// CommKind is the message type of the protocol.
type CommKind string

const (
	CommOpen  CommKind = "comm_open"
	CommMsg   CommKind = "comm_msg"
	CommClose CommKind = "comm_close"
)

// Answer is the value of a user expression, or why there is none.
type Answer struct {
	Bundle  Bundle
	Failure *Failure
}

// Bundle is one value in several renderings, by MIME type. Each rendering is the JSON
// that the protocol and the notebook format store: a string for text, a string of base64
// for an image, an object for a JSON type.
type Bundle struct {
	Data     map[string]json.RawMessage
	Metadata map[string]json.RawMessage
}

// Size returns the number of bytes of the renderings.
func (b Bundle) Size() int {
	n := 0
	for _, data := range b.Data {
		n += len(data)
	}
	return n
}

// Failure is the error that ended a cell.
type Failure struct {
	Name      string   // the kind: "compile error", "panic", "interrupted", ...
	Value     string   // one line: what happened, where, what to do
	Traceback []string // what a person reads, line by line, with ANSI colours
}

// Error implements error. The text has no colours.
func (f *Failure) Error() string { return f.Name + ": " + f.Value }
