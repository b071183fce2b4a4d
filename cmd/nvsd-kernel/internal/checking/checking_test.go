package checking

import (
	"errors"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/cmd/nvsd-kernel/internal/identity"
	"github.com/nvsd-kernel/nvsd-kernel/interp"
	"github.com/nvsd-kernel/nvsd-kernel/notebooks"
	"github.com/nvsd-kernel/nvsd-kernel/notebooks/compare"
)

// stored is a notebook of two cells that ran in the other order, by an old version.
const stored = `{"nbformat":4,"nbformat_minor":5,
"metadata":{"language_info":{"name":"go","nvsd":{"version":"0.1.0","platform":"linux/amd64"}}},
"cells":[
{"cell_type":"code","id":"a","metadata":{},"source":"x := 1","outputs":[],"execution_count":7},
{"cell_type":"code","id":"b","metadata":{},"source":"x + 1","outputs":[{"output_type":"execute_result","execution_count":2,"metadata":{},"data":{"text/plain":"2"}}],"execution_count":2}]}`

func read(file string) (*notebooks.Notebook, error) {
	return notebooks.Read(strings.NewReader(stored), file)
}

// TestPair: what a notebook says of itself is found before anything runs, and what runs is a copy
// without outputs, in the folder of the file.
func TestPair(t *testing.T) {
	ran := false
	r := Runner{Read: read, Run: func(nb *notebooks.Notebook, of interp.Options, opts notebooks.Options) error {
		ran = true
		if of.Dir != "some" || !opts.KeepGoing || opts.Language != identity.Language() {
			t.Errorf("it runs with %+v, %+v", of, opts)
		}
		for i, c := range nb.Cells() {
			if len(c.Outputs()) > 0 {
				t.Errorf("cell %d of the copy has outputs", i+1)
			}
		}
		return nil
	}}
	p, err := r.Pair("some/n.ipynb")
	if err != nil || ran {
		t.Fatal(err, ran)
	}
	told := strings.Join(p.Findings, "\n")
	for _, want := range []string{"was last run by nvsd-kernel 0.1.0 (linux/amd64)", "cell 2 as In[2] ran before cell 1 as In[7]"} {
		if !strings.Contains(told, want) {
			t.Errorf("the findings do not say %q: %s", want, told)
		}
	}
	report := r.Check(p, compare.Options{Tolerance: compare.DefaultTolerance}, nil)
	if !ran || report.Failed != "" || len(report.Cells) != 2 || len(report.Findings) != len(p.Findings) {
		t.Errorf("the report is %+v", report)
	}
	if len(p.Stored.Cells()[1].Outputs()) != 1 {
		t.Error("the stored notebook has lost its outputs")
	}
}

// TestCheckFails: a run that breaks off is told, and a cell that fails is an output like others.
func TestCheckFails(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{{errors.New("no worker"), "no worker"}, {&notebooks.CellError{}, ""}} {
		r := Runner{Read: read, Run: func(*notebooks.Notebook, interp.Options, notebooks.Options) error { return c.err }}
		p, err := r.Pair("n.ipynb")
		if err != nil {
			t.Fatal(err)
		}
		if report := r.Check(p, compare.Options{}, nil); report.Failed != c.want || report.Passed() != (c.want == "") {
			t.Errorf("%v: the report says %q, want %q", c.err, report.Failed, c.want)
		}
	}
}
