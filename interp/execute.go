package interp

import (
	"errors"
	"fmt"
	"go/parser"
	"maps"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
	"github.com/nvsd-kernel/nvsd-kernel/interp/hidden"
	"github.com/nvsd-kernel/nvsd-kernel/interp/magic"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// This file is the way of a cell, from its request to its Done. What only some
// cells need stands elsewhere: the magics in magics.go and question.go, the lines
// of test logs in places.go, the words of failures in failure.go.

// A job is one cell to be run.
type job struct {
	id   repl.ID // the request that the cell answers
	cell notebookCell
	emit func(repl.Event) // takes what the cell writes and shows
	run  *hidden.Run      // notes what the cell does to names; nil: nobody does
}

// A notebookCell is a cell whose magics are known.
type notebookCell struct {
	src     cell.Source
	actions []magic.Action
	idle    bool // it has actions, and nothing else to run

	name  string // who the cell is when it runs again; empty: nobody knows
	count int    // its number
}

// execute carries out one Execute, from its code to its Done.
func (r *runner) execute(x repl.Execute) {
	r.last = x.ID
	done := repl.Done{Parent: x.ID, Failure: r.runCell(x)}
	if done.Failure == nil && len(x.UserExpressions) > 0 {
		done.UserExpressions = map[string]repl.Answer{}
		for _, name := range slices.Sorted(maps.Keys(x.UserExpressions)) {
			done.UserExpressions[name] = r.answer(x.ID, name, x.UserExpressions[name])
		}
	}
	r.look(x.ID, "")
	r.inbox.answered()
	r.emit(done)
}

// runCell runs the cell of an Execute, magics and all, and remembers it if it
// succeeds.
func (r *runner) runCell(x repl.Execute) *repl.Failure {
	emit := r.emit
	src := cell.Source{Label: fmt.Sprintf("In[%d]", x.Count), Code: x.Code, Out: fmt.Sprintf("_%d", x.Count)}
	if x.Silent {
		src.Label, src.Out = "a silent cell", "" // its count is that of the next cell
		emit = func(e repl.Event) {
			if _, ok := e.(repl.Result); !ok {
				r.emit(e)
			}
		}
	}
	c, failure := r.read(src)
	if failure != nil {
		return failure
	}
	c.name, c.count = x.Cell, x.Count
	r.stale.ledger.Forget(x.Deleted)
	run := r.stale.begin(c)
	failure = r.perform(job{x.ID, c, emit, run})
	again := r.stale.end(run, x.ID, c, failure != nil)
	r.tell(c.name, again && failure == nil, x.More && failure == nil)
	if failure != nil {
		r.sources.failed[src.Label] = r.serial
		return failure
	}
	if !x.Silent {
		r.remember(c)
	}
	return nil
}

// read finds the magics of a cell.
func (r *runner) read(src cell.Source) (notebookCell, *repl.Failure) {
	r.sources.add(src.Label, src.Code)
	m, err := magic.Parse(src.Code)
	var wrong *magic.Error
	switch {
	case errors.As(err, &wrong):
		return notebookCell{}, checkFailure(cell.Fault(src, wrong.Off, wrong.Msg))
	case err != nil:
		return notebookCell{}, plainFailure("magic", src.Label+": "+err.Error())
	}
	src.Edits = m.Edits
	return notebookCell{src: src, actions: m.Actions, idle: m.Idle}, nil
}

// perform carries out the actions of a cell and runs its Go.
func (r *runner) perform(j job) *repl.Failure {
	for _, a := range j.cell.actions {
		if failure := r.act(j, a); failure != nil {
			return failure
		}
	}
	if j.cell.idle {
		return nil
	}
	return r.run(j)
}

// run checks the Go of a cell and runs it in the worker.
func (r *runner) run(j job) *repl.Failure {
	r.serial++
	src := j.cell.src
	src.Count = r.serial
	program, err := r.scope.check(src)
	if err != nil {
		return checkFailure(err)
	}
	defer r.scope.drop(program)
	for _, n := range program.Notices {
		j.emit(repl.Stream{Parent: j.id, Name: repl.Stderr, Text: string(n) + "\n"})
	}
	r.sources.lines[program.File] = program.Lines

	proc, err := r.worker()
	if err != nil {
		return plainFailure("no interpreter", "cells cannot be run: "+err.Error())
	}
	if r.inbox.stopped() {
		return r.sources.failure(src.Label, wire.Outcome{Status: wire.Interrupted})
	}
	r.used = true
	displayed := false
	emit := j.emit
	j.emit = func(e repl.Event) {
		if result, ok := e.(repl.Result); ok && result.Parent == j.id {
			displayed = true
		}
		emit(e)
	}
	outcome, failure := r.follow(j, proc, proc.Run(j.id, program.Program))
	if !outcome.Loaded {
		r.scope.refuse(src)
		return failure
	}
	r.scope.commit(program, outcome, displayed)
	if j.run != nil {
		j.run.Take(program.Steps)
	}
	if failure == nil {
		for _, text := range program.Remarks {
			j.emit(repl.Display{Parent: j.id, Bundle: notice(text)})
		}
	}
	return failure
}

// follow passes on the events of a run until it has ended. The error begun is what starting
// the run returned.
func (r *runner) follow(j job, proc *worker.Process, begun error) (wire.Outcome, *repl.Failure) {
	label := j.cell.src.Label
	if begun != nil { // the worker is dying, as its events will tell
		r.opt.Logger.Debug("interp: a dying worker", "err", begun)
	}
	if r.inbox.stopped() { // before the run could be interrupted
		proc.Interrupt()
	}
	for e := range proc.Events() {
		switch e := e.(type) {
		case worker.Output:
			j.emit(r.sources.rendered(e.Event))
		case worker.Ended:
			return e.Outcome, r.sources.failure(label, e.Outcome)
		case worker.Died:
			failure := r.sources.deathFailure(label, e, r.adviceAfter(e)) // while the sources are known
			r.died(e)
			if r.ctx.Err() == nil { // else Close has ended it
				return wire.Outcome{}, failure
			}
		}
	}
	return wire.Outcome{}, plainFailure("closed", "the session was closed while "+label+" ran")
}

// remember keeps a cell that has succeeded for %replay, unless there is nothing
// in it to be run again.
func (r *runner) remember(c notebookCell) {
	c.actions = slices.DeleteFunc(slices.Clone(c.actions), func(a magic.Action) bool { return a.Kind != magic.Run })
	if c.idle && len(c.actions) == 0 {
		return
	}
	r.ran = append(r.ran, c)
}

// answer evaluates a user expression.
func (r *runner) answer(id repl.ID, name, code string) repl.Answer {
	label := "user expression " + name
	if _, err := parser.ParseExpr(code); err != nil {
		return repl.Answer{Failure: plainFailure("compile error", label+": this is not an expression")}
	}
	r.sources.add(label, code)
	var a repl.Answer
	a.Failure = r.run(job{id: id, cell: notebookCell{src: cell.Source{Label: label, Code: code}}, emit: func(e repl.Event) {
		if result, ok := e.(repl.Result); ok {
			a.Bundle = result.Bundle
		} else {
			r.emit(e)
		}
	}})
	return a
}
