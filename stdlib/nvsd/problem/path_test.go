package problem_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/resample"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/search"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"gonum.org/v1/gonum/mat"
)

func TestPathFalls(t *testing.T) {
	p := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, fixture.Waves(50, 4, 1), 10))
	taus, gaps, counts, norms := p.Taus(), p.Gaps(), p.ActiveCounts(), p.NormsPath()
	if p.Len() != 10 || taus[0] != p.TauMax() || math.Abs(math.Log10(taus[0]/taus[9])-1.5) > 1e-12 {
		t.Errorf("taus %v from tau_max %v", taus, p.TauMax())
	}
	if !slices.IsSortedFunc(taus, func(a, b float64) int { return int(math.Copysign(1, b-a)) }) {
		t.Errorf("taus do not fall: %v", taus)
	}
	if counts[0] != 0 || !fixture.Near(norms[0], make([]float64, 4), 0) {
		t.Errorf("at tau_max %d inputs are in, norms %v", counts[0], norms[0])
	}
	sum := 0.0
	for i := range taus {
		in := 0
		total := 0.0
		for _, u := range norms[i] {
			if u > 0 {
				in++
			}
			total += u
		}
		if in != counts[i] || gaps[i] > fixture.Gaussian.Tol {
			t.Errorf("tau %d: %d norms above 0, %d inputs in, gap %v", i, in, counts[i], gaps[i])
		}
		if total < sum*(1-1e-3) {
			t.Errorf("tau %d: the penalty's value fell from %v to %v as tau fell", i, sum, total)
		}
		sum = total
	}
	if counts[9] < 2 {
		t.Errorf("inputs along the path: %v", counts)
	}
}

// The text lists a dozen of the fits, the first and the last among them.
func TestPathAsText(t *testing.T) {
	p := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, fixture.Waves(30, 2, 1), 20))
	lines := strings.Split(strings.TrimSpace(p.String()), "\n")
	if len(lines) != 2+12+3 || lines[14] != "12 of the 20 fits are listed" {
		t.Fatalf("%d lines:\n%v", len(lines), p)
	}
	for i, line := range map[int]string{0: lines[2], 19: lines[13]} {
		if want := fmt.Sprintf("%d %.4g ", i, p.Taus()[i]); !strings.HasPrefix(fixture.Spaces.ReplaceAllString(strings.TrimLeft(line, " "), " "), want) {
			t.Errorf("the line of fit %d is %q, want tau %s", i, line, want)
		}
	}
}

func TestPathAgreesWithSingleFits(t *testing.T) {
	f := fixture.Waves(40, 3, 2)
	p := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, f, 5))
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, f, nvsd.Tau(p.Taus()[3])))
	warm := fixture.Must[*nvsd.Model](t)(p.Model(3))
	if !fixture.Near(m.NormsPerSD(), warm.NormsPerSD(), 5e-3) || m.TauMax() != p.TauMax() {
		t.Errorf("norms %v alone, %v on the path", m.NormsPerSD(), warm.NormsPerSD())
	}
	errs := fixture.Must[[]float64](t)(p.RMSE(f))
	if math.Abs(errs[3]-warm.TrainRMSE()) > 1e-9 {
		t.Errorf("training error %v, %v", errs[3], warm.TrainRMSE())
	}
	if _, err := p.Model(5); err == nil {
		t.Error("no error for a fit that is not there")
	}
}

func TestSameNumbersAtAnyGOMAXPROCS(t *testing.T) {
	run := func(procs int) ([]float64, []float64) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
		s := fixture.Split(t, fixture.Waves(150, 6, 5), fixture.NvsdSplit...)
		p := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, s.Train, 5))
		m := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByValidation(s.Valid), nvsd.Ranked))
		return slices.Concat(p.NormsPath()...), fixture.Must[[]float64](t)(m.Predict(s.Test.X()))
	}
	norms, predictions := run(1)
	for _, procs := range []int{1, 2} {
		n, v := run(procs)
		if !slices.Equal(n, norms) || !slices.Equal(v, predictions) {
			t.Errorf("GOMAXPROCS %d gives other numbers", procs)
		}
	}
}

// What a display says does not depend on how long the computation took: said again after another run
// it is the same, letter by letter.
func TestReportsRepeat(t *testing.T) {
	f := fixture.Waves(40, 3, 2)
	say := func() (texts []string) {
		p := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, f, 4))
		m := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked))
		for _, r := range []interface{ Report() report.Report }{
			p, m, m.Selection(),
			fixture.Must[*model.Convergence](t)(m.Convergence()),
			fixture.Must[*nvsd.RidgePath](t)(fixture.Gaussian.RidgePath(fixture.Ctx, f, nil)),
			fixture.Must[*search.Assessment](t)(fixture.Gaussian.CrossValidate(fixture.Ctx, f, nvsd.KFold(3, 1), nvsd.Search{By: nvsd.ByLeaveOneOut()})),
			fixture.Must[*resample.Bootstrap](t)(fixture.Gaussian.Bootstrap(fixture.Ctx, f, nvsd.TauFrac(0.1), nvsd.BootstrapPlan{Repeats: 5})),
			fixture.Must[*resample.Stability](t)(fixture.Gaussian.Stability(fixture.Ctx, f, nvsd.StabilityPlan{Pairs: 3})),
		} {
			texts = append(texts, r.Report().String(), fmt.Sprintf("%+v", r.Report().Charts()))
		}
		return texts
	}
	once, twice := say(), say()
	for i := range once {
		if once[i] != twice[i] {
			t.Errorf("once it says\n%s\nand then\n%s", once[i], twice[i])
		}
	}
}

// PathAt fits at the taus given, from the largest down and each once, as Path does
// at its own.
func TestPathAt(t *testing.T) {
	f := fixture.Waves(40, 3, 2)
	p := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, f, 4))
	taus := p.Taus()
	var told []nvsd.Part
	reporting := fixture.OnParts(fixture.Ctx, func(part nvsd.Part) { told = append(told, part) })
	at := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.PathAt(reporting, f, taus[2], taus[0], taus[3], taus[1], taus[2]))
	if !slices.Equal(at.Taus(), taus) || len(told) != 4 || told[3] != (nvsd.Part{Of: "path", Unit: "fit", Done: 4, All: 4}) {
		t.Errorf("taus %v, want %v; told %v", at.Taus(), taus, told)
	}
	for i, norms := range p.NormsPath() {
		if !slices.Equal(at.NormsPath()[i], norms) {
			t.Errorf("tau %v: norms %v, on the path from tau_max %v", taus[i], at.NormsPath()[i], norms)
		}
	}
	if at.TauMax() != p.TauMax() || !strings.HasPrefix(at.String(), fmt.Sprintf("Path of 4 fits from %.4g\n", taus[0])) {
		t.Errorf("tau_max %v, want %v;\n%v", at.TauMax(), p.TauMax(), at)
	}
	for _, bad := range [][]float64{nil, {1, -1}, {math.NaN()}, {math.Inf(1), 1}} {
		if _, err := fixture.Gaussian.PathAt(fixture.Ctx, f, bad...); err == nil {
			t.Errorf("no error for the taus %v", bad)
		}
	}
}

// In folds the given taus are the same.
func TestPathAtInFolds(t *testing.T) {
	f := fixture.Waves(40, 3, 2)
	p := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.PathAt(fixture.Ctx, f, 0.3, 0.1))
	folds := nvsd.KFold(4, 1)
	given := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByCrossValidation(folds), nvsd.ExactZeros))
	same := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByCrossValidation(folds, nvsd.AbsoluteTau), nvsd.ExactZeros))
	if given.Selection().RMSE != same.Selection().RMSE {
		t.Errorf("error in folds %v, with absolute taus %v", given.Selection().RMSE, same.Selection().RMSE)
	}
}

// Where no tau empties a model, or there is no ridge, a path is had at given taus, and
// Path says so.
func TestPathWithoutBeginning(t *testing.T) {
	f := fixture.Waves(30, 3, 1)
	squares, unweighted, free := fixture.Gaussian, fixture.Gaussian, fixture.Gaussian
	squares.Penalty = penalty.ElasticNet{}
	unweighted.Penalty = penalty.WeightedLasso{Weights: []float64{1, 0, 1}}
	free.Nu, free.Solver = nvsd.Fixed(0), solve.DENOVAS{MaxIter: 200}
	for _, c := range []struct {
		spec nvsd.Spec
		want string
	}{{squares, "no tau leaves an input out"}, {unweighted, "no tau empties the model"}, {free, "with nu = 0 there is no tau_max"}} {
		if _, err := c.spec.Path(fixture.Ctx, f, 3); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "PathAt") {
			t.Errorf("%v: %v, want %q", c.spec.Penalty, err, c.want)
		}
		if _, err := c.spec.Fit(fixture.Ctx, f, nvsd.TauFrac(0.1)); err == nil || !strings.Contains(err.Error(), "nvsd.Tau") {
			t.Errorf("%v: a fraction: %v", c.spec.Penalty, err)
		}
		if p := fixture.Must[*nvsd.Path](t)(c.spec.PathAt(fixture.Ctx, f, 0.1, 1)); p.Len() != 2 || p.Taus()[0] != 1 {
			t.Errorf("%v: taus %v", c.spec.Penalty, p.Taus())
		}
	}
}

// Where every tau > 0 empties the model, a path says so, and is empty.
func TestPathOfEveryTau(t *testing.T) {
	spec := fixture.Gaussian
	spec.Kernel = kern.Gaussian{Width: kern.Sigma(0.1)}
	spec.Penalty, spec.Nu = penalty.Scaled{Factor: 2, P: penalty.Lasso{}}, nvsd.TimesTau(1e-3)
	f := fixture.Waves(30, 3, 1)
	p := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, f, 3))
	if p.TauMax() != 0 || p.Len() != 3 || slices.Max(p.ActiveCounts()) != 0 || !strings.Contains(strings.Join(p.Warnings(), "\n"), "every tau > 0 empties the model") {
		t.Errorf("tau_max %v, inputs %v, warnings %q", p.TauMax(), p.ActiveCounts(), p.Warnings())
	}
	if _, err := spec.Fit(fixture.Ctx, f, nvsd.TauFrac(0.1)); err == nil || !strings.Contains(err.Error(), "every tau > 0") {
		t.Errorf("a fraction: %v", err)
	}
}

// The papers' settings of DENOVAS: JMLR 2013, Figure 3 (two inputs, one of them all
// but constant, nu = 10 and 0) and Figure 4 (20 inputs, a polynomial of degree 4).
func TestPathAtPapersSettings(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 13))
	figure := func(n, d int, draw func(x []float64) float64) *data.Frame {
		X, y := mat.NewDense(n, d, nil), make([]float64, n)
		for i := range n {
			y[i] = draw(X.RawRowView(i))
		}
		return fixture.Must[*data.Frame](t)(data.New(X, y))
	}
	three := figure(20, 2, func(x []float64) float64 {
		x[0], x[1] = 2*rng.Float64()-1, 0.05*rng.NormFloat64()
		return x[0]*x[0] + 0.1*rng.NormFloat64()
	})
	four := figure(50, 20, func(x []float64) (y float64) {
		for a := range x {
			x[a] = 2*rng.Float64() - 1
		}
		for a := range 4 {
			for b := range a {
				y += 15 * math.Sqrt(1.5) * x[a] * x[b]
			}
		}
		return y + rng.NormFloat64()
	})
	denovas := func(k kern.Kernel, scale nvsd.Scale, v float64) nvsd.Spec {
		return nvsd.Spec{Kernel: k, Scale: scale, Penalty: penalty.Scaled{Factor: 2, P: penalty.Lasso{}}, Nu: nvsd.TimesTau(v)}
	}
	quartic := kern.Polynomial{Degree: 4, Offset: 1}
	for _, scale := range []nvsd.Scale{nvsd.TrainSD, nvsd.NoScaling} {
		for _, v := range []float64{0.5, 1, 5, 20, 100} {
			p := fixture.Must[*nvsd.Path](t)(denovas(quartic, scale, v).Path(fixture.Ctx, four, 8))
			if counts := p.ActiveCounts(); p.Len() != 8 || counts[0] != 0 || p.TauMax() > 0 && counts[7] == 0 {
				t.Errorf("Figure 4, %v, nu = %v tau: tau_max %v, inputs %v", scale, v, p.TauMax(), counts)
			}
		}
		for _, k := range []kern.Kernel{quartic, kern.Gaussian{Width: kern.Sigma(1)}} {
			p := fixture.Must[*nvsd.Path](t)(denovas(k, scale, 10).Path(fixture.Ctx, three, 8))
			if counts := p.ActiveCounts(); counts[0] != 0 || counts[7] == 0 {
				t.Errorf("Figure 3, %v, %v: tau_max %v, inputs %v", k, scale, p.TauMax(), counts)
			}
			free := denovas(k, scale, 0)
			free.Solver = solve.DENOVAS{Tol: 1e-3, MaxIter: 500}
			if p := fixture.Must[*nvsd.Path](t)(free.PathAt(fixture.Ctx, three, p.Taus()...)); p.Len() != 8 || !math.IsNaN(p.TauMax()) {
				t.Errorf("Figure 3 without a ridge: %d fits, tau_max %v", p.Len(), p.TauMax())
			}
		}
	}
}

// A path of a penalty that is not convex begins with no input in.
func TestPathNonconvex(t *testing.T) {
	f := fixture.Must[*data.Frame](t)(data.Load("diabetes"))
	rows := make([]int, 60)
	for i := range rows {
		rows[i] = i
	}
	f = fixture.Must[*data.Frame](t)(f.Rows(rows...))
	for _, pen := range []penalty.Penalty{penalty.MCP{Knee: 0.5}, penalty.SCAD{Knee: 1.38, A: 3.7}, penalty.LogSum{Eps: 0.1}} {
		spec := nvsd.Spec{Kernel: kern.Linear{}, Penalty: pen, Nu: nvsd.Fixed(0.01), Solver: solve.ADMM{}}
		p := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, f, 5))
		if counts := p.ActiveCounts(); counts[0] != 0 || counts[4] == 0 || slices.ContainsFunc(p.Warnings(), func(w string) bool { return strings.Contains(w, "at tau_max") }) {
			t.Errorf("%v: inputs %v from tau_max = %v; %q", pen, counts, p.TauMax(), p.Warnings())
		}
	}
}

// A path that was stopped holds what is finished, and says how many fits that is: so do its
// models, on paper too.
func TestStoppedPathSaysSo(t *testing.T) {
	f := fixture.Waves(40, 3, 1)
	within, cancel := context.WithCancel(fixture.Ctx)
	p, err := fixture.Quick.Path(fixture.OnParts(within, func(p nvsd.Part) {
		if p.Done == 3 {
			cancel()
		}
	}), f, 8)
	if !errors.Is(err, context.Canceled) || p.Len() != 3 {
		t.Fatalf("%d fits, error %v", p.Len(), err)
	}
	m := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked))
	file := t.TempDir() + "/m.json"
	if err := m.Save(file); err != nil {
		t.Fatal(err)
	}
	loaded := fixture.Must[*nvsd.Model](t)(nvsd.LoadModel(file))
	for what, text := range map[string]string{
		"error": err.Error(), "display": p.String(), "warnings": strings.Join(p.Warnings(), "; "),
		"model": strings.Join(m.Warnings(), "; "), "model from a file": strings.Join(loaded.Warnings(), "; "),
	} {
		if !strings.Contains(text, "3 of 8 fits") {
			t.Errorf("the %s says nothing of 3 of 8 fits: %s", what, text)
		}
	}
}
