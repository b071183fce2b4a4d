package worker

import (
	"fmt"
	"time"
)

// How often the memory of a child is looked at: while a run goes on or there is
// much of it, and else, when only what earlier cells have left can need more.
const (
	watchOften = 100 * time.Millisecond
	watchIdle  = 2 * time.Second
)

// watchMemory warns of a child that comes near its limit, and kills one that has
// passed it.
func (p *Process) watchMemory() {
	limit := int64(p.cfg.Memory)
	if limit == 0 {
		return
	}
	warn, calm := limit/10*8, limit/10*7
	warned := false
	timer := time.NewTimer(watchIdle)
	defer timer.Stop()
	for {
		select {
		case <-p.exited:
			return
		case <-p.began:
		case <-timer.C:
		}
		held, ok := held(p.cmd.Process)
		switch {
		case !ok:
			return // it has ended, or the system does not tell
		case held > limit:
			p.condemn(outOfMemory(p.cfg.Memory))
			return
		case held > warn && !warned:
			warned = true
			p.tell(fmt.Sprintf("The interpreter holds more than 80%% of the limit of %v of memory, and at the limit it is stopped: let go what is not needed, or %s.\n",
				p.cfg.Memory, raiseLimit))
		case held < calm:
			warned = false
		}
		p.mu.Lock()
		often := p.running || held > limit/2
		p.mu.Unlock()
		if often {
			timer.Reset(watchOften)
		} else {
			timer.Reset(watchIdle)
		}
	}
}
