package comm

import "errors"

// A Comm is one end of an open comm. Its methods may be called from any
// goroutine.
type Comm struct {
	manager    *Manager
	id, target string

	// Guarded by manager.mu.
	closed    error // why nothing can be sent any more; nil while it is open
	onMessage func(Message)
	onClose   func(Message)
}

// ID returns the name of the comm, the same on both sides. A widget calls it the
// id of its model.
func (c *Comm) ID() string { return c.id }

// Target returns the name that the comm was opened for.
func (c *Comm) Target() string { return c.target }

// OnMessage sets the function that is called with each message of the front end.
// It replaces the one set before.
func (c *Comm) OnMessage(handle func(Message)) {
	c.manager.mu.Lock()
	defer c.manager.mu.Unlock()
	c.onMessage = handle
}

// OnClose sets the function that is called when the front end closes the comm. It
// replaces the one set before.
func (c *Comm) OnClose(handle func(Message)) {
	c.manager.mu.Lock()
	defer c.manager.mu.Unlock()
	c.onClose = handle
}

// Send sends a message to the front end. encoding/json must turn data into a JSON
// object: data is a map with strings as keys, a struct, or nil for an empty object.
func (c *Comm) Send(data any, buffers ...[]byte) error {
	return c.send(Sent, data, buffers)
}

// SendLast sends as [Comm.Send] does, from the function that is called for a message: the
// message comes after everything else that the call causes, also after the failure of the
// function.
func (c *Comm) SendLast(data any, buffers ...[]byte) error {
	m, err := message(data, nil, buffers)
	if err != nil {
		return err
	}
	m.last = true
	return c.pass(Sent, m)
}

// Close closes the comm and tells the front end, with data as in [Comm.Send].
func (c *Comm) Close(data any) error { return c.close(data, errClosedHere) }

func (c *Comm) close(data any, why error) error {
	if err := c.send(Closed, data, nil); err != nil {
		return err
	}
	c.end(why)
	return nil
}

var (
	errClosedHere  = errors.New("by this side")
	errClosedThere = errors.New("by the front end")
	errOpenedAnew  = errors.New("by the front end, which has opened another with its id")
	errNotOpened   = errors.New("at once, because the function for its target failed")
)

// send sends a message of the comm. It is an error when the comm is closed.
func (c *Comm) send(kind Kind, data any, buffers [][]byte) error {
	m, err := message(data, nil, buffers)
	if err != nil {
		return err
	}
	return c.pass(kind, m)
}

func (c *Comm) pass(kind Kind, m Message) error {
	c.manager.mu.Lock()
	why := c.closed
	c.manager.mu.Unlock()
	if why != nil {
		return &closedError{c, why}
	}
	return c.manager.sink.Send(kind, c.id, c.target, m)
}

// end closes the comm on this side, for a reason. It reports whether the comm was open.
func (c *Comm) end(why error) bool {
	c.manager.mu.Lock()
	defer c.manager.mu.Unlock()
	if c.closed != nil {
		return false
	}
	c.closed = why
	delete(c.manager.comms, c.id)
	return true
}

// A closedError is the error of using a closed comm.
type closedError struct {
	c   *Comm
	why error
}

func (e *closedError) Error() string {
	return "comm: the comm " + e.c.id + " for " + e.c.target + " was closed " + e.why.Error() + "; open another"
}
