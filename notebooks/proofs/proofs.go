// Package proofs checks the proofs that a notebook holds beside the models that it shows.
package proofs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/nvsd-kernel/nvsd-kernel/display"
	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/notebooks"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/proof"
)

// NotProved is the verdict on a result that is shown without a proof.
const NotProved = "not proved"

// A Result is the outcome of the check of one proof.
type Result struct {
	Cell    int    `json:"cell"` // in the notebook, from 1
	ID      string `json:"id,omitempty"`
	Model   string `json:"model"`
	Verdict string `json:"verdict"`

	Found   string   `json:"found,omitempty"` // what is proved, in a phrase
	Reasons []string `json:"reasons,omitempty"`
	Notes   []string `json:"notes,omitempty"`

	code   bool        // the code of a cell is needed
	beside repl.Bundle // what is shown
}

// Bad reports whether the proof was refused, or could not be checked.
func (r Result) Bad() bool { return r.Refused() || r.Verdict == string(proof.CannotCheck) }

// Refused reports whether a number that was computed again contradicts the proof, or the
// output beside it.
func (r Result) Refused() bool { return r.Verdict == string(proof.Refused) }

// String returns the result in a line, and one for each reason and note.
func (r Result) String() string {
	text := fmt.Sprintf("cell %d", r.Cell)
	if r.ID != "" {
		text += fmt.Sprintf(" (%s)", r.ID)
	}
	text += fmt.Sprintf(", %s: %s", r.Model, r.Verdict)
	if r.Found != "" {
		text += ", " + r.Found
	}
	for _, reason := range r.Reasons {
		text += "\n  " + reason
	}
	for _, note := range r.Notes {
		text += "\n  note: " + note
	}
	return text
}

// Check checks the proofs of a notebook without running it, and the tables that are shown
// beside them. dir is the folder of the notebook, in which the data's files and large proofs
// are looked for. An error is that of ctx.
func Check(ctx context.Context, nb *notebooks.Notebook, dir string) ([]Result, error) {
	var all []Result
	for i, cell := range nb.Cells() {
		if cell.Kind() != notebooks.Code {
			continue
		}
		for _, out := range cell.Outputs() {
			raw, ok := out.Bundle.Data[display.MIMEProof]
			if !ok {
				if why := unproved(out); why != "" {
					all = append(all, Result{Cell: i + 1, ID: cell.ID(), Model: "output", Verdict: NotProved, Reasons: []string{why}})
				}
				continue
			}
			r, err := one(ctx, raw, out.Bundle, dir)
			if ctx.Err() != nil {
				return all, ctx.Err()
			}
			if err != nil {
				r = Result{Model: "a model", Verdict: string(proof.Refused), Reasons: []string{err.Error()}}
			}
			r.Cell, r.ID, r.beside = i+1, cell.ID(), out.Bundle
			all = append(all, r)
		}
	}
	return all, nil
}

// one checks one proof, and the output beside it.
func one(ctx context.Context, raw json.RawMessage, beside repl.Bundle, dir string) (Result, error) {
	raw, err := whole(raw, dir)
	if err != nil {
		return Result{Model: "a model", Verdict: string(proof.CannotCheck), Reasons: []string{err.Error()}}, nil
	}
	c, err := nvsd.CheckProof(ctx, raw, dir)
	if err != nil {
		return Result{}, err
	}
	r := Result{Model: c.Title, Verdict: string(c.Verdict), Found: c.Found(), Reasons: c.Reasons, Notes: c.Notes}
	if r.Refused() {
		return r, nil // and what is shown is of no use
	}
	if err := r.shown(beside, c); err != nil {
		return Result{}, err
	}
	r.code = c.NeedsCode && !r.Refused()
	return r, nil
}

// A reference stands in a notebook in place of a large proof, which is in a file beside it.
type reference struct {
	File   string `json:"file"` // from the folder of the notebook
	SHA256 string `json:"sha256"`
	Lost   string `json:"lost"` // why there is no file
}

// whole returns the proof, which is in a file if it is large.
func whole(raw json.RawMessage, dir string) (json.RawMessage, error) {
	var r reference
	switch {
	case json.Unmarshal(raw, &r) != nil || r.File == "" && r.Lost == "":
		return raw, nil
	case r.Lost != "":
		return nil, errors.New(r.Lost)
	}
	if !filepath.IsLocal(r.File) {
		return nil, fmt.Errorf("the proof is said to be in %s, which is not below the notebook's folder", r.File)
	}
	text, err := os.ReadFile(filepath.Join(dir, r.File))
	if err != nil {
		return nil, fmt.Errorf("the proof is in a file beside the notebook, which cannot be read: %w; a notebook is shared with its folder %s", err, filepath.Dir(r.File))
	}
	if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != r.SHA256 {
		return nil, fmt.Errorf("%s is not the file that the notebook names: its SHA-256 differs", r.File)
	}
	return text, nil
}
