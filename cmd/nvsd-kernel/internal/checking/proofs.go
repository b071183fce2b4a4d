package checking

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/interp"
	"github.com/nvsd-kernel/nvsd-kernel/notebooks"
	"github.com/nvsd-kernel/nvsd-kernel/notebooks/proofs"
)

// A ProofReport has the results of the proofs of a notebook.
type ProofReport struct {
	Notebook string          `json:"notebook"`
	Proofs   []proofs.Result `json:"proofs"`

	took time.Duration
}

// Proofs checks the proofs of the notebook in a file.
func (r Runner) Proofs(ctx context.Context, file string) (ProofReport, error) {
	nb, err := r.Read(file)
	if err != nil {
		return ProofReport{}, err
	}
	start := time.Now()
	results, err := proofs.Check(ctx, nb, filepath.Dir(file))
	if err == nil {
		results, err = r.withCode(ctx, nb, results)
	}
	if err != nil {
		return ProofReport{}, err
	}
	return ProofReport{file, results, time.Since(start)}, nil
}

// withCode completes the results where the code of cells is needed: it runs the cells up to there, with stored
// solutions in the place of fits.
func (r Runner) withCode(ctx context.Context, nb *notebooks.Notebook, results []proofs.Result) ([]proofs.Result, error) {
	dir := filepath.Dir(nb.Name())
	run, last, err := proofs.CodeOf(nb, results, dir)
	if err != nil || last == 0 {
		return results, err
	}
	file, err := os.CreateTemp("", "nvsd-stored-*.json")
	if err != nil {
		return nil, err
	}
	defer os.Remove(file.Name())
	if err := errors.Join(json.NewEncoder(file).Encode(run), file.Close()); err != nil {
		return nil, fmt.Errorf("the stored solutions cannot be written for the cells: %w", err)
	}
	fresh, err := r.Read(nb.Name())
	if err != nil {
		return nil, err
	}
	fresh.Clear()
	failed := r.Run(fresh, interp.Options{Dir: dir, Stored: file.Name()}, notebooks.Options{KeepGoing: true, Until: last})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return proofs.WithCode(results, fresh, failed), nil
}

// WriteText writes a line or more for each proof, and how many there are.
func (r ProofReport) WriteText(out io.Writer) {
	if len(r.Proofs) == 0 {
		fmt.Fprintf(out, "%s: no output has a proof\n", r.Notebook)
		return
	}
	for _, p := range r.Proofs {
		fmt.Fprintf(out, "%s: %v\n", r.Notebook, p)
	}
	checked := 0
	for _, p := range r.Proofs {
		if p.Verdict != proofs.NotProved {
			checked++
		}
	}
	noun := "proofs"
	if checked == 1 {
		noun = "proof"
	}
	fmt.Fprintf(out, "%s: %d %s checked in %.2g s\n", r.Notebook, checked, noun, r.took.Seconds())
}
