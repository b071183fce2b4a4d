package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"time"

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
		if err != nil {
			return nil, err
		}
		reports = append(reports, proofReport{file, results})
		writeProofs(text, file, results, time.Since(start))
	}
	return reports, nil
}

func writeProofs(out io.Writer, file string, results []proofs.Result, took time.Duration) {
	if len(results) == 0 {
		fmt.Fprintf(out, "%s: no output has a proof\n", file)
		return
	}
	for _, r := range results {
		fmt.Fprintf(out, "%s: %v\n", file, r)
	}
	proofs := "proofs"
	if len(results) == 1 {
		proofs = "proof"
	}
	fmt.Fprintf(out, "%s: %d %s checked in %.2g s\n", file, len(results), proofs, took.Seconds())
}
