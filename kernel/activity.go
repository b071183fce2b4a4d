package kernel

import (
	"encoding/json"
	"sync"
)

// activity publishes when the kernel turns to a request and when it has done
// with it: busy and idle, each with the request as its parent.
//
// Front ends show the state that came last, whichever request it belongs to. So
// after the idle of a request that was answered while a cell runs, busy is
// repeated for the cell.
type activity struct {
	iopub *publisher

	mu   sync.Mutex
	cell json.RawMessage // the header of what takes its turn; nil if none is
}

func (a *activity) begin(r *request) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if r.turn {
		a.cell = r.origin
	}
	a.iopub.publish(r.origin, "status", kernelStatus{"busy"})
}

func (a *activity) end(r *request) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if r.turn {
		a.cell = nil
	}
	a.iopub.publish(r.origin, "status", kernelStatus{"idle"})
	if a.cell != nil {
		a.iopub.publish(a.cell, "status", kernelStatus{"busy"})
	}
}
