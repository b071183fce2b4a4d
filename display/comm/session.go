package comm

import (
	"crypto/rand"
	"errors"
	"sync"
)

// Kind is what a message does with its comm.
type Kind string

// The kinds, by the names that they have in Jupyter's protocol.
const (
	Opened Kind = "comm_open"
	Sent   Kind = "comm_msg"
	Closed Kind = "comm_close"
)

// A Sink takes the messages to the front end. Its method may be called from any
// goroutine.
type Sink interface {
	Send(kind Kind, id, target string, m Message) error
}

// A Session is the comms of one interpreter, and whom those reach that a front
// end opens. Its methods have the signatures of the package's functions of the
// same names, which they stand for in a cell.
type Session struct {
	sink Sink

	mu      sync.Mutex
	targets map[string]func(*Comm, Message)
	comms   map[string]*Comm // those that are open, by id
}

// NewSession returns a session without comms whose messages go to sink.
func NewSession(sink Sink) *Session {
	return &Session{sink: sink, targets: map[string]func(*Comm, Message){}, comms: map[string]*Comm{}}
}

// Register says who is told of comms that the front end opens for a target, in
// the place of who was before.
func (s *Session) Register(target string, open func(*Comm, Message)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.targets[target] = open
}

// Unregister lets nobody be told any more of comms that the front end opens for
// a target. Those that are open stay so.
func (s *Session) Unregister(target string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.targets, target)
}

// Open opens a comm for whom the front end has registered under the target. The
// data are as those of [Comm.Send].
func (s *Session) Open(target string, data any, buffers ...[]byte) (*Comm, error) {
	return s.OpenWith(target, data, nil, buffers...)
}

// OpenWith is Open with metadata, a JSON object like the data. Widgets want
// their version there.
func (s *Session) OpenWith(target string, data, metadata any, buffers ...[]byte) (*Comm, error) {
	m, err := message(data, metadata, buffers)
	if err != nil {
		return nil, err
	}
	if target == "" {
		return nil, errors.New("comm: the target is empty; name whom the comm is for")
	}
	c := s.add(rand.Text(), target)
	if err := s.sink.Send(Opened, c.id, target, m); err != nil {
		c.end(err)
		return nil, err
	}
	return c, nil
}

func (s *Session) add(id, target string) *Comm {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &Comm{session: s, id: id, target: target}
	s.comms[id] = c
	return c
}

// Receive hands a message of the front end to whom it is for, and returns when
// that has dealt with it. A comm that nobody is there for is closed, so that the
// front end does not wait; so is one whose function ends by a panic when it is
// opened.
func (s *Session) Receive(kind Kind, id, target string, m Message) error {
	s.mu.Lock()
	c, open := s.comms[id], s.targets[target]
	s.mu.Unlock()
	switch {
	case kind == Opened && open != nil:
		if c != nil {
			c.end(errOpenedAnew)
		}
		return s.opened(open, id, target, m)
	case kind == Closed && c != nil:
		c.closedThere(m)
	case kind == Sent && c != nil:
		c.received(m)
	case kind != Closed:
		m, _ := message(nil, nil, nil)
		return s.sink.Send(Closed, id, target, m)
	}
	return nil
}

// opened tells open of a comm that the front end has opened.
func (s *Session) opened(open func(*Comm, Message), id, target string, m Message) error {
	c := s.add(id, target)
	returned := false
	defer func() {
		if !returned {
			_ = c.close(nil, errNotOpened) // why it did not return says more
		}
	}()
	open(c, m)
	returned = true
	return nil
}

func (c *Comm) received(m Message) {
	c.session.mu.Lock()
	handle := c.onMessage
	c.session.mu.Unlock()
	if handle != nil {
		handle(m)
	}
}

func (c *Comm) closedThere(m Message) {
	c.session.mu.Lock()
	handle := c.onClose
	c.session.mu.Unlock()
	if c.end(errClosedThere) && handle != nil {
		handle(m)
	}
}
