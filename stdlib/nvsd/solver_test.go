package nvsd_test

import (
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// quiet is a Progress that listens to nothing.
type quiet struct{}

func (quiet) Step(solve.Step) {}

// The default solver is the dual method at the Spec's tolerance, to the bit.
func TestSolverDefault(t *testing.T) {
	f := waves(40, 3, 1)
	named := gaussian
	named.Solver = solve.Dual{Tol: gaussian.Tol}
	want := must[*nvsd.Path](t)(gaussian.Path(ctx, f, 4))
	got := must[*nvsd.Path](t)(named.Path(ctx, f, 4))
	for i, norms := range want.NormsPath() {
		if !near(got.NormsPath()[i], norms, 0) {
			t.Errorf("tau %d: norms %v with the solver named, else %v", i, got.NormsPath()[i], norms)
		}
	}
}

func TestSolverRefuses(t *testing.T) {
	f := waves(40, 3, 1)
	limited, told, open, undecided := gaussian, gaussian, gaussian, gaussian
	limited.Solver, limited.MaxIter = solve.Dual{}, 10
	told.Solver, told.Progress = solve.Dual{}, quiet{}
	open.Nu = nvsd.Fixed(0)
	undecided.Nu = nvsd.Choose(1e-2, 1e-1)
	for _, c := range []struct {
		spec nvsd.Spec
		want string
	}{
		{limited, "solve.Dual has its own"},
		{told, "solve.Dual has its own"},
		{open, "take a small nu"},
		{undecided, "choice of 2: let Spec.Search choose"},
	} {
		if _, err := c.spec.Path(ctx, f, 3); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
	if _, err := open.Fit(ctx, f, nvsd.TauFrac(0.5)); err == nil || !strings.Contains(err.Error(), "give nvsd.Tau") {
		t.Errorf("a fraction of an unknown tau_max: error %v", err)
	}
}
