package fit

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/declare"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/shipped"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// right is a spec that is right, as text for each field.
func right() map[string]string {
	return map[string]string{
		"X":       `[[1, 2], [3, 4], [5, 7]]`,
		"y":       `[1, 0, 2]`,
		"kernel":  `{"kind": "poly", "p": 2, "c": 1}`,
		"penalty": `"L"`,
		"nu":      `0.1`,
		"tau":     `[0.5, 0.1]`,
	}
}

// text writes the fields with some of them replaced, or left out where the
// replacement is empty.
func text(change map[string]string) string {
	all := right()
	maps.Copy(all, change)
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if all[name] != "" {
			parts = append(parts, `"`+name+`": `+all[name])
		}
	}
	return "{" + strings.Join(parts, ",\n") + "}"
}

func read(t testing.TB, change map[string]string) *Spec {
	t.Helper()
	s, err := Read(strings.NewReader(text(change)), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestBadSpec: one line that names the field, the row and the column, and why.
func TestBadSpec(t *testing.T) {
	for _, c := range []struct {
		field, value string // what is changed in a spec that is right
		want         string
	}{
		{"X", "", "X: it is missing"},
		{"row_weights", "[1, 2]", "row_weights: it has 2 numbers, X has 3 rows"},
		{"row_weights", "[1, -2, 1]", "row_weights, row 2 (row_weights[1]): -2: it must be >= 0"},
		{"row_weights", "[0, 0, 0]", "row_weights: all are 0: no row is left"},
		{"row_weights", "[1, NaN, 1]", "row_weights, row 2 (row_weights[1]): \"NaN\" is not a number"},
		{"loss", `"logit"`, `loss: "logit": the losses are "square", "logistic", "poisson"`},
		{"loss", `{"kind": "huber"}`, "loss.knee: it is missing"},
		{"loss", `{"kind": "huber", "knee": 0}`, "loss.knee: 0: it must be > 0"},
		{"loss", `{"kind": "huber", "kneee": 1}`, "loss.kneee: unknown field: is it knee?"},
		{"loss", `{"kind": "quantile", "level": 1, "smooth": 1}`, "loss.level: 1: it must be between 0 and 1"},
		{"loss", `{"kind": "square", "knee": 1}`, "loss.knee: unknown field"},
		{"loss", `3`, "loss: "},
		{"loss", `"logistic"`, "y, row 2 (y[1]): 0: the logistic loss takes -1 and 1"},
		{"X", "null", "X: it is missing"},
		{"X", "3", "X: 3: it must be a list of rows"},
		{"X", "[]", "X: it has no rows (n = 0)"},
		{"X", "[[], [], []]", "X: its rows are empty (d = 0)"},
		{"X", "[[1, 2], [3], [5, 7]]", "X, row 2 (X[1]): it has 1 numbers, it must have 2"},
		{"X", `[[1, 2], [3, "4"], [5, 7]]`, `X, row 2, column 2 (X[1][1]): "4" is not a number`},
		{"X", "[[1, 2], [3, null], [5, 7]]", "X, row 2, column 2 (X[1][1]): null is not a number"},
		{"X", "[[1, 2], [3, 1e999], [5, 7]]", "X, row 2, column 2 (X[1][1]): 1e999 is too large"},
		{"X", "[[1, 2], [3, 1e300], [5, 7]]", "X, row 2, column 2 (X[1][1]): 1e+300 is too large"},
		{"X", "[[1, 2], [3, NaN], [5, 7]]", `X, row 2, column 2 (X[1][1]): "NaN" is not a number`},
		{"X", "[[1, 2], [3, 4], [-Infinity, 7]]", `X, row 3, column 1 (X[2][0]): "-Infinity" is not a number`},
		{"X", "[[1, 2], 3, [5, 7]]", "X, row 2 (X[1]): 3: it must be a list of numbers"},
		{"X", "[[1, 2], [3, 4], [5, 7e80]]", "scale the inputs"},
		{"y", "", "y: it is missing"},
		{"y", "[1, 2]", "y: it has 2 numbers, X has 3 rows"},
		{"y", "[1, 2, true]", "y, row 3 (y[2]): true is not a number"},
		{"y", "[1, NaN, 3]", `y, row 2 (y[1]): "NaN" is not a number`},
		{"y", "[1, 2, 1e300]", "y, row 3 (y[2]): 1e+300 is too large"},
		{"X_test", "[[1, 2, 3]]", "X_test, row 1 (X_test[0]): it has 3 numbers, it must have 2"},
		{"X_test", "[[1, 2], [1e200, 2]]", "X_test, row 2 (X_test[1]): the prediction there overflows"},
		{"kernel", "", "kernel: it is missing"},
		{"kernel", `"gauss"`, `kernel: it must be an object, { ... }, not "gauss"`},
		{"kernel", `{"sigma": 1}`, "kernel.kind: it is missing: the kinds are linear, poly, gauss"},
		{"kernel", `{"kind": "tanh"}`, `kernel.kind: "tanh": the kinds are linear, poly, gauss`},
		{"kernel", `{"kind": "poly", "c": 1}`, "kernel.p: it is missing"},
		{"kernel", `{"kind": "poly", "p": 2}`, "kernel.c: it is missing"},
		{"kernel", `{"kind": "poly", "p": 2.5, "c": 1}`, "kernel.p: 2.5: it must be a whole number"},
		{"kernel", `{"kind": "poly", "p": 0, "c": 1}`, "kernel.p: 0: it must be a whole number from 1"},
		{"kernel", `{"kind": "poly", "p": 1e9, "c": 1}`, "kernel.p: 1e+09: it must be a whole number from 1"},
		{"kernel", `{"kind": "poly", "p": 500, "c": 1}`, "kernel: kernel Polynomial(degree 500, offset 1) is +Inf"},
		{"kernel", `{"kind": "poly", "p": 2, "c": -1}`, "kernel.c: -1: it must be >= 0, else the kernel is not positive definite"},
		{"kernel", `{"kind": "gauss"}`, "kernel.sigma: it is missing"},
		{"kernel", `{"kind": "gauss", "sigma": "4"}`, `kernel.sigma: "4" is not a number`},
		{"kernel", `{"kind": "gauss", "sigma": 0}`, "kernel.sigma: 0: it must be > 0"},
		{"kernel", `{"kind": "gauss", "sigma": -1}`, "kernel.sigma: -1: it must be > 0"},
		{"kernel", `{"kind": "gauss", "sgima": 1}`, "kernel.sgima: unknown field: is it sigma?"},
		{"kernel", `{"kind": "rq", "sigma": 1}`, "kernel.shape: it is missing"},
		{"kernel", `{"kind": "linear", "offset": 1}`, "kernel.offset: unknown field: the fields here are kind"},
		{"kernel", `{"kind": "constant", "value": -1}`, "kernel.value: -1: it must be >= 0"},
		{"kernel", `{"kind": "sum"}`, "kernel.parts: null: it must be a list of kernels"},
		{"kernel", `{"kind": "sum", "parts": []}`, "kernel.parts: []: it must be a list of kernels"},
		{"kernel", `{"kind": "sum", "parts": [{"kind": "linear"}, {"kind": "gauss", "sigma": 0}]}`, "kernel.parts[1].sigma: 0: it must be > 0"},
		{"kernel", `{"kind": "product", "parts": [null]}`, "kernel.parts[0]: it must be an object"},
		{"kernel", `{"kind": "ard", "widths": [1, 1]}`, "kernel.base: it must be an object"},
		{"kernel", `{"kind": "ard", "base": {"kind": "linear"}, "widths": [1]}`, "kernel: the ARD kernel has 1 widths for 2 inputs"},
		{"kernel", `{"kind": "ard", "base": {"kind": "linear"}, "widths": [1, 0]}`, "kernel.widths, row 2 (kernel.widths[1]): 0: it must be > 0"},
		{"penalty", "", "penalty: it is missing: the penalties are L, GL, EN, DENOVAS"},
		{"penalty", "1", "penalty: 1: it must be a text"},
		{"penalty", `"lasso"`, `penalty: "lasso": the penalties are L, GL, EN, DENOVAS, SG, WL, OGL, MCP, SCAD, LOGSUM`},
		{"penalty", `"GL"`, "groups: it is missing: the penalty GL needs lists of inputs"},
		{"penalty", `"EN"`, "mu: it is missing: the penalty EN needs a number in [0, 1]"},
		{"penalty", `"SG", "groups": [[0, 1]]`, "mu: it is missing"},
		{"penalty", `"WL"`, "weights: it is missing"},
		{"penalty", `"MCP"`, "knee: it is missing"},
		{"penalty", `"LOGSUM"`, "eps: it is missing"},
		{"penalty", `"GL", "groups": 3`, "groups: 3: it must be a list of lists"},
		{"penalty", `"GL", "groups": []`, "groups: []: it must be a list of lists"},
		{"penalty", `"GL", "groups": [[0], 1]`, "groups, row 2 (groups[1]): 1: it must be a list"},
		{"penalty", `"GL", "groups": [[0, 1.5]]`, "groups, row 1, column 2 (groups[0][1]): 1.5: it must be a 0-based index"},
		{"penalty", `"GL", "groups": [[0], [0, 1]]`, "groups: group lasso: input 0 is in groups 0 and 1"},
		{"penalty", `"GL", "groups": [[0]]`, "groups: group lasso: input 1 is in no group"},
		{"penalty", `"GL", "groups": [[0], [1, 2]]`, "groups: group lasso: group 1 names input 2"},
		{"penalty", `"GL", "groups": [[0], [1, -1]]`, "groups: group lasso: group 1 names input -1"},
		{"penalty", `"GL", "groups": [[0, 1], []]`, "groups: group lasso: group 1 is empty"},
		{"penalty", `"GL", "groups": [[0, 1, 1]]`, "groups: group lasso: group 0 names input 1 twice"},
		{"penalty", `"OGL", "groups": [[0], [0]]`, "groups: overlapping groups: input 1 is in no group"},
		{"penalty", `"GL", "groups": [[0], [1]], "group_weights": [1]`, "group_weights: group lasso: 1 weights for 2 groups"},
		{"penalty", `"GL", "groups": [[0], [1]], "group_weights": [1, -1]`, "group_weights: group lasso: the weight of group 1 is -1"},
		{"penalty", `"GL", "groups": [[0], [1]], "group_weights": [1, null]`, "group_weights, row 2 (group_weights[1]): null is not a number"},
		{"penalty", `"GL", "groups": [[0], [1]], "mu": 0.5`, "mu: the penalty GL takes none: leave it out (a number in [0, 1]: for EN, SG)"},
		{"penalty", `"EN", "mu": 1.5`, "mu: elastic net: mu is 1.5"},
		{"penalty", `"EN", "mu": -0.1`, "mu: elastic net: mu is -0.1"},
		{"penalty", `"SG", "groups": [[0, 1]], "mu": 2`, "mu: sparse group: mu is 2"},
		{"penalty", `"SG", "groups": [[0], [0, 1]], "mu": 0.5`, "groups: group lasso: input 0 is in groups 0 and 1"},
		{"penalty", `"WL", "weights": [1]`, "weights: weighted lasso: 1 weights for 2 inputs"},
		{"penalty", `"WL", "weights": [1, -1]`, "weights: weighted lasso: the weight of input 1 is -1"},
		{"penalty", `"MCP", "knee": 0`, "knee: MCP: the knee is 0"},
		{"penalty", `"SCAD", "knee": 1, "a": 1`, "a: SCAD: a is 1"},
		{"penalty", `"LOGSUM", "eps": -1`, "eps: log-sum: the eps is -1"},
		{"penalty", `"DENOVAS", "groups": [[0, 1]]`, "groups: the penalty DENOVAS takes none: leave it out (lists of inputs, by 0-based indices: for GL, SG, OGL)"},
		{"mu", "0.5", "mu: the penalty L takes none"},
		{"groups", "[[0, 1]]", "groups: the penalty L takes none"},
		{"group_weights", "[1, 2]", "group_weights: the penalty L takes none"},
		{"nu", "", "nu: it is missing"},
		{"nu", "-1", "nu: -1: it must be >= 0"},
		{"nu", "NaN", `nu: "NaN" is not a number`},
		{"nu", `"a"`, `nu: "a" is not a number`},
		{"tau", "", "tau: it is missing or empty"},
		{"tau", "[]", "tau: it is missing or empty"},
		{"tau", "0.5", "tau: 0.5: it must be a list of numbers"},
		{"tau", "[1, -1]", "tau, row 2 (tau[1]): -1: it must be >= 0"},
		{"tau", "[1, NaN]", `tau, row 2 (tau[1]): "NaN" is not a number`},
		{"tau", `null, "solutions": [{"tau": 1}, {}]`, "solutions, row 2 (solutions[1]): it has no tau"},
		{"tau", `null, "solutions": 3`, "solutions: 3: there is no tau"},
		{"solver", `"simplex"`, `solver: "simplex": the solvers are dual, newton, admm, denovas, aistats`},
		{"solver", "3", "solver: 3: it must be a text"},
		{"tol", "0", "tol: 0: it must be > 0"},
		{"tol", "-1e-8", "tol: -1e-08: it must be > 0"},
		{"tol", "1", "< 1"},
		{"tol", "1e-17", "tol: 1e-17: it must be > 0, at least 2.2e-16"},
		{"max_iter", "0", "max_iter: 0: it must be a whole number >= 1"},
		{"max_iter", "-5", "max_iter: -5: it must be a whole number >= 1"},
		{"max_iter", "2.5", "max_iter: 2.5: it must be a whole number >= 1"},
		{"seed", "1.5", "seed: 1.5: it must be a whole number >= 0"},
		{"seed", `"a"`, `seed: "a" is not a number`},
		{"coefficients", `"yes"`, `coefficients: "yes": it must be true or false`},
		{"taus", "[1]", "taus: unknown field: is it tau?"},
		{"x", "[[1]]", "x: unknown field: is it X?"},
		{"colour", "1", "colour: unknown field: the fields here are X, y, X_test"},

		// What the solver cannot take.
		{"nu", "0", "nu: the dual method needs nu > 0"},
		{"nu", `0, "solver": "newton"`, "(solvers that take it: admm, denovas, aistats)"},
		{"penalty", `"MCP", "knee": 1`, "penalty: the dual method needs a convex penalty"},
		{"penalty", `"SCAD", "knee": 1, "solver": "denovas"`, "(solvers that take it: admm)"},
		{"penalty", `"EN", "mu": 0.5, "solver": "aistats"`, "penalty: AISTATS needs a sum of block norms"},
		{"penalty", `"L", "nu": 1`, "nu: the field is given twice"},
	} {
		err := solveText(text(map[string]string{c.field: c.value}), ".")
		expectRefusal(t, c.field+" "+c.value, err, c.want)
	}
}

// expectRefusal wants a *SpecError that is one line and says want.
func expectRefusal(t *testing.T, what string, err error, want string) {
	t.Helper()
	if _, ok := errors.AsType[*SpecError](err); !ok {
		t.Errorf("%s: error %v", what, err)
		return
	}
	if !strings.Contains(err.Error(), want) {
		t.Errorf("%s: error %q, want %q", what, err, want)
	}
	if strings.ContainsAny(err.Error(), "\n\r") {
		t.Errorf("%s: error %q has more than one line", what, err)
	}
}

// solveText reads a spec and solves it.
func solveText(in, dir string) error {
	s, err := Read(strings.NewReader(in), dir)
	if err == nil {
		_, err = Run(context.Background(), s, nil)
	}
	return err
}

// TestBadCSV: the file, the line and the column are named.
func TestBadCSV(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"good.csv":   "a,b,t\n1,2,3\n4,5,6\n",
		"ragged.csv": "a,b,t\n1,2,3\n4,5\n",
		"text.csv":   "a,b,t\n1,2,3\n4,five,6\n",
		"empty.csv":  "a,b,t\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for X, want := range map[string]string{
		`{"csv": "none.csv"}`:                  "none.csv: no such file",
		`{"csv": "ragged.csv"}`:                "X.csv: ragged.csv: line 3 has 2 cells, the header has 3",
		`{"csv": "text.csv"}`:                  `X.csv: text.csv: line 3, column "b": "five" is not a number`,
		`{"csv": "empty.csv"}`:                 "n = 0",
		`{"csv": "good.csv", "target": "u"}`:   `the target "u" is not among the columns`,
		`{"csv": "good.csv", "target": 3}`:     "X.target: 3: it must be a text",
		`{"csv": null}`:                        "X.csv: it is missing",
		`{"file": "good.csv"}`:                 "X.file: unknown field",
		`{"csv": "good.csv", "tagret": "t"}`:   "X.tagret: unknown field: is it target?",
		`{"csv": "good.csv"}, "y": [1, 2, 3]`:  "y: the csv file of X holds the target",
		`{"csv": "good.csv"}, "X_test": [[1]]`: "X_test, row 1 (X_test[0]): it has 1 numbers, it must have 2",
	} {
		expectRefusal(t, X, solveText(text(map[string]string{"X": X, "y": ""}), dir), want)
	}
}

func TestBadText(t *testing.T) {
	for in, want := range map[string]string{
		"":                       "valid JSON",
		"[]":                     "object",
		"{":                      "valid JSON",
		`{"X": [[1]],`:           "valid JSON",
		`{"nu": 1, "nu": 2}`:     "nu: the field is given twice",
		text(nil) + text(nil):    "after top-level value",
		"\xff\xfe":               "valid JSON",
		`{"X": [[1]]` + "\n, }}": "line 2",
	} {
		if _, err := Read(strings.NewReader(in), "."); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30q: error %v, want one with %q", in, err, want)
		}
	}
}

// TestNullIsAbsent: and the annotations of a reference file say nothing.
func TestNullIsAbsent(t *testing.T) {
	s := read(t, map[string]string{
		"mu": "null", "groups": "null", "group_weights": "null", "X_test": "null", "solver": "null", "tol": "null",
		"max_iter": "null", "coefficients": "null", "seed": "7", "name": `"x"`, "rank_L": "3", "tau_max_bracket": "[1, 2]",
		"solutions": `[{"tau": 99}]`,
	})
	if s.Tol != 1e-8 || s.Solver != "dual" || s.MaxIter != 0 || s.Coefficients || !slices.Equal(s.Tau, []float64{0.5, 0.1}) {
		t.Errorf("%+v", s)
	}
}

// TestKernels: every kind that the library has can be named.
func TestKernels(t *testing.T) {
	for _, want := range shipped.EveryKernel(2, kern.Sigma(4)) {
		in, err := declare.WriteKernel(want)
		if err != nil {
			t.Fatal(err)
		}
		if got := read(t, map[string]string{"kernel": string(in)}).Kernel; !reflect.DeepEqual(got, want) {
			t.Errorf("%s is %v, want %v", in, got, want)
		}
	}
}

// TestPenalties: every penalty with all of its fields, and with those that it
// needs.
func TestPenalties(t *testing.T) {
	groups, both := [][]int{{1}, {0}}, [][]int{{0}, {0, 1}}
	rows := map[string]penalty.Penalty{
		`"L"`:                        penalty.Lasso{},
		`"GL", "groups": [[1], [0]]`: penalty.GroupLasso{Groups: groups},
		`"GL", "groups": [[1], [0]], "group_weights": [1, 2]`: penalty.GroupLasso{Groups: groups, Weights: []float64{1, 2}},
		`"EN", "mu": 0.25`:                       penalty.ElasticNet{Mu: 0.25},
		`"DENOVAS"`:                              penalty.Scaled{Factor: 2, P: penalty.Lasso{}},
		`"SG", "groups": [[1], [0]], "mu": 0.25`: penalty.SparseGroup{GroupLasso: penalty.GroupLasso{Groups: groups}, Mu: 0.25},
		`"SG", "groups": [[1], [0]], "mu": 0.25, "group_weights": [3, 2]`: penalty.SparseGroup{GroupLasso: penalty.GroupLasso{Groups: groups, Weights: []float64{3, 2}}, Mu: 0.25},
		`"WL", "weights": [0, 2]`:                                 penalty.WeightedLasso{Weights: []float64{0, 2}},
		`"OGL", "groups": [[0], [0, 1]]`:                          penalty.Overlapping{GroupLasso: penalty.GroupLasso{Groups: both}},
		`"OGL", "groups": [[0], [0, 1]], "group_weights": [1, 0]`: penalty.Overlapping{GroupLasso: penalty.GroupLasso{Groups: both, Weights: []float64{1, 0}}},
		`"MCP", "knee": 3`:                                        penalty.MCP{Knee: 3},
		`"SCAD", "knee": 3`:                                       penalty.SCAD{Knee: 3, A: 3.7},
		`"SCAD", "knee": 3, "a": 2.5`:                             penalty.SCAD{Knee: 3, A: 2.5},
		`"LOGSUM", "eps": 0.1`:                                    penalty.LogSum{Eps: 0.1},
		`"L", "group_weights": [1, 1]`:                            penalty.Lasso{},
	}
	for in, want := range rows {
		s := read(t, map[string]string{"penalty": in})
		if !reflect.DeepEqual(s.Penalty, want) {
			t.Errorf("%s is %#v, want %#v", in, s.Penalty, want)
		}
		if s.TauRidge != (in == `"DENOVAS"`) {
			t.Errorf("%s: the ridge is tau nu: %v", in, s.TauRidge)
		}
	}
}

func TestTauOfSolutions(t *testing.T) {
	s := read(t, map[string]string{"tau": "null", "solutions": `[{"tau": 3, "objective": "ignored"}, {"tau": 0}]`})
	if !slices.Equal(s.Tau, []float64{3, 0}) {
		t.Errorf("taus %v", s.Tau)
	}
}

// FuzzRead: any text is a spec or a *SpecError.
func FuzzRead(f *testing.F) {
	f.Add(text(nil))
	f.Add(text(map[string]string{"penalty": `"GL"`, "groups": "[[0], [1]]", "X_test": "[[1, 2]]"}))
	f.Add(text(map[string]string{"X": `{"csv": "a.csv"}`, "y": ""}))
	f.Add(`{"kernel": {"kind": null}}`)
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, in string) {
		s, err := Read(strings.NewReader(in), dir)
		if err == nil {
			if s.X == nil || s.Kernel == nil || s.Penalty == nil || len(s.Tau) == 0 {
				t.Errorf("an incomplete spec: %+v", s)
			}
			return
		}
		if _, ok := errors.AsType[*SpecError](err); !ok {
			t.Errorf("%T: %v", err, err)
		}
	})
}
