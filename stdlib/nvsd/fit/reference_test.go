package fit

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// A reference is what a reference file holds beside the problem.
type reference struct {
	Y          []float64
	Bracket    []float64 `json:"tau_max_bracket"`
	ClosedForm float64   `json:"tau_max_closed_form"`
	Solutions  []Entry
}

// referenceFiles returns the JSON files of a folder, which must have some. Where the
// folder is not, the test is skipped.
func referenceFiles(t *testing.T, folder string) []string {
	t.Helper()
	if _, err := os.Stat(folder); err != nil {
		t.Skip(err)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no reference instances in %s: %v", folder, err)
	}
	return files
}

// TestReferences holds the solver to certified optima computed by another
// method in other hands, by the measure of the contract of `nvsd-kernel fit`.
func TestReferences(t *testing.T) {
	dir := os.Getenv("NVSD_DATA")
	if dir == "" {
		t.Skip("NVSD_DATA is not set: the reference instances are looked for beside the folder that it names")
	}
	files := referenceFiles(t, filepath.Join(dir, "..", "reference"))
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			raw, err := os.ReadFile(file)
			if errors.Is(err, fs.ErrPermission) {
				t.Skip(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			var ref reference
			if err := json.Unmarshal(raw, &ref); err != nil {
				t.Fatal(err)
			}
			spec, err := Read(bytes.NewReader(raw), dir)
			if err != nil {
				t.Fatal(err)
			}
			// What tau_max is does not depend on the tolerance of the fits.
			for _, tol := range []float64{1e-8, 1e-6} {
				spec.Tol = tol
				report, err := Run(t.Context(), spec, nil)
				if err != nil {
					t.Fatal(err)
				}
				if at := report.TauMax; at == nil || *at < ref.Bracket[0]*(1-1e-6) || *at > ref.ClosedForm*(1+1e-6) {
					t.Errorf("tol %v: tau_max = %v, want between %v and %v; %s", tol, show(at), ref.Bracket[0], ref.ClosedForm, report.TauMaxNote)
				}
			}
			spec.Tol = 1e-10
			for _, spec.Solver = range []string{"dual", "newton"} {
				if n, d := spec.X.Dims(); spec.Solver == "newton" && n*d > 600 {
					continue // it takes a minute
				}
				report, err := Run(t.Context(), spec, nil)
				if err != nil {
					t.Fatal(err)
				}
				t.Log(spec.Solver)
				compare(t, &ref, report)
			}
		})
	}
}

// show is a number, or nil.
func show(v *float64) any {
	if v == nil {
		return nil
	}
	return *v
}

func compare(t *testing.T, ref *reference, got *Report) {
	t.Helper()
	if tau := *got.TauMax; tau < ref.Bracket[0]*(1-1e-6) || tau > ref.ClosedForm*(1+1e-6) {
		t.Errorf("tau_max = %v, want between %v and %v", tau, ref.Bracket[0], ref.ClosedForm)
	}
	var largest float64
	for _, want := range ref.Solutions {
		largest = max(largest, floats.Max(want.Norms))
	}
	rms := floats.Norm(ref.Y, 2) / math.Sqrt(float64(len(ref.Y)))
	for i, want := range ref.Solutions {
		e := got.Solutions[i]
		if e.Status != "converged" || !(*e.RelGap <= 1e-10) || !(*e.Dual <= e.Objective) {
			t.Errorf("tau %v: %s after %d iterations with gap %v", e.Tau, e.Status, e.Iterations, *e.RelGap)
		}
		errObjective := math.Abs(e.Objective/want.Objective - 1)
		errTrain := floats.Distance(e.Train, want.Train, math.Inf(1)) / max(floats.Norm(want.Train, math.Inf(1)), rms)
		errTest := floats.Distance(e.Test, want.Test, math.Inf(1)) / max(floats.Norm(want.Test, math.Inf(1)), rms)
		errNorms := floats.Distance(e.Norms, want.Norms, math.Inf(1)) / largest
		t.Logf("tau %.4g: %5d iterations %.2f s, gap %.1e; errors: objective %.1e train %.1e test %.1e norms %.1e",
			e.Tau, e.Iterations, e.Seconds, *e.RelGap, errObjective, errTrain, errTest, errNorms)
		if errObjective > 1e-8 || errTrain > 1e-5 || errTest > 1e-5 || errNorms > 1e-5 {
			t.Errorf("tau %v differs", e.Tau)
		}
		clear := !slices.ContainsFunc(want.Ratios, func(r *float64) bool { return r != nil && *r > 0.999 && *r < 1 })
		if clear && !slices.Equal(e.ActiveGroups, want.ActiveGroups) {
			t.Errorf("tau %v: active groups %v, want %v", e.Tau, e.ActiveGroups, want.ActiveGroups)
		}
	}
}
