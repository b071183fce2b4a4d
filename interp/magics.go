package interp

import (
	"context"
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/jupytext"
	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
	"github.com/nvsd-kernel/nvsd-kernel/interp/magic"
)

// act carries out an action of a cell.
func (r *runner) act(j job, a magic.Action) *repl.Failure {
	switch a.Kind {
	case magic.Reset:
		r.renew(j.cell.src)
		r.ran = nil
	case magic.Stale:
		r.listStale(j, a.Arg)
	case magic.Refresh:
		return r.refresh(j)
	case magic.Replay:
		return r.replay(j)
	case magic.Run:
		return r.runFile(j, a)
	case magic.Load:
		return r.load(j, a)
	case magic.Inspect:
		return r.page(j, a)
	}
	return nil
}

// asDisplays returns a function that passes events on to emit and turns results into
// displays: a cell has one result, its own.
func asDisplays(emit func(repl.Event)) func(repl.Event) {
	return func(e repl.Event) {
		if r, ok := e.(repl.Result); ok {
			e = repl.Display{Parent: r.Parent, Bundle: r.Bundle}
		}
		emit(e)
	}
}

// labelled returns a function that reports whether a cell has a label.
func labelled(label string) func(notebookCell) bool {
	return func(c notebookCell) bool { return c.src.Label == label }
}

// renew gives the session a fresh interpreter, and forgets the declarations of the cells
// before src.
func (r *runner) renew(src cell.Source) {
	r.reset()
	r.sources.add(src.Label, src.Code)
	proc := r.inbox.worker()
	if proc == nil || !r.used {
		return // the next one is fresh
	}
	r.inbox.setWorker(nil)
	if err := proc.Close(context.Background()); err != nil {
		r.opt.Logger.Debug("interp: closing the worker", "err", err)
	}
	r.emit(repl.Renewed{Parent: r.last})
	r.launch()
}

// replay runs the cells that have succeeded again, each under its own number,
// up to the first that fails.
func (r *runner) replay(j job) *repl.Failure {
	r.renew(j.cell.src)
	for _, c := range r.ran {
		if failure := r.repeat(j, c); failure != nil {
			return failure
		}
	}
	said := fmt.Sprintf("%d cells have been run again.\n", len(r.ran))
	if len(r.ran) == 1 {
		said = "1 cell has been run again.\n"
	}
	j.emit(repl.Stream{Parent: j.id, Name: repl.Stdout, Text: said})
	return nil
}

// repeat runs a cell again, under its own number, within another one.
func (r *runner) repeat(j job, c notebookCell) *repl.Failure {
	r.sources.add(c.src.Label, c.src.Code)
	run := r.stale.begin(c)
	failure := r.perform(job{j.id, c, asDisplays(j.emit), run})
	r.stale.end(run, j.id, c, failure != nil)
	return failure
}

// fileOf returns the text of the file that an action names. The worker reads it,
// since cells may change their working directory.
func (r *runner) fileOf(j job, magicName string, a magic.Action) (text string, failure *repl.Failure) {
	above := strings.Count(j.cell.src.Code[:a.Off], "\n")
	reading := cell.Source{Label: j.cell.src.Label, Code: strings.Repeat("\n", above), Edits: []cell.Edit{{
		Off: above, End: above, At: above, Text: magic.Call("Source", magicName, a.Arg),
	}}}
	failure = r.run(job{id: j.id, cell: notebookCell{src: reading}, emit: func(e repl.Event) {
		if result, ok := e.(repl.Result); ok {
			_ = json.Unmarshal(result.Bundle.Data["text/plain"], &text) // the worker has made it of a string
		}
	}})
	return text, failure
}

// load puts a file into the cell that asks for it, below a comment that says
// where it is from.
func (r *runner) load(j job, a magic.Action) *repl.Failure {
	text, failure := r.fileOf(j, "%load", a)
	if failure != nil {
		return failure
	}
	if from, to, pkg := packageClause(a.Arg, text); pkg != "" { // which a cell cannot have
		text = text[:from] + strings.TrimLeft(text[to:], " \t\r\n")
	}
	j.emit(repl.NextCell{Parent: j.id, Code: "// %load " + a.Arg + "\n" + strings.TrimSuffix(text, "\n"), Replace: true})
	return nil
}

// runFile runs a file as a cell, under the file's name.
func (r *runner) runFile(j job, a magic.Action) *repl.Failure {
	text, failure := r.fileOf(j, "%run", a)
	if failure != nil {
		return failure
	}
	c, failure := r.read(goFile(a.Arg, text))
	switch {
	case failure != nil:
		return failure
	case len(c.actions) > 0:
		return checkFailure(cell.Fault(c.src, c.actions[0].Off, "a file that %run runs cannot have this"))
	}
	return r.perform(job{j.id, c, asDisplays(j.emit), j.run})
}

// goFile returns a file as a cell, without its package clause unless it is a program.
func goFile(name, text string) cell.Source {
	if from, to, pkg := packageClause(name, text); pkg != "" && pkg != "main" {
		text = text[:from] + strings.Repeat(" ", to-from) + text[to:]
	}
	return cell.Source{Label: name, Code: jupytext.Plain(text)}
}

// packageClause finds the package clause of a file, and the package; "" if it has none.
func packageClause(name, text string) (from, to int, pkg string) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, text, parser.PackageClauseOnly)
	if err != nil {
		return 0, 0, ""
	}
	return fset.Position(f.Package).Offset, fset.Position(f.Name.End()).Offset, f.Name.Name
}
