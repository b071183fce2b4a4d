// Package comm lets cells and a front end send each other messages of their own.
// Widgets and other live displays are built on it. A comm is a channel of JSON
// objects with buffers of bytes; either side can open and close one. Each comm has
// a target, a name under which the other side has registered a function:
//
//	comm.Register("counter", func(c *comm.Comm, m comm.Message) {
//		n := 0
//		c.OnMessage(func(m comm.Message) {
//			n++
//			c.Send(map[string]any{"count": n})
//		})
//	})
//
// The functions given to Register, OnMessage and OnClose are called one after the
// other, between cells and never while a cell runs. What a function prints and shows
// belongs to the message that it is called for.
package comm
