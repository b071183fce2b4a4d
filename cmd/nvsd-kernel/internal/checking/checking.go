// Package checking checks notebooks: that a run shows what they hold, and that the proofs of
// the models that they show hold. What it reads and runs, it does by a [Runner].
package checking

import (
	"errors"
	"path/filepath"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/cmd/nvsd-kernel/internal/identity"
	"github.com/nvsd-kernel/nvsd-kernel/cmd/nvsd-kernel/internal/terminal"
	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp"
	"github.com/nvsd-kernel/nvsd-kernel/interp/hidden"
	"github.com/nvsd-kernel/nvsd-kernel/notebooks"
	"github.com/nvsd-kernel/nvsd-kernel/notebooks/compare"
)

// A Runner reads and runs notebooks as the command line says.
type Runner struct {
	Read func(file string) (*notebooks.Notebook, error)
	Run  func(*notebooks.Notebook, interp.Options, notebooks.Options) error
}

// A Pair is a notebook as it is stored, and a copy that is run.
type Pair struct {
	Stored   *notebooks.Notebook
	Findings []string // what the stored notebook says of itself, before anything runs

	fresh *notebooks.Notebook
}

// Pair reads a notebook, and runs nothing.
func (r Runner) Pair(file string) (p Pair, err error) {
	for _, nb := range []**notebooks.Notebook{&p.Stored, &p.fresh} {
		*nb, err = r.Read(file)
		if err != nil {
			return Pair{}, err
		}
	}
	p.fresh.Clear()
	if text := identity.Differs(p.Stored.Program()); text != "" {
		p.Findings = append(p.Findings, text)
	}
	p.Findings = append(p.Findings, hiddenState(p.Stored)...)
	return p, nil
}

// hiddenState names the cells that ran out of order, and the cells that use names that no cell
// above declares.
func hiddenState(nb *notebooks.Notebook) (told []string) {
	var sources []hidden.Source
	for i, cell := range nb.Cells() {
		if cell.Kind() == notebooks.Code {
			sources = append(sources, hidden.Source{Number: i + 1, Title: cell.Title(), Count: cell.Count(), Code: cell.Source(), Fails: cell.MayFail()})
		}
	}
	for _, f := range hidden.Examine(sources) {
		told = append(told, f.String())
	}
	return told
}

// Check runs the copy in the folder of the notebook's file, with the progress of its cells on a
// line, and compares.
func (r Runner) Check(p Pair, opts compare.Options, line *terminal.ProgressLine) *compare.Report {
	elapsed := map[int]time.Duration{}
	start := time.Now()
	err := r.Run(p.fresh, interp.Options{Dir: filepath.Dir(p.Stored.Name())}, notebooks.Options{
		KeepGoing: true,
		Language:  identity.Language(),
		Event: func(e repl.Event) {
			if at, ok := e.(repl.Progress); ok {
				line.Show(at)
			}
		},
		Progress: func(at notebooks.Progress) {
			line.Erase()
			if at.Done {
				elapsed[at.Index+1] = at.Elapsed
			}
		},
	})
	report := compare.Notebooks(p.Stored, p.fresh, opts)
	report.Seconds, report.Findings = time.Since(start).Seconds(), p.Findings
	for i := range report.Cells {
		report.Cells[i].Seconds = elapsed[report.Cells[i].Number].Seconds()
	}
	if _, ok := errors.AsType[*notebooks.CellError](err); err != nil && !ok { // the failure of a cell is an output of it
		report.Failed = err.Error()
	}
	return report
}
