package notebooks

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// Options holds the settings of a run of a notebook. The zero value is the default.
type Options struct {
	// KeepGoing runs the cells after a failed one too.
	KeepGoing bool
	// Until is the number of the last cell that is run, from 1. 0 runs all.
	Until int
	// Progress, if not nil, is called before and after each cell that runs. At the second
	// call the cell holds its outputs.
	Progress func(Progress)
	// Event, if not nil, is called with each event of a cell when it comes.
	Event func(repl.Event)
	// Input returns the line that a cell asks for, without its line end, or io.EOF where
	// the input has ended. It returns when ctx is done, for then the cell no longer waits.
	// The notebook does not store the line. If Input is nil, the cells have no input.
	Input func(ctx context.Context, a repl.Ask) (string, error)
	// Language is the language of the session. If it names the program that runs the cells, the notebook stores
	// both, as Jupyter's clients do, and a [Record].
	Language repl.Language
}

// Progress is the position of a run in its notebook.
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
	Count    int // its number in the run, as in In[Count]; 0 in a script
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

// errEnded is the error of a run whose session has ended.
var errEnded = errors.New("the interpreter has ended")

// The tags of nbclient that change how a cell is run.
const (
	skipTag   = "skip-execution"
	raisesTag = "raises-exception"
)

// Run runs the code cells in order and stores their outputs in them, as nbclient does. It
// must be the only reader of the session. At the first cell that fails it stops and returns
// a *CellError; with KeepGoing it returns that error after all cells have run. The tags of
// nbclient hold: a cell tagged "skip-execution" is not run, and one tagged
// "raises-exception" may fail.
//
// When ctx is done, Run interrupts the running cell and returns after the session has
// answered.
func Run(ctx context.Context, nb *Notebook, session repl.Session, opts Options) error {
	r := &run{nb: nb, session: session, opts: opts, shown: newTranscripts(), controls: widgetStates{}, places: places{nb.name, map[int]int{}}}
	err := r.all(ctx)
	if stored := r.controls.storeIn(nb, &r.ids); stored != nil { // also of a run that was stopped: its outputs refer to them
		err = errors.Join(err, fmt.Errorf("notebooks: the controls cannot be stored: %w", stored))
	}
	if opts.Language.Program == (repl.Program{}) {
		return err
	}
	if nb.Language() == opts.Language.Name {
		err = errors.Join(err, nb.store("language_info", opts.Language))
	}
	return errors.Join(err, nb.record(opts.Language.Program, r.files))
}

// all runs the cells.
func (r *run) all(ctx context.Context) error {
	for i, cell := range r.nb.cells {
		if r.opts.Until > 0 && i >= r.opts.Until {
			break
		}
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
		if r.failed != nil && !r.opts.KeepGoing {
			break
		}
	}
	if r.failed != nil {
		return r.failed
	}
	return nil
}

// A run is the state of one Run.
type run struct {
	nb      *Notebook
	session repl.Session
	opts    Options

	shown    *transcripts
	controls widgetStates
	ids      aliases
	files    []File // that the cells have read
	places   places
	count    int        // of the running cell
	failed   *CellError // the first
	asked    question   // of the running cell
}

// cell runs one cell. It returns an error that ends the run even with KeepGoing.
func (r *run) cell(ctx context.Context, i int, cell *Cell) error {
	r.count++
	if cell.line > 0 {
		r.places.lines[r.count] = cell.line
	}
	id := repl.ID(fmt.Sprintf("cell-%d", i))
	start := time.Now()
	r.report(Progress{Index: i, Title: cell.Summary()})
	r.shown.begin(id, i, r.count)
	defer r.store() // even if the session died in the cell

	if err := r.session.Send(repl.Execute{ID: id, Code: cell.Source(), Count: r.count}); err != nil {
		return fmt.Errorf("notebooks: cell %d: %w", i+1, err)
	}
	done, err := r.await(ctx, id)
	if err != nil {
		return fmt.Errorf("notebooks: cell %d: %w", i+1, err)
	}
	if done.Failure != nil {
		r.shown.fail(id, *done.Failure) // with places in cells, since it is stored in a notebook
		done.Failure = r.places.failure(done.Failure)
		if ctx.Err() != nil || !cell.MayFail() {
			r.fail(id, done.Failure)
		}
	}
	r.store()
	r.report(Progress{Index: i, Title: cell.Summary(), Done: true, Failure: done.Failure, Elapsed: time.Since(start)})
	if ctx.Err() != nil {
		return fmt.Errorf("notebooks: stopped in cell %d: %w", i+1, context.Cause(ctx))
	}
	return nil
}

// await handles events until the cell is done.
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
				// A running cell reports the death in its Done.
				if event.Parent != id {
					failure := repl.Failure{Name: "interpreter died", Value: event.Reason, Traceback: []string{event.Reason}}
					r.shown.fail(event.Parent, failure)
					r.fail(event.Parent, &failure)
				}
			default:
				event = told(event)
				r.shown.take(event)
				switch e := event.(type) {
				case repl.Sent:
					r.controls.take(e.Comm)
					r.ids.take(e.Comm)
				case repl.FileRead:
					r.files = append(r.files, File{e.Path, e.SHA256, e.Bytes})
				}
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

// fail records the failure of the cell of a request.
func (r *run) fail(id repl.ID, failure *repl.Failure) {
	in := r.shown.byRequest[id]
	if r.failed != nil || in == nil {
		return
	}
	cell := r.nb.cells[in.index]
	r.failed = &CellError{Notebook: r.nb.name, Index: in.index, Title: cell.Summary(), Failure: failure}
	if cell.line == 0 {
		r.failed.Count = in.count
	}
}

// store writes the outputs into the cells, also into earlier ones, which a later cell may
// have updated.
func (r *run) store() {
	for _, in := range r.shown.byRequest {
		if in.changed {
			r.nb.cells[in.index].setCount(in.count)
			outs := in.settled()
			for i := range outs {
				outs[i].Bundle = r.ids.bundle(outs[i].Bundle)
			}
			r.nb.cells[in.index].setOutputs(outs)
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
