package worker

import (
	"fmt"
	"time"
)

// How often the memory of a child is looked at: while a run goes on or there is
// much of it, and else, when only what earlier cells have left can need more.
const (
	watchOften = 100 * time.Millisecond
	watchIdle  = time.Second / 2
)

// watchMemory warns of a child that comes near its limit, once a run, and kills one
// that has passed it.
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
		held, ok := held(p.cmd.Process)
		if !ok {
			return // it has ended, or the system does not tell
		}
		p.mu.Lock()
		serial, often := p.serial, p.running || held > limit/2
		p.mu.Unlock()
		switch {
		case held > limit:
			p.condemn(outOfMemory(p.cfg.Memory))
			return
		case held < calm:
			armed = true
		case held > warn && armed && warned != serial:
			armed, warned = false, serial
			// Who must wait to tell it could not watch.
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
