package worker

import (
	"fmt"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/group"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// Interrupt stops the running program. The program Ends as Interrupted, or the child is
// killed when the grace is over. Interrupt does nothing without a running program, or
// when it was called before for the same one.
func (p *Process) Interrupt() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.running || p.gone || p.interrupted == p.serial {
		return
	}
	serial := p.serial
	p.interrupted, p.stuck = serial, ""
	// A child could not stop while it waits for its output to be read, or while a
	// signal has halted it.
	p.queue.release(true)
	if err := group.Resume(p.cmd.Process); err != nil {
		p.cfg.Logger.Debug("worker: cannot resume the child", "err", err)
	}
	p.outbox.put(wire.Message{Interrupt: &wire.Interrupt{Serial: serial}})
	time.AfterFunc(p.cfg.Grace, func() { p.graceOver(serial) })
}

// graceOver kills the child if the interrupted run has not ended.
func (p *Process) graceOver(serial int) {
	p.mu.Lock()
	late := p.running && p.serial == serial
	label, call := p.label, "a compiled call"
	if p.stuck != "" {
		call = p.stuck
	}
	p.mu.Unlock()
	if late {
		p.kill(fmt.Sprintf("was stopped because %s had not ended %v after the interrupt: it was in %s, which looks at no context", label, p.cfg.Grace, call))
	}
}

// tellStuck tells the user, before the grace is over, why an interrupted run goes on.
func (p *Process) tellStuck(s wire.Stuck) {
	p.mu.Lock()
	if !p.running || p.serial != s.Serial {
		p.mu.Unlock()
		return
	}
	label := p.label
	p.stuck = s.Call
	p.mu.Unlock()
	call := s.Call
	if call == "" {
		call = "a compiled call"
	}
	if left := p.cfg.Grace - wire.StuckAfter; left > 0 {
		p.tell(fmt.Sprintf("%s has not ended %v after the interrupt: it is in %s, which looks at no context. If it goes on for %v more, the interpreter is stopped and its variables are lost.\n",
			label, wire.StuckAfter, call, left))
	}
}

// tell writes text of the supervisor to the standard error of the last run.
func (p *Process) tell(line string) {
	p.mu.Lock()
	serial := p.serial
	p.mu.Unlock()
	p.queue.push(&streamText{p.merger.parent(serial), repl.Stderr, []byte(line)})
}
