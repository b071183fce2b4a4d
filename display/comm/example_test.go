package comm_test

import "github.com/nvsd-kernel/nvsd-kernel/display/comm"

// A front end opens a comm for "counter", and gets back the number of its messages.
func ExampleRegister() {
	comm.Register("counter", func(c *comm.Comm, m comm.Message) {
		n := 0
		c.OnMessage(func(m comm.Message) {
			n++
			c.Send(map[string]int{"count": n})
		})
	})
}

// A cell opens a comm for the target "chart", which the front end has registered.
func ExampleOpen() {
	c, err := comm.Open("chart", map[string]any{"title": "norms"})
	if err != nil {
		return
	}
	c.OnMessage(func(m comm.Message) {
		var clicked struct{ X, Y float64 }
		if err := m.Decode(&clicked); err == nil {
			c.Send(map[string]any{"point": clicked})
		}
	})
}
