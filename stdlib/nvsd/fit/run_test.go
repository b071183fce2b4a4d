package fit

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

func mustRun(t *testing.T, s *Spec) *Report {
	t.Helper()
	r, err := Run(t.Context(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestReportFields: the output has every field that the contract names, and
// null where it says null.
func TestReportFields(t *testing.T) {
	raw, err := json.Marshal(mustRun(t, read(t, map[string]string{"penalty": `"EN"`, "mu": "0"})))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		TauMax    json.RawMessage `json:"tau_max"`
		Solutions []map[string]json.RawMessage
	}
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	if string(got.TauMax) != "null" {
		t.Errorf("tau_max is %s, no tau is large enough", got.TauMax)
	}
	for _, field := range []string{"tau", "status", "objective", "dual", "rel_gap", "certified", "residual", "notes", "certain", "active_groups", "deriv_norms",
		"deriv_norms_raw", "dual_ratio", "pred_train", "pred_test", "rkhs_norm_sq", "iterations", "seconds"} {
		if got.Solutions[0][field] == nil {
			t.Errorf("no %s", field)
		}
	}
	if e := got.Solutions[0]; string(e["pred_test"]) != "null" || string(e["dual_ratio"]) != "[null,null]" || e["alpha"] != nil || e["B"] != nil {
		t.Errorf("%s", raw)
	}
}

// TestCoefficients: predictions and objective follow from what is written.
func TestCoefficients(t *testing.T) {
	s := read(t, map[string]string{"coefficients": "true", "X_test": "[[1, 1], [0, 2]]", "tol": "1e-12"})
	r := mustRun(t, s)
	op, err := solve.NewOperator(s.Kernel, s.X)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range r.Solutions {
		B := mat.NewDense(3, 2, nil)
		for i, row := range e.B {
			B.SetRow(i, row)
		}
		test, err := op.Predict(e.Alpha, B, s.XTest)
		if err != nil {
			t.Fatal(err)
		}
		train, err := op.Predict(e.Alpha, B, s.X)
		if err != nil {
			t.Fatal(err)
		}
		var objective float64
		for i, v := range train {
			objective += (s.Y[i] - v) * (s.Y[i] - v) / 3
		}
		objective += e.Tau*s.Penalty.Value(e.RawNorms) + s.Nu*e.NormSq
		if !slices.Equal(test, e.Test) || math.Abs(objective-e.Objective) > 1e-12 {
			t.Errorf("tau %v: test %v against %v, objective %v against %v", e.Tau, test, e.Test, objective, e.Objective)
		}
	}
}

// TestOrder: solutions come in the order of the taus, and solving others besides
// changes nothing beyond the tolerance, nor anything at all where there is no
// certificate.
func TestOrder(t *testing.T) {
	for _, c := range []struct {
		penalty, solver string
		allowed         float64 // relative difference of objectives
	}{
		{`"L"`, `"dual"`, 2e-8},
		{`"MCP", "knee": 2`, `"admm"`, 0},
	} {
		change := map[string]string{"penalty": c.penalty, "solver": c.solver, "tau": "[0.1, 2, 0.5, 2]"}
		all := mustRun(t, read(t, change))
		for i, tau := range []string{"0.1", "2", "0.5", "2"} {
			change["tau"] = "[" + tau + "]"
			a, b := all.Solutions[i], mustRun(t, read(t, change)).Solutions[0]
			if a.Tau != b.Tau || math.Abs(a.Objective-b.Objective) > c.allowed*b.Objective || !slices.Equal(a.ActiveGroups, b.ActiveGroups) {
				t.Errorf("%s, tau %s: %v alone, %v with others", c.penalty, tau, b, a)
			}
		}
		if missed := all.Unconverged(); missed != nil {
			t.Errorf("not converged: %v", missed)
		}
	}
}

// TestChosen: an input is out by the solver's own rule where no ratio is known,
// and the norms of those are exactly 0.
func TestChosen(t *testing.T) {
	groups := `, "groups": [[0, 1], [2]]`
	X := `[[1, 3, 0.5], [3, -1, 1], [-5, 0, 2], [0.5, 1, -1], [2, -0.25, 0]]`
	y := `[1, 3, -5, 0.5, 2]` // the first input
	for _, c := range []struct {
		penalty, more string
		active        []int
		out           []int // inputs
		ratios        bool
	}{
		{`"L"`, "", []int{0}, []int{1, 2}, true},
		{`"GL"`, groups, []int{0}, []int{2}, true},
		{`"SG"`, groups + `, "mu": 0.9`, []int{0}, []int{1, 2}, false},
		{`"OGL"`, `, "groups": [[0], [0, 1], [1, 2]], "group_weights": [1, 1, 5]`, []int{0, 1}, []int{1, 2}, false},
		{`"MCP"`, `, "knee": 1, "solver": "admm"`, []int{0}, []int{1, 2}, false},
		{`"L"`, `, "nu": 0, "solver": "admm", "tol": 1e-4`, []int{0}, []int{1, 2}, false},
		{`"L"`, `, "nu": 0, "solver": "denovas", "tol": 1e-4`, []int{0}, []int{1, 2}, false},
		{`"L"`, `, "nu": 0, "solver": "aistats", "tol": 1e-3, "max_iter": 200`, []int{0}, []int{1, 2}, false},
	} {
		nu := "0.01"
		if strings.Contains(c.more, `"nu"`) {
			nu = ""
		}
		e := mustRun(t, read(t, map[string]string{
			"X": X, "y": y, "kernel": `{"kind": "linear"}`, "tau": "[1]", "nu": nu, "penalty": c.penalty + c.more,
		})).Solutions[0]
		what := c.penalty + c.more
		if !slices.Equal(e.ActiveGroups, c.active) {
			t.Errorf("%s: active groups %v, want %v (norms %v)", what, e.ActiveGroups, c.active, e.RawNorms)
		}
		for a, u := range e.Norms {
			if out := slices.Contains(c.out, a); out && u != 0 || !out && u != e.RawNorms[a] {
				t.Errorf("%s: input %d has the norm %v, raw %v", what, a, u, e.RawNorms[a])
			}
		}
		for g, ratio := range e.Ratios {
			if (ratio != nil) != c.ratios {
				t.Errorf("%s: the ratio of group %d is %v", what, g, ratio)
			}
		}
	}
}

// TestWarnings: what deserves a look is said, and solved all the same.
func TestWarnings(t *testing.T) {
	for _, c := range []struct {
		change map[string]string
		want   string // in the first warning; "" for none
	}{
		{nil, ""},
		{map[string]string{"X": "[[1, 2], [1, 4], [1, 7]]"}, `"X[.][0]" is constant (1)`},
		{map[string]string{"y": "[2, 2, 2]"}, `the target "y" is constant (2)`},
		{map[string]string{"X": "[[1, 2], [1, 2], [3, 7]]", "y": "[1, 1, 3]"}, "1 of 3 row repeats"},
		{map[string]string{"X": "[[1, 2]]", "y": "[1]"}, ""}, // one row says nothing of the kind
	} {
		s := read(t, c.change)
		if missed := mustRun(t, s).Unconverged(); missed != nil {
			t.Errorf("%v: %v", c.change, missed)
		}
		switch {
		case c.want == "" && s.Warnings != nil, c.want != "" && (len(s.Warnings) == 0 || !strings.Contains(s.Warnings[0], c.want)):
			t.Errorf("%v: warnings %q, want %q", c.change, s.Warnings, c.want)
		}
	}
}

func TestCSV(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.csv"), []byte("t,u,v\n1,1,2\n0,3,4\n2,5,7\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Read(strings.NewReader(text(map[string]string{"X": `{"csv": "a.csv", "target": "t"}`, "y": ""})), dir)
	if err != nil {
		t.Fatal(err)
	}
	want := read(t, nil)
	if !mat.Equal(s.X, want.X) || !slices.Equal(s.Y, want.Y) {
		t.Errorf("X %v, y %v", s.X, s.Y)
	}
}

func TestUnfinished(t *testing.T) {
	r := mustRun(t, read(t, map[string]string{"max_iter": "1", "tol": "1e-14"}))
	if e := r.Solutions[0]; len(r.Unconverged()) != 2 || e.Status != solve.MaxIter || *e.Dual > e.Objective || len(e.Train) != 3 {
		t.Errorf("%+v", e)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := Run(ctx, read(t, map[string]string{"tol": "1e-14"}), nil)
	if err != nil || len(r.Solutions) != 2 || r.Solutions[1].Status != solve.Cancelled {
		t.Errorf("cancelled: %+v, %v", r, err)
	}
}

// TestUncertified: without a ridge there are residuals, and no certificate.
func TestUncertified(t *testing.T) {
	r := mustRun(t, read(t, map[string]string{"nu": "0", "solver": `"admm"`, "max_iter": "200"}))
	for _, e := range r.Solutions {
		if e.Certified || e.Dual != nil || e.RelGap != nil || e.Certain != nil || e.Residual == nil {
			t.Errorf("tau %v: %+v", e.Tau, e)
		}
	}
	if r.TauMax != nil {
		t.Errorf("tau_max is %v, without a ridge it is not defined", *r.TauMax)
	}
}

// TestTooFarApart: numbers that a float64 cannot hold together give no certificate,
// and what is written is finite all the same.
func TestTooFarApart(t *testing.T) {
	for _, huge := range []string{"1e20", "1e80"} {
		r := mustRun(t, read(t, map[string]string{"X": "[[" + huge + ", 2], [3, 4], [5, 7]]", "kernel": `{"kind": "linear"}`}))
		for _, e := range r.Solutions {
			if e.Status != solve.MaxIter || !(*e.Dual <= e.Objective) || !(*e.RelGap > 0.5) || !strings.Contains(strings.Join(e.Notes, "\n"), "too far apart") {
				t.Errorf("X of %s, tau %v: %+v", huge, e.Tau, e)
			}
		}
		if _, err := json.Marshal(r); err != nil {
			t.Errorf("X of %s: %v", huge, err)
		}
	}
}

// TestRefused names the field without which the solver would take the problem.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		change map[string]string
		field  string
	}{
		{map[string]string{"nu": "0"}, "nu"},
		{map[string]string{"penalty": `"DENOVAS"`, "tau": "[1, 0]"}, "tau"},
		{map[string]string{"solver": `"aistats"`, "tau": "[1, 0]"}, "tau"},
		{map[string]string{"nu": "0", "solver": `"newton"`}, "nu"},
		{map[string]string{"nu": "0", "penalty": `"LOGSUM", "eps": 1`}, "penalty"},
		{map[string]string{"kernel": `{"kind": "poly", "p": 500, "c": 1}`}, "kernel"},
	} {
		_, err := Run(t.Context(), read(t, c.change), nil)
		if wrong, ok := errors.AsType[*SpecError](err); !ok || wrong.Field != c.field {
			t.Errorf("%v: %v", c.change, err)
		}
	}
}
