package notebooks

import (
	"strings"
	"testing"
)

const paramCells = `
	{"cell_type": "markdown", "metadata": {"tags": ["parameters"]}, "source": "x"},
	{"cell_type": "code", "metadata": {"tags": ["parameters"]}, "source": "n := 1", "outputs": []},
	{"cell_type": "code", "metadata": {}, "source": "n", "outputs": []}`

func params(t *testing.T, args ...string) []Param {
	t.Helper()
	var ps []Param
	for _, a := range args {
		p, err := ParseParam(a)
		if err != nil {
			t.Fatal(err)
		}
		ps = append(ps, p)
	}
	return ps
}

func TestSetParams(t *testing.T) {
	nb := parseNotebook(t, paramCells)
	for range 2 { // the second time replaces the first
		err := nb.SetParams(params(t, "n=-3", "x=1e-3", "ok=true", `s="a b"`, "file=data.csv", "v=[]int{1, 2}", "empty=", "call=f(1)"))
		if err != nil {
			t.Fatal(err)
		}
	}
	cells := nb.Cells()
	if len(cells) != 4 {
		t.Fatalf("there are %d cells, want 4", len(cells))
	}
	want := "// Parameters\nn = -3\nx = 1e-3\nok = true\ns = \"a b\"\nfile = \"data.csv\"\nv = []int{1, 2}\nempty = \"\"\ncall = \"f(1)\""
	if got := cells[2].Source(); got != want {
		t.Errorf("the cell of parameters is\n%s\nwant\n%s", got, want)
	}
	if cells[2].ID() == "" || !cells[2].hasTag(injectedTag) {
		t.Errorf("the cell of parameters has id %q and tags %q", cells[2].ID(), cells[2].Tags())
	}
}

func TestSetParamsNeedsAPlace(t *testing.T) {
	nb := parseNotebook(t, `{"cell_type": "code", "metadata": {}, "source": "n", "outputs": []}`)
	if err := nb.SetParams(params(t, "n=1")); err == nil || !strings.Contains(err.Error(), `tag`) {
		t.Errorf("a notebook without parameters: error %v", err)
	}
	if err := nb.SetParams(nil); err != nil {
		t.Errorf("no parameters for a notebook that takes none: %v", err)
	}
}

func TestParseParamRefuses(t *testing.T) {
	for _, s := range []string{"", "n", "=1", "2n=1", "a b=1", "func=1"} {
		if p, err := ParseParam(s); err == nil {
			t.Errorf("%q was read as %+v", s, p)
		}
	}
}
