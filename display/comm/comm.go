package comm

import "errors"

// A Comm is one end of an open comm. Its methods may be called from any
// goroutine.
type Comm struct {
	session    *Session
	id, target string

	// Guarded by session.mu.
	closed    error // why nothing can be sent any more; nil while it is open
	onMessage func(Message)
	onClose   func(Message)
}

// ID returns the name of the comm, which both sides know it by. It is what a
// widget calls the id of its model.
func (c *Comm) ID() string { return c.id }

// Target returns the name of whom the comm was opened for.
func (c *Comm) Target() string { return c.target }

// OnMessage says what is done with the messages that the front end sends, in
// the place of what was said before.
func (c *Comm) OnMessage(handle func(Message)) {
	c.session.mu.Lock()
	defer c.session.mu.Unlock()
	c.onMessage = handle
}

// OnClose says what is done when the front end closes the comm, in the place of
// what was said before.
func (c *Comm) OnClose(handle func(Message)) {
	c.session.mu.Lock()
	defer c.session.mu.Unlock()
	c.onClose = handle
}

// Send sends a message to the front end. The data is what encoding/json makes a
// JSON object of: a map with strings as keys, a struct, or nil for an empty one.
func (c *Comm) Send(data any, buffers ...[]byte) error {
	return c.send(Sent, data, buffers)
}

// Close closes the comm and tells the front end so, with data as those of
// [Comm.Send].
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

// send sends a message of the comm, if that is open.
func (c *Comm) send(kind Kind, data any, buffers [][]byte) error {
	m, err := message(data, nil, buffers)
	if err != nil {
		return err
	}
	c.session.mu.Lock()
	why := c.closed
	c.session.mu.Unlock()
	if why != nil {
		return &closedError{c, why}
	}
	return c.session.sink.Send(kind, c.id, c.target, m)
}

// end makes the comm a closed one, for a reason. It reports whether it was open.
func (c *Comm) end(why error) bool {
	c.session.mu.Lock()
	defer c.session.mu.Unlock()
	if c.closed != nil {
		return false
	}
	c.closed = why
	delete(c.session.comms, c.id)
	return true
}

// A closedError says that a comm was used after its end.
type closedError struct {
	c   *Comm
	why error
}

func (e *closedError) Error() string {
	return "comm: the comm " + e.c.id + " for " + e.c.target + " was closed " + e.why.Error() + "; open another"
}
