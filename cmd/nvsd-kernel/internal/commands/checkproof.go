package commands

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/cmd/nvsd-kernel/internal/checking"
	"github.com/nvsd-kernel/nvsd-kernel/cmd/nvsd-kernel/internal/process"
)

// proofs checks the proofs of notebooks.
func (c *checkCall) proofs(files []string) error {
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
	ctx, stop := process.Interruptible(c.cmd.Context())
	defer stop()
	var text bytes.Buffer
	var reports []checking.ProofReport
	for _, file := range files {
		r, err := c.runner().Proofs(ctx, file)
		if err != nil {
			return err
		}
		reports = append(reports, r)
		r.WriteText(&text)
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
