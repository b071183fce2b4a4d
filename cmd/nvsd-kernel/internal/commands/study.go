package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/nvsd-kernel/nvsd-kernel/cmd/nvsd-kernel/internal/process"
	"github.com/nvsd-kernel/nvsd-kernel/display"
	"github.com/nvsd-kernel/nvsd-kernel/internal/carried"
	"github.com/nvsd-kernel/nvsd-kernel/interp/carry"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/study"
)

const studyHelp = `Compare methods of variable selection on many data sets of the same problems.

DESIGN.json says which problems, methods, sizes and repetitions; docs/studies.md states
every field. The results are files in a folder, one for each method on each data set, so
that a study that was interrupted goes on, and that its parts can be computed anywhere.`

// studyFlags are the flags of the commands of a study.
type studyFlags struct {
	dir, shard, format string
	measures           []string
	statistic          string
	retry, quiet       bool
	pilot              float64
	slurm              slurmFlags
}

func newStudy() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "study",
		Short: "Compare methods on many data sets: plan, run, status, merge, table and save",
		Long:  studyHelp,
		Args:  none,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newStudyPlan(), newStudyRun(), newStudyStatus(), newStudyMerge(), newStudyTable(), newStudySave(), newStudyElement())
	return cmd
}

// studyCommand returns a command on a design, whose errors are those of its arguments unless they say otherwise.
func studyCommand(use, short, long string, args cobra.PositionalArgs, do func(cmd *cobra.Command, d study.Design, f studyFlags, args []string) error) (*cobra.Command, *studyFlags) {
	f := &studyFlags{}
	cmd := &cobra.Command{
		Use: use, Short: short, Long: short + ".\n\n" + long, Args: args,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := nonempty(cmd, "dir"); err != nil {
				return err
			}
			d, err := readDesign(args[0])
			if err != nil {
				return statusError{exitUsage, fmt.Errorf("%s: %w", args[0], err)}
			}
			if f.dir == "" {
				f.dir = strings.TrimSuffix(args[0], filepath.Ext(args[0]))
			}
			return do(cmd, d, *f, args[1:])
		},
	}
	cmd.Flags().StringVarP(&f.dir, "dir", "d", "", "the folder of the results (default DESIGN without its ending)")
	return cmd, f
}

// computing returns the context of a command that computes units, in which the code of a design becomes methods and sources.
func computing(cmd *cobra.Command) (ctx context.Context, stop func()) {
	return process.InterruptibleOnce(carried.WithMaker(cmd.Context(), carry.Maker{}))
}

func readDesign(file string) (study.Design, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return study.Design{}, err
	}
	return study.ReadDesign(text, filepath.Dir(file))
}

func newStudyPlan() *cobra.Command {
	cmd, f := studyCommand("plan DESIGN.json [--dir D]", "Say how many units there are, and about how long they take",
		"The first unit of each kind is computed, until --pilot seconds have gone. Its result is kept.", exactly(1, "DESIGN.json"),
		func(cmd *cobra.Command, d study.Design, f studyFlags, _ []string) error {
			ctx, stop := computing(cmd)
			defer stop()
			plan, err := study.MakePlan(ctx, d, f.dir, f.pilot)
			if err != nil {
				return statusError{exitUsage, err}
			}
			fmt.Fprint(cmd.OutOrStdout(), plan)
			return nil
		})
	cmd.Flags().Float64Var(&f.pilot, "pilot", 60, "seconds in which units are tried")
	return cmd
}

func newStudyRun() *cobra.Command {
	cmd, f := studyCommand("run DESIGN.json [--dir D]", "Compute what is missing",
		`What is done stays in the folder after an interrupt, and the same command goes on from there.

Exit status: 0 all units are done, of this shard if --shard says so; 1 it was interrupted, or a method has failed on some
data sets, which the tables count; 2 the design is wrong, or the folder cannot be written.`, exactly(1, "DESIGN.json"), runStudy)
	cmd.Flags().StringVar(&f.shard, "shard", "", "K/N computes the share K of N, in the same folder or another, for merge")
	cmd.Flags().BoolVar(&f.retry, "retry-failed", false, "compute again what has failed")
	cmd.Flags().BoolVarP(&f.quiet, "quiet", "q", false, "no progress on standard error")
	f.slurm.add(cmd.Flags())
	return cmd
}

func runStudy(cmd *cobra.Command, d study.Design, f studyFlags, _ []string) error {
	if err := f.slurm.check(cmd.Flags()); err != nil {
		return statusError{exitUsage, err}
	}
	var options []study.Option
	if f.shard != "" {
		number, of, err := shares(f.shard)
		if err == nil && f.slurm.on {
			err = errors.New("--shard and --slurm exclude each other: the cluster has the parts")
		}
		if err != nil {
			return statusError{exitUsage, err}
		}
		options = append(options, study.Shard(number, of))
	}
	if f.retry {
		options = append(options, study.RetryFailed())
	}
	ctx, stop := computing(cmd)
	defer stop()
	if !f.quiet {
		ctx = nvsd.WithReporter(ctx, unitReporter(cmd.ErrOrStderr()))
	}
	run := study.Run
	if f.slurm.on {
		run = f.slurm.Run
	}
	r, err := run(ctx, d, f.dir, options...)
	switch {
	case err != nil && ctx.Err() != nil && r != nil:
		return statusError{exitFailed, fmt.Errorf("interrupted: %d of %s are missing: the same command goes on", r.Missing(), report.Plural(len(d.Units()), "unit"))}
	case err != nil:
		return statusError{exitUsage, err}
	}
	if !f.quiet {
		fmt.Fprintf(cmd.OutOrStdout(), "%d of %s in %s\n", len(d.Units())-r.Missing(), report.Plural(len(d.Units()), "unit"), f.dir)
	}
	if failed := r.Failed(); len(failed) > 0 {
		return statusError{exitFailed, fmt.Errorf("%d units have failed, the first of them: %v: %s", len(failed), failed[0].Unit, failed[0].Err)}
	}
	return nil
}

// unitReporter writes how many units are done, and how long the others take at this pace.
func unitReporter(to io.Writer) func(nvsd.Progress) {
	start := time.Now()
	last := start
	return func(p nvsd.Progress) {
		now := time.Now()
		if p.Step != nil || len(p.Parts) != 1 || now.Sub(last) < progressEvery {
			return
		}
		last = now
		units := p.Parts[0]
		left := time.Duration(float64(now.Sub(start)) / float64(units.Done) * float64(units.All-units.Done))
		fmt.Fprintf(to, "%d of %d units, about %v left\n", units.Done, units.All, left.Round(time.Second))
	}
}

func newStudyStatus() *cobra.Command {
	cmd, _ := studyCommand("status DESIGN.json [--dir D]", "Say what is done, what has failed and why, and what is left",
		"It computes nothing, and may be asked while others compute.", exactly(1, "DESIGN.json"),
		func(cmd *cobra.Command, d study.Design, f studyFlags, _ []string) error {
			r, err := study.Read(d, f.dir)
			if err != nil {
				return statusError{exitUsage, err}
			}
			out := cmd.OutOrStdout()
			fmt.Fprint(out, r.Plan())
			const listed = 10
			failed := r.Failed()
			for _, own := range failed[:min(listed, len(failed))] {
				fmt.Fprintf(out, "failed: %v: %s\n", own.Unit, own.Err)
			}
			if more := len(failed) - listed; more > 0 {
				fmt.Fprintf(out, "and %d more\n", more)
			}
			return nil
		})
	return cmd
}

func newStudyMerge() *cobra.Command {
	cmd, _ := studyCommand("merge DESIGN.json --dir D FOLDER...", "Add the results of other folders of the same design",
		"Each file is checked, and a broken one is left out.", func(cmd *cobra.Command, args []string) error {
			if len(args) < 2 {
				return statusError{exitUsage, fmt.Errorf("merge takes DESIGN.json and the folders of shards; see: %s --help", cmd.CommandPath())}
			}
			return nil
		},
		func(cmd *cobra.Command, d study.Design, f studyFlags, from []string) error {
			added, broken, err := study.Merge(d, f.dir, from...)
			if err != nil {
				return statusError{exitUsage, err}
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s added to %s, %d of broken files left out\n", report.Plural(added, "result"), f.dir, broken)
			return nil
		})
	return cmd
}

func newStudySave() *cobra.Command {
	var out string
	cmd, _ := studyCommand("save DESIGN.json [--dir D] --out FILE", "Write the results that there are to one file",
		"The file can stand for the folder in all commands and cells, and is small enough to be kept beside a notebook.", exactly(1, "DESIGN.json"),
		func(cmd *cobra.Command, d study.Design, f studyFlags, _ []string) error {
			if out == "" {
				return statusError{exitUsage, errors.New("save needs --out FILE")}
			}
			r, err := study.Read(d, f.dir)
			if err == nil {
				err = r.Save(out)
			}
			if err != nil {
				return statusError{exitUsage, err}
			}
			return nil
		})
	cmd.Flags().StringVarP(&out, "out", "o", "", "the file, such as results.study.gz")
	return cmd
}

// tableFormats are the forms in which tables are written.
var tableFormats = []string{"text", "html", "markdown", "latex", "csv"}

func newStudyTable() *cobra.Command {
	var names []string
	for _, m := range study.Measures() {
		names = append(names, string(m))
	}
	cmd, f := studyCommand("table DESIGN.json [--dir D]", "Write the tables of the results that there are",
		"The measures are "+strings.Join(names, ", ")+".", exactly(1, "DESIGN.json"),
		func(cmd *cobra.Command, d study.Design, f studyFlags, _ []string) error {
			var measures []study.Measure
			for _, name := range f.measures {
				if !slices.Contains(names, name) {
					return statusError{exitUsage, fmt.Errorf("--measure %s: the measures are %s", name, strings.Join(names, ", "))}
				}
				measures = append(measures, study.Measure(name))
			}
			if !slices.Contains(tableFormats, f.format) {
				return statusError{exitUsage, fmt.Errorf("--format %s: the formats are %s", f.format, strings.Join(tableFormats, ", "))}
			}
			r, err := study.Read(d, f.dir)
			if err != nil {
				return statusError{exitUsage, err}
			}
			r, err = r.By(study.Statistic(f.statistic))
			if err != nil {
				return statusError{exitUsage, fmt.Errorf("--statistic: %w", err)}
			}
			tables := r.Report()
			if measures != nil {
				tables = r.Table(measures...)
			}
			return writeTables(cmd.OutOrStdout(), tables, f.format)
		})
	cmd.Flags().StringSliceVar(&f.measures, "measure", nil, "a measure; several are parted by commas")
	cmd.Flags().StringVar(&f.statistic, "statistic", string(study.Mean), "mean, mean-sd (with the standard deviation), median or median-iqr (with the distance of the quartiles)")
	cmd.Flags().StringVar(&f.format, "format", "text", "text, html, markdown, latex or csv")
	return cmd
}

func writeTables(out io.Writer, tables report.Report, format string) error {
	var err error
	switch format {
	case "html":
		var rendered display.Bundle
		rendered, err = display.Render(tables)
		if err == nil {
			_, err = fmt.Fprint(out, rendered.Data[display.MIMEHTML])
		}
	case "markdown":
		_, err = fmt.Fprint(out, tables.Markdown())
	case "latex":
		_, err = fmt.Fprint(out, tables.LaTeX())
	case "csv":
		for i, t := range tables.Tables() {
			if i > 0 {
				fmt.Fprintln(out)
			}
			if err := t.WriteCSV(out); err != nil {
				return err
			}
		}
	default:
		_, err = fmt.Fprint(out, tables)
	}
	return err
}
