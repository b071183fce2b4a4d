package notebooks

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
)

// Options say how a notebook is run. The zero value is the usual way.
type Options struct {
	// KeepGoing runs the cells after one that fails, too.
	KeepGoing bool
	// Progress, if not nil, is called before and after each cell that runs; after
	// it, the cell holds its outputs.
	Progress func(Progress)
	// Event, if not nil, is called with what the cells show and ask as it comes.
	Event func(repl.Event)
	// Input gives the line that a cell asks for, without its end, or io.EOF where
	// there is no more. It returns when ctx is done: the cell does not wait any
	// more. What it gives is not stored. Without it the cells have no input.
	Input func(ctx context.Context, a repl.Ask) (string, error)
}

// Progress tells where a run is.
type Progress struct {
	Index   int // of the cell in the notebook, from 0
	Cells   int // of the notebook
	Title   string
	Done    bool // after the cell, not before it
	Failure *repl.Failure
	Elapsed time.Duration
}

// A CellError is the failure of a cell.
type CellError struct {
	Notebook string
	Index    int // of the cell in the notebook, from 0
	Count    int // its number in the run, as in In[Count]; 0 of a script's
	Title    string
	Failure  *repl.Failure
}

func (e *CellError) Error() string {
	where := fmt.Sprintf("%s: cell %d", e.Notebook, e.Index+1)
	if e.Count > 0 {
		where += fmt.Sprintf(" (In[%d])", e.Count)
	}
	return fmt.Sprintf("%s, %q: %v", where, e.Title, e.Failure)
}

func (e *CellError) Unwrap() error { return e.Failure }

// A run that finds the session ended returns this error.
var errEnded = errors.New("the interpreter has ended")

// Tags of nbclient's that change how a cell is run.
const (
	skipTag   = "skip-execution"
	raisesTag = "raises-exception"
)

// Run runs the code cells in order on a session that nobody else reads, and
// stores in them what they show, as nbclient would. It stops at the first cell
// that fails with a *CellError, or with KeepGoing returns the first when all
// have run. Tags mean what they mean to nbclient: a cell tagged
// "skip-execution" is left alone, one tagged "raises-exception" may fail.
//
// When ctx is done the running cell is interrupted, and Run returns once the
// session has answered.
func Run(ctx context.Context, nb *Notebook, session repl.Session, opts Options) error {
	r := &run{nb: nb, session: session, opts: opts, shown: newTranscripts(), places: places{nb.name, map[int]int{}}}
	for i, cell := range nb.cells {
		if cell.Kind() != Code || cell.hasTag(skipTag) {
			continue
		}
		if strings.TrimSpace(cell.Source()) == "" {
			cell.setCount(0)
			cell.setOutputs(nil)
			continue
		}
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("notebooks: stopped before cell %d: %w", i+1, context.Cause(ctx))
		}
		if err := r.cell(ctx, i, cell); err != nil {
			return err
		}
		if r.failed != nil && !opts.KeepGoing {
			break
		}
	}
	if r.failed != nil {
		return r.failed
	}
	return nil
}

// run is the state of one Run.
type run struct {
	nb      *Notebook
	session repl.Session
	opts    Options

	shown  *transcripts
	places places
	count  int        // of the cell that runs
	failed *CellError // the first
	asked  question   // of the cell that runs
}

// cell runs one cell. Its error is one that ends the run whatever the options.
func (r *run) cell(ctx context.Context, i int, cell *Cell) error {
	r.count++
	if cell.line > 0 {
		r.places.lines[r.count] = cell.line
	}
	id := repl.ID(fmt.Sprintf("cell-%d", i))
	start := time.Now()
	r.report(Progress{Index: i, Title: cell.title()})
	r.shown.begin(id, i, r.count)
	defer r.store() // also of a cell that a dead session left unfinished

	if err := r.session.Send(repl.Execute{ID: id, Code: cell.Source(), Count: r.count}); err != nil {
		return fmt.Errorf("notebooks: cell %d: %w", i+1, err)
	}
	done, err := r.await(ctx, id)
	if err != nil {
		return fmt.Errorf("notebooks: cell %d: %w", i+1, err)
	}
	if done.Failure = r.places.failure(done.Failure); done.Failure != nil {
		r.shown.fail(id, *done.Failure)
		if ctx.Err() != nil || !cell.hasTag(raisesTag) {
			r.fail(id, done.Failure)
		}
	}
	r.store()
	r.report(Progress{Index: i, Title: cell.title(), Done: true, Failure: done.Failure, Elapsed: time.Since(start)})
	if ctx.Err() != nil {
		return fmt.Errorf("notebooks: stopped in cell %d: %w", i+1, context.Cause(ctx))
	}
	return nil
}

// await takes events until the cell is done.
func (r *run) await(ctx context.Context, id repl.ID) (repl.Done, error) {
	interrupt := ctx.Done()
	defer r.unask()
	for {
		select {
		case <-interrupt:
			interrupt = nil
			if err := r.session.Send(repl.Interrupt{}); err != nil {
				return repl.Done{}, err
			}
		case in := <-r.asked.answer:
			r.unask()
			if err := r.session.Send(in); err != nil {
				return repl.Done{}, err
			}
		case event, ok := <-r.session.Events():
			if !ok {
				return repl.Done{}, errEnded
			}
			switch event := event.(type) {
			case repl.Done:
				if event.Parent == id {
					return event, nil
				}
			case repl.Died:
				// The death of a running cell is told by its Done.
				if event.Parent != id {
					failure := repl.Failure{Name: "interpreter died", Value: event.Reason, Traceback: []string{event.Reason}}
					r.shown.fail(event.Parent, failure)
					r.fail(event.Parent, &failure)
				}
			default:
				event = told(event)
				r.shown.take(event)
				if r.opts.Event != nil {
					r.opts.Event(event)
				}
				if a, ok := event.(repl.Ask); ok {
					r.ask(ctx, a)
				}
			}
		}
	}
}

// fail notes that the cell of a request has failed.
func (r *run) fail(id repl.ID, failure *repl.Failure) {
	in := r.shown.byRequest[id]
	if r.failed != nil || in == nil {
		return
	}
	cell := r.nb.cells[in.index]
	r.failed = &CellError{Notebook: r.nb.name, Index: in.index, Title: cell.title(), Failure: failure}
	if cell.line == 0 {
		r.failed.Count = in.count
	}
}

// store writes what has been shown into the cells, also into earlier ones,
// which a later one may have updated.
func (r *run) store() {
	for _, in := range r.shown.byRequest {
		if in.changed {
			r.nb.cells[in.index].setCount(in.count)
			r.nb.cells[in.index].setOutputs(in.settled())
			in.changed = false
		}
	}
}

func (r *run) report(p Progress) {
	if r.opts.Progress != nil {
		p.Cells = len(r.nb.cells)
		r.opts.Progress(p)
	}
}
