package fit

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// featureSpec is a spec of random features on n rows of two inputs and one that does not vary.
func featureSpec(n int, more string) string {
	rng := rand.New(rand.NewPCG(1, 1))
	var X, y []string
	for range n {
		a, b := rng.NormFloat64(), rng.NormFloat64()
		X, y = append(X, fmt.Sprintf("[%v, %v, 3]", a, b)), append(y, fmt.Sprint(a*a))
	}
	return fmt.Sprintf(`{"X": [%s], "y": [%s], "X_test": [[0, 0, 3], [2, 0, 3]], "kernel": {"kind": "gauss", "sigma": "median"}, "penalty": "L", "nu": 1e-3, "tau": [0.05], %s}`,
		strings.Join(X, ", "), strings.Join(y, ", "), more)
}

// TestFeatures: the solution has the objective of its predictions and norms, follows the target and says
// which problem it is certified for.
func TestFeatures(t *testing.T) {
	const n = 2500
	s, err := Read(strings.NewReader(featureSpec(n, `"features": {"count": 60, "seed": 5}`)), ".")
	if err != nil {
		t.Fatal(err)
	}
	r := mustRun(t, s)
	e := r.Solutions[0]
	if len(e.Train) != n || len(e.Test) != 2 || e.Status != solve.Converged || !strings.Contains(strings.Join(e.Notes, ""), "60 random features") {
		t.Fatalf("%d and %d predictions, %s, notes %q", len(e.Train), len(e.Test), e.Status, e.Notes)
	}
	objective := e.Tau*(e.RawNorms[0]+e.RawNorms[1]+e.RawNorms[2]) + s.Nu*e.NormSq
	for i, v := range e.Train {
		objective += (s.Y[i] - v) * (s.Y[i] - v) / n
	}
	if math.Abs(objective-e.Objective) > 1e-9*objective {
		t.Errorf("objective %v, of the predictions %v", e.Objective, objective)
	}
	if e.RawNorms[2] != 0 || e.RawNorms[0] < 3*e.RawNorms[1] || e.Test[1] < e.Test[0]+1 {
		t.Errorf("norms %v, predictions %v", e.RawNorms, e.Test)
	}
	few, err := Read(strings.NewReader(featureSpec(n, `"features": {"count": 8}`)), ".")
	if err != nil {
		t.Fatal(err)
	}
	if r := mustRun(t, few); r.TauMax == nil || !strings.Contains(r.TauMaxNote, "more gradients at the points of X than random features") {
		t.Errorf("tau_max %v: %s", r.TauMax, r.TauMaxNote)
	}
	if again := mustRun(t, s).Solutions[0]; again.Objective != e.Objective {
		t.Error("other bits")
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if r, err := Run(ended, s, nil); err != nil || r.Solutions[0].Status != solve.Cancelled {
		t.Errorf("interrupted: %v", err)
	}
}

// TestFeaturesRefused: one line that names the field, and why.
func TestFeaturesRefused(t *testing.T) {
	for more, want := range map[string]string{
		`"features": 3`:                                  "features: it must be an object",
		`"features": {"seed": 3}`:                        "features.count: it is missing",
		`"features": {"count": 0}`:                       "features.count: 0: it must be",
		`"features": {"count": 5, "seed": -1}`:           "features.seed: -1: it must be a whole number from 0",
		`"features": {"counts": 5}`:                      "features.counts: unknown field: is it count?",
		`"features": {"count": 5}, "coefficients": true`: "coefficients: with random features",
	} {
		_, err := Read(strings.NewReader(featureSpec(5, more)), ".")
		expectRefusal(t, more, err, want)
	}
	for more, want := range map[string]string{
		`"features": {"count": 5}, "solver": "admm"`: "solver: ADMM works on the points of a kernel",
	} {
		s, err := Read(strings.NewReader(featureSpec(5, more)), ".")
		if err != nil {
			t.Fatal(err)
		}
		_, err = Run(t.Context(), s, nil)
		expectRefusal(t, more, err, want)
	}
	linear := strings.Replace(featureSpec(5, `"features": {"count": 5}`), `{"kind": "gauss", "sigma": "median"}`, `{"kind": "linear"}`, 1)
	s, err := Read(strings.NewReader(linear), ".")
	if err != nil {
		t.Fatal(err)
	}
	_, err = Run(t.Context(), s, nil)
	expectRefusal(t, linear, err, "kernel: random features are those of a Gaussian kernel")
}
