package main

import (
	"bytes"
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

// proofReport is what came of the proofs of a notebook.
type proofReport struct {
	Notebook string          `json:"notebook"`
	Proofs   []proofs.Result `json:"proofs"`
}

// proofs checks the proofs of notebooks.
func (c *checking) proofs(files []string) error {
	for _, flag := range []string{"rtol", "atol", "ignore", "param"} {
		if c.cmd.Flag(flag).Changed {
			return statusError{exitUsage, fmt.Errorf("--%s is of no use with --proof, which runs nothing", flag)}
		}
	}
	if c.report != "text" && c.report != "json" {
		return statusError{exitUsage, fmt.Errorf("--report %q: with --proof it is text or json", c.report)}
	}
	out, err := openOutput(c.out, c.cmd.OutOrStdout())
	if err != nil {
		return statusError{exitUsage, fmt.Errorf("--out: %w", err)}
	}
	defer out.discard()
	var text bytes.Buffer
	reports, err := c.proofReports(files, &text)
	if err != nil {
		return err
	}
	if c.report == "json" {
		text.Reset()
		enc := json.NewEncoder(&text)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", " ")
		if err := enc.Encode(reports); err != nil {
			return err
		}
	}
	if err := out.commit(text.Bytes()); err != nil {
		return err
	}
	refused, cannot := 0, 0
	for _, report := range reports {
		for _, r := range report.Proofs {
			switch {
			case r.Refused():
				refused++
			case r.Bad():
				cannot++
			}
		}
	}
	if refused+cannot == 0 {
		return nil
	}
	return fmt.Errorf("of the proofs %d are refused, and %d cannot be checked", refused, cannot)
}

// proofReports checks the proofs of each notebook, and writes what came of it as text.
func (c *checking) proofReports(files []string, text io.Writer) ([]proofReport, error) {
	ctx, stop := interruptible(c.cmd.Context())
	defer stop()
	var reports []proofReport
	for _, file := range files {
		nb, err := readNotebook(file)
		if err != nil {
			return nil, err
		}
		start := time.Now()
		results, err := proofs.Check(ctx, nb, filepath.Dir(file))
		if err == nil {
			results, err = c.withCode(ctx, nb, results)
		}
		if err != nil {
			return nil, err
		}
		reports = append(reports, proofReport{file, results})
		writeProofs(text, file, results, time.Since(start))
	}
	return reports, nil
}

// withCode completes the results where the code of cells is needed: it runs the cells up to there, with stored
// solutions in the place of fits.
func (c *checking) withCode(ctx context.Context, nb *notebooks.Notebook, results []proofs.Result) ([]proofs.Result, error) {
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
	fresh, err := readNotebook(nb.Name())
	if err != nil {
		return nil, err
	}
	fresh.Clear()
	failed := runWith(c.cmd, fresh, interp.Options{Dir: dir, Stored: file.Name()}, notebooks.Options{KeepGoing: true, Until: last})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return proofs.WithCode(results, fresh, failed), nil
}

func writeProofs(out io.Writer, file string, results []proofs.Result, took time.Duration) {
	if len(results) == 0 {
		fmt.Fprintf(out, "%s: no output has a proof\n", file)
		return
	}
	for _, r := range results {
		fmt.Fprintf(out, "%s: %v\n", file, r)
	}
	checked := 0
	for _, r := range results {
		if r.Verdict != proofs.NotProved {
			checked++
		}
	}
	noun := "proofs"
	if checked == 1 {
		noun = "proof"
	}
	fmt.Fprintf(out, "%s: %d %s checked in %.2g s\n", file, checked, noun, took.Seconds())
}
