package compare

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/notebooks"
)

// TestRecords: what the records of two runs tell beside the outputs.
func TestRecords(t *testing.T) {
	with := func(text, recorded, sum string) *notebooks.Notebook {
		cell := func(text string) string {
			return `{"cell_type":"code","id":"a","execution_count":1,"metadata":{},"source":"f()","outputs":[` + stream(text) + `]}`
		}
		read := func(cell, metadata string) *notebooks.Notebook {
			nb, err := notebooks.Read(strings.NewReader(`{"cells":[`+cell+`],"metadata":`+metadata+`,"nbformat":4,"nbformat_minor":5}`), "n.ipynb")
			if err != nil {
				t.Fatal(err)
			}
			return nb
		}
		digest := read(cell(recorded), "{}").Digests()["a"]
		return read(cell(text), fmt.Sprintf(`{"nvsd":{"program":{"version":"1"},"files":[{"path":"x.csv","sha256":%q,"bytes":7}],"outputs":{"a":%q}}}`, sum, digest))
	}
	for _, tc := range []struct {
		name     string
		old, now *notebooks.Notebook
		want     string
	}{
		{"the same", with("1\n", "1\n", "ab"), with("1\n", "1\n", "ab"), ""},
		{"changed by hand", with("1\n", "2\n", "ab"), with("1\n", "1\n", "ab"), "the stored outputs of 1 cell (1) are not those of the run that the notebook records"},
		{"another file", with("1\n", "1\n", "ab"), with("1\n", "1\n", "cd"), "x.csv is another file than that of the stored run: 7 bytes with SHA-256 cd…, it had 7 with ab…"},
		{"without a record", book(t, "|"+stream("1\n")), with("1\n", "1\n", "cd"), ""},
	} {
		got := strings.Join(Notebooks(tc.old, tc.now, Options{Tolerance: DefaultTolerance}).Notes, "\n")
		if !strings.HasPrefix(got, tc.want) || (got == "") != (tc.want == "") {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}
