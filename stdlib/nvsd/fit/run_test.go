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
	for _, field := range []string{"tau", "status", "objective", "dual", "rel_gap", "certified", "residual", "certain", "active_groups", "deriv_norms",
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

// TestOrder: solutions come in the order of the taus, each the same whatever
// the others are.
func TestOrder(t *testing.T) {
	both := mustRun(t, read(t, map[string]string{"tau": "[0.1, 2, 0.5]"}))
	for i, tau := range []string{"0.1", "2", "0.5"} {
		alone := mustRun(t, read(t, map[string]string{"tau": "[" + tau + "]"}))
		a, b := both.Solutions[i], alone.Solutions[0]
		if a.Tau != b.Tau || a.Objective != b.Objective || !slices.Equal(a.Train, b.Train) {
			t.Errorf("tau %s: %v alone, %v with others", tau, b.Objective, a.Objective)
		}
	}
	if !both.Converged() {
		t.Error("not converged")
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
	if e := r.Solutions[0]; r.Converged() || e.Status != solve.MaxIter || *e.Dual > e.Objective || len(e.Train) != 3 {
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

// TestRefused: what the solver cannot take is the spec's fault.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		change map[string]string
		field  string
	}{
		{map[string]string{"nu": "0"}, "nu"},
		{map[string]string{"penalty": `"DENOVAS"`, "tau": "[1, 0]"}, "tau"},
		{map[string]string{"nu": "0", "solver": `"newton"`}, "nu"},
		{map[string]string{"kernel": `{"kind": "poly", "p": 500, "c": 1}`}, "kernel"},
	} {
		_, err := Run(t.Context(), read(t, c.change), nil)
		if wrong, ok := errors.AsType[*SpecError](err); !ok || wrong.Field != c.field {
			t.Errorf("%v: %v", c.change, err)
		}
	}
}
