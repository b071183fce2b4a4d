package commands

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/nvsd-kernel/nvsd-kernel/cmd/nvsd-kernel/internal/process"
	"github.com/nvsd-kernel/nvsd-kernel/internal/version"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/fit"
)

const fitHelp = `Solve one declared problem and write certified solutions as JSON.

Nothing is centred or scaled, and there is no intercept: what is solved is
exactly what the file says. "-" reads it from standard input. A file that names a
method asks for one of the systems that the papers compare with. docs/fit.md states
every field of the file and of what is written.

Exit status: 0 all converged; 1 some did not (an interrupt, max_iter), the output
is written all the same; 2 the file is wrong, the solver cannot take it, or there
is no output.`

func newFit() *cobra.Command {
	var out string
	var quiet bool
	cmd := &cobra.Command{
		Use:   "fit SPEC.json",
		Short: "Solve one declared problem and write certified solutions as JSON",
		Long:  fitHelp,
		Args:  exactly(1, "SPEC.json"),
		RunE: func(cmd *cobra.Command, args []string) error {
			outcome, err := runFit(cmd, args[0], out, quiet)
			if err != nil {
				return statusError{exitUsage, err}
			}
			if missed := outcome.Missed(); missed != "" {
				return statusError{exitFailed, fmt.Errorf("%s: %s", args[0], missed)}
			}
			return nil
		},
	}
	cmd.Flags().StringVarP(&out, "out", "o", "", "write to this file, as a whole or not at all; else to standard output")
	cmd.Flags().BoolVarP(&quiet, "quiet", "q", false, "no progress on standard error")
	return cmd
}

// runFit solves the spec in a file and writes the report. If it returns an error, it has
// written nothing.
func runFit(cmd *cobra.Command, file, out string, quiet bool) (fit.Outcome, error) {
	task, err := readTask(cmd.InOrStdin(), file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	to, err := openOutput(out, cmd.OutOrStdout())
	if err != nil {
		return nil, fmt.Errorf("--out: %w", err)
	}
	defer to.discard()
	for _, warning := range task.Warned() {
		fmt.Fprintf(cmd.ErrOrStderr(), "warning: %s: %s\n", file, warning)
	}
	var progress fit.Progress
	if !quiet {
		progress = fit.Progress{Every: progressEvery, Tell: func(line string) { fmt.Fprintln(cmd.ErrOrStderr(), line) }}
	}
	ctx, stop := process.InterruptibleOnce(cmd.Context())
	defer stop()
	outcome, err := task.Do(ctx, progress, version.String())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	text, err := json.Marshal(outcome)
	if err != nil {
		return nil, err
	}
	return outcome, to.commit(append(text, '\n'))
}

func readTask(stdin io.Reader, file string) (fit.Task, error) {
	if file == "-" {
		return fit.ReadTask(stdin, ".")
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return fit.ReadTask(f, filepath.Dir(file))
}

// progressEvery is the interval at which a running fit shows its progress.
const progressEvery = 2 * time.Second
