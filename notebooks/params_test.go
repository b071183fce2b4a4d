package notebooks

import (
	"strings"
	"testing"
)

const paramCells = `
	{"cell_type": "markdown", "metadata": {"tags": ["parameters"]}, "source": "x"},
	{"cell_type": "code", "metadata": {"tags": ["parameters"]}, "source": "n, x := 1, 2.0\nok := false\nvar s, file, empty, call string\nvar v []int", "outputs": []},
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

// TestParamsOfTheirTypes: a list needs no type, as in Go and in JSON, and a string no quotes.
func TestParamsOfTheirTypes(t *testing.T) {
	for _, c := range []struct{ declared, given, want string }{
		{"taus := []float64{1, 2}", "taus=0.1,0.2", "[]float64{0.1,0.2}"},
		{"taus := []float64{1, 2}", "taus=[0.1, 0.2]", "[]float64{0.1, 0.2}"},
		{"taus := []float64{1, 2}", "taus=0.1", "[]float64{0.1}"},
		{"var taus []float64", "taus=", "[]float64{}"},
		{"var groups [][]int", "groups=[[0, 1], [2]]", "[][]int{{0, 1}, {2}}"},
		{"var taus []float64", `taus=1}; os.Exit(1); _ = []float64{2`, `"1}; os.Exit(1); _ = []float64{2"`},
		{"var (\n\tn int\n\ttaus []float64 = nil\n)", "taus=1,2", "[]float64{1,2}"},
		{"var names = []string{}", "names=bmi, ltg", `[]string{"bmi", "ltg"}`},
		{"names := []string{}", `names=["a,b", "c"]`, `[]string{"a,b", "c"}`},
		{"names := []string{}", `names=[]string{"a"}`, `[]string{"a"}`},
		{"file := \"a.csv\"", "file=2024", `"2024"`},
		{"file := \"a.csv\"", `file="b.csv"`, `"b.csv"`},
		{"m := map[string]int{}", `m={"a": 1}`, `map[string]int{"a": 1}`},
		{"func f() { x := 1 }\n%time 3\nn := f(1, 2)", "n=3", "3"},
		{"var (\n\tseed = f(1)\n\tn = 2\n)", "n=3", "3"},
		{"var (\n\tseed = f(1)\n)\nn := 2", "n=3", "3"},
	} {
		got := params(t, c.given)[0]
		typ, ok := declaredIn(c.declared)[got.Name]
		if text := got.expression(typ); !ok || text != c.want {
			t.Errorf("%s, --param %s: %s (%v), want %s", c.declared, c.given, text, ok, c.want)
		}
	}
}

func TestUnknownParam(t *testing.T) {
	nb := parseNotebook(t, paramCells)
	err := nb.SetParams(params(t, "files=a"))
	if want := `notebooks: the notebook has no parameter "files": is it "file"? there are call, empty, file, n, ok, s, v, x`; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
