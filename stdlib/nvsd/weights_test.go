package nvsd_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/proof"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"gonum.org/v1/gonum/floats"
)

// A weighedPair is a table with weights, and the same with each row as often as its weight says.
type weighedPair struct {
	weighed, repeated *data.Frame
	origin            []int // of the rows that are repeated
	fold              []int // of the rows of weighed
}

// pairOf draws a table of numbers, a factor and a yes or no, with missing cells, whose rows have weights from 0 to 3.
func pairOf(t testing.TB, n int, seed uint64) weighedPair {
	rng := rand.New(rand.NewPCG(seed, 3))
	var weighed, repeated strings.Builder
	weighed.WriteString("a,b,c,kind,on,w,y\n")
	repeated.WriteString("a,b,c,kind,on,y\n")
	var p weighedPair
	kept := 0
	for range n {
		a, b, c := rng.NormFloat64(), rng.NormFloat64(), math.Round(2*rng.NormFloat64())
		kind := []string{"k", "l", "m"}[rng.IntN(3)]
		y := math.Sin(2*a) + 0.5*b + float64(strings.Index("klm", kind)) + 0.1*rng.NormFloat64()
		cell := fmt.Sprint(b)
		if rng.IntN(10) == 0 {
			cell = ""
		}
		inputs := fmt.Sprintf("%v,%s,%v,%s,%v", a, cell, c, kind, c > 0)
		w := rng.IntN(4)
		fmt.Fprintf(&weighed, "%s,%d,%v\n", inputs, w, y)
		for range w {
			fmt.Fprintf(&repeated, "%s,%v\n", inputs, y)
			p.origin = append(p.origin, kept)
		}
		if w > 0 {
			p.fold = append(p.fold, kept%3)
			kept++
		}
	}
	opts := []data.ReadOption{data.Target("y"), data.Impute(data.Median, "b")}
	p.repeated = fixture.Must[*data.Frame](t)(data.Read(strings.NewReader(repeated.String()), "r.csv", opts...))
	p.weighed = fixture.Must[*data.Frame](t)(data.Read(strings.NewReader(weighed.String()), "w.csv", append(opts, data.Weight("w"))...))
	return p
}

// at returns the entries of v at the places of the repeated rows.
func (p weighedPair) at(v []int) []int {
	out := make([]int, len(p.origin))
	for i, k := range p.origin {
		out[i] = v[k]
	}
	return out
}

// sameNumbers compares models of the two tables: everything that a user sees of them.
func (p weighedPair) sameNumbers(t *testing.T, what string, m, r *nvsd.Model, tol float64) {
	t.Helper()
	near := func(name string, got, want []float64) {
		t.Helper()
		scale := 1e-6 // of the targets: what interpolates them leaves rounding
		for _, v := range want {
			if !math.IsInf(v, 0) && !math.IsNaN(v) {
				scale = max(scale, math.Abs(v))
			}
		}
		for i := range want {
			if !(math.Abs(got[i]-want[i]) <= tol*scale) && got[i] != want[i] && !(math.IsNaN(got[i]) && math.IsNaN(want[i])) {
				t.Errorf("%s: %s is %v with weights, and %v of rows that are there as often", what, name, got, want)
				return
			}
		}
	}
	if !slices.Equal(m.Selected(), r.Selected()) {
		t.Errorf("%s: selected %v and %v", what, m.SelectedNames(), r.SelectedNames())
		return
	}
	on := p.weighed
	near("prediction", fixture.Must[[]float64](t)(m.PredictFrame(on)), fixture.Must[[]float64](t)(r.PredictFrame(on)))
	near("norms", m.NormsPerSD(), r.NormsPerSD())
	near("norms per unit", m.NormsPerUnit(), r.NormsPerUnit())
	near("tau, nu and training error", []float64{m.Tau(), m.RidgeNu(), m.TrainRMSE()}, []float64{r.Tau(), r.RidgeNu(), r.TrainRMSE()})
	score, want := fixture.Must[nvsd.Score](t)(m.Score(fixture.Ctx, p.weighed)), fixture.Must[nvsd.Score](t)(r.Score(fixture.Ctx, p.repeated))
	for k, row := range score.Rows {
		own := want.Rows[k]
		near("score of "+row.Model, []float64{row.RMSE, row.MAE, row.R2, row.Above}, []float64{own.RMSE, own.MAE, own.R2, own.Above})
	}
	if s, own := m.Selection(), r.Selection(); s != nil {
		near("error of the choice", []float64{s.RMSE, s.Mean, s.OverMean}, []float64{own.RMSE, own.Mean, own.OverMean})
		if s.Evidence != nil {
			near("evidence", []float64{s.Evidence.Log, s.Evidence.Mean, s.Evidence.Price}, []float64{own.Evidence.Log, own.Evidence.Mean, own.Evidence.Price})
			near("widths", s.Evidence.Widths, own.Evidence.Widths)
		}
	}
	if math.IsNaN(m.RidgeNu()) {
		return
	}
	own := fixture.Must[[]float64](t)(m.LeaveOneOut(fixture.Ctx))
	all := fixture.Must[[]float64](t)(r.LeaveOneOut(fixture.Ctx))
	for i, k := range p.origin {
		if math.Abs(own[k]-all[i]) > tol*floats.Norm(all, math.Inf(1)) {
			t.Errorf("%s: the residual leaving row %d out is %v, and %v of its repetitions", what, k, own[k], all[i])
			break
		}
	}
	for _, by := range []model.IntervalMethod{nvsd.ByPosterior, nvsd.ByJackknifePlus} {
		v := fixture.Must[*model.Intervals](t)(m.PredictInterval(fixture.Ctx, on, 0.9, by))
		w := fixture.Must[*model.Intervals](t)(r.PredictInterval(fixture.Ctx, on, 0.9, by))
		near(fmt.Sprintf("lower end %v", by), v.Lower, w.Lower)
		near(fmt.Sprintf("upper end %v", by), v.Upper, w.Upper)
	}
}

// TestWeightsAreRepeatedRows: a table with whole weights gives the model of the table in which each row is there as often,
// whatever the solver, the kernel, the refit and the criterion.
func TestWeightsAreRepeatedRows(t *testing.T) {
	spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.MedianDistance}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.01), Tol: 1e-10, Decades: 1.5}
	for seed := range uint64(2) {
		p := pairOf(t, 34, seed)
		if p.repeated.N() == p.weighed.N() {
			t.Fatal("no row is repeated")
		}
		for name, change := range map[string]func(*nvsd.Spec){
			"as it is":       func(*nvsd.Spec) {},
			"20th neighbour": func(s *nvsd.Spec) { s.Kernel = kern.Matern52{Width: kern.Mean20thNN} },
			"polynomial":     func(s *nvsd.Spec) { s.Kernel = kern.Polynomial{Degree: 3, Offset: 1} },
			"elastic net":    func(s *nvsd.Spec) { s.Penalty = penalty.ElasticNet{Mu: 0.5} },
			"no intercept":   func(s *nvsd.Spec) { s.Intercept = nvsd.NoIntercept },
			"no scaling":     func(s *nvsd.Spec) { s.Scale = nvsd.NoScaling },
			"ADMM":           func(s *nvsd.Spec) { s.Solver = solve.ADMM{Tol: 1e-9, MaxIter: 20000} },
			"Newton":         func(s *nvsd.Spec) { s.Solver = solve.Newton{Tol: 1e-10} },
		} {
			own := spec
			change(&own)
			m, r := fixture.Must[*nvsd.Model](t)(own.Fit(fixture.Ctx, p.weighed, nvsd.TauFrac(0.1))), fixture.Must[*nvsd.Model](t)(own.Fit(fixture.Ctx, p.repeated, nvsd.TauFrac(0.1)))
			p.sameNumbers(t, name, m, r, 1e-4)
			if name == "as it is" && math.Abs(m.TauMax()-r.TauMax()) > 1e-6*r.TauMax() {
				t.Errorf("tau_max is %v with weights, and %v of repeated rows", m.TauMax(), r.TauMax())
			}
		}
		valid := pairOf(t, 30, seed+100)
		path, again := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, p.weighed, 6)), fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, p.repeated, 6))
		for name, by := range map[string][2]nvsd.Criterion{
			"leaving one out": {nvsd.ByLeaveOneOut(), nvsd.ByLeaveOneOut()},
			"validation":      {nvsd.ByValidation(valid.weighed), nvsd.ByValidation(valid.repeated)},
			"folds":           {nvsd.ByCrossValidation(nvsd.LabelFolds(p.fold)), nvsd.ByCrossValidation(nvsd.LabelFolds(p.at(p.fold)))},
		} {
			for _, refit := range []nvsd.Refit{nvsd.BestWidth, nvsd.KeepKernel, nvsd.ARD} {
				m := fixture.Must[*nvsd.Model](t)(path.Select(fixture.Ctx, by[0], nvsd.Ranked, refit))
				r := fixture.Must[*nvsd.Model](t)(again.Select(fixture.Ctx, by[1], nvsd.Ranked, refit))
				p.sameNumbers(t, fmt.Sprintf("%s, %v", name, refit), m, r, 1e-5)
			}
			m, r := fixture.Must[*nvsd.Model](t)(spec.Ridge(fixture.Ctx, p.weighed, by[0])), fixture.Must[*nvsd.Model](t)(spec.Ridge(fixture.Ctx, p.repeated, by[1]))
			p.sameNumbers(t, "ridge by "+name, m, r, 1e-7)
		}
		m, r := fixture.Must[*nvsd.Model](t)(nvsd.Mean(p.weighed)), fixture.Must[*nvsd.Model](t)(nvsd.Mean(p.repeated))
		p.sameNumbers(t, "mean", m, r, 1e-12)
	}
}

// TestWeightsOnlyCompare: weights that sum to less than the number of rows compare rows, in any unit.
func TestWeightsOnlyCompare(t *testing.T) {
	f := fixture.Waves(30, 3, 4)
	spec := fixture.Gaussian
	with := func(unit float64) *data.Frame {
		g := fixture.Must[*data.Frame](t)(f.With("w", func(r data.Row) float64 { return unit * (1 + r.Float("x3")*r.Float("x3")) }))
		return fixture.Must[*data.Frame](t)(g.WithWeight("w"))
	}
	a, b := fixture.Must[*nvsd.Model](t)(spec.Ridge(fixture.Ctx, with(1e-3), nvsd.ByLeaveOneOut())), fixture.Must[*nvsd.Model](t)(spec.Ridge(fixture.Ctx, with(1e-300), nvsd.ByLeaveOneOut()))
	if v, w := fixture.Must[[]float64](t)(a.Predict(f.X())), fixture.Must[[]float64](t)(b.Predict(f.X())); !fixture.Near(v, w, 1e-9) {
		t.Errorf("weights in another unit predict %v, not %v", w[:3], v[:3])
	}
	spec.Tol = 1e-12
	ones := fixture.Must[*data.Frame](t)(fixture.Must[*data.Frame](t)(f.With("w", func(data.Row) float64 { return 1 })).WithWeight("w"))
	c, d := fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, ones, nvsd.TauFrac(0.1))), fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, f, nvsd.TauFrac(0.1)))
	if v, w := fixture.Must[[]float64](t)(c.Predict(f.X())), fixture.Must[[]float64](t)(d.Predict(f.X())); !fixture.Near(v, w, 0) {
		t.Errorf("weights of 1 predict %v, not %v", v[:3], w[:3])
	}
}

// TestWeightsInFiles: a model with weights is the same once it is saved and read, with what depends on the weights of its rows.
func TestWeightsInFiles(t *testing.T) {
	p := pairOf(t, 30, 9)
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Ridge(fixture.Ctx, p.weighed, nvsd.ByLeaveOneOut()))
	var file bytes.Buffer
	if err := m.Write(&file); err != nil {
		t.Fatal(err)
	}
	again := fixture.Must[*nvsd.Model](t)(nvsd.ReadModel(&file))
	if v, w := fixture.Must[[]float64](t)(m.LeaveOneOut(fixture.Ctx)), fixture.Must[[]float64](t)(again.LeaveOneOut(fixture.Ctx)); !slices.Equal(v, w) {
		t.Errorf("residuals leaving one out are %v from a file, and were %v", w[:3], v[:3])
	}
}

// TestProofsOfWeights: what is shown of models with weights holds when it is computed again from the proof.
func TestProofsOfWeights(t *testing.T) {
	p := pairOf(t, 30, 11)
	path := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, p.weighed, 4))
	for name, m := range map[string]*nvsd.Model{
		"penalised": fixture.Must[*nvsd.Model](t)(path.Model(2)),
		"selected":  fixture.Must[*nvsd.Model](t)(path.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked)),
		"mean":      fixture.Must[*nvsd.Model](t)(nvsd.Mean(p.weighed)),
		"other":     fixture.Must[*nvsd.Model](t)(nvsd.Mean(p.repeated)),
	} {
		raw := fixture.Must[json.RawMessage](t)(m.Proof())
		checked := fixture.Must[*proof.Checked](t)(proof.Check(fixture.Ctx, raw, ""))
		if checked.Verdict != proof.Proved || len(checked.Reasons) > 0 {
			t.Errorf("%s: %v, %v", name, checked.Verdict, checked.Reasons)
		}
	}
}

// TestWeightsThatAreRefused: systems that know no weights say so, and what to do.
func TestWeightsThatAreRefused(t *testing.T) {
	f := fixture.Waves(20, 2, 5)
	weighed := fixture.Must[*data.Frame](t)(fixture.Must[*data.Frame](t)(f.With("w", func(data.Row) float64 { return 2 })).WithWeight("w"))
	spec := fixture.Gaussian
	_, err := spec.RidgeOnCentres(fixture.Ctx, weighed, 5, 1)
	if err == nil || !strings.Contains(err.Error(), `no weights of rows, and those of the training part are in "w"`) {
		t.Errorf("centres: %v", err)
	}
	spec.Features = nvsd.RandomFeatures(20, 1)
	_, err = spec.Path(fixture.Ctx, weighed, 3)
	if err == nil || !strings.Contains(err.Error(), `random features know no weights of rows`) {
		t.Errorf("features: %v", err)
	}
	changed := fixture.Must[*data.Frame](t)(weighed.With("w", func(r data.Row) float64 { return r.Float("x1") }))
	if _, err := fixture.Gaussian.Ridge(fixture.Ctx, changed, nvsd.ByLeaveOneOut()); err == nil || !strings.Contains(err.Error(), "weights are not negative") {
		t.Errorf("a weight that is none: %v", err)
	}
}
