package model_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"gonum.org/v1/gonum/mat"
)

// The steps of any solver begin anywhere and end where the model says: at its gap, after its
// iterations, and with what is certain of its inputs.
func TestConvergenceEndsAtTheModel(t *testing.T) {
	f := fixture.Waves(40, 3, 1)
	for name, solver := range map[string]solve.Solver{
		"default": nil, "Newton": solve.Newton{Tol: 1e-9}, "ADMM": solve.ADMM{Tol: 1e-5}, "DENOVAS": solve.DENOVAS{Tol: 1e-3},
	} {
		spec := fixture.Gaussian
		spec.Solver = solver
		m := fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, f, nvsd.TauFrac(0.2)))
		c := fixture.Must[*model.Convergence](t)(m.Convergence())
		last := c.Steps[len(c.Steps)-1]
		if last.RelGap != m.RelGap() || last.Iteration != m.Iterations() || last.In+last.Out+last.Undecided != 3 {
			t.Errorf("%s: the last step is %v, the model's gap %v after %d iterations", name, last, m.RelGap(), m.Iterations())
		}
		for k, s := range c.Steps {
			if k > 0 && s.Iteration <= c.Steps[k-1].Iteration || len(c.Steps) > 200 {
				t.Errorf("%s: step %d of %d is at iteration %d, after %d", name, k, len(c.Steps), s.Iteration, c.Steps[max(k-1, 0)].Iteration)
			}
		}
		chart := c.Report()[0].(report.Convergence)
		if hasLevel := chart.Level != nil; hasLevel != (solver == nil) || chart.Measure != "relative gap" {
			t.Errorf("%s: the tolerance is drawn: %v, and the %s", name, hasLevel, chart.Measure)
		}
	}
}

// Without a certificate it is the residual that falls.
func TestConvergenceWithoutACertificate(t *testing.T) {
	spec := fixture.Gaussian
	spec.Penalty, spec.Solver, spec.Tol = penalty.MCP{Knee: 3}, nil, 1e-4
	m := fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, fixture.Waves(40, 3, 1), nvsd.TauFrac(0.2)))
	c := fixture.Must[*model.Convergence](t)(m.Convergence())
	if chart := c.Report()[0].(report.Convergence); chart.Measure != "residual" || !strings.Contains(c.String(), "residual") {
		t.Errorf("what falls is the %s:\n%v", chart.Measure, c)
	}
}

// A selected model has the steps of the fit that selected its inputs.
func TestConvergenceOfASelection(t *testing.T) {
	s := fixture.Split(t, fixture.Waves(60, 3, 1), data.Train(30), data.Valid(30), data.Seed(1))
	path := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, s.Train, 5))
	m := fixture.Must[*nvsd.Model](t)(path.Select(fixture.Ctx, nvsd.ByValidation(s.Valid), nvsd.Ranked))
	c := fixture.Must[*model.Convergence](t)(m.Convergence())
	if last := c.Steps[len(c.Steps)-1]; last.RelGap != m.RelGap() || c.Tau != m.Tau() {
		t.Errorf("the last step is %v, the gap that of %v at tau %v", last, m.RelGap(), m.Tau())
	}
}

func TestConvergenceIsRefused(t *testing.T) {
	f := fixture.Waves(30, 2, 1)
	fitted := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, f, nvsd.TauFrac(0.2)))
	file := filepath.Join(t.TempDir(), "model.json")
	if err := fitted.Save(file); err != nil {
		t.Fatal(err)
	}
	for says, m := range map[string]*nvsd.Model{
		"read from a file":  fixture.Must[*nvsd.Model](t)(nvsd.LoadModel(file)),
		"no penalised fit":  fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Ridge(fixture.Ctx, f, nvsd.ByLeaveOneOut())),
		"no solver was nee": fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, fixture.Frame(t, mat.DenseCopyOf(f.X()), make([]float64, 30)), nvsd.TauFrac(0.2))),
	} {
		_, err := m.Convergence()
		if _, ok := errors.AsType[*nvsd.NotFoundError](err); !ok || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: error %v", says, err)
		}
	}
}

// How near its minimum a fit came, step by step.
func ExampleModel_Convergence() {
	m, err := fixture.Gaussian.Fit(fixture.Ctx, fixture.Waves(40, 3, 1), nvsd.TauFrac(0.2))
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := m.Convergence()
	if err != nil {
		fmt.Println(err)
		return
	}
	last := c.Steps[len(c.Steps)-1]
	fmt.Println(last.RelGap <= c.Tol, last.In, "certainly in,", last.Out, "certainly out")
	// Output:
	// true 3 certainly in, 0 certainly out
}
