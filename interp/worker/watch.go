package worker

import (
	"fmt"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/interp/memory"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// The supervisor looks at the memory of a child each watchOften while a run goes on or
// the child holds much. Otherwise it looks each watchIdle: then only goroutines of
// earlier cells can need more.
const (
	watchOften = 100 * time.Millisecond
	watchIdle  = time.Second / 2
)

// A footprint is the memory of a child, in bytes: what it holds of its own, without
// mapped files such as its program, and what it has mapped, touched or not.
type footprint struct{ held, mapped int64 }

// pastWall reports whether a child has mapped more than the wall of a limit. Go's heap
// never unmaps what it has mapped, so the next request would end such a child.
func (f footprint) pastWall(limit memory.Size) bool {
	return limit != 0 && f.mapped > wire.Wall(limit)
}

// watchMemory warns, at most once a run, when the child comes near its limit, and kills
// the child when it has passed the limit.
func (p *Process) watchMemory() {
	limit := int64(p.cfg.Memory)
	if limit == 0 {
		return
	}
	warn, calm := limit/10*8, limit/10*7
	armed := true // to warn, since there was little
	warned := 0   // the run during which that happened
	began := p.began
	timer := time.NewTimer(watchIdle)
	defer timer.Stop()
	for {
		select {
		case <-p.exited:
			return
		case <-began:
		case <-timer.C:
		}
		has, ok := footprintOf(p.cmd.Process)
		if !ok {
			return // it has ended, or the system does not tell
		}
		p.mu.Lock()
		serial, often := p.serial, p.running || has.held > limit/2
		p.mu.Unlock()
		switch {
		case has.held > limit || has.pastWall(p.cfg.Memory):
			p.kill(outOfMemory(p.cfg.Memory))
			return
		case has.held < calm:
			armed = true
		case has.held > warn && armed && warned != serial:
			armed, warned = false, serial
			// The queue may be full, and watching must not wait for it.
			go p.tell(fmt.Sprintf("The interpreter holds more than 80%% of the limit of %v of memory, and at the limit it is stopped: let go what is not needed, or %s.\n",
				p.cfg.Memory, raiseLimit))
		}
		began = p.began
		if often {
			began = nil // a hundred small runs need no more looks than a long one
			timer.Reset(watchOften)
		} else {
			timer.Reset(watchIdle)
		}
	}
}
