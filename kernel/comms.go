package kernel

import (
	"errors"
	"fmt"
	"sync"
)

const (
	// maxComms is the largest number of open comms. Each widget of a notebook takes two or
	// three.
	maxComms = 1 << 14
	// maxCommName bounds the id and the target of a comm, in bytes.
	maxCommName = 1 << 10
)

// comms is the table of the open comms: their targets by their ids. The kernel keeps
// it and does not ask the interpreter, so that clients can read it while a cell
// runs. It is safe for concurrent use.
type comms struct {
	mu      sync.Mutex
	targets map[string]string
}

func newComms() *comms {
	return &comms{targets: map[string]string{}}
}

// open adds a comm. An error says what is wrong with the comm.
func (cs *comms) open(id, target string) error {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	_, is := cs.targets[id]
	switch {
	case id == "":
		return errors.New("it has no comm_id")
	case target == "":
		return errors.New("it has no target_name")
	case len(id) > maxCommName || len(target) > maxCommName:
		return fmt.Errorf("its comm_id or its target_name is longer than %d bytes", maxCommName)
	case is:
		return fmt.Errorf("a comm with this id is open already: %q", id)
	case len(cs.targets) >= maxComms:
		return fmt.Errorf("%d comms are open, which is the most there can be; close some", maxComms)
	}
	cs.targets[id] = target
	return nil
}

func (cs *comms) isOpen(id string) bool {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	_, is := cs.targets[id]
	return is
}

// has reports whether a comm is open and has a target.
func (cs *comms) has(id, target string) bool {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	return cs.targets[id] == target
}

// close removes a comm and reports whether it was open.
func (cs *comms) close(id string) bool {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	_, was := cs.targets[id]
	delete(cs.targets, id)
	return was
}

// closeAll empties the table and returns the targets by their ids.
func (cs *comms) closeAll() map[string]string {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	closed := cs.targets
	cs.targets = map[string]string{}
	return closed
}

// list returns the open comms with a target, or all if the target is empty.
func (cs *comms) list(target string) map[string]commInfo {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	out := map[string]commInfo{}
	for id, t := range cs.targets {
		if target == "" || t == target {
			out[id] = commInfo{t}
		}
	}
	return out
}
