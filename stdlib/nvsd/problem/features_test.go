package problem_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// onFeatures is a Spec of random features.
var onFeatures = nvsd.Spec{
	Kernel: kern.Gaussian{Width: kern.MedianDistance}, Features: nvsd.RandomFeatures(80, 3),
	Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(1e-4), Tol: 1e-6,
}

// TestFeaturePath holds the models of a path of random features to their data: the mean of the predictions,
// the derivatives, the norms, the ranking, and what the tables say.
func TestFeaturePath(t *testing.T) {
	f := fixture.Waves(2500, 4, 1)
	path := fixture.Must[*nvsd.Path](t)(onFeatures.Path(fixture.Ctx, f, 5))
	if first := path.NormsPath()[0]; slices.Max(first) != 0 {
		t.Errorf("at tau_max the norms are %v", first)
	}
	if text := path.String(); !strings.Contains(text, "certified for the problem with 80 random features") {
		t.Error(text)
	}
	m := fixture.Must[*nvsd.Model](t)(path.Model(4))
	if text := m.String(); !strings.Contains(text, "certified for the problem with 80 random features") || !strings.Contains(text, "80 random features of seed 3") {
		t.Error(text)
	}
	if gap := path.Gaps()[4]; !(gap <= 1e-6) {
		t.Errorf("gap %v", gap)
	}
	if first := m.Ranking()[:2]; !slices.Contains(first, 0) || !slices.Contains(first, 1) {
		t.Errorf("ranking %v by the norms %v", m.Ranking(), m.NormsPerSD())
	}
	v := fixture.Must[[]float64](t)(m.Predict(f.X()))
	if mean := stat.Mean(v, nil); math.Abs(mean-stat.Mean(f.Y(), nil)) > 1e-9 {
		t.Errorf("the mean of the predictions is %v, of the target %v", mean, stat.Mean(f.Y(), nil))
	}
	const step = 1e-5
	W := fixture.Must[*mat.Dense](t)(m.Gradients(f.X()))
	norms := make([]float64, f.D())
	for a := range f.D() {
		side := func(h float64) []float64 {
			Z := mat.DenseCopyOf(f.X())
			for i := range f.N() {
				Z.Set(i, a, Z.At(i, a)+h)
			}
			return fixture.Must[[]float64](t)(m.Predict(Z))
		}
		above, below := side(step), side(-step)
		for i := range f.N() {
			slope := (above[i] - below[i]) / (2 * step)
			if math.Abs(slope-W.At(i, a)) > 1e-6 {
				t.Fatalf("row %d, input %d: slope %v, derivative %v", i, a, slope, W.At(i, a))
			}
			norms[a] += slope * slope / float64(f.N())
		}
		norms[a] = math.Sqrt(norms[a])
	}
	if !fixture.Near(m.NormsPerUnit(), norms, 1e-6) {
		t.Errorf("norms per unit %v, by differences %v", m.NormsPerUnit(), norms)
	}
}

// TestFeatureFitsAreNear wants the fit of many features to be near that of the kernel, which a small
// table has too, with all scalings and intercepts.
func TestFeatureFitsAreNear(t *testing.T) {
	f := fixture.Waves(200, 3, 2)
	for _, intercept := range []nvsd.Intercept{nvsd.Unpenalised, nvsd.NoIntercept} {
		spec := onFeatures
		spec.Intercept, spec.Nu = intercept, nvsd.Fixed(1e-3)
		spec.Features = nvsd.RandomFeatures(1500, 1)
		got := fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, f, nvsd.Tau(0.02)))
		spec.Features = nvsd.Features{}
		want := fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, f, nvsd.Tau(0.02)))
		if got.KernelString() != want.KernelString() {
			t.Errorf("the kernel %s, without features %s", got.KernelString(), want.KernelString())
		}
		if !fixture.Near(got.NormsPerSD(), want.NormsPerSD(), 0.1) {
			t.Errorf("%v: norms %v, of the kernel %v", intercept, got.NormsPerSD(), want.NormsPerSD())
		}
		a, b := fixture.Must[[]float64](t)(got.Predict(f.X())), fixture.Must[[]float64](t)(want.Predict(f.X()))
		var off float64
		for i := range a {
			off += (a[i] - b[i]) * (a[i] - b[i]) / float64(len(a))
		}
		if off > 0.01*stat.Variance(f.Y(), nil) {
			t.Errorf("%v: the mean square distance of the predictions is %v", intercept, off)
		}
	}
}

// TestFeatureBitsOfASpec wants the same bits from the JSON of a Spec, and on any number of processors.
func TestFeatureBitsOfASpec(t *testing.T) {
	f := fixture.Waves(3000, 3, 3)
	raw, err := json.Marshal(onFeatures)
	if err != nil {
		t.Fatal(err)
	}
	var again nvsd.Spec
	if err := json.Unmarshal(raw, &again); err != nil {
		t.Fatal(err)
	}
	if again.Features != onFeatures.Features {
		t.Errorf("%s is read as %v", raw, again.Features)
	}
	fit := func(s nvsd.Spec, processors int) []float64 {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		m := fixture.Must[*nvsd.Model](t)(s.Fit(fixture.Ctx, f, nvsd.TauFrac(0.1)))
		return append(m.NormsPerSD(), fixture.Must[[]float64](t)(m.Predict(f.X()))...)
	}
	one := fit(onFeatures, 1)
	if !slices.Equal(one, fit(again, 2)) {
		t.Error("other bits")
	}
	other := onFeatures
	other.Features = nvsd.RandomFeatures(80, 4)
	if slices.Equal(one, fit(other, 1)) {
		t.Error("the seed does not matter")
	}
}

// TestFeaturesOfConstantInputs wants an input that does not vary to have no part in the features.
func TestFeaturesOfConstantInputs(t *testing.T) {
	f := fixture.Waves(100, 3, 4)
	X := mat.DenseCopyOf(f.X())
	for i := range f.N() {
		X.Set(i, 2, 7)
	}
	m := fixture.Must[*nvsd.Model](t)(onFeatures.Fit(fixture.Ctx, fixture.Frame(t, X, f.Y()), nvsd.TauFrac(0.05)))
	if norms := m.NormsPerSD(); norms[2] != 0 || norms[0] == 0 {
		t.Errorf("norms %v", norms)
	}
}

// TestFeaturesInResampling wants the computations that are made of fits alone to take features.
func TestFeaturesInResampling(t *testing.T) {
	f := fixture.Waves(120, 3, 5)
	spec := onFeatures
	spec.Tol = 1e-4
	if _, err := spec.Bootstrap(fixture.Ctx, f, nvsd.TauFrac(0.1), nvsd.BootstrapPlan{Repeats: 2, Seed: 1}); err != nil {
		t.Error(err)
	}
	if _, err := spec.Stability(fixture.Ctx, f, nvsd.StabilityPlan{Pairs: 1, Taus: 4, Seed: 1}); err != nil {
		t.Error(err)
	}
	if _, err := spec.PermutedNull(fixture.Ctx, f, nvsd.TauFrac(0.1), nvsd.NullPlan{Repeats: 2, Seed: 1}); err != nil {
		t.Error(err)
	}
	if _, err := spec.RidgeOnCentres(fixture.Ctx, f, 20, 1); err != nil {
		t.Error(err)
	}
}

// TestFeatureRefusalsOfASpec wants an error at once that names the field, where features cannot serve.
func TestFeatureRefusalsOfASpec(t *testing.T) {
	f := fixture.Waves(40, 3, 6)
	path := fixture.Must[*nvsd.Path](t)(onFeatures.Path(fixture.Ctx, f, 3))
	m := fixture.Must[*nvsd.Model](t)(path.Model(2))
	refitted := fixture.Must[*nvsd.Model](t)(path.Select(fixture.Ctx, nvsd.ByValidation(fixture.Waves(40, 3, 7)), nvsd.Ranked, nvsd.KeepKernel))
	only := func(_ any, err error) error { return err }
	with := func(change func(*nvsd.Spec)) error {
		s := onFeatures
		change(&s)
		return only(s.Fit(fixture.Ctx, f, nvsd.Tau(0.1)))
	}
	by := nvsd.ByLeaveOneOut()
	for name, errs := range map[string][]error{
		"Spec.Features": {
			with(func(s *nvsd.Spec) { s.Features = nvsd.RandomFeatures(0, 1) }),
			with(func(s *nvsd.Spec) { s.Kernel = kern.Linear{} }),
			with(func(s *nvsd.Spec) { s.Kernel = kern.Matern52{Width: kern.MedianDistance} }),
			only(onFeatures.RidgePath(fixture.Ctx, f, nil)),
			only(onFeatures.HeldOut(fixture.Ctx, f, nvsd.KFold(3, 1))),
			only(m.LeaveOneOut(fixture.Ctx)), only(refitted.LeaveOneOut(fixture.Ctx)),
			only(m.PredictInterval(fixture.Ctx, f, 0.9)), only(refitted.PredictInterval(fixture.Ctx, f, 0.9)),
			m.Save(filepath.Join(t.TempDir(), "model.json")),
			m.Export(filepath.Join(t.TempDir(), "model.py")),
		},
		"by": {
			only(path.Select(fixture.Ctx, by, nvsd.Ranked)),
			only(onFeatures.Ridge(fixture.Ctx, f, by)),
			only(onFeatures.Search(fixture.Ctx, f, nvsd.Search{By: by})),
			only(onFeatures.CrossValidate(fixture.Ctx, f, nvsd.KFold(3, 1), nvsd.Search{By: by})),
			only(onFeatures.PermutedTarget(fixture.Ctx, f, 3, by, nvsd.Ranked, nvsd.NullPlan{Repeats: 1})),
		},
		"Spec.Refit":   {only(path.Select(fixture.Ctx, nvsd.ByValidation(f), nvsd.Ranked, nvsd.ARD))},
		"Spec.Solver":  {with(func(s *nvsd.Spec) { s.Solver = solve.ADMM{} }), with(func(s *nvsd.Spec) { s.Solver = solve.DENOVAS{} })},
		"Spec.Penalty": {with(func(s *nvsd.Spec) { s.Penalty = penalty.MCP{Knee: 1} })},
		"model":        {only(m.Proof()), only(refitted.Proof())},
		"path":         {only(path.Proof())},
	} {
		for i, err := range errs {
			if argument, is := errors.AsType[*refusal.ArgumentError](err); !is || argument.Name != name {
				t.Errorf("%s, %d: %v", name, i, err)
			}
		}
	}
	ended, end := context.WithCancel(fixture.Ctx)
	end()
	if _, err := onFeatures.Path(ended, f, 3); !errors.Is(err, context.Canceled) {
		t.Errorf("%v after the end", err)
	}
	if err := json.Unmarshal([]byte(`{"features": {"seed": 1}}`), &nvsd.Spec{}); err == nil || !strings.Contains(err.Error(), "features.count: it is missing") {
		t.Error(err)
	}
}

// TestFeaturesOfManyRows fits more rows than there is memory for the matrices of a kernel.
func TestFeaturesOfManyRows(t *testing.T) {
	const n, d = 60000, 5
	rng := rand.New(rand.NewPCG(7, 7))
	X, y := mat.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		for a := range d {
			X.Set(i, a, rng.NormFloat64())
		}
		y[i] = X.At(i, 0)*X.At(i, 1) + 0.3*rng.NormFloat64()
	}
	f := fixture.Must[*data.Frame](t)(data.New(X, y))
	spec := onFeatures
	spec.Tol = 1e-4
	m := fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, f, nvsd.TauFrac(0.05)))
	if first := m.Ranking()[:2]; !slices.Contains(first, 0) || !slices.Contains(first, 1) {
		t.Errorf("ranking %v by the norms %v", m.Ranking(), m.NormsPerSD())
	}
}

// TestFeaturesChooseInputs wants the two-step model by validation and in folds to find the inputs, and to
// predict as kernel ridge regression on them does.
func TestFeaturesChooseInputs(t *testing.T) {
	f, valid := fixture.Waves(400, 5, 8), fixture.Waves(200, 5, 9)
	test := fixture.Waves(300, 5, 10)
	spec := onFeatures
	spec.Features, spec.Tol, spec.Refit = nvsd.RandomFeatures(150, 1), 1e-4, nvsd.NewWidth
	path := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, f, 6))
	for name, by := range map[string]nvsd.Criterion{"validation": nvsd.ByValidation(valid), "folds": nvsd.ByCrossValidation(nvsd.KFold(3, 1))} {
		m := fixture.Must[*nvsd.Model](t)(path.Select(fixture.Ctx, by, nvsd.Ranked))
		if in := m.Selected(); !slices.Equal(in, []bool{true, true, false, false, false}) {
			t.Errorf("by %s the inputs are %v", name, in)
		}
		if rmse := fixture.Must[float64](t)(m.RMSE(test)); rmse > 0.08 { // the noise is 0.05
			t.Errorf("by %s the error is %v", name, rmse)
		}
	}
	all := fixture.Must[*nvsd.Model](t)(spec.Ridge(fixture.Ctx, f, nvsd.ByValidation(valid)))
	if rmse := fixture.Must[float64](t)(all.RMSE(test)); rmse > 0.25 {
		t.Errorf("the error on all inputs is %v", rmse)
	}
	if text := all.String(); !strings.Contains(text, "150 random features of seed 1") {
		t.Error(text)
	}
}
