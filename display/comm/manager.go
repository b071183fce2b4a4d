package comm

import (
	"crypto/rand"
	"errors"
	"sync"
)

// Kind is the type of a message: the comm's opening, its closing, or a message between
// these.
type Kind string

// The kinds, by their names in Jupyter's protocol.
const (
	Opened Kind = "comm_open"
	Sent   Kind = "comm_msg"
	Closed Kind = "comm_close"
)

// A Sink sends messages to the front end. Its method may be called from any
// goroutine.
type Sink interface {
	Send(kind Kind, id, target string, m Message) error
}

// A Manager holds the open comms of one interpreter, and the functions registered for
// targets. Its methods have the signatures of the package's functions of the same names
// and replace them in a cell.
type Manager struct {
	sink Sink

	mu      sync.Mutex
	targets map[string]func(*Comm, Message)
	comms   map[string]*Comm // those that are open, by id
}

// NewManager returns a manager without comms that sends by sink.
func NewManager(sink Sink) *Manager {
	return &Manager{sink: sink, targets: map[string]func(*Comm, Message){}, comms: map[string]*Comm{}}
}

// Register sets the function that is called when the front end opens a comm for a
// target. It replaces the one set before.
func (mgr *Manager) Register(target string, open func(*Comm, Message)) {
	mgr.mu.Lock()
	defer mgr.mu.Unlock()
	mgr.targets[target] = open
}

// Unregister removes the function of a target. Open comms stay open.
func (mgr *Manager) Unregister(target string) {
	mgr.mu.Lock()
	defer mgr.mu.Unlock()
	delete(mgr.targets, target)
}

// Open opens a comm for a target that the front end has registered, with data as in
// [Comm.Send].
func (mgr *Manager) Open(target string, data any, buffers ...[]byte) (*Comm, error) {
	return mgr.OpenWith(target, data, nil, buffers...)
}

// OpenWith opens a comm as [Manager.Open] does, with metadata, a JSON object like the data.
// Widgets put their version there.
func (mgr *Manager) OpenWith(target string, data, metadata any, buffers ...[]byte) (*Comm, error) {
	m, err := message(data, metadata, buffers)
	if err != nil {
		return nil, err
	}
	if target == "" {
		return nil, errors.New("comm: the target is empty; name whom the comm is for")
	}
	c := mgr.add(rand.Text(), target)
	if err := mgr.sink.Send(Opened, c.id, target, m); err != nil {
		c.end(err)
		return nil, err
	}
	return c, nil
}

func (mgr *Manager) add(id, target string) *Comm {
	mgr.mu.Lock()
	defer mgr.mu.Unlock()
	c := &Comm{manager: mgr, id: id, target: target}
	mgr.comms[id] = c
	return c
}

// Receive calls the function that a message of the front end is for, and returns when
// the function does. A comm without a function is closed, so that the front end does not
// wait. So is a comm whose function panics when the comm is opened.
func (mgr *Manager) Receive(kind Kind, id, target string, m Message) error {
	mgr.mu.Lock()
	c, open := mgr.comms[id], mgr.targets[target]
	mgr.mu.Unlock()
	switch {
	case kind == Opened && open != nil:
		if c != nil {
			c.end(errOpenedAnew)
		}
		return mgr.opened(open, id, target, m)
	case kind == Closed && c != nil:
		c.closedThere(m)
	case kind == Sent && c != nil:
		c.received(m)
	case kind != Closed:
		m, _ := message(nil, nil, nil)
		return mgr.sink.Send(Closed, id, target, m)
	}
	return nil
}

// opened calls open with a comm that the front end has opened.
func (mgr *Manager) opened(open func(*Comm, Message), id, target string, m Message) error {
	c := mgr.add(id, target)
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
	c.manager.mu.Lock()
	handle := c.onMessage
	c.manager.mu.Unlock()
	if handle != nil {
		handle(m)
	}
}

func (c *Comm) closedThere(m Message) {
	c.manager.mu.Lock()
	handle := c.onClose
	c.manager.mu.Unlock()
	if c.end(errClosedThere) && handle != nil {
		handle(m)
	}
}
