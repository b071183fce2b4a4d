package commands

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nvsd-kernel/nvsd-kernel/cmd/nvsd-kernel/internal/checking"
	"github.com/nvsd-kernel/nvsd-kernel/cmd/nvsd-kernel/internal/terminal"
	"github.com/nvsd-kernel/nvsd-kernel/interp"
	"github.com/nvsd-kernel/nvsd-kernel/notebooks"
	"github.com/nvsd-kernel/nvsd-kernel/notebooks/compare"
)

const checkHelp = `Run notebooks afresh and compare the outputs with those that they hold.

The files stay as they are. Outputs are compared cell by cell and MIME type by
MIME type. A number may differ by --rtol of its size, or by --atol: wherever it
stands, also in a table, in a picture (by --rtol of the picture's size) or in
JSON. Counts are compared exactly, and so is other text, but for times and
addresses, which are left out. A set of selected inputs that differs contradicts
the notebook only in inputs that the stored certificate calls certain.

Cells tagged ` + compare.IgnoreTag + `, or with a tag of --ignore, are run and not compared.

With --proof nothing is fitted. The proof that stands beside each model is
computed again from the data and the coefficients: the objective, the gap, the
norms, what is certain and the predictions, and compared with what is shown.

The exit status is 0 if nothing differs, 1 if something does or a notebook cannot
be run to its end, 2 if the command cannot be carried out as it was given.`

// reportForms are the values of --report, with what writes it.
var reportForms = []string{"text", "json", "junit"}

// checkCall has the flags of one call of check.
type checkCall struct {
	cmd    *cobra.Command
	opts   compare.Options
	params []string
	report string
	out    string
	proof  bool // check the proofs, and run nothing
}

func newCheck() *cobra.Command {
	c := checkCall{opts: compare.Options{Tolerance: compare.DefaultTolerance}}
	cmd := &cobra.Command{
		Use:   "check FILE...",
		Short: "Run notebooks afresh and compare the outputs with those that they hold",
		Long:  checkHelp,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return statusError{exitUsage, fmt.Errorf("check takes at least one notebook; see: %s --help", cmd.CommandPath())}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			c.cmd = cmd
			if c.proof {
				return c.proofs(args)
			}
			return c.run(args)
		},
	}
	cmd.Flags().Float64Var(&c.opts.Tolerance.Relative, "rtol", compare.DefaultTolerance.Relative, "by which part of its size a number may differ")
	cmd.Flags().Float64Var(&c.opts.Tolerance.Absolute, "atol", compare.DefaultTolerance.Absolute, "by how much a number may differ at least")
	cmd.Flags().StringArrayVar(&c.opts.Ignore, "ignore", nil, "`TAG` of cells that are run and not compared; may be repeated")
	cmd.Flags().StringVar(&c.report, "report", "text", "the form of the report: text, json or junit")
	cmd.Flags().BoolVar(&c.proof, "proof", false, "check the proofs of the models that are shown, without fitting")
	cmd.Flags().StringVarP(&c.out, "out", "o", "", "write the report here, not to standard output")
	cmd.Flags().StringArrayVarP(&c.params, "param", "p", nil, "name=value: set a parameter of the notebooks, as for run; may be repeated")
	addLimits(cmd)
	return cmd
}

// run checks the notebooks, one after the other.
func (c *checkCall) run(files []string) error {
	if !slices.Contains(reportForms, c.report) {
		return statusError{exitUsage, fmt.Errorf("--report %q: it is one of %s", c.report, strings.Join(reportForms, ", "))}
	}
	for name, v := range map[string]float64{"rtol": c.opts.Tolerance.Relative, "atol": c.opts.Tolerance.Absolute} {
		if !(v >= 0) {
			return statusError{exitUsage, fmt.Errorf("--%s %g: a tolerance is 0 or more", name, v)}
		}
	}
	runner := c.runner()
	pairs := make([]checking.Pair, len(files))
	for i, file := range files { // all, before the first runs
		if filepath.Ext(file) != ".ipynb" {
			return statusError{exitUsage, fmt.Errorf("%s: a notebook (.ipynb) can be checked, for it holds outputs", file)}
		}
		var err error
		pairs[i], err = runner.Pair(file)
		if err != nil {
			return err
		}
	}
	out, err := openOutput(c.out, c.cmd.OutOrStdout())
	if err != nil {
		return statusError{exitUsage, fmt.Errorf("--out: %w", err)}
	}
	defer out.discard()
	var reports []*compare.Report
	var text strings.Builder
	failed := 0
	to := io.Writer(io.Discard)
	switch {
	case c.report == "text" && c.out == "":
		to = c.cmd.OutOrStdout() // while the cells run
	case c.report == "text":
		to = &text
	}
	for _, p := range pairs {
		if err := compare.WriteFindings(to, p.Stored.Name(), p.Findings); err != nil {
			return err
		}
		r := runner.Check(p, c.opts, terminal.NewProgressLine(c.cmd.ErrOrStderr()))
		reports = append(reports, r)
		if !r.Passed() {
			failed++
		}
		if err := r.WriteText(to); err != nil {
			return err
		}
		if c.cmd.Context().Err() != nil {
			break
		}
	}
	if err := c.write(&text, reports); err != nil {
		return err
	}
	if err := out.commit([]byte(text.String())); err != nil {
		return err
	}
	switch {
	case failed == 0:
		return nil
	case len(files) == 1:
		return fmt.Errorf("%s does not say what a run says", files[0])
	}
	return fmt.Errorf("%d of %d notebooks do not say what a run says", failed, len(files))
}

// write writes a report that is no text.
func (c *checkCall) write(w io.Writer, reports []*compare.Report) error {
	switch c.report {
	case "json":
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", " ")
		return enc.Encode(reports)
	case "junit":
		return compare.WriteJUnit(w, reports)
	}
	return nil
}

// runner returns the runner of notebooks with the parameters and the limits of the flags.
func (c *checkCall) runner() checking.Runner {
	return checking.Runner{
		Read: c.read,
		Run: func(nb *notebooks.Notebook, of interp.Options, opts notebooks.Options) error {
			return runWith(c.cmd, nb, of, opts)
		},
	}
}

// read reads a notebook and sets its parameters.
func (c *checkCall) read(file string) (*notebooks.Notebook, error) {
	nb, err := readNotebook(file)
	if err != nil {
		return nil, err
	}
	if err := setParams(nb, c.params); err != nil {
		return nil, statusError{exitUsage, fmt.Errorf("%s: %w", file, err)}
	}
	return nb, nil
}
