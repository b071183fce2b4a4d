package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/procedure"
)

const selectHelp = `Find the inputs in a table that a target depends on, and predict it.

FILE holds comma-separated numbers under a line of names, or is a file in another
format that data.Open reads (TSV, Parquet, ARFF, NPY, NPZ, compressed or not); "-" reads
comma-separated numbers from standard input. Every column but the target is an input. What was found is printed
for people, and with --out written as JSON for programs. docs/select.md states every
flag and every field.

Exit status: 0 there is an answer, be it that nothing was found; 1 an interrupt ended
the work, and nothing is written; 2 a file or a flag is wrong, or the output cannot be
written.`

// selectFlags are the flags of the command select.
type selectFlags struct {
	target, test, criterion, comma, thousands, out, model                 string
	factors, drop, keep, na                                               []string
	level                                                                 float64
	seed                                                                  uint64
	null                                                                  int
	decimalComma, percent, currency, header, noHeader, uniqueNames, quiet bool
}

func newSelect() *cobra.Command {
	var f selectFlags
	cmd := &cobra.Command{
		Use:   "select FILE --target NAME",
		Short: "Find the inputs in a table that a target depends on",
		Long:  selectHelp,
		Args:  exactly(1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := nonempty(cmd, "target", "test", "criterion", "comma", "thousands", "out", "model"); err != nil {
				return err
			}
			if f.target == "" {
				return statusError{exitUsage, fmt.Errorf("say --target NAME: which column of %s is to be predicted; see: %s --help", args[0], cmd.CommandPath())}
			}
			if cmd.Flags().Changed("drop") && len(f.drop) == 0 {
				f.drop = []string{""} // what has no name; the flag makes no name of it
			}
			if cmd.Flags().Changed("keep") && len(f.keep) == 0 {
				f.keep = []string{} // all
			}
			err := runSelect(cmd, args[0], f)
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
	flags.StringSliceVar(&f.factors, "factor", nil, "columns that hold categories, with commas between them")
	flags.StringSliceVar(&f.drop, "drop", nil, "columns to leave out, with commas between them")
	flags.StringSliceVar(&f.keep, "keep", nil, "columns that are inputs also if they count or name the rows, with commas between them; empty for all")
	flags.StringVar(&f.comma, "comma", "", "the character between the cells of the files (default \",\", or \";\" with --decimal-comma)")
	flags.BoolVar(&f.decimalComma, "decimal-comma", false, "numbers have a decimal comma, as in 3,14")
	flags.StringVar(&f.thousands, "thousands", "", "the character between groups of three digits, as in 12'000; a blank stands for all kinds of blanks")
	flags.BoolVar(&f.percent, "percent", false, "numbers may be followed by a percent sign, which is left out")
	flags.BoolVar(&f.currency, "currency", false, "numbers may have the sign of a currency, as in $1.50 and 1.50 CHF, which is left out")
	flags.StringSliceVar(&f.na, "na", nil, "texts that stand for a missing cell beside the usual ones, with commas between them")
	flags.BoolVar(&f.header, "header", false, "the first line names the columns, also if it holds numbers")
	flags.BoolVar(&f.noHeader, "no-header", false, "the first line holds values; the columns are x1, x2, ...")
	flags.BoolVar(&f.uniqueNames, "unique-names", false, "tell repeated names of columns apart, as a, a.1, a.2")
	flags.Float64Var(&f.level, "level", 0.9, "of the prediction intervals: how often the target is to be inside")
	flags.Uint64Var(&f.seed, "seed", 1, "of the folds and of the permuted runs")
	flags.IntVar(&f.null, "null", 0, "how many runs with a permuted target to compare with: 20 tell the level 0.05")
	flags.StringVarP(&f.out, "out", "o", "", "write the answer as JSON to this file, as a whole or not at all; - is standard output, and then no text is printed")
	flags.StringVar(&f.model, "model", "", "write the chosen model to this file; nvsd.LoadModel reads it in a cell")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "no progress on standard error, and with --out no text on standard output")
	return cmd
}

// runSelect runs the procedure on a file as the flags say and writes the answer. An error
// that is no statusError is an error of usage.
func runSelect(cmd *cobra.Command, file string, f selectFlags) error {
	start := time.Now()
	request, err := f.request(cmd.InOrStdin(), file)
	if err != nil {
		return err
	}
	var to *output
	if f.out == "-" {
		to = &output{stream: cmd.OutOrStdout()}
	} else if to, err = openOutput(f.out, io.Discard); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	defer to.discard()
	model, err := openOutput(f.model, io.Discard)
	if err != nil {
		return fmt.Errorf("--model: %w", err)
	}
	defer model.discard()
	var progress procedure.Progress
	if !f.quiet {
		progress = procedure.Progress{Every: progressEvery, Tell: func(line string) { fmt.Fprintln(cmd.ErrOrStderr(), line) }}
	}
	ctx, stop := interruptibleOnce(cmd.Context())
	defer stop()
	answer, err := procedure.Run(ctx, request, progress, version())
	if err != nil && ctx.Err() != nil {
		return statusError{exitFailed, fmt.Errorf("%s: interrupted after %.1f s, before there was an answer: nothing is written", file, time.Since(start).Seconds())}
	}
	if err != nil {
		return err
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
	return nil
}

// request reads the files that the flags name.
func (f *selectFlags) request(stdin io.Reader, file string) (procedure.Request, error) {
	r := procedure.Request{
		Target: f.target, Criterion: procedure.Criterion(f.criterion), Factors: f.factors, Drop: f.drop, Keep: f.keep, DecimalComma: f.decimalComma, Percent: f.percent, Currency: f.currency,
		NA: f.na, Header: f.header, NoHeader: f.noHeader, UniqueNames: f.uniqueNames, Level: f.level, Seed: f.seed, Null: f.null,
	}
	if f.comma == `\t` {
		f.comma = "\t"
	}
	comma, size := utf8.DecodeRuneInString(f.comma)
	if size != len(f.comma) {
		return r, fmt.Errorf("--comma %q: it must be one character; \\t is the tabulator", f.comma)
	}
	if f.comma != "" {
		r.Comma = comma
	}
	if f.thousands != "" {
		if r.Thousands, size = utf8.DecodeRuneInString(f.thousands); size != len(f.thousands) {
			return r, fmt.Errorf("--thousands %q: it must be one character", f.thousands)
		}
	}
	var err error
	if r.Train, err = readTable(stdin, file); err != nil || f.test == "" {
		return r, err
	}
	test, err := readTable(stdin, f.test)
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
