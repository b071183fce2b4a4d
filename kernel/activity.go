package kernel

import (
	"encoding/json"
	"sync"
)

// activity publishes busy when the kernel begins a request and idle when the
// request is done. Both have the request as their parent.
//
// Front ends show the state that came last, whichever request it belongs to.
// Therefore busy is repeated for the running cell after the idle of a request that
// was answered meanwhile. After a debug request it is repeated for that request:
// JupyterLab asks for the variables at every message of a cell, and would go on for ever.
type activity struct {
	iopub *publisher

	mu   sync.Mutex
	cell json.RawMessage // the header of the request that has its turn; nil if none has
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
	switch {
	case a.cell == nil:
	case r.header.Type == "debug_request":
		a.iopub.publish(r.origin, "status", kernelStatus{"busy"})
	default:
		a.iopub.publish(a.cell, "status", kernelStatus{"busy"})
	}
}
