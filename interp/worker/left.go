package worker

import (
	"errors"
	"slices"
	"sync"
	"time"
)

// left are the process groups that commands of the shell have left behind, as far
// as there is still somebody in them: the number of an empty one may be given to
// another.
type left struct {
	mu     sync.Mutex
	groups []int
}

func (l *left) add(group int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.groups = append(slices.DeleteFunc(l.groups, isEmpty), group)
}

func (l *left) all() []int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.groups)
}

// leave notes a process group that is to end with this process: by this one when
// the supervisor has gone, and by the supervisor whenever this one has.
func (c *child) leave(group int) {
	c.left.add(group)
	// An error means that the supervisor has gone, which serve finds too.
	_ = c.sender.tell(message{Group: group})
}

// exitedLost is the status of a child that cannot reach its supervisor though
// that is there.
const exitedLost = 70

// lost ends a child that cannot tell how a run has ended: its pipes or its
// connection have been closed in it. If the supervisor has gone, serve ends the
// child, and before this does.
func (c *child) lost() {
	time.Sleep(lostTimeout / 2)
	c.lose()
}

var errLost = errors.New("worker: the supervisor cannot be told how a run has ended")
