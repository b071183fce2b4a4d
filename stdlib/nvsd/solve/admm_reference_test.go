package solve_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
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
	folder := filepath.Join(dir, "..", "reference")
	if _, err := os.Stat(folder); err != nil {
		t.Skip(err)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no reference instances in %s: %v", folder, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			raw, err := os.ReadFile(file)
			if errors.Is(err, fs.ErrPermission) {
				t.Skip(err)
			}
			if err != nil {
				t.Fatal(err)
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
