package baseline

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// cossoRun is a run of cosso 2.1-2 from end to end.
type cossoRun struct {
	LambdaFolds [][]*int    `json:"lambda_folds"`
	MFolds      [][]*int    `json:"M_folds"`
	Lambdas     []float64   `json:"lambda_grid"`
	LambdaCV    []float64   `json:"own_lambda_cv"`
	Lambda      float64     `json:"OptLam"`
	Bounds      []float64   `json:"cv_M"`
	CV          []float64   `json:"cvm"`
	Bound       float64     `json:"OptM"`
	Grid        []float64   `json:"Mgrid"`
	L2          [][]float64 `json:"L2norm_path"`
	Theta       []float64
	Intercept   float64
	Test        []float64 `json:"test_pred"`
	Selected    []int
}

// folds returns folds, a column each, whose rows are counted from 1, with padding.
func folds(n int, rows [][]*int) nvsd.Folds {
	labels := make([]int, n)
	for _, line := range rows {
		for f, row := range line {
			if row != nil {
				labels[*row-1] = f
			}
		}
	}
	return nvsd.LabelFolds(labels)
}

// TestTuneReferences repeats a run of the package: lam by its folds, then M by others.
func TestTuneReferences(t *testing.T) {
	eachFile(t, "cosso_*.json", func(t *testing.T, file *cossoFile) {
		run := file.Run
		if run == nil {
			t.Skip("it has no run of the package from end to end")
		}
		train, err := data.New(dense(file.X), file.Y, numbered(len(file.X[0]))...)
		if err != nil {
			t.Fatal(err)
		}
		s := COSSO{Order: file.Order, Form: OneStep, Scale: UnitGiven}
		tuned, err := s.Tune(t.Context(), train, COSSOTuning{
			LambdaBy: nvsd.ByCrossValidation(folds(len(file.Y), run.LambdaFolds)), Lambdas: run.Lambdas,
			By: nvsd.ByCrossValidation(folds(len(file.Y), run.MFolds)), Bounds: run.Bounds,
		})
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(tuned.Lambda.Value/run.Lambda-1) > 1e-10 {
			t.Fatalf("lam is %v, want %v", tuned.Lambda.Value, run.Lambda)
		}
		// The file has it by normal equations, which lose half the digits at the least lam.
		within(t, "own_lambda_cv", relative(tuned.Lambda.Score, run.LambdaCV), 1e-6)
		within(t, "cvm", relative(tuned.Bound.Score, run.CV), 1e-7)
		if least := floats.MinIdx(run.LambdaCV); tuned.Lambda.Index != least {
			t.Errorf("lam is the number %d, want %d", tuned.Lambda.Index, least)
		}
		if least := floats.MinIdx(run.CV); tuned.Bound.Index != least {
			t.Errorf("M is the number %d, want %d", tuned.Bound.Index, least)
		}

		f := file.fit(t, s, run.Lambda, run.Bound)
		own := cossoFit(f)
		within(t, "theta", far(t, own.Theta, run.Theta), 1e-8)
		within(t, "the intercept", math.Abs(f.intercept-run.Intercept), 1e-8)
		within(t, "test_pred", far(t, f.predict(dense(file.XTest)), run.Test), 1e-8)
		if !slices.Equal(own.Selected, run.Selected) {
			t.Errorf("selected %v, want %v", own.Selected, run.Selected)
		}
		for i, bound := range run.Grid {
			if bound == 0 {
				continue
			}
			parts := cossoFit(file.fit(t, s, run.Lambda, bound)).Parts(dense(file.X))
			for j, part := range parts {
				norm := floats.Norm(part, 2) / math.Sqrt(float64(len(file.Y)))
				if math.Abs(norm-run.L2[i][j]) > 1e-7 {
					t.Errorf("M %v: component %d is %v over the points, want %v", bound, j, norm, run.L2[i][j])
				}
			}
		}
	})
}

func relative(got, want []float64) float64 {
	most := 0.0
	for i, v := range want {
		most = max(most, math.Abs(got[i]/v-1))
	}
	return most
}

// GCV by its definition: the matrix that takes y to the fit, one unit vector at a time.
func TestGCVIsItsDefinition(t *testing.T) {
	X, y := noisy(18, 3, 21)
	const lam = 1e-3
	on := func(y []float64) *cossoProblem {
		p, err := COSSO{Form: ConstraintForm}.on(t.Context(), X, y, letters(3))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	p := on(y)
	f, err := p.at(t.Context(), lam, 0.5, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, theta := range map[string][]float64{"theta = 1": {1, 1, 1}, "theta of a fit": cossoFit(f).Theta} {
		trace := 0.0
		for i := range y {
			unit := make([]float64, len(y))
			unit[i] = 1
			q := on(unit)
			step, err := q.step(theta, 2*lam)
			if err != nil {
				t.Fatal(err)
			}
			alpha := slices.Clone(step.system.Alpha())
			floats.Scale(q.unit, alpha)
			row := mat.NewDense(1, 3, X.RawRowView(i))
			trace += 1 - q.expand(theta, alpha).predict(row)[0]
		}
		n := float64(len(y))
		score := func(rss float64) float64 { return rss / (trace / n * (trace / n)) }
		if name == "theta = 1" {
			s, err := p.smoothing(true)
			if err != nil {
				t.Fatal(err)
			}
			rss := 0.0
			for i, v := range s.spline(lam).predict(X) {
				rss += (y[i] - v) * (y[i] - v) / n
			}
			within(t, name, math.Abs(s.gcv(lam)/score(rss)-1), 1e-9)
			continue
		}
		within(t, name, math.Abs(p.gcv(f)/score(cossoFit(f).RSS)-1), 1e-9)
	}
}

// Every form is tuned by every criterion, to a number of those it is given.
func TestTune(t *testing.T) {
	X, y := noisy(40, 4, 22)
	all, err := data.New(X, y)
	if err != nil {
		t.Fatal(err)
	}
	train, _ := all.Rows(rowsTo(0, 30)...)
	valid, _ := all.Rows(rowsTo(30, 40)...)
	for _, form := range []COSSOForm{ConstraintForm, OneStep, Alternation} {
		for _, by := range []nvsd.Criterion{{}, nvsd.ByValidation(valid), nvsd.ByCrossValidation(nvsd.KFold(3, 1))} {
			s := COSSO{Form: form, Sweeps: 20}
			tuned, err := s.Tune(t.Context(), train, COSSOTuning{LambdaBy: by, By: by, Bounds: []float64{2, 0.1, 0.5}})
			if err != nil {
				t.Fatal(err)
			}
			if best := floats.MinIdx(tuned.Bound.Score); tuned.Bound.Index != best || tuned.Bound.Value != []float64{0.1, 0.5, 2}[best] {
				t.Errorf("%v: M is %+v", form, tuned.Bound)
			}
			if floats.MinIdx(tuned.Lambda.Score) != tuned.Lambda.Index {
				t.Errorf("%v: lam is %+v", form, tuned.Lambda)
			}
			if own := cossoFit(tuned.Model.fitted); own.Bound != tuned.Bound.Value || own.Lambda != tuned.Lambda.Value {
				t.Errorf("%v: the model is at lam %v and M %v", form, own.Lambda, own.Bound)
			}
			if !tuned.Selected()[0] {
				t.Errorf("%v: the first input is not selected", form)
			}
		}
	}
}

func rowsTo(from, to int) []int {
	var rows []int
	for i := from; i < to; i++ {
		rows = append(rows, i)
	}
	return rows
}

// The validation error is that of the fits on the validation part.
func TestTuneByValidation(t *testing.T) {
	X, y := noisy(40, 3, 23)
	all, err := data.New(X, y)
	if err != nil {
		t.Fatal(err)
	}
	train, _ := all.Rows(rowsTo(0, 30)...)
	valid, _ := all.Rows(rowsTo(30, 40)...)
	s := COSSO{Form: ConstraintForm, Lambda: 1e-4}
	tuned, err := s.Tune(t.Context(), train, COSSOTuning{By: nvsd.ByValidation(valid), Bounds: []float64{0.3, 1}})
	if err != nil {
		t.Fatal(err)
	}
	for i, bound := range tuned.Bound.At {
		m, err := s.Fit(t.Context(), train, nvsd.Tau(2e-4/bound))
		if err != nil {
			t.Fatal(err)
		}
		v, err := m.Predict(valid.X())
		if err != nil {
			t.Fatal(err)
		}
		off := floats.Distance(v, valid.Y(), 2)
		within(t, fmt.Sprintf("the error at M %v", bound), math.Abs(tuned.Bound.Score[i]/(off*off/10)-1), 1e-6)
	}
}

// What was chosen tells lam and M, and what by.
func TestTuneTells(t *testing.T) {
	X, y := noisy(30, 3, 24)
	train, err := data.New(X, y)
	if err != nil {
		t.Fatal(err)
	}
	tuned, err := COSSO{Form: OneStep}.Tune(t.Context(), train, COSSOTuning{By: nvsd.ByCrossValidation(nvsd.KFold(3, 1))})
	if err != nil {
		t.Fatal(err)
	}
	text := tuned.String()
	for _, want := range []string{
		"y: COSSO, one step", ", 30 observations\n",
		fmt.Sprintf("lam %.4g, of 17 numbers by generalised cross-validation (%.4g)", tuned.Lambda.Value, tuned.Lambda.Score[tuned.Lambda.Index]),
		fmt.Sprintf("M %.4g, of 20 numbers by squared cross-validated error (3 folds (seed 1)) (", tuned.Bound.Value),
		"lam  generalised cross-validation\n", "M  squared cross-validated error",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("it is shown without %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "weight") || strings.Count(text, "chosen\n") != 2 {
		t.Errorf("it is shown as\n%s", text)
	}
	given, err := COSSO{Form: OneStep, Lambda: 1e-3}.Tune(t.Context(), train, COSSOTuning{})
	if err != nil {
		t.Fatal(err)
	}
	if text := given.String(); !strings.Contains(text, "lam 0.001, the only one there was\n") || strings.Count(text, "chosen\n") != 1 {
		t.Errorf("with lam given it is shown as\n%s", text)
	}
}

// Of a long list what was chosen is shown too.
func TestTunedShown(t *testing.T) {
	tuned := Tuned{At: make([]float64, 100), Index: 37}
	list := tuned.shown(5)
	if !slices.Equal(list, []int{0, 24, 37, 49, 74, 99}) {
		t.Errorf("shown are %v", list)
	}
}

func TestTuneBadInput(t *testing.T) {
	X, y := noisy(10, 2, 24)
	train, err := data.New(X, y)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		say   string
		s     COSSO
		train *data.Frame
		plan  COSSOTuning
	}{
		{"choose tau by Path and Select", COSSO{}, train, COSSOTuning{}},
		{"there is no training part", COSSO{Form: OneStep}, nil, COSSOTuning{}},
		{"-1 is among", COSSO{Form: OneStep}, train, COSSOTuning{Bounds: []float64{1, -1}}},
		{"NaN is among", COSSO{Form: OneStep}, train, COSSOTuning{Lambdas: []float64{math.NaN()}}},
		{"20 folds, of which 10 would be empty", COSSO{Form: OneStep}, train, COSSOTuning{By: nvsd.ByCrossValidation(nvsd.KFold(20, 1))}},
	} {
		if _, err := c.s.Tune(t.Context(), c.train, c.plan); err == nil || !strings.Contains(err.Error(), c.say) {
			t.Errorf("error %v, want one that says %q", err, c.say)
		}
	}
}

// BenchmarkCOSSO is COSSO chosen by five folds: each form along 20 bounds at a lam by folds
// too, and the penalised form along 30 taus.
func BenchmarkCOSSO(b *testing.B) {
	for _, size := range [][2]int{{100, 18}, {200, 40}} {
		X, y := noisy(size[0], size[1], 31)
		train, err := data.New(X, y)
		if err != nil {
			b.Fatal(err)
		}
		by := nvsd.ByCrossValidation(nvsd.KFold(5, 1))
		name := fmt.Sprintf("n=%d,d=%d/", size[0], size[1])
		for _, form := range []COSSOForm{ConstraintForm, OneStep} {
			b.Run(name+form.String(), func(b *testing.B) {
				for b.Loop() {
					if _, err := (COSSO{Form: form}).Tune(b.Context(), train, COSSOTuning{LambdaBy: by, By: by}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		b.Run(name+PenalisedForm.String(), func(b *testing.B) {
			for b.Loop() {
				p, err := COSSO{}.Path(b.Context(), train, 30)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := p.Select(b.Context(), by); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
