package search_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

var alg1gr = nvsd.Alg1GR{Kernel: kern.Gaussian{Width: kern.Mean20thNN}, Tol: 1e-2}

// TestAlg1 is f of a run of Algorithm 1: that of the least error, which is its own, and on the
// inputs of the two-step method, which predicts better.
func TestAlg1(t *testing.T) {
	s := fixture.Split(t, fixture.Waves(280, 6, 3), data.Train(80), data.Valid(200), data.Seed(1))
	alone := nvsd.Alg1{Kernel: alg1gr.Kernel, Tol: alg1gr.Tol}
	by := nvsd.ByValidation(s.Valid)
	m := fixture.Must[*nvsd.Model](t)(alone.Select(fixture.Ctx, s.Train, by))
	c := m.Selection()
	own := fixture.Must[float64](t)(m.RMSE(s.Valid))
	if !fixture.Near([]float64{c.RMSE, c.PathRMSE[c.TauIndex], m.ValidRMSE(), slices.Min(c.PathRMSE)}, []float64{own, own, own, own}, 1e-9) {
		t.Errorf("error %v, its own %v, in validation %v, along the path %v", c.RMSE, own, m.ValidRMSE(), c.PathRMSE)
	}
	two := fixture.Must[*nvsd.Model](t)(alg1gr.Select(fixture.Ctx, s.Train, by))
	if selected := m.SelectedNames(); !slices.Contains(selected, "x1") || !slices.Contains(selected, "x2") || !(two.ValidRMSE() < own) {
		t.Errorf("selected %v with error %v; with a regression %v", selected, own, two.ValidRMSE())
	}
	// At one tau both are one run.
	alone.Taus, alone.MaxIter = []float64{m.Tau()}, 300
	one := fixture.Must[*nvsd.Model](t)(alone.Select(fixture.Ctx, s.Train, by))
	both := nvsd.Alg1GR{Kernel: alone.Kernel, Tol: alone.Tol, Taus: alone.Taus, MaxIter: alone.MaxIter}
	if want := fixture.Must[*nvsd.Model](t)(both.Select(fixture.Ctx, s.Train, by)); !slices.Equal(one.Selected(), want.Selected()) || one.Tau() != want.Tau() {
		t.Errorf("selected %v, by the first of two steps %v", one.SelectedNames(), want.SelectedNames())
	}
	crossed := fixture.Must[*nvsd.Model](t)(alone.Select(fixture.Ctx, s.Train, nvsd.ByCrossValidation(nvsd.KFold(3, 1))))
	for text, parts := range map[string][]string{
		m.Rule(): {"more than tau", "of the function itself"}, m.String(): {"in validation"}, crossed.String(): {"in cross-validation"},
	} {
		for _, part := range parts {
			if !strings.Contains(text, part) {
				t.Errorf("it does not say %q:\n%s", part, text)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "model.json")
	if err := m.Save(path); err != nil {
		t.Fatal(err)
	}
	if read := fixture.Must[*nvsd.Model](t)(nvsd.LoadModel(path)); read.Rule() != m.Rule() || !slices.Equal(read.Selected(), m.Selected()) {
		t.Errorf("read again: %q, %v", read.Rule(), read.Selected())
	}
	if _, err := (nvsd.Alg1{Kernel: alone.Kernel, Taus: []float64{-1}}).Select(fixture.Ctx, s.Train, by); err == nil {
		t.Error("a tau below 0 is accepted")
	}
}

// TestAlg1GR finds the inputs that matter, and predicts better than Gaussian ridge
// on all of them, as in Table 1 of the paper.
func TestAlg1GR(t *testing.T) {
	s := fixture.Split(t, fixture.Waves(280, 6, 3), data.Train(80), data.Valid(200), data.Seed(1))
	by := nvsd.ByValidation(s.Valid)
	m := fixture.Must[*nvsd.Model](t)(alg1gr.Select(fixture.Ctx, s.Train, by))
	names := m.SelectedNames()
	slices.Sort(names)
	if !slices.Equal(names, []string{"x1", "x2"}) {
		t.Errorf("selected %v", names)
	}
	all := fixture.Must[*nvsd.Model](t)(nvsd.Spec{Kernel: alg1gr.Kernel}.Ridge(fixture.Ctx, s.Train, by))
	if !(m.ValidRMSE() < all.ValidRMSE()) {
		t.Errorf("error %v, of ridge on all inputs %v", m.ValidRMSE(), all.ValidRMSE())
	}
	if m.Selection().Rule != choose.Alg1Threshold || !strings.Contains(m.Rule(), "more than tau") {
		t.Errorf("the rule is called %q, %q", m.Selection().Rule, m.Rule())
	}
	path := filepath.Join(t.TempDir(), "model.json")
	if err := m.Save(path); err != nil {
		t.Fatal(err)
	}
	if read := fixture.Must[*nvsd.Model](t)(nvsd.LoadModel(path)); read.Rule() != m.Rule() || !slices.Equal(read.Selected(), m.Selected()) {
		t.Errorf("read again: %q, %v", read.Rule(), read.Selected())
	}
	if !slices.ContainsFunc(m.Warnings(), func(w string) bool { return strings.Contains(w, "without a certificate") }) {
		t.Errorf("warnings %q", m.Warnings())
	}
}

// TestAlg1GRSelectsByThreshold: with one tau, what Algorithm 1's threshold leaves.
func TestAlg1GRSelectsByThreshold(t *testing.T) {
	s := fixture.Split(t, fixture.Waves(140, 4, 3), data.Train(40), data.Valid(100), data.Seed(1))
	first := nvsd.Spec{Kernel: alg1gr.Kernel, Penalty: penalty.Scaled{Factor: 2, P: penalty.Lasso{}}, Nu: nvsd.Fixed(0),
		Solver: solve.AISTATS{Tol: alg1gr.Tol, ByChange: true}}
	sizes := map[int]bool{}
	for _, tau := range []float64{100, 0.2, 1e-3} {
		want := fixture.Must[*nvsd.Model](t)(first.Fit(fixture.Ctx, s.Train, nvsd.Tau(tau)))
		a := alg1gr
		a.Taus = []float64{tau}
		m := fixture.Must[*nvsd.Model](t)(a.Select(fixture.Ctx, s.Train, nvsd.ByValidation(s.Valid)))
		if !slices.Equal(m.Selected(), want.Selected()) || m.Tau() != tau {
			t.Errorf("tau %v: selected %v, Algorithm 1 leaves %v", tau, m.Selected(), want.Selected())
		}
		sizes[len(m.SelectedNames())] = true
	}
	if len(sizes) < 3 {
		t.Errorf("three taus select as many inputs: %v", sizes)
	}
}

// TestAlg1GRByCrossValidation: the candidates are the taus, the same in all folds.
func TestAlg1GRByCrossValidation(t *testing.T) {
	a := alg1gr
	a.Taus = []float64{0.2, 100, 1e-3, 0.15}
	m := fixture.Must[*nvsd.Model](t)(a.Select(fixture.Ctx, fixture.Waves(80, 6, 3), nvsd.ByCrossValidation(nvsd.KFold(4, 1))))
	cv := m.Selection().CrossValidation
	if cv == nil || cv.Folds != 4 || m.Selection().Taus != 4 {
		t.Fatalf("chosen by\n%v", m.Selection())
	}
	if best := cv.Candidates[cv.Chosen]; best.Tau != m.Tau() || !slices.Contains(a.Taus, m.Tau()) || best.Size != len(m.SelectedNames()) {
		t.Errorf("the model has tau %v and %v, the chosen candidate is %+v", m.Tau(), m.SelectedNames(), best)
	}
	names := m.SelectedNames()
	slices.Sort(names)
	if !slices.Equal(names, []string{"x1", "x2"}) {
		t.Errorf("selected %v\n%v", names, cv)
	}
}

func TestAlg1GRRefuses(t *testing.T) {
	train := fixture.Waves(20, 3, 1)
	cancelled, cancel := context.WithCancel(fixture.Ctx)
	cancel()
	if _, err := alg1gr.Select(cancelled, train, nvsd.ByLeaveOneOut()); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	for want, change := range map[string]func(a *nvsd.Alg1GR, by *nvsd.Criterion){
		"a tau of Alg1GR is 0": func(a *nvsd.Alg1GR, _ *nvsd.Criterion) { a.Taus = []float64{1, 0} },
		"tol is -1":            func(a *nvsd.Alg1GR, _ *nvsd.Criterion) { a.Tol = -1 },
		"nothing to choose by": func(_ *nvsd.Alg1GR, by *nvsd.Criterion) { *by = nvsd.Criterion{} },
	} {
		a, by := alg1gr, nvsd.ByLeaveOneOut()
		change(&a, &by)
		if _, err := a.Select(fixture.Ctx, train, by); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	if m, err := alg1gr.Select(fixture.Ctx, train, nvsd.ByLeaveOneOut()); err != nil || m.D() != 3 {
		t.Errorf("by leaving one out: %v", err)
	}
}
