package child

import (
	"reflect"

	"github.com/traefik/yaegi/interp"

	"github.com/nvsd-kernel/nvsd-kernel/display/comm"
	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// commExports returns by its path the functions of package comm as they work in a
// cell.
func commExports(c *process) interp.Exports {
	return interp.Exports{
		"github.com/nvsd-kernel/nvsd-kernel/display/comm": {
			"Register":   reflect.ValueOf(c.comms.Register),
			"Unregister": reflect.ValueOf(c.comms.Unregister),
			"Open":       reflect.ValueOf(c.comms.Open),
			"OpenWith":   reflect.ValueOf(c.comms.OpenWith),
		},
	}
}

// deliver hands a message of a comm to its receiver. Each message is a run of its own.
func (c *process) deliver(m repl.Comm) {
	// An error means that the supervisor has gone, which serve finds too.
	_ = c.comms.Receive(comm.Kind(m.Kind), m.ID, m.Target, comm.Message{Data: m.Data, Metadata: m.Metadata, Buffers: m.Buffers, ID: m.Message})
}

// commSink is the comm.Sink of cells.
type commSink struct{ c *process }

func (s commSink) Send(kind comm.Kind, id, target string, m comm.Message) error {
	sent := repl.Comm{Kind: repl.CommKind(kind), ID: id, Data: m.Data, Metadata: m.Metadata, Buffers: m.Buffers}
	if kind == comm.Opened {
		sent.Target = target
	}
	return s.c.show(repl.Sent{Comm: sent, Last: m.Last()})
}
