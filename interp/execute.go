package interp

import (
	"errors"
	"fmt"
	"go/parser"
	"maps"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker"
	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
)

// execute carries out one Execute, from the check of its code to its Done.
func (s *Session) execute(x repl.Execute) {
	s.last = x.ID
	label := fmt.Sprintf("In[%d]", x.Count)
	if x.Silent {
		label = "a silent cell" // its count is that of the next cell
	}
	done := repl.Done{Parent: x.ID}
	done.Failure = s.runCell(x, label)
	if done.Failure == nil && len(x.UserExpressions) > 0 {
		done.UserExpressions = map[string]repl.Answer{}
		for _, name := range slices.Sorted(maps.Keys(x.UserExpressions)) {
			done.UserExpressions[name] = s.answer(x.ID, name, x.UserExpressions[name])
		}
	}
	s.emit(done)
}

// answer evaluates a user expression.
func (s *Session) answer(id repl.ID, name, code string) repl.Answer {
	label := "user expression " + name
	if _, err := parser.ParseExpr(code); err != nil {
		return repl.Answer{Failure: plainFailure("compile error", label+": this is not an expression")}
	}
	var a repl.Answer
	s.sources.add(label, code)
	a.Failure = s.run(id, cell.Source{Label: label, Code: code}, func(e repl.Event) {
		if r, ok := e.(repl.Result); ok {
			a.Bundle = r.Bundle
		} else {
			s.emit(e)
		}
	})
	return a
}

// run checks a source and runs it; emit takes what it writes and shows.
func (s *Session) run(id repl.ID, src cell.Source, emit func(repl.Event)) *repl.Failure {
	s.serial++
	src.Count = s.serial
	label := src.Label
	program, err := s.check(src)
	if err != nil {
		return checkFailure(err)
	}
	for _, n := range program.Notices {
		emit(repl.Stream{Parent: id, Name: repl.Stderr, Text: string(n) + "\n"})
	}
	s.sources.lines[program.File] = program.Lines
	proc, err := s.worker()
	if err != nil {
		return plainFailure("no interpreter", "cells cannot be run: "+err.Error())
	}
	if s.stopped() {
		return s.sources.failure(label, worker.Outcome{Status: worker.Interrupted})
	}
	s.used = true
	displayed := false
	outcome, failure := s.follow(proc, label, proc.Run(id, worker.Program{
		Label: label, File: program.File, Code: program.Code, Entry: program.Entry, Once: program.Once,
		Structs: program.Structs, Aliases: program.Aliases, Places: origins(program.Lines), Rebound: program.Rebound,
	}), func(e repl.Event) {
		if r, ok := e.(repl.Result); ok && r.Parent == id {
			displayed = true
		}
		emit(e)
	})
	if outcome.Loaded {
		s.commit(program, outcome)
		s.left(outcome)
		if displayed {
			s.displayed(program)
		}
	}
	return failure
}

// follow passes on what a run says until it has ended; begun is what starting it
// returned.
func (s *Session) follow(proc *worker.Process, label string, begun error, emit func(repl.Event)) (worker.Outcome, *repl.Failure) {
	if begun != nil { // the worker is dying, as its events will tell
		s.opt.Logger.Debug("interp: a dying worker", "err", begun)
	}
	if s.stopped() { // before the run could be interrupted
		proc.Interrupt()
	}
	for e := range proc.Events() {
		switch e := e.(type) {
		case worker.Said:
			emit(e.Event)
		case worker.Ended:
			return e.Outcome, s.sources.failure(label, e.Outcome)
		case worker.Died:
			failure := s.sources.deathFailure(label, e, s.adviceAfter(e)) // while the sources are known
			s.died(e)
			if s.ctx.Err() == nil { // else Close has ended it
				return worker.Outcome{}, failure
			}
		}
	}
	return worker.Outcome{}, plainFailure("closed", "the session was closed while "+label+" ran")
}

// stopped reports whether the Execute has been interrupted.
func (s *Session) stopped() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.interrupted
}

// checkFailure makes the failure of a cell that is not Go.
func checkFailure(err error) *repl.Failure {
	var all *cell.Errors
	if !errors.As(err, &all) || len(all.List) == 0 {
		return plainFailure("compile error", err.Error())
	}
	first := all.List[0]
	f := &repl.Failure{
		Name:  "compile error",
		Value: fmt.Sprintf("%s:%d:%d: %s", all.Label, first.Line, first.Col, first.Msg),
	}
	switch n := len(all.List) - 1; {
	case n+1 >= cell.MaxErrors:
		f.Value += " (and many more)"
	case n > 0:
		f.Value += fmt.Sprintf(" (and %d more)", n)
	}
	for _, e := range all.List[:min(len(all.List), errorsShown)] {
		f.Traceback = append(f.Traceback,
			fmt.Sprintf("%s%s:%d:%d:%s %s%s%s", bold, all.Label, e.Line, e.Col, reset, red, e.Msg, reset))
		if text, col := excerpt(e.Text, e.Col); text != "" {
			f.Traceback = append(f.Traceback, "    "+text, "    "+under(text, col)+red+"^"+reset)
		}
	}
	if len(all.List) > errorsShown {
		f.Traceback = append(f.Traceback, "too many errors")
	}
	return f
}

// errorsShown is how many complaints about a cell are shown, as many as the Go
// compiler shows: a wrong text of 100 kB gives cause for thousands.
const errorsShown = 10

// origins are where the lines of a program come from, as its interpreter is told.
func origins(lines []cell.Position) []worker.Place {
	var places []worker.Place
	for i, p := range lines {
		if n := len(places); n > 0 && places[n-1].Label == p.Label && places[n-1].Line == p.Line {
			continue
		}
		places = append(places, worker.Place{From: i + 1, Label: p.Label, Line: p.Line})
	}
	return places
}
