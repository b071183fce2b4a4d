package commands

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/nvsd-kernel/nvsd-kernel/cmd/nvsd-kernel/internal/process"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/procedure"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

func newData() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "data",
		Short: "What a table needs to be read, and the data sets that data.Load knows",
		Args:  none,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "list",
		Short: "List the data sets, and where they are",
		Args:  none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return listData(cmd.OutOrStdout())
		},
	}, &cobra.Command{
		Use:   "info NAME",
		Short: "Describe a data set: what it is about, its licence, how to cite it",
		Args:  exactly(1, "the name of a data set"),
		RunE: func(cmd *cobra.Command, args []string) error {
			set, err := data.Info(args[0])
			if err != nil {
				return statusError{exitUsage, err}
			}
			describeData(cmd.OutOrStdout(), set)
			return nil
		},
	}, newDataFetch(), newDataInspect())
	return cmd
}

func newDataInspect() *cobra.Command {
	var target string
	var table tableFlags
	cmd := &cobra.Command{
		Use:   "inspect FILE [--target NAME]",
		Short: "Say all that has to be decided before a table can be read, and the command that reads it",
		Long: `Reads a table by what is likeliest wherever something has to be decided: what is between the cells,
how numbers and dates are written, what is missing, which columns are no inputs. It says what was decided
and what could be said instead, marks with ? what a person has to confirm, and ends with the command
nvsd-kernel select that reads the table so, and with the same for a cell. What the flags say is decided
already; they are those of select.

Exit status: 0 the table can be read; 2 the file has to be mended first, or a flag is wrong.`,
		Args: exactly(1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := nonempty(cmd, append(tableTexts, "target")...); err != nil {
				return err
			}
			given, err := table.calls(cmd.Flags())
			if err != nil {
				return statusError{exitUsage, err}
			}
			if target != "" {
				given = append(given, data.Call{Option: "Target", Args: []string{target}})
			}
			return inspectData(cmd.OutOrStdout(), args[0], given)
		},
	}
	cmd.Flags().StringVarP(&target, "target", "t", "", "the column to predict (default the last column of numbers)")
	table.add(cmd.Flags())
	return cmd
}

// inspectData writes the options with which a table can be read, those given and those that it
// finds, as a command and as a call.
func inspectData(out io.Writer, file string, given []data.Call) error {
	opts, err := data.Options(given...)
	if err != nil {
		return statusError{exitUsage, fmt.Errorf("%s: %s", file, data.Explain(err, procedure.Flag))}
	}
	in, err := data.Inspect(file, opts...)
	if err != nil {
		return statusError{exitUsage, fmt.Errorf("%s: %s", file, data.Explain(err, procedure.Flag))}
	}
	line, err := procedure.Command(file, in.Calls())
	if err != nil {
		return err
	}
	fmt.Fprint(out, in.ReportIn(procedure.Flag, report.Fact{Name: "the command", Text: line}, report.Fact{Name: "in a cell", Text: in.Call()}))
	if in.Refused != nil {
		return statusError{exitUsage, fmt.Errorf("%s: it cannot be read yet: %s", file, data.Explain(in.Refused, procedure.Flag))}
	}
	return nil
}

// listData writes a line for each data set.
func listData(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "NAME\tROWS\tINPUTS\tTARGET\tWHERE")
	for _, set := range data.List() {
		fmt.Fprintf(w, "%s\t%d\t%d\t%s\t%s\n", set.Name, set.N, set.D, set.Target, location(set))
	}
	return w.Flush()
}

// location returns the place of a data set, or the command that fetches it.
func location(set data.Dataset) string {
	if set.Shipped {
		return "in the program"
	}
	path, err := set.Find()
	if err != nil {
		return "nvsd-kernel data fetch " + set.Name
	}
	return path
}

// describeData writes the facts about a data set, one a line.
func describeData(out io.Writer, set data.Dataset) {
	rows := [][2]string{
		{"description", set.Description},
		{"rows", fmt.Sprint(set.N)}, {"inputs", fmt.Sprint(set.D)}, {"target", set.Target},
		{"source", set.Source}, {"licence", set.Licence}, {"citation", set.Citation},
	}
	if set.Missing > 0 {
		rows = append(rows, [2]string{"missing", fmt.Sprintf("%d cells", set.Missing)})
	}
	if set.Papers != "" {
		rows = append(rows, [2]string{"used in", set.Papers})
	}
	rows = append(rows, [2]string{"where", location(set)})
	fmt.Fprintln(out, set.Name)
	for _, row := range rows {
		fmt.Fprintf(out, "  %-12s %s\n", row[0], strings.ReplaceAll(wrapped(row[1], 85), "\n", "\n               "))
	}
}

// wrapped breaks a text into lines of at most so many characters, between words.
func wrapped(text string, width int) string {
	var b strings.Builder
	length := 0
	for k, word := range strings.Fields(text) {
		switch n := len([]rune(word)); {
		case k == 0:
			length = n
		case length+1+n > width:
			b.WriteByte('\n')
			length = n
		default:
			b.WriteByte(' ')
			length += 1 + n
		}
		b.WriteString(word)
	}
	return b.String()
}

func newDataFetch() *cobra.Command {
	var f data.Fetcher
	cmd := &cobra.Command{
		Use:   "fetch NAME",
		Short: "Download a data set of the papers, and check that it is the one that they used",
		Long: `Downloads a data set of the papers from OpenML or from where it was published, checks that it is
the table that the papers used, and keeps it for data.Load in the user's cache folder (NVSD_CACHE
names another one). Whatever the order of its rows and columns and however its names are spelled, a
table with the same cells to six significant digits is the same one; another one is refused. A
download that is interrupted is continued by the next one.

A folder that NVSD_DATA names comes before the cache: data.Load("boston") reads boston.csv there.`,
		Args: exactly(1, "the name of a data set"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := nonempty(cmd, "from"); err != nil {
				return err
			}
			return fetchData(cmd.Context(), f, args[0], cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	cmd.Flags().StringVar(&f.From, "from", "", "take this file or http address instead of the published ones")
	cmd.Flags().BoolVar(&f.Force, "force", false, "get it anew if it is there already")
	return cmd
}

// fetchData fetches a data set, and says what it got.
func fetchData(ctx context.Context, f data.Fetcher, name string, out, log io.Writer) error {
	ctx, stop := process.Interruptible(ctx)
	defer stop()
	set, err := data.Info(name)
	if err != nil {
		return statusError{exitUsage, err}
	}
	f.Say = func(line string) { fmt.Fprintln(log, line) }
	got, err := f.Fetch(ctx, name)
	if err != nil {
		return err
	}
	verb, state := "fetched", "verified: its canonical table has the digest "+got.Digest
	if got.Already {
		verb = "there already"
	}
	if !got.Verified {
		state = "unverified: this program knows no digest to compare it with"
	}
	fmt.Fprintf(out, "%s: %s\n", verb, got.Path)
	if got.From != "" {
		fmt.Fprintf(out, "from: %s\n%s\n", got.From, state)
	}
	if len(got.LeftOut) > 0 {
		fmt.Fprintf(out, "columns left out: %s\n", strings.Join(got.LeftOut, ", "))
	}
	fmt.Fprintf(out, "licence: %s\ncitation: %s\n", set.Licence, set.Citation)
	return nil
}
