package interp

import (
	"context"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker"
)

// A runner carries out the requests of a session, and starts the workers that run
// the cells. All its fields belong to the goroutine of loop.
type runner struct {
	ctx    context.Context // done when the session is closed
	opt    Options
	inbox  *inbox
	scope  *scope
	events chan<- repl.Event
	ended  chan struct{} // closed when loop has ended

	variables *variables

	starting chan started // a worker on its way; nil if there is none
	sources  sources
	serial   int            // of the last source
	last     repl.ID        // the last request carried out
	used     bool           // the worker has run something
	ran      []notebookCell // those that have succeeded
	stale    *staleness
}

type started struct {
	proc *worker.Process
	err  error
}

// newRunner returns the runner of a session. Its first worker is on its way.
func newRunner(ctx context.Context, opt Options, s *Session) *runner {
	r := &runner{
		ctx: ctx, opt: opt, inbox: s.inbox, scope: s.scope, variables: s.variables, events: s.events,
		ended: make(chan struct{}), sources: newSources(s.scope.line), stale: newStaleness(!opt.SilentStale),
	}
	r.launch()
	return r
}

// loop carries out the requests of the inbox, and passes on the worker's events in between.
func (r *runner) loop() {
	defer close(r.ended)
	defer close(r.events)
	defer r.abandon()
	for {
		var said <-chan worker.Event
		if proc := r.inbox.worker(); proc != nil {
			said = proc.Events()
		}
		select {
		case <-r.ctx.Done():
			return
		case w := <-r.starting:
			r.arrived(w)
		case e, ok := <-said:
			if ok {
				r.idle(e)
			}
		case <-r.inbox.filled:
			for x, ok := r.inbox.next(); ok; x, ok = r.inbox.next() {
				switch x := x.(type) {
				case repl.Execute:
					r.execute(x)
				case repl.Deliver:
					r.deliver(x)
				}
			}
			for l, ok := r.inbox.nextLook(); ok; l, ok = r.inbox.nextLook() {
				r.look(r.last, l.name)
				close(l.done)
			}
		}
	}
}

// emit delivers an event, and waits for its reader.
func (r *runner) emit(e repl.Event) {
	select {
	case r.events <- e:
	case <-r.ctx.Done():
	}
}

// idle handles the worker's events while no cell runs.
func (r *runner) idle(e worker.Event) {
	switch e := e.(type) {
	case worker.Output:
		r.emit(r.sources.rendered(e.Event))
	case worker.Died:
		r.died(e)
	}
}

// launch starts a worker in the background.
func (r *runner) launch() {
	c := make(chan started, 1)
	r.starting = c
	go func() {
		proc, err := worker.Start(r.ctx, worker.Config{
			Command: r.opt.Command, Env: r.opt.Env, Dir: r.opt.Dir,
			Grace: r.opt.Grace, Memory: r.opt.Memory, Stored: r.opt.Stored, Logger: r.opt.Logger,
		})
		c <- started{proc, err}
	}()
}

// arrived takes the worker that launch has started.
func (r *runner) arrived(w started) {
	r.starting = nil
	r.used = false
	if w.err != nil {
		if r.ctx.Err() == nil { // else the session is closing, and has stopped it
			r.opt.Logger.Error("interp: no worker", "err", w.err)
		}
		return
	}
	r.inbox.setWorker(w.proc)
}

// worker returns the worker, and waits for it if it is on its way.
func (r *runner) worker() (*worker.Process, error) {
	if proc := r.inbox.worker(); proc != nil {
		return proc, nil
	}
	if r.starting == nil {
		r.launch()
	}
	w := <-r.starting
	r.arrived(w)
	if err := r.ctx.Err(); err != nil { // Close may have come too early to end it
		return nil, err
	}
	return w.proc, w.err
}

// died accounts for the death of the worker: its variables are gone. One that
// Close has ended leaves nothing to tell.
func (r *runner) died(e worker.Died) {
	r.inbox.setWorker(nil)
	if r.ctx.Err() != nil {
		return
	}
	reason := r.sources.death(e) + ". " + r.adviceAfter(e)
	r.ran = slices.DeleteFunc(r.ran, labelled(e.Label)) // it would end the next one too
	r.reset()
	r.emit(repl.Died{Parent: r.last, Reason: reason})
	r.emit(repl.Renewed{Parent: r.last})
	// One that dies before it has been used would die again and again.
	if r.used {
		r.launch()
	}
}

// reset forgets the declarations of the cells, and their text, which a fresh interpreter
// never mentions.
func (r *runner) reset() {
	r.sources = newSources(r.scope.line)
	r.scope.reset()
	r.stale.reset()
	r.variables.reset()
}

// abandon ends the worker when the loop ends.
func (r *runner) abandon() {
	if r.starting != nil {
		r.arrived(<-r.starting)
	}
	if proc := r.inbox.worker(); proc != nil {
		if err := proc.Close(context.Background()); err != nil {
			r.opt.Logger.Debug("interp: closing the worker", "err", err)
		}
	}
}
