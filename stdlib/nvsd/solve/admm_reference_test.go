package solve_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/fit"
)

// TestADMMReferences holds ADMM to certified optima that were computed by another
// method in other hands.
func TestADMMReferences(t *testing.T) {
	const tol = 1e-6
	dir := os.Getenv("NVSD_DATA")
	if dir == "" {
		t.Skip("NVSD_DATA is not set: the reference instances are looked for beside the folder that it names")
	}
	files, err := filepath.Glob(filepath.Join(dir, "..", "reference", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Skip(err)
			}
			var ref struct{ Solutions []fit.Entry }
			if err := json.Unmarshal(raw, &ref); err != nil {
				t.Fatal(err)
			}
			spec, err := fit.Read(bytes.NewReader(raw), dir)
			if err != nil {
				t.Fatal(err)
			}
			spec.Solver, spec.Tol, spec.MaxIter = "admm", tol, 10000
			report, err := fit.Run(t.Context(), spec, nil)
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range ref.Solutions {
				got := report.Solutions[i]
				t.Logf("tau %.4g: %s, %d rounds, %.2f s, gap %.1e", got.Tau, got.Status, got.Iterations, got.Seconds, *got.RelGap)
				if got.Status != "converged" || *got.Dual > want.Objective*(1+1e-9) || got.Objective > want.Objective*(1+2*tol) {
					t.Errorf("tau %v: %s in [%v, %v], want %v", got.Tau, got.Status, *got.Dual, got.Objective, want.Objective)
				}
			}
		})
	}
}
