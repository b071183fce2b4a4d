package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/fit"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

const fitHelp = `Solve one declared problem and write certified solutions as JSON.

Nothing is centred or scaled, and there is no intercept: what is solved is
exactly what the file says. "-" reads it from standard input.

Exit status: 0 all converged; 1 some did not, the output is written all the
same; 2 the file is wrong, or the solver cannot take it.`

func newFit() *cobra.Command {
	var out string
	var quiet bool
	cmd := &cobra.Command{
		Use:   "fit SPEC.json",
		Short: "Solve one declared problem and write certified solutions as JSON",
		Long:  fitHelp,
		Args:  exactly(1, "SPEC.json"),
		RunE: func(cmd *cobra.Command, args []string) error {
			spec, err := readSpec(cmd.InOrStdin(), args[0])
			if err != nil {
				return statusError{exitUsage, fmt.Errorf("%s: %w", args[0], err)}
			}
			var progress solve.Progress
			if !quiet {
				progress = &fitProgress{w: cmd.ErrOrStderr()}
			}
			ctx, stop := interruptible(cmd.Context())
			defer stop()
			report, err := fit.Run(ctx, spec, progress)
			if bad, ok := errors.AsType[*fit.SpecError](err); ok {
				return statusError{exitUsage, fmt.Errorf("%s: %w", args[0], bad)}
			}
			if err != nil {
				return err
			}
			if err := writeReport(cmd.OutOrStdout(), out, report); err != nil {
				return err
			}
			if !report.Converged() {
				return statusError{status: exitFailed}
			}
			return nil
		},
	}
	cmd.Flags().StringVarP(&out, "out", "o", "", "write to this file, not to standard output")
	cmd.Flags().BoolVarP(&quiet, "quiet", "q", false, "no progress on standard error")
	return cmd
}

func readSpec(stdin io.Reader, file string) (*fit.Spec, error) {
	if file == "-" {
		return fit.Read(stdin, ".")
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return fit.Read(f, filepath.Dir(file))
}

func writeReport(stdout io.Writer, file string, report *fit.Report) error {
	text, err := json.Marshal(report)
	if err != nil {
		return err
	}
	text = append(text, '\n')
	if file != "" {
		return os.WriteFile(file, text, 0o666)
	}
	_, err = stdout.Write(text)
	return err
}

// fitProgress writes a line about a running fit now and then.
type fitProgress struct {
	w    io.Writer
	last time.Time
}

const progressEvery = 2 * time.Second

func (p *fitProgress) Step(s solve.Step) {
	now := time.Now()
	if p.last.IsZero() {
		p.last = now
	}
	if now.Sub(p.last) < progressEvery {
		return
	}
	p.last = now
	how := fmt.Sprintf("relative gap %.2g, inputs certainly in %d, out %d", s.RelGap, s.In, s.Out)
	if math.IsNaN(s.RelGap) {
		how = fmt.Sprintf("residual %.2g", s.Residual)
	}
	fmt.Fprintf(p.w, "tau %.4g: iteration %d, objective %.6g, %s, %.1f s\n", s.Tau, s.Iteration, s.Objective, how, s.Seconds)
}
