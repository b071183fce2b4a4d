package commands

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/nvsd-kernel/nvsd-kernel/cmd/nvsd-kernel/internal/process"
	"github.com/nvsd-kernel/nvsd-kernel/internal/version"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/procedure"
)

const selectHelp = `Find the inputs in a table that a target depends on, and predict it.

FILE holds comma-separated numbers under a line of names, or is a file in another
format that data.Open reads (TSV, Parquet, ARFF, NPY, NPZ, compressed or not); "-" reads
comma-separated numbers from standard input. Every column but the target is an input. What was found is printed
for people, and with --out written as JSON for programs. docs/select.md states every
flag and every field. nvsd-kernel data inspect FILE says which flags a table needs.

Exit status: 0 there is an answer, be it that nothing was found; 1 an interrupt ended
the work, and the answer is what was found by then, if anything was, or the rows of
--test cannot be predicted, and the answer is without them; 2 a file or a flag is wrong, or the output cannot be
written.`

// selectFlags are the flags of the command select.
type selectFlags struct {
	target, test, criterion, loss string
	out, model                    string
	shard, dir                    string
	merge                         bool
	level, knockoffs              float64
	interactions                  bool
	seed                          uint64
	null, sample                  int
	quiet                         bool
	table                         tableFlags
}

func newSelect() *cobra.Command {
	var f selectFlags
	cmd := &cobra.Command{
		Use:   "select FILE --target NAME",
		Short: "Find the inputs in a table that a target depends on",
		Long:  selectHelp,
		Args:  exactly(1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := nonempty(cmd, append(tableTexts, "target", "test", "criterion", "loss", "out", "model", "shard", "dir")...); err != nil {
				return err
			}
			if f.target == "" {
				return statusError{exitUsage, fmt.Errorf("say --target NAME: which column of %s is to be predicted; see: %s --help", args[0], cmd.CommandPath())}
			}
			run := runSelect
			if f.shard != "" {
				run = runShard
			}
			err := run(cmd, args[0], f)
			if _, said := errors.AsType[statusError](err); err != nil && !said {
				err = statusError{exitUsage, err}
			}
			return err
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.target, "target", "t", "", "the column to predict (required)")
	flags.StringVar(&f.test, "test", "", "a file of rows to predict; with the target, for the error too")
	flags.StringVar(&f.criterion, "criterion", string(procedure.LeaveOneOut), "the error to choose by: loo, or cv for five folds")
	f.table.add(flags)
	flags.IntVar(&f.sample, "sample", 0, "how many rows to draw at random and use, of a file that has too many (default all)")
	flags.Float64Var(&f.level, "level", 0.9, "of the prediction intervals: how often the target is to be inside")
	flags.Uint64Var(&f.seed, "seed", 1, "of the sample, of the folds and of the permuted runs")
	flags.StringVar(&f.loss, "loss", "", "of the function that predicts: square, logistic or poisson (default logistic for a target of two classes, and else square)")
	flags.IntVar(&f.null, "null", 0, "how many runs with a permuted target to compare with: 20 tell the level 0.05")
	flags.Float64Var(&f.knockoffs, "knockoffs", 0, "the inputs too that are found beside knockoffs at this false discovery rate, between 0 and 1")
	flags.BoolVar(&f.interactions, "interactions", false, "the interactions too of every two selected inputs")
	flags.StringVar(&f.shard, "shard", "", "K/N: do the share K of N of the sums of a large file, and write them to the folder --dir")
	flags.BoolVar(&f.merge, "merge", false, "answer by what all shards have written to the folder --dir")
	flags.StringVar(&f.dir, "dir", "", "a folder that all shards see")
	flags.StringVarP(&f.out, "out", "o", "", "write the answer as JSON to this file, as a whole or not at all; - is standard output, and then no text is printed")
	flags.StringVar(&f.model, "model", "", "write the chosen model to this file; nvsd.LoadModel reads it in a cell")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "no progress on standard error, and with --out no text on standard output")
	return cmd
}

// runSelect runs the procedure on a file as the flags say and writes the answer. An error
// that is no statusError is an error of usage.
func runSelect(cmd *cobra.Command, file string, f selectFlags) error {
	start := time.Now()
	request, err := f.request(cmd, file)
	if err != nil {
		return err
	}
	to := &output{stream: cmd.OutOrStdout()}
	if f.out != "-" {
		to, err = openOutput(f.out, io.Discard)
	}
	if err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	defer to.discard()
	model, err := openOutput(f.model, io.Discard)
	if err != nil {
		return fmt.Errorf("--model: %w", err)
	}
	defer model.discard()
	progress := f.progress(cmd)
	ctx, stop := process.InterruptibleOnce(cmd.Context())
	defer stop()
	answer, err := procedure.Run(ctx, request, progress, version.String())
	var stopped error
	if err != nil {
		if ctx.Err() == nil {
			return err
		}
		stopped = interrupted(file, start, answer != nil)
	}
	if answer == nil {
		return stopped
	}
	text, err := json.MarshalIndent(answer, "", "  ")
	if err != nil {
		return err
	}
	if f.model != "" {
		var saved bytes.Buffer
		if err := answer.WriteModel(&saved); err != nil {
			return err
		}
		if err := model.commit(saved.Bytes()); err != nil {
			return err
		}
	}
	if err := to.commit(append(text, '\n')); err != nil {
		return err
	}
	switch {
	case f.out == "":
		fmt.Fprint(cmd.OutOrStdout(), answer)
	case f.out != "-" && !f.quiet:
		fmt.Fprint(cmd.OutOrStdout(), answer.Short())
	}
	if stopped == nil && answer.Unpredicted != "" {
		return statusError{exitFailed, fmt.Errorf("%s: these rows are not predicted, and all else is the answer", answer.Unpredicted)}
	}
	return stopped
}

// interrupted returns the error of a run that an interrupt ended, with an answer or without.
func interrupted(file string, start time.Time, answered bool) error {
	left := ", before there was an answer: nothing is written"
	if answered {
		left = ": what was found by then is the answer"
	}
	return statusError{exitFailed, fmt.Errorf("%s: interrupted after %.1f s%s", file, time.Since(start).Seconds(), left)}
}

// progress tells of the work on standard error, unless it is to be quiet.
func (f *selectFlags) progress(cmd *cobra.Command) procedure.Progress {
	if f.quiet {
		return procedure.Progress{}
	}
	return procedure.Progress{Every: progressEvery, Tell: func(line string) { fmt.Fprintln(cmd.ErrOrStderr(), line) }}
}

// request reads the files that the flags name.
func (f *selectFlags) request(cmd *cobra.Command, file string) (procedure.Request, error) {
	r := procedure.Request{Target: f.target, Criterion: procedure.Criterion(f.criterion), Sample: f.sample, Level: f.level, Seed: f.seed, Null: f.null, Loss: f.loss, Knockoffs: f.knockoffs, Interactions: f.interactions}
	var err error
	r.Options, err = f.table.calls(cmd.Flags())
	if err != nil {
		return r, err
	}
	if f.merge != (f.dir != "" && f.shard == "") {
		return r, errors.New("--dir is for --shard K/N and for --merge, and these are not without it")
	}
	r.Shards, r.Train = f.dir, procedure.Table{Name: file}
	if file == "-" {
		r.Train, err = readTable(cmd.InOrStdin(), file)
	}
	if err != nil || f.test == "" {
		return r, err
	}
	test, err := readTable(cmd.InOrStdin(), f.test)
	r.Test = &test
	return r, err
}

// readTable reads a file, or standard input if the file is "-".
func readTable(stdin io.Reader, file string) (procedure.Table, error) {
	if file == "-" {
		text, err := io.ReadAll(stdin)
		return procedure.Table{Name: file, Text: text}, err
	}
	text, err := os.ReadFile(file)
	return procedure.Table{Name: file, Text: text}, err
}
