// Package comm is how cells and a front end send each other messages of their
// own: widgets and other live displays are made of them. A comm is a channel of
// JSON objects, and of buffers of bytes beside them, that either side opens and
// closes. Each comm has a target, the name of whom it is opened for:
//
//	comm.Register("counter", func(c *comm.Comm, m comm.Message) {
//		n := 0
//		c.OnMessage(func(m comm.Message) {
//			n++
//			c.Send(map[string]any{"count": n})
//		})
//	})
//
// The functions that a cell gives to Register, OnMessage and OnClose are called
// between cells, never while one runs, and one after the other. What they print
// and show belongs to the message that they are called for.
package comm
