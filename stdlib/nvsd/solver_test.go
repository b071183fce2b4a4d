package nvsd_test

import (
	"math"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// The default solver is the dual method at the Spec's tolerance, to the bit.
func TestSolverDefault(t *testing.T) {
	f := fixture.Waves(40, 3, 1)
	named := fixture.Gaussian
	named.Solver = solve.Dual{Tol: fixture.Gaussian.Tol}
	want := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, f, 4))
	got := fixture.Must[*nvsd.Path](t)(named.Path(fixture.Ctx, f, 4))
	for i, norms := range want.NormsPath() {
		if !fixture.Near(got.NormsPath()[i], norms, 0) {
			t.Errorf("tau %d: norms %v with the solver named, else %v", i, got.NormsPath()[i], norms)
		}
	}
}

// A penalty that does not say that it is convex is fitted by ADMM without being told
// to, to the bit, and a warning says so.
func TestSolverDefaultWithoutConvexity(t *testing.T) {
	f := fixture.Waves(30, 3, 1)
	for _, p := range []penalty.Penalty{penalty.MCP{Knee: 0.5}, penalty.Separable(math.Log1p), twoMethods{}} {
		spec := fixture.Gaussian.WithPenalty(p)
		spec.MaxIter = 3000
		named := fixture.Gaussian.WithPenalty(p)
		named.Solver = solve.ADMM{Tol: fixture.Gaussian.Tol, MaxIter: 3000}
		want := fixture.Must[*nvsd.Model](t)(named.Fit(fixture.Ctx, f, nvsd.Tau(0.1)))
		got := fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, f, nvsd.Tau(0.1)))
		if !fixture.Near(got.NormsPerSD(), want.NormsPerSD(), 0) || got.SolverString() != want.SolverString() {
			t.Errorf("%v: norms %v by %s, by the solver named %v", p, got.NormsPerSD(), got.SolverString(), want.NormsPerSD())
		}
		const said = "the solver is ADMM"
		if warned := strings.Join(got.Warnings(), "\n"); !strings.Contains(warned, said) {
			t.Errorf("%v: warnings\n%s", p, warned)
		}
		if warned := strings.Join(want.Warnings(), "\n"); strings.Contains(warned, said) {
			t.Errorf("%v, with the solver named: warnings\n%s", p, warned)
		}
	}
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.WithPenalty(penalty.Convex(twoMethods{})).Fit(fixture.Ctx, f, nvsd.Tau(0.1)))
	if !strings.HasPrefix(m.SolverString(), "Dual") || len(m.Warnings()) > 0 {
		t.Errorf("declared convex it is fitted by %s, with warnings %q", m.SolverString(), m.Warnings())
	}
}

// twoMethods is the lasso with what a penalty must have.
type twoMethods struct{}

func (twoMethods) Value(u []float64) float64           { return penalty.Lasso{}.Value(u) }
func (twoMethods) Prox(dst, u []float64, step float64) { penalty.Lasso{}.Prox(dst, u, step) }

// Any solver gives the path of the default one, to what the gaps allow.
func TestEverySolverGivesThePath(t *testing.T) {
	f := fixture.Waves(30, 3, 1)
	spec := fixture.Gaussian
	spec.Decades = 1
	want := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, f, 4))
	for _, spec.Solver = range []solve.Solver{solve.Newton{}, solve.ADMM{Tol: 1e-6}} {
		got := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, f, 4))
		for i, norms := range want.NormsPath() {
			if !fixture.Near(got.NormsPath()[i], norms, 1e-2) {
				t.Errorf("tau %d: norms %v by %T, by default %v", i, got.NormsPath()[i], spec.Solver, norms)
			}
		}
	}
}

func TestSolverRefuses(t *testing.T) {
	f := fixture.Waves(40, 3, 1)
	limited, open, undecided := fixture.Gaussian, fixture.Gaussian, fixture.Gaussian
	limited.Solver, limited.MaxIter = solve.Dual{}, 10
	open.Nu = nvsd.Fixed(0)
	undecided.Nu = nvsd.Choose(1e-2, 1e-1)
	for _, c := range []struct {
		spec nvsd.Spec
		want string
	}{
		{limited, "Dual has its own"},
		{open, "take a small nu"},
		{undecided, "choice of 2: let Spec.Search choose"},
	} {
		if _, err := c.spec.Path(fixture.Ctx, f, 3); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
	if _, err := open.Fit(fixture.Ctx, f, nvsd.TauFrac(0.5)); err == nil || !strings.Contains(err.Error(), "give nvsd.Tau") {
		t.Errorf("a fraction of an unknown tau_max: error %v", err)
	}
}

// At convergence ADMM's zeros are those of the optimum.
func TestADMMZeros(t *testing.T) {
	f := fixture.Waves(30, 3, 4)
	spec := fixture.Gaussian
	spec.Decades = 1
	byADMM := spec
	spec.Tol = 1e-9
	byADMM.Solver = solve.ADMM{Tol: 1e-9}
	dual := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, f, 4))
	admm := fixture.Must[*nvsd.Path](t)(byADMM.Path(fixture.Ctx, f, 4))
	for _, by := range []nvsd.Criterion{nvsd.ByLeaveOneOut(), nvsd.ByCrossValidation(nvsd.KFold(3, 1))} {
		m := fixture.Must[*nvsd.Model](t)(admm.Select(fixture.Ctx, by, nvsd.ADMMZeros))
		want := fixture.Must[*nvsd.Model](t)(dual.Select(fixture.Ctx, by, nvsd.ExactZeros))
		if got := m.SelectedNames(); len(got) == 0 || strings.Join(got, " ") != strings.Join(want.SelectedNames(), " ") || !strings.HasPrefix(m.Rule(), "zeros of ADMM's split gradients at tau") {
			t.Errorf("%v selects %v by %s, by exact zeros %v", by, got, m.Rule(), want.SelectedNames())
		}
	}
	if _, err := dual.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.ADMMZeros); err == nil || !strings.Contains(err.Error(), "Solver: solve.ADMM{}") {
		t.Errorf("without ADMM: error %v", err)
	}
}

// ADMM takes what has no certificate: nu = 0, and penalties that are not convex.
// A model says so.
func TestFitsWithoutCertificate(t *testing.T) {
	f := fixture.Waves(30, 3, 1)
	spec := fixture.Gaussian
	spec.Nu, spec.Solver = nvsd.Fixed(0), solve.ADMM{Tol: 1e-3}
	bent := fixture.Gaussian
	bent.Penalty, bent.Solver = penalty.MCP{Knee: 3}, solve.ADMM{Tol: 1e-3}
	for _, s := range []nvsd.Spec{spec, bent} {
		m := fixture.Must[*nvsd.Model](t)(s.Fit(fixture.Ctx, f, nvsd.Tau(0.5)))
		if w := strings.Join(m.Warnings(), "\n"); !strings.Contains(w, "1 fit without a certificate") || !math.IsNaN(m.RelGap()) {
			t.Errorf("%v: gap %v, warnings %q", s.Penalty, m.RelGap(), w)
		}
	}
}
