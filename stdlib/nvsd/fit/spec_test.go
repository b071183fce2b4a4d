package fit

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

// fields is a spec that is right, as text for each field.
func fields() map[string]string {
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
	all := fields()
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
	dir := t.TempDir()
	for name, content := range map[string]string{
		"good.csv":   "a,b,t\n1,2,3\n4,5,6\n",
		"ragged.csv": "a,b,t\n1,2,3\n4,5\n",
		"text.csv":   "a,b,t\n1,2,3\n4,five,6\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		change map[string]string
		want   []string
	}{
		{map[string]string{"X": ""}, []string{"X", "missing"}},
		{map[string]string{"X": "null"}, []string{"X", "missing"}},
		{map[string]string{"X": "3"}, []string{"X", "list of rows"}},
		{map[string]string{"X": "[]"}, []string{"X", "n = 0"}},
		{map[string]string{"X": "[[], [], []]"}, []string{"X", "d = 0"}},
		{map[string]string{"X": "[[1, 2], [3], [5, 7]]"}, []string{"X, row 2", "1 numbers", "must have 2"}},
		{map[string]string{"X": `[[1, 2], [3, "4"], [5, 7]]`}, []string{"X, row 2, column 2 (X[1][1])", `"4" is not a number`}},
		{map[string]string{"X": "[[1, 2], [3, null], [5, 7]]"}, []string{"X, row 2, column 2", "null is not a number"}},
		{map[string]string{"X": "[[1, 2], [3, 1e999], [5, 7]]"}, []string{"X, row 2, column 2", "too large"}},
		{map[string]string{"X": "[[1, 2], 3, [5, 7]]"}, []string{"X, row 2", "list of numbers"}},
		{map[string]string{"X": "[[1, 2], [3, NaN], [5, 7]]"}, []string{"not valid JSON", "line 1, column 20"}},
		{map[string]string{"X": `{"csv": "none.csv"}`, "y": ""}, []string{"X.csv", "none.csv"}},
		{map[string]string{"X": `{"csv": "ragged.csv"}`, "y": ""}, []string{"X.csv", "line 3"}},
		{map[string]string{"X": `{"csv": "text.csv"}`, "y": ""}, []string{"X.csv", "line 3", `"b"`, "five"}},
		{map[string]string{"X": `{"csv": "good.csv", "target": "u"}`, "y": ""}, []string{"X.csv", `"u"`}},
		{map[string]string{"X": `{"csv": "good.csv"}`}, []string{"y", "leave"}},
		{map[string]string{"X": `{"file": "good.csv"}`, "y": ""}, []string{"X.csv", "missing"}},
		{map[string]string{"X": `{"csv": "good.csv", "sep": ";"}`, "y": ""}, []string{"X.sep", "unknown"}},
		{map[string]string{"y": ""}, []string{"y", "missing"}},
		{map[string]string{"y": "[1, 2]"}, []string{"y", "2 numbers", "3 rows"}},
		{map[string]string{"y": "[1, 2, true]"}, []string{"y, row 3", "true is not a number"}},
		{map[string]string{"kernel": ""}, []string{"kernel", "missing"}},
		{map[string]string{"kernel": `"gauss"`}, []string{"kernel", "object"}},
		{map[string]string{"kernel": `{"kind": "tanh"}`}, []string{"kernel.kind", "tanh", "gauss"}},
		{map[string]string{"kernel": `{"kind": "poly", "c": 1}`}, []string{"kernel.p", "missing"}},
		{map[string]string{"kernel": `{"kind": "poly", "p": 2}`}, []string{"kernel.c", "missing"}},
		{map[string]string{"kernel": `{"kind": "poly", "p": 2.5, "c": 1}`}, []string{"kernel.p", "whole number"}},
		{map[string]string{"kernel": `{"kind": "poly", "p": 0, "c": 1}`}, []string{"kernel", "degree"}},
		{map[string]string{"kernel": `{"kind": "poly", "p": 2, "c": -1}`}, []string{"kernel", "offset"}},
		{map[string]string{"kernel": `{"kind": "gauss"}`}, []string{"kernel.sigma", "missing"}},
		{map[string]string{"kernel": `{"kind": "gauss", "sigma": 0}`}, []string{"kernel", "width"}},
		{map[string]string{"kernel": `{"kind": "rq", "sigma": 1}`}, []string{"kernel.shape", "missing"}},
		{map[string]string{"kernel": `{"kind": "linear", "c": 1}`}, []string{"kernel.c", "unknown"}},
		{map[string]string{"penalty": ""}, []string{"penalty", "missing"}},
		{map[string]string{"penalty": `"SCAD"`}, []string{"penalty", "SCAD"}},
		{map[string]string{"penalty": `"GL"`}, []string{"groups", "missing"}},
		{map[string]string{"penalty": `"GL"`, "groups": "[[0], [0, 1]]"}, []string{"penalty", "input 0"}},
		{map[string]string{"penalty": `"GL"`, "groups": "[[0, 1.5]]"}, []string{"groups", "indices"}},
		{map[string]string{"penalty": `"GL"`, "groups": "[[0], [1]]", "group_weights": "[1]"}, []string{"penalty", "1 weights for 2 groups"}},
		{map[string]string{"penalty": `"EN"`}, []string{"mu", "missing"}},
		{map[string]string{"penalty": `"EN"`, "mu": "1.5"}, []string{"penalty", "mu is 1.5"}},
		{map[string]string{"mu": "0.5"}, []string{"mu", "L has no mu"}},
		{map[string]string{"groups": "[[0, 1]]"}, []string{"groups", "L has no groups"}},
		{map[string]string{"group_weights": "[1, 2]"}, []string{"group_weights", "L has no weights"}},
		{map[string]string{"nu": ""}, []string{"nu", "missing"}},
		{map[string]string{"nu": "-1"}, []string{"nu", "-1"}},
		{map[string]string{"nu": `"a"`}, []string{"nu", "not a number"}},
		{map[string]string{"tau": ""}, []string{"tau", "missing"}},
		{map[string]string{"tau": "[]"}, []string{"tau", "empty"}},
		{map[string]string{"tau": "0.5"}, []string{"tau", "list"}},
		{map[string]string{"tau": "[1, -1]"}, []string{"tau, row 2", "-1"}},
		{map[string]string{"tau": "", "solutions": `[{"tau": 1}, {}]`}, []string{"solutions, row 2", "no tau"}},
		{map[string]string{"X_test": "[[1, 2, 3]]"}, []string{"X_test, row 1", "3 numbers"}},
		{map[string]string{"solver": `"simplex"`}, []string{"solver", "simplex", "dual"}},
		{map[string]string{"solver": "3"}, []string{"solver", "text"}},
		{map[string]string{"tol": "0"}, []string{"tol", "> 0"}},
		{map[string]string{"max_iter": "0"}, []string{"max_iter", ">= 1"}},
		{map[string]string{"coefficients": `"yes"`}, []string{"coefficients", "true or false"}},
		{map[string]string{"taus": "[1]"}, []string{"taus", "unknown"}},
		{map[string]string{"x": "[[1]]"}, []string{"x", "unknown"}},
	} {
		_, err := Read(strings.NewReader(text(c.change)), dir)
		wrong, ok := errors.AsType[*SpecError](err)
		if !ok {
			t.Errorf("%v: error %v", c.change, err)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%v: error %q lacks %q", c.change, err, want)
			}
		}
		if strings.ContainsAny(wrong.Error(), "\n\r") {
			t.Errorf("%v: error %q has more than one line", c.change, err)
		}
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
	for in, want := range map[string]kern.Kernel{
		`{"kind": "linear"}`:                            kern.Linear{},
		`{"kind": "poly", "p": 3, "c": 0.5}`:            kern.Polynomial{Degree: 3, Offset: 0.5},
		`{"kind": "gauss", "sigma": 4}`:                 kern.Gaussian{Width: kern.Sigma(4)},
		`{"kind": "rq", "sigma": 4, "shape": 2}`:        kern.RationalQuadratic{Width: kern.Sigma(4), Shape: 2},
		`{"kind": "matern52", "sigma": 4}`:              kern.Matern52{Width: kern.Sigma(4)},
		`{"kind": "periodic", "period": 3, "width": 1}`: kern.Periodic{Period: 3, Width: 1},
	} {
		if got := read(t, map[string]string{"kernel": in}).Kernel; got != want {
			t.Errorf("%s is %v, want %v", in, got, want)
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
