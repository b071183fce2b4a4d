package model_test

import (
	"bytes"
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
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

var intervalMethods = []model.IntervalMethod{nvsd.ByPosterior, nvsd.ByJackknifePlus}

// given is a Spec whose ridge regression chooses nothing on the rows: its kernel and nu are given,
// and the inputs are not scaled.
func given(width, nu float64) nvsd.Spec {
	return nvsd.Spec{
		Kernel: kern.Gaussian{Width: kern.Sigma(width)}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.1),
		Scale: nvsd.NoScaling, Refit: nvsd.KeepKernel, RidgeNus: []float64{nu},
	}
}

func ridgeOn(t testing.TB, spec nvsd.Spec, f *data.Frame) *nvsd.Model {
	t.Helper()
	return fixture.Must[*nvsd.Model](t)(spec.Ridge(fixture.Ctx, f, nvsd.ByLeaveOneOut()))
}

// evidenceModel is a model of the refit ARD, by default of waves.
func evidenceModel(t testing.TB, f *data.Frame) *nvsd.Model {
	t.Helper()
	spec := fixture.Gaussian
	spec.Refit, spec.Tol = nvsd.ARD, 0.01
	path := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, f, 6))
	return fixture.Must[*nvsd.Model](t)(path.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked))
}

// TestJackknifePlusByRefits: the closed form is that of the models that are fitted without each
// row, or without all rows that equal it.
func TestJackknifePlusByRefits(t *testing.T) {
	const n, width, nu, level = 24, 0.8, 1e-3, 0.8
	once, test := fixture.Waves(n, 2, 1), fixture.Waves(7, 2, 2)
	for _, times := range []int{1, 2} {
		for _, intercept := range []nvsd.Intercept{nvsd.Unpenalised, nvsd.NoIntercept} {
			f := fixture.Again(t, once, times)
			spec := given(width, nu)
			spec.Intercept = intercept
			got := fixture.Must[*model.Intervals](t)(ridgeOn(t, spec, f).PredictInterval(fixture.Ctx, test, level, nvsd.ByJackknifePlus))
			below, above := make([][]float64, test.N()), make([][]float64, test.N())
			for out := range n {
				var rest []int
				for i := range f.N() {
					if i/times != out {
						rest = append(rest, i)
					}
				}
				spec.RidgeNus = []float64{nu * n / (n - 1)}
				part := ridgeOn(t, spec, fixture.Must[*data.Frame](t)(f.Rows(rest...)))
				residual := once.Y()[out] - fixture.Must[[]float64](t)(part.PredictFrame(once))[out]
				for j, v := range fixture.Must[[]float64](t)(part.PredictFrame(test)) {
					below[j], above[j] = append(below[j], v-math.Abs(residual)), append(above[j], v+math.Abs(residual))
				}
			}
			k := int(math.Ceil(level * (n + 1)))
			var lower, upper []float64
			for j := range below {
				slices.Sort(below[j])
				slices.Sort(above[j])
				lower, upper = append(lower, below[j][n-k]), append(upper, above[j][k-1])
			}
			if !fixture.Near(got.Lower, lower, 1e-7) || !fixture.Near(got.Upper, upper, 1e-7) {
				t.Errorf("rows %d times, %v: %v to %v, by refits %v to %v", times, intercept, got.Lower, got.Upper, lower, upper)
			}
		}
	}
}

// TestPosteriorOfTheEvidence computes the interval of a model of most evidence from the covariance
// of its targets.
func TestPosteriorOfTheEvidence(t *testing.T) {
	f, test := fixture.Waves(50, 4, 3), fixture.Waves(9, 4, 4)
	m := evidenceModel(t, f)
	if e := m.Selection().Evidence; e == nil || e.Instead != "" || m.Selection().Size == 0 {
		t.Fatalf("the model is not the one of most evidence: %v", m.Rule())
	}
	const level = 0.9
	got := fixture.Must[*model.Intervals](t)(m.PredictInterval(fixture.Ctx, test, level, nvsd.ByPosterior))
	if !slices.Equal(got.Predictions, fixture.Must[[]float64](t)(m.PredictFrame(test))) {
		t.Error("predictions are not those of PredictFrame")
	}
	n, shift := f.N(), m.RidgeNu()*float64(f.N())
	k := func(a, b []float64) float64 {
		var s float64
		for j, w := range m.Selection().Evidence.Widths {
			d := (a[j] - b[j]) / w / stat.StdDev(mat.Col(nil, j, f.X()), nil)
			s += d * d / 2
		}
		return math.Exp(-s)
	}
	X, U := mat.DenseCopyOf(f.X()), mat.DenseCopyOf(test.X())
	C, y, one := mat.NewSymDense(n, nil), mat.NewVecDense(n, f.Y()), mat.NewVecDense(n, slices.Repeat([]float64{1}, n))
	for i := range n {
		for j := i; j < n; j++ {
			C.SetSym(i, j, k(X.RawRowView(i), X.RawRowView(j)))
		}
		C.SetSym(i, i, 1+shift)
	}
	solve := func(b *mat.VecDense) *mat.VecDense {
		var x mat.VecDense
		if err := x.SolveVec(C, b); err != nil {
			t.Fatal(err)
		}
		return &x
	}
	total := mat.Dot(one, solve(one))
	mean := mat.Dot(one, solve(y)) / total // by generalised least squares
	rest := mat.NewVecDense(n, nil)
	rest.AddScaledVec(y, -mean, one)
	scale := mat.Dot(rest, solve(rest)) / float64(n-1)
	p := float64(m.Selection().Size + 1)
	scale *= (float64(n) + p) / (float64(n) - p)
	quantile := distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)}.Quantile((1 + level) / 2)
	for j := range test.N() {
		c := mat.NewVecDense(n, nil)
		for i := range n {
			c.SetVec(i, k(U.RawRowView(j), X.RawRowView(i)))
		}
		v := mean + mat.Dot(c, solve(rest))
		of := 1 - mat.Dot(c, solve(c)) + math.Pow(1-mat.Dot(one, solve(c)), 2)/total
		half := quantile * math.Sqrt(scale*(of+shift))
		if math.Abs(got.Lower[j]-(v-half)) > 1e-6 || math.Abs(got.Upper[j]-(v+half)) > 1e-6 {
			t.Errorf("row %d: %v to %v, by hand %v to %v", j, got.Lower[j], got.Upper[j], v-half, v+half)
		}
	}
}

// TestIntervalsOfTheMean: the classical interval of a new observation.
func TestIntervalsOfTheMean(t *testing.T) {
	f := fixture.Waves(20, 2, 1)
	got := fixture.Must[*model.Intervals](t)(fixture.Must[*nvsd.Model](t)(nvsd.Mean(f)).PredictInterval(fixture.Ctx, fixture.Waves(3, 2, 2), 0.95, nvsd.ByPosterior))
	mean, sd := stat.MeanStdDev(f.Y(), nil)
	half := distuv.StudentsT{Sigma: 1, Nu: 19}.Quantile(0.975) * sd * math.Sqrt(1+1.0/20)
	if !fixture.Near(got.Lower, slices.Repeat([]float64{mean - half}, 3), 1e-12) || !fixture.Near(got.Upper, slices.Repeat([]float64{mean + half}, 3), 1e-12) {
		t.Errorf("%v to %v, want %v ± %v", got.Lower, got.Upper, mean, half)
	}
}

// drawnProcess draws rows of a Gaussian process of the kernel of given(width, nu), whose noise has
// the variance n nu of training, times 9. Every row is measured so many times.
func drawnProcess(t testing.TB, rng *rand.Rand, n, times int, width, shift float64) *data.Frame {
	t.Helper()
	x := mat.NewDense(n, 1, nil)
	for i := range n {
		x.Set(i, 0, 4*rng.Float64())
	}
	K := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			d := (x.At(i, 0) - x.At(j, 0)) / width
			K.SetSym(i, j, math.Exp(-d*d/2))
		}
		K.SetSym(i, i, 1+1e-10)
	}
	var root mat.Cholesky
	if !root.Factorize(K) {
		t.Fatal("the kernel matrix has no root")
	}
	var L mat.TriDense
	root.LTo(&L)
	z := mat.NewVecDense(n, nil)
	for i := range n {
		z.SetVec(i, rng.NormFloat64())
	}
	var of mat.VecDense
	of.MulVec(&L, z)
	X, y := mat.NewDense(n*times, 1, nil), make([]float64, n*times)
	for i := range y {
		X.Set(i, 0, x.At(i/times, 0))
		y[i] = 7 + 3*of.AtVec(i/times) + 3*math.Sqrt(shift)*rng.NormFloat64()
	}
	return fixture.Frame(t, X, y)
}

// TestCoverageOfDraws: where all that is assumed holds, intervals of 90 % have nine in ten of new
// observations, also where every row is measured three times, and of the mean alone.
func TestCoverageOfDraws(t *testing.T) {
	const n, draws, level, width = 30, 400, 0.9, 1.0
	rng := rand.New(rand.NewPCG(1, 2))
	noise := math.Sqrt(level * (1 - level) / draws)
	for _, shift := range []float64{0.1, 1e-4, 1e4} {
		for _, times := range []int{1, 3} {
			inside := map[model.IntervalMethod]float64{}
			for range draws {
				drawn := drawnProcess(t, rng, n+1, times, width, shift)
				train := fixture.Must[*data.Frame](t)(drawn.Rows(slices.Collect(countTo(n * times))...))
				test := fixture.Must[*data.Frame](t)(drawn.Rows(n * times))
				m := ridgeOn(t, given(width, shift/float64(n*times)), train)
				if shift == 1e4 {
					m = fixture.Must[*nvsd.Model](t)(nvsd.Mean(train))
				}
				for _, by := range intervalMethods {
					inside[by] += fixture.Must[*model.Intervals](t)(m.PredictInterval(fixture.Ctx, test, level, by)).Coverage() / draws
				}
			}
			for by, part := range inside {
				if math.Abs(part-level) > 3.5*noise {
					t.Errorf("noise %v, each row %d times: %.3f by %v, of level %v", shift, times, part, by, level)
				}
			}
		}
	}
}

func countTo(n int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

// TestIntervalsGrow: of a higher level an interval has that of a lower one, its ends are in
// order, and the prediction is in the middle of the posterior's; whatever is drawn.
func TestIntervalsGrow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		n := rapid.IntRange(3, 30).Draw(t, "n")
		x, y := mat.NewDense(n, 2, nil), make([]float64, n)
		for i := range n {
			x.SetRow(i, []float64{math.Round(2 * rng.NormFloat64()), math.Round(rng.NormFloat64())})
			y[i] = rng.NormFloat64()
			if rapid.IntRange(0, 3).Draw(t, "outlier") == 0 {
				y[i] *= 1e3
			}
		}
		f, err := data.New(x, y)
		if err != nil {
			t.Fatal(err)
		}
		spec := given(math.Exp(rapid.Float64Range(-2, 2).Draw(t, "log width")), math.Pow(10, rapid.Float64Range(-10, 1).Draw(t, "log nu")))
		m, err := spec.Ridge(fixture.Ctx, f, nvsd.ByLeaveOneOut())
		if err != nil {
			t.Skip(err) // as of columns that do not vary
		}
		for _, by := range intervalMethods {
			var before *model.Intervals
			for _, level := range []float64{0.5, 0.8, 0.9, 0.99} {
				v, err := m.PredictInterval(fixture.Ctx, f, level, by)
				if err != nil {
					t.Fatal(err)
				}
				for i, lower := range v.Lower {
					switch upper := v.Upper[i]; {
					case !(lower <= upper):
						t.Errorf("%v at %v: from %v to %v", by, level, lower, upper)
					case before != nil && (lower > before.Lower[i] || upper < before.Upper[i]):
						t.Errorf("%v at %v: %v to %v, at a lower level %v to %v", by, level, lower, upper, before.Lower[i], before.Upper[i])
					case by == nvsd.ByPosterior && !(lower <= v.Predictions[i] && v.Predictions[i] <= upper):
						t.Errorf("%v at %v: %v is not in %v to %v", by, level, v.Predictions[i], lower, upper)
					}
				}
				before = v
			}
		}
	})
}

// TestIntervalsOfRowsAgain: copies of all rows say nothing more.
func TestIntervalsOfRowsAgain(t *testing.T) {
	once, test := fixture.Waves(30, 3, 1), fixture.Waves(10, 3, 2)
	for _, by := range intervalMethods {
		want := fixture.Must[*model.Intervals](t)(ridgeOn(t, given(1, 1e-3), once).PredictInterval(fixture.Ctx, test, 0.9, by))
		mean := fixture.Must[*model.Intervals](t)(fixture.Must[*nvsd.Model](t)(nvsd.Mean(once)).PredictInterval(fixture.Ctx, test, 0.9, by))
		for _, times := range []int{2, 5} {
			f := fixture.Again(t, once, times)
			got := fixture.Must[*model.Intervals](t)(ridgeOn(t, given(1, 1e-3), f).PredictInterval(fixture.Ctx, test, 0.9, by))
			if !fixture.Near(got.Lower, want.Lower, 1e-8) || !fixture.Near(got.Upper, want.Upper, 1e-8) {
				t.Errorf("%v, rows %d times: widths %v, of the rows once %v", by, times, got.MeanWidth(), want.MeanWidth())
			}
			got = fixture.Must[*model.Intervals](t)(fixture.Must[*nvsd.Model](t)(nvsd.Mean(f)).PredictInterval(fixture.Ctx, test, 0.9, by))
			if !fixture.Near(got.Lower, mean.Lower, 1e-8) || !fixture.Near(got.Upper, mean.Upper, 1e-8) {
				t.Errorf("%v, the mean of rows %d times: widths %v, of the rows once %v", by, times, got.MeanWidth(), mean.MeanWidth())
			}
		}
	}
}

// Far from all rows the posterior is that of the process before any row, and as wide as it gets.
func TestPosteriorWidensAway(t *testing.T) {
	m := ridgeOn(t, given(0.5, 1e-4), fixture.Waves(40, 2, 1))
	far := fixture.Must[*model.Intervals](t)(m.IntervalsAt(fixture.Ctx, mat.NewDense(3, 2, []float64{0, 0, 3, 3, 100, -100}), 0.9, nvsd.ByPosterior))
	width := func(i int) float64 { return far.Upper[i] - far.Lower[i] }
	if !(width(0) < width(1) && width(1) <= width(2)*(1+1e-9)) {
		t.Errorf("among the rows %v wide, away %v, far away %v", width(0), width(1), width(2))
	}
}

// The numbers are the same to the bit on any number of processors, for a row alone, and of a
// model that was written and read.
func TestIntervalsAreTheSame(t *testing.T) {
	m, test := evidenceModel(t, fixture.Waves(60, 3, 1)), fixture.Waves(200, 3, 2)
	var file bytes.Buffer
	if err := m.Write(&file); err != nil {
		t.Fatal(err)
	}
	read := fixture.Must[*nvsd.Model](t)(nvsd.ReadModel(&file))
	for _, by := range intervalMethods {
		want := fixture.Must[*model.Intervals](t)(m.PredictInterval(fixture.Ctx, test, 0.9, by))
		same := func(what string, got *model.Intervals, from int) {
			t.Helper()
			for i := range got.Lower {
				if got.Lower[i] != want.Lower[from+i] || got.Upper[i] != want.Upper[from+i] {
					t.Fatalf("%v, %s: row %d from %v to %v, want %v to %v", by, what, i, got.Lower[i], got.Upper[i], want.Lower[from+i], want.Upper[from+i])
				}
			}
		}
		same("read from a file", fixture.Must[*model.Intervals](t)(read.PredictInterval(fixture.Ctx, test, 0.9, by)), 0)
		before := runtime.GOMAXPROCS(1)
		same("one processor", fixture.Must[*model.Intervals](t)(m.PredictInterval(fixture.Ctx, test, 0.9, by)), 0)
		runtime.GOMAXPROCS(before)
		alone := fixture.Must[*data.Frame](t)(test.Rows(150))
		if p := fixture.Must[[]float64](t)(m.PredictFrame(alone)); p[0] == want.Predictions[150] {
			same("a row alone", fixture.Must[*model.Intervals](t)(m.PredictInterval(fixture.Ctx, alone, 0.9, by)), 150)
		}
	}
}

// Columns are found as for predictions: by name, categories by level, those that are not needed
// not at all; and the target may be absent.
func TestIntervalsFindColumns(t *testing.T) {
	var table strings.Builder
	table.WriteString("kind,x,noise,y\n")
	rng := rand.New(rand.NewPCG(5, 1))
	for i := range 60 {
		x := rng.NormFloat64()
		fmt.Fprintf(&table, "%s,%v,%v,%v\n", []string{"a", "b", "c"}[i%3], x, rng.NormFloat64(), float64(3*(i%3))+x+0.1*rng.NormFloat64())
	}
	f := fixture.Must[*data.Frame](t)(data.Read(strings.NewReader(table.String()), "table.csv", data.Target("y")))
	m := evidenceModel(t, f)
	if slices.Contains(m.SelectedNames(), "noise") || !slices.Contains(m.SelectedNames(), "x") {
		t.Fatalf("selected: %v", m.SelectedNames())
	}
	full := fixture.Must[*model.Intervals](t)(m.PredictInterval(fixture.Ctx, f, 0.9))
	less := fixture.Must[*data.Frame](t)(data.Read(strings.NewReader("x,kind\n0.5,c\n0.25,a\n"), "new.csv", data.NoTarget()))
	v := fixture.Must[*model.Intervals](t)(m.PredictInterval(fixture.Ctx, less, 0.9))
	if full.True == nil || full.Coverage() < 0.8 || v.True != nil || !math.IsNaN(v.Coverage()) || len(v.Lower) != 2 {
		t.Errorf("coverage %v and %v of %d rows", full.Coverage(), v.Coverage(), len(v.Lower))
	}
	if !(v.Lower[0] < 6.5 && v.Upper[0] > 6.5 && v.Upper[1] < 2) {
		t.Errorf("%v to %v, of targets near 6.5 and 0.25", v.Lower, v.Upper)
	}
}

// With fewer observations than a level asks for there is no bound.
func TestJackknifePlusOfFewRows(t *testing.T) {
	m := fixture.Must[*nvsd.Model](t)(nvsd.Mean(fixture.Waves(9, 2, 1)))
	for level, bounded := range map[float64]bool{0.9: true, 0.91: false} {
		v := fixture.Must[*model.Intervals](t)(m.PredictInterval(fixture.Ctx, fixture.Waves(2, 2, 2), level, nvsd.ByJackknifePlus))
		if is := !math.IsInf(v.Lower[0], -1) && !math.IsInf(v.Upper[1], 1); is != bounded {
			t.Errorf("nine rows at level %v: %v to %v", level, v.Lower, v.Upper)
		}
	}
}

func TestIntervalsRefuse(t *testing.T) {
	f := fixture.Waves(20, 2, 1)
	m := ridgeOn(t, given(1, 0.1), f)
	penalised := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, f, nvsd.TauFrac(0.1)))
	for what, do := range map[string]func() (*model.Intervals, error){
		"let Path.Select refit it": func() (*model.Intervals, error) { return penalised.PredictInterval(fixture.Ctx, f, 0.9) },
		"from 0.5 to below 1":      func() (*model.Intervals, error) { return m.PredictInterval(fixture.Ctx, f, 90) },
		"give nvsd.ByPosterior":    func() (*model.Intervals, error) { return m.PredictInterval(fixture.Ctx, f, 0.9, "bayes") },
		"no data":                  func() (*model.Intervals, error) { return m.PredictInterval(fixture.Ctx, nil, 0.9) },
		"3 columns":                func() (*model.Intervals, error) { return m.IntervalsAt(fixture.Ctx, mat.NewDense(1, 3, nil), 0.9) },
	} {
		if v, err := do(); err == nil || v != nil || what != "3 columns" && !strings.Contains(err.Error(), what) {
			t.Errorf("%v, error %v, want %q", v, err, what)
		}
	}
}

func TestIntervalsReport(t *testing.T) {
	m := ridgeOn(t, given(1, 1e-3), fixture.Waves(40, 2, 1))
	v := fixture.Must[*model.Intervals](t)(m.PredictInterval(fixture.Ctx, fixture.Waves(50, 2, 2), 0.9))
	parts := v.Report()
	chart := parts[0].(report.Scatter)
	inside := fmt.Sprintf("%.0f of 50 true targets inside", 50*v.Coverage())
	for _, want := range []string{inside, "90 % intervals", "and 20 more observations"} {
		if !strings.Contains(v.String()+chart.Note, want) {
			t.Errorf("no %q in\n%v", want, v)
		}
	}
	table := parts.Tables()[0]
	if marks := strings.Count(table.CSV(), "inside"); marks == 0 || !slices.Equal(chart.Plots[0].High, v.Upper) {
		t.Errorf("%d rows are inside, and bars end at %v", marks, chart.Plots[0].High)
	}
	v.True = nil
	if len(v.Report()) != 1 || strings.Contains(v.String(), "inside") {
		t.Errorf("without targets:\n%v", v)
	}
	if _, err := v.Figure(); err == nil {
		t.Error("without targets there is a figure")
	}
}
