package proofs

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/display"
	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/internal/stored"
	"github.com/nvsd-kernel/nvsd-kernel/notebooks"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/proof"
)

// CodeOf returns the input of a run that checks the proofs for which the code of cells is needed: the stored
// solutions of fits, and the proofs in their order. last is the number of the last cell that is to be run, from
// 1, and 0 if no code is needed. dir is the folder of the notebook.
func CodeOf(nb *notebooks.Notebook, results []Result, dir string) (run stored.Run, last int, err error) {
	for _, r := range results {
		if r.code {
			last = r.Cell
		}
	}
	for i, cell := range nb.Cells()[:last] {
		for _, out := range cell.Outputs() {
			if raw, ok := out.Bundle.Data[display.MIMEProof]; ok {
				if raw, err := whole(raw, dir); err == nil {
					run.Proofs = append(run.Proofs, raw)
				} else {
					run.Proofs = append(run.Proofs, json.RawMessage("null"))
				}
			}
			raw, ok := out.Bundle.Data[stored.MIME]
			if !ok {
				continue
			}
			var page stored.Page
			raw, err = whole(raw, dir)
			if err == nil {
				err = json.Unmarshal(raw, &page)
			}
			if err != nil {
				return run, last, fmt.Errorf("the stored solutions of cell %d: %w", i+1, err)
			}
			run.Fits = append(run.Fits, page.Fits...)
		}
	}
	return run, last, nil
}

// WithCode completes the results by the checks of a run. fresh is the notebook that was run, and failed why
// the run failed, or nil.
func WithCode(results []Result, fresh *notebooks.Notebook, failed error) []Result {
	results = slices.Clone(results)
	next := 0 // of the proofs
	for k := range results {
		r := &results[k]
		if r.Verdict == NotProved {
			continue
		}
		at := next
		next++
		if !r.code {
			continue
		}
		c, shows, ok := checkedIn(fresh.Cells()[r.Cell-1], at)
		switch {
		case ok:
			r.Model, r.Verdict, r.Found, r.Reasons, r.Notes = c.Title, c.Verdict, c.Found, c.Reasons, c.Notes
			if c.Computed > 0 {
				r.Notes = append(r.Notes, fmt.Sprintf("%d fits of cells up to here were computed, for no solution of them is stored", c.Computed))
			}
			if !r.Bad() {
				r.renderings(r.beside, shows)
				r.metadata(r.beside, evidenceOf(shows))
			}
		case failed != nil:
			r.Verdict, r.Reasons = string(proof.CannotCheck), append(r.Reasons, "the cells were run for their code, and fail: "+failed.Error())
		default:
			r.Verdict, r.Reasons = string(proof.Refused), []string{"the cells were run for their code, and this one does not show what the notebook shows"}
		}
	}
	return results
}

// checkedIn returns the outcome of the check of a proof in a cell of a run, and the outputs
// there.
func checkedIn(cell *notebooks.Cell, proof int) (c stored.Checked, shows repl.Bundle, found bool) {
	for _, out := range cell.Outputs() {
		raw, ok := out.Bundle.Data[stored.CheckedMIME]
		if ok && json.Unmarshal(raw, &c) == nil && c.Proof == proof {
			return c, out.Bundle, true
		}
	}
	return stored.Checked{}, repl.Bundle{}, false
}

// evidenceOf returns the evidence in the metadata of an output.
func evidenceOf(b repl.Bundle) (facts map[string]any) {
	if json.Unmarshal(b.Metadata[display.MetadataKey], &facts) != nil {
		return nil
	}
	return facts
}

// unproved returns the reason why a result is shown without a proof, by the metadata of its output. It is empty
// for an output that claims nothing.
func unproved(out notebooks.Output) string {
	var facts struct {
		Digest   string `json:"digest"`
		Unproved string `json:"unproved"`
	}
	switch raw, ok := out.Bundle.Metadata[display.MetadataKey]; {
	case !ok || json.Unmarshal(raw, &facts) != nil:
		return ""
	case facts.Unproved != "":
		return facts.Unproved
	case facts.Digest != "":
		return "there is nothing to prove, or an earlier version of the program has run the cell"
	}
	return ""
}
