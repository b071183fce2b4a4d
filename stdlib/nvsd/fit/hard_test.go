package fit

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// TestHardReferences: problems of which a solver once claimed what was not so. Of none
// is a lower bound above what another solver found, nor is an input shown as what it
// certainly is not.
func TestHardReferences(t *testing.T) {
	dir := os.Getenv("NVSD_DATA")
	if dir == "" {
		t.Skip("NVSD_DATA is not set: the hard instances are looked for beside the folder that it names")
	}
	files := referenceFiles(t, filepath.Join(dir, "..", "reference", "hard"))
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		spec, err := Read(bytes.NewReader(raw), dir)
		if err != nil {
			t.Fatal(err)
		}
		var reports []*Report
		for _, spec.Solver = range []string{"dual", "newton", "admm", "denovas", "aistats"} {
			report, err := Run(t.Context(), spec, nil)
			if err != nil {
				t.Log(filepath.Base(file), err) // not for this solver
				continue
			}
			reports = append(reports, report)
		}
		for i, tau := range spec.Tau {
			best := math.Inf(1)
			for _, r := range reports {
				best = min(best, r.Solutions[i].Objective)
			}
			for _, r := range reports {
				e := r.Solutions[i]
				if *e.Dual > best*(1+1e-12) {
					t.Errorf("%s, tau %v: the bound of %s is %v, a solution has %v", filepath.Base(file), tau, r.Solver, *e.Dual, best)
				}
				if e.Status == solve.Converged && e.Objective > best*(1+2*spec.Tol) {
					t.Errorf("%s, tau %v: %s has converged at %v, another solution has %v", filepath.Base(file), tau, r.Solver, e.Objective, best)
				}
				for a, c := range e.Certain {
					if c == solve.CertainlyIn && e.Norms[a] == 0 || c == solve.CertainlyOut && e.Norms[a] > 0 {
						t.Errorf("%s, tau %v: %s shows the norm %v of an input that is certainly %s", filepath.Base(file), tau, r.Solver, e.Norms[a], c)
					}
				}
			}
		}
	}
}
