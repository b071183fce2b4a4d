package child

import (
	"errors"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// leave notes a process group that is to end with this process: by this one when
// the supervisor has gone, and by the supervisor whenever this one has.
func (c *process) leave(group int) {
	c.groups.Add(group)
	// An error means that the supervisor has gone, which serve finds too.
	_ = c.out.Tell(wire.Message{Group: group})
}

// lost ends a child that cannot tell how a run has ended: its pipes or its
// connection have been closed in it. If the supervisor has gone, serve ends the
// child, and before this does.
func (c *process) lost() {
	time.Sleep(wire.LostTimeout / 2)
	c.lose()
}

var errLost = errors.New("worker: the supervisor cannot be told how a run has ended")
