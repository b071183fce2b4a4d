package interp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
	"github.com/nvsd-kernel/nvsd-kernel/interp/magic"
	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
)

// A notebookCell is a cell whose magics are known.
type notebookCell struct {
	src     cell.Source
	actions []magic.Action
	tests   bool // it runs tests
	idle    bool // it has actions, and nothing else to run
}

// runCell runs the cell of an Execute, magics and all.
func (s *Session) runCell(x repl.Execute, label string) *repl.Failure {
	c, failure := s.read(cell.Source{Label: label, Code: x.Code})
	if failure != nil {
		return failure
	}
	emit := s.emit
	if x.Silent {
		emit = func(e repl.Event) {
			if _, ok := e.(repl.Result); !ok {
				s.emit(e)
			}
		}
	} else {
		c.src.Out = fmt.Sprintf("_%d", x.Count)
	}
	if failure := s.perform(x.ID, c, emit); failure != nil {
		return failure
	}
	if !x.Silent {
		s.remember(c)
	}
	return nil
}

// read finds the magics of a cell.
func (s *Session) read(src cell.Source) (notebookCell, *repl.Failure) {
	s.sources.add(src.Label, src.Code)
	m, err := magic.Parse(src.Code)
	var wrong *magic.Error
	switch {
	case errors.As(err, &wrong):
		return notebookCell{}, checkFailure(cell.Fault(src, wrong.Off, wrong.Msg))
	case err != nil:
		return notebookCell{}, plainFailure("magic", src.Label+": "+err.Error())
	}
	src.Edits = m.Edits
	return notebookCell{src, m.Actions, m.Tests, m.Idle}, nil
}

// perform carries out the actions of a cell and runs its Go.
func (s *Session) perform(id repl.ID, c notebookCell, emit func(repl.Event)) *repl.Failure {
	for _, a := range c.actions {
		var failure *repl.Failure
		switch a.Kind {
		case magic.Reset:
			s.renew(c.src)
			s.ran = nil
		case magic.Replay:
			failure = s.replay(id, c.src)
		case magic.Run:
			failure = s.runFile(id, c.src, a, emit)
		case magic.Load:
			failure = s.load(id, c.src, a, emit)
		case magic.Inspect:
			failure = s.tell(id, c, a, emit)
		}
		if failure != nil {
			return failure
		}
	}
	if c.idle {
		return nil
	}
	if !c.tests {
		return s.run(id, c.src, emit)
	}
	places := s.places(emit)
	defer places.flush()
	return s.run(id, c.src, places.emit)
}

// remember keeps a cell that has succeeded for %replay, unless there is nothing
// in it to be run again.
func (s *Session) remember(c notebookCell) {
	kept := c.actions[:0:0]
	for _, a := range c.actions {
		if a.Kind == magic.Run {
			kept = append(kept, a)
		}
	}
	c.actions = kept
	if c.idle && len(kept) == 0 {
		return
	}
	s.ran = append(s.ran, c)
}

// labelled finds the cells of a label.
func labelled(label string) func(notebookCell) bool {
	return func(c notebookCell) bool { return c.src.Label == label }
}

// displayed tells the session that a program has displayed its value.
func (s *Session) displayed(p *cell.Program) {
	s.types.Lock()
	defer s.types.Unlock()
	s.cells.Displayed(p)
}

// renew gives the session a fresh interpreter, and forgets what the cells before
// src have declared.
func (s *Session) renew(src cell.Source) {
	s.reset()
	s.sources.add(src.Label, src.Code)
	if s.proc == nil || !s.used {
		return // the next one is fresh
	}
	proc := s.proc
	s.mu.Lock()
	s.proc = nil
	s.mu.Unlock()
	if err := proc.Close(context.Background()); err != nil {
		s.opt.Logger.Debug("interp: closing the worker", "err", err)
	}
	s.emit(repl.Renewed{Parent: s.last})
	s.launch()
}

// replay runs the cells that have succeeded again, each under its own number,
// up to the first that fails.
func (s *Session) replay(id repl.ID, src cell.Source) *repl.Failure {
	s.renew(src)
	emit := func(e repl.Event) {
		if r, ok := e.(repl.Result); ok {
			e = repl.Display{Parent: r.Parent, Bundle: r.Bundle} // a cell has one result, its own
		}
		s.emit(e)
	}
	for _, c := range s.ran {
		s.sources.add(c.src.Label, c.src.Code)
		if failure := s.perform(id, c, emit); failure != nil {
			return failure
		}
	}
	said := fmt.Sprintf("%d cells have been run again.\n", len(s.ran))
	if len(s.ran) == 1 {
		said = "1 cell has been run again.\n"
	}
	s.emit(repl.Stream{Parent: id, Name: repl.Stdout, Text: said})
	return nil
}

// fileOf reads the file of an action, where the cells are, since they may change
// their working directory.
func (s *Session) fileOf(id repl.ID, src cell.Source, name string, a magic.Action) (text string, failure *repl.Failure) {
	above := strings.Count(src.Code[:a.Off], "\n")
	reading := cell.Source{Label: src.Label, Code: strings.Repeat("\n", above), Edits: []cell.Edit{{
		Off: above, End: above, At: above, Text: magic.Call("Source", name, a.Arg),
	}}}
	failure = s.run(id, reading, func(e repl.Event) {
		if r, ok := e.(repl.Result); ok {
			_ = json.Unmarshal(r.Bundle.Data["text/plain"], &text) // the worker has made it of a string
		}
	})
	return text, failure
}

// load puts a file into the cell that asks for it, below a comment that says
// where it is from.
func (s *Session) load(id repl.ID, src cell.Source, a magic.Action, emit func(repl.Event)) *repl.Failure {
	text, failure := s.fileOf(id, src, "%load", a)
	if failure != nil {
		return failure
	}
	if from, to, ok := packageClause(a.Arg, text); ok { // which a cell cannot have
		text = text[:from] + strings.TrimLeft(text[to:], " \t\r\n")
	}
	emit(repl.NextInput{Parent: id, Code: "// %load " + a.Arg + "\n" + strings.TrimSuffix(text, "\n"), Replace: true})
	return nil
}

// runFile runs a file as a cell, under the file's name.
func (s *Session) runFile(id repl.ID, src cell.Source, a magic.Action, emit func(repl.Event)) *repl.Failure {
	text, failure := s.fileOf(id, src, "%run", a)
	if failure != nil {
		return failure
	}
	c, failure := s.read(goFile(a.Arg, text))
	switch {
	case failure != nil:
		return failure
	case len(c.actions) > 0:
		return checkFailure(cell.Fault(c.src, c.actions[0].Off, "a file that %run runs cannot have this"))
	}
	return s.perform(id, c, func(e repl.Event) {
		if r, ok := e.(repl.Result); ok {
			e = repl.Display{Parent: r.Parent, Bundle: r.Bundle}
		}
		emit(e)
	})
}

// goFile is a file as a cell, without its package clause.
func goFile(name, text string) cell.Source {
	if from, to, ok := packageClause(name, text); ok {
		text = text[:from] + strings.Repeat(" ", to-from) + text[to:]
	}
	return cell.Source{Label: name, Code: text}
}

// packageClause finds the package clause of a file, if it has one.
func packageClause(name, text string) (from, to int, ok bool) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, text, parser.PackageClauseOnly)
	if err != nil {
		return 0, 0, false
	}
	return fset.Position(f.Package).Offset, fset.Position(f.Name.End()).Offset, true
}
