package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/procedure"
)

const selectHelp = `Find the inputs in a table that a target depends on, and predict it.

FILE holds comma-separated numbers under a line of names, or is a file in another
format that data.Open reads (TSV, Parquet, ARFF, NPY, NPZ, compressed or not); "-" reads
comma-separated numbers from standard input. Every column but the target is an input. What was found is printed
for people, and with --out written as JSON for programs. docs/select.md states every
flag and every field. nvsd-kernel data inspect FILE says which flags a table needs.

Exit status: 0 there is an answer, be it that nothing was found; 1 an interrupt ended
the work, and nothing is written; 2 a file or a flag is wrong, or the output cannot be
written.`

// selectFlags are the flags of the command select.
type selectFlags struct {
	target, test, criterion, out, model string
	level                               float64
	seed                                uint64
	null, sample                        int
	quiet                               bool
	table                               tableFlags
}

// tableFlags are the flags that say how a table is read.
type tableFlags struct {
	comma, thousands, comments, encoding                           string
	factors, drop, keep, key, na, impute, dateLayouts, dropMissing []string
	classes                                                        []string
	decimalComma, percent, currency, header, noHeader, uniqueNames bool
}

func newSelect() *cobra.Command {
	var f selectFlags
	cmd := &cobra.Command{
		Use:   "select FILE --target NAME",
		Short: "Find the inputs in a table that a target depends on",
		Long:  selectHelp,
		Args:  exactly(1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := nonempty(cmd, "target", "test", "criterion", "comma", "thousands", "comments", "encoding", "out", "model"); err != nil {
				return err
			}
			if f.target == "" {
				return statusError{exitUsage, fmt.Errorf("say --target NAME: which column of %s is to be predicted; see: %s --help", args[0], cmd.CommandPath())}
			}
			if cmd.Flags().Changed("drop") && len(f.table.drop) == 0 {
				f.table.drop = []string{""} // what has no name; the flag makes no name of it
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
	f.table.add(flags)
	flags.IntVar(&f.sample, "sample", 0, "how many rows to draw at random and use, of a file that has too many (default all)")
	flags.Float64Var(&f.level, "level", 0.9, "of the prediction intervals: how often the target is to be inside")
	flags.Uint64Var(&f.seed, "seed", 1, "of the sample, of the folds and of the permuted runs")
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
	request, err := f.request(cmd, file)
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
func (f *selectFlags) request(cmd *cobra.Command, file string) (procedure.Request, error) {
	r := procedure.Request{Target: f.target, Criterion: procedure.Criterion(f.criterion), Sample: f.sample, Level: f.level, Seed: f.seed, Null: f.null}
	var err error
	if r.Options, err = f.table.calls(cmd.Flags()); err != nil {
		return r, err
	}
	if r.Train, err = readTable(cmd.InOrStdin(), file); err != nil || f.test == "" {
		return r, err
	}
	test, err := readTable(cmd.InOrStdin(), f.test)
	r.Test = &test
	return r, err
}

// add declares the flags.
func (f *tableFlags) add(flags *pflag.FlagSet) {
	flags.StringSliceVar(&f.factors, "factor", nil, "columns that hold categories, with commas between them")
	flags.StringSliceVar(&f.drop, "drop", nil, "columns to leave out, with commas between them")
	flags.StringSliceVar(&f.keep, "keep", nil, "columns that are inputs also if they count or name the rows, with commas between them; empty for all")
	flags.StringSliceVar(&f.key, "key", nil, "columns that tell the rows apart, and are no inputs, with commas between them")
	flags.StringSliceVar(&f.classes, "classes", nil, "the two labels of the target for which -1 and +1 stand, with a comma between them")
	flags.StringVar(&f.comma, "comma", "", "the character between the cells of the files (default \",\", or \";\" with --decimal-comma)")
	flags.BoolVar(&f.decimalComma, "decimal-comma", false, "numbers have a decimal comma, as in 3,14")
	flags.StringVar(&f.thousands, "thousands", "", "the character between groups of three digits, as in 12'000; a blank stands for all kinds of blanks")
	flags.BoolVar(&f.percent, "percent", false, "numbers may be followed by a percent sign, which is left out")
	flags.BoolVar(&f.currency, "currency", false, "numbers may have the sign of a currency, as in $1.50 and 1.50 CHF, which is left out")
	flags.StringVar(&f.comments, "comments", "", "lines that begin with this character are left out")
	flags.StringVar(&f.encoding, "encoding", "", "of files that are not UTF-8: latin1, windows-1252, utf-16, utf-16le, utf-16be")
	flags.StringArrayVar(&f.dateLayouts, "date-layout", nil, "NAME=LAYOUT: how the dates of a column are written, as the 2nd of January 2006 is: day=2/1/2006; may be repeated")
	flags.StringSliceVar(&f.na, "na", nil, "texts that stand for a missing cell beside the usual ones, with commas between them")
	flags.StringSliceVar(&f.impute, "impute", nil, "what stands for missing cells: mean or median of numbers, mostfrequent or level of categories, with a comma between two")
	flags.StringSliceVar(&f.dropMissing, "drop-missing", nil, "columns whose missing cells leave rows out, with commas between them; empty for the target and all inputs")
	flags.BoolVar(&f.header, "header", false, "the first line names the columns, also if it holds numbers")
	flags.BoolVar(&f.noHeader, "no-header", false, "the first line holds values; the columns are x1, x2, ...")
	flags.BoolVar(&f.uniqueNames, "unique-names", false, "tell repeated names of columns apart, as a, a.1, a.2")
}

// calls returns the options that the flags say.
func (f *tableFlags) calls(flags *pflag.FlagSet) (calls []data.Call, err error) {
	say := func(flag, option string, args ...string) {
		if flags.Changed(flag) {
			calls = append(calls, data.Call{Option: option, Args: args})
		}
	}
	if f.comma == `\t` {
		f.comma = "\t"
	}
	for _, c := range []struct{ flag, text string }{{"comma", f.comma}, {"thousands", f.thousands}, {"comments", f.comments}} {
		if utf8.RuneCountInString(c.text) > 1 || c.flag == "comments" && len(c.text) > 1 {
			return nil, fmt.Errorf("--%s %q: it must be one character; \\t is the tabulator of --comma", c.flag, c.text)
		}
	}
	if flags.Changed("classes") && len(f.classes) != 2 {
		return nil, fmt.Errorf("--classes %q: it must be two labels with a comma between them, that of -1 first", strings.Join(f.classes, ","))
	}
	say("factor", "Factor", f.factors...)
	say("drop", "Drop", f.drop...)
	say("keep", "Keep", f.keep...)
	say("key", "Key", f.key...)
	say("classes", "Classes", f.classes...)
	say("encoding", "Encoding", f.encoding)
	say("comma", "Comma", f.comma)
	say("comments", "Comments", f.comments)
	is := func(said bool, flag, option string) {
		if said {
			say(flag, option)
		}
	}
	is(f.header, "header", "Header")
	is(f.noHeader, "no-header", "NoHeader")
	is(f.uniqueNames, "unique-names", "UniqueNames")
	is(f.decimalComma, "decimal-comma", "DecimalComma")
	say("thousands", "Thousands", f.thousands)
	is(f.percent, "percent", "Percent")
	is(f.currency, "currency", "Currency")
	for _, text := range f.dateLayouts {
		at := strings.LastIndex(text, "=")
		if at < 1 || at+1 == len(text) {
			return nil, fmt.Errorf("--date-layout %q: it must be a column and how its dates are written, as in day=2/1/2006", text)
		}
		say("date-layout", "DateLayout", text[at+1:], text[:at])
	}
	say("na", "NA", f.na...)
	for _, word := range f.impute {
		how, err := procedure.Filling(word)
		if err != nil {
			return nil, err
		}
		say("impute", "Impute", string(how))
	}
	say("drop-missing", "DropMissing", f.dropMissing...)
	return calls, nil
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
