package choose_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"gonum.org/v1/gonum/mat"
)

// What cross-validation says of a tau is what one finds by hand: a path on what
// a fold trains on, kernel ridge on the inputs in it, errors on the others.
func TestCrossValidationByHand(t *testing.T) {
	f := fixture.Waves(45, 3, 3)
	spec := fixture.Gaussian
	spec.Decades, spec.Kernel, spec.RidgeNus, spec.Refit = 1, kern.Gaussian{Width: kern.Sigma(1.5)}, []float64{1e-3}, nvsd.KeepKernel
	const count = 5
	folds := nvsd.LabelFolds(fixture.Labels(f.N(), 3))
	for _, absolute := range []bool{false, true} {
		by := nvsd.ByCrossValidation(folds)
		if absolute {
			by = nvsd.ByCrossValidation(folds, nvsd.AbsoluteTau)
		}
		p := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, f, count))
		cv := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, by, nvsd.ExactZeros)).Selection().CrossValidation
		sums := make([]float64, count)
		for _, fold := range fixture.Must[[]choose.Fold](t)(folds.Divide(f.N())) {
			train, held := fixture.Must[*data.Frame](t)(f.Rows(fold.Train...)), fixture.Must[*data.Frame](t)(f.Rows(fold.Held...))
			own := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, train, count))
			for i := range count {
				choice := nvsd.TauFrac(own.Taus()[i] / own.TauMax())
				if absolute {
					choice = nvsd.Tau(p.Taus()[i])
				}
				m := fixture.Must[*nvsd.Model](t)(nvsd.Mean(train))
				if names := fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, train, choice)).SelectedNames(); len(names) > 0 {
					m = fixture.Must[*nvsd.Model](t)(spec.Ridge(fixture.Ctx, fixture.Must[*data.Frame](t)(train.Inputs(names...)), nvsd.ByLeaveOneOut()))
				}
				for j, v := range fixture.Must[[]float64](t)(m.PredictFrame(held)) {
					sums[i] += (v - held.Y()[j]) * (v - held.Y()[j]) / float64(f.N())
				}
			}
		}
		for _, c := range cv.Candidates {
			if c.Size > 0 && math.Abs(c.RMSE-math.Sqrt(sums[c.TauIndex])) > 1e-6 {
				t.Errorf("absolute %v: tau %d: error %v, by hand %v", absolute, c.TauIndex, c.RMSE, math.Sqrt(sums[c.TauIndex]))
			}
		}
		if len(cv.Candidates) < 3 || cv.Folds != 3 {
			t.Errorf("%d candidates in %d folds", len(cv.Candidates), cv.Folds)
		}
	}
}

// The one-standard-error rule takes the fewest inputs that are as good as can
// be told; both rules find the inputs that matter.
func TestCrossValidationChooses(t *testing.T) {
	spec := fixture.Gaussian
	spec.Decades, spec.Tol = 1, 1e-4
	p := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, fixture.Waves(60, 5, 7), 5))
	for _, rule := range []nvsd.SelectionRule{nvsd.ExactZeros, nvsd.Ranked} {
		least := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByCrossValidation(nvsd.KFold(4, 1)), rule))
		sparse := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByCrossValidation(nvsd.KFold(4, 1), nvsd.OneSE), rule))
		cv := sparse.Selection().CrossValidation
		if fmt.Sprint(cv.Candidates) != fmt.Sprint(least.Selection().CrossValidation.Candidates) {
			t.Fatalf("%s: the rules compare different candidates", rule)
		}
		best, chosen := cv.Candidates[cv.Least], cv.Candidates[cv.Chosen]
		for _, c := range cv.Candidates {
			if c.RMSE < best.RMSE || c.RMSE <= best.RMSE+best.SE && c.Size < chosen.Size {
				t.Errorf("%s: %+v is passed over for %+v and %+v", rule, c, best, chosen)
			}
		}
		if s := sparse.Selection(); s.Size != chosen.Size || s.RMSE != chosen.RMSE || s.RMSE < least.Selection().RMSE || len(sparse.SelectedNames()) != s.Size {
			t.Errorf("%s: chosen %+v, and the model is %v", rule, chosen, sparse)
		}
		for _, m := range []*nvsd.Model{least, sparse} {
			if names := m.SelectedNames(); !slices.Contains(names, "x1") || !slices.Contains(names, "x2") {
				t.Errorf("%s selects %v", rule, names)
			}
		}
		if !strings.Contains(sparse.Rule(), "4 folds (seed 1); fewest inputs within one standard error") || !strings.Contains(cv.String(), "chosen") {
			t.Errorf("told as %q\n%v", sparse.Rule(), cv)
		}
	}
}

// Repetitions change the mean, and are not counted as more folds.
func TestRepeatedCrossValidation(t *testing.T) {
	spec := fixture.Gaussian
	spec.Decades, spec.Tol = 1, 1e-4
	p := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, fixture.Waves(40, 3, 7), 3))
	se := func(folds nvsd.Folds) float64 {
		cv := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByCrossValidation(folds), nvsd.Ranked)).Selection().CrossValidation
		sum := 0.0
		for _, c := range cv.Candidates {
			sum += c.SE / float64(len(cv.Candidates))
		}
		return sum
	}
	one, many := se(nvsd.KFold(4, 1)), se(nvsd.KFold(4, 1).Repeat(6))
	if many < one/math.Sqrt(6)*1.3 || many > 2*one {
		t.Errorf("standard error %v, repeated %v", one, many)
	}
}

// Ridge regression is compared in the same folds.
func TestCrossValidatedRidge(t *testing.T) {
	f := fixture.Waves(50, 3, 2)
	folds := nvsd.KFold(5, 3)
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Ridge(fixture.Ctx, f, nvsd.ByCrossValidation(folds)))
	best, at := math.Inf(1), 0.0
	for _, nu := range choose.DefaultRidgeNus(1) {
		spec, sum := fixture.Gaussian, 0.0
		spec.RidgeNus = []float64{nu}
		for _, fold := range fixture.Must[[]choose.Fold](t)(folds.Divide(f.N())) {
			own := fixture.Must[*nvsd.Model](t)(spec.Ridge(fixture.Ctx, fixture.Must[*data.Frame](t)(f.Rows(fold.Train...)), nvsd.ByLeaveOneOut()))
			held := fixture.Must[*data.Frame](t)(f.Rows(fold.Held...))
			for j, v := range fixture.Must[[]float64](t)(own.PredictFrame(held)) {
				sum += (v - held.Y()[j]) * (v - held.Y()[j])
			}
		}
		if sum < best {
			best, at = sum, nu
		}
	}
	if math.Abs(m.RidgeNu()-at) > 1e-9*at || !math.IsNaN(m.ValidRMSE()) {
		t.Errorf("nu %v chosen, by hand %v", m.RidgeNu(), at)
	}
}

func TestCrossValidationIsTheSameOnAnyProcessors(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	var told []string
	spec := fixture.QuickSpec
	spec.Nu = nvsd.Fixed(1e-1)
	for _, processors := range []int{1, 2} {
		runtime.GOMAXPROCS(processors)
		p := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, fixture.Waves(50, 4, 7), 4))
		m := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByCrossValidation(nvsd.KFold(4, 1)), nvsd.Ranked))
		told = append(told, fmt.Sprint(m.Selection().CrossValidation.Candidates, m.NormsPerSD()))
	}
	if told[0] != told[1] {
		t.Errorf("on one processor\n%s\non two\n%s", told[0], told[1])
	}
}

func TestCrossValidationTells(t *testing.T) {
	f := fixture.Waves(40, 2, 1)
	y := f.Y()
	for i := range y[:30] {
		y[i] = 1
	}
	p := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, fixture.Frame(t, mat.DenseCopyOf(f.X()), y), 3))
	labels := slices.Repeat([]int{-1}, 40)
	for i := range labels {
		labels[i] = i / 30
	}
	m := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByCrossValidation(nvsd.LabelFolds(labels)), nvsd.Ranked))
	if w := strings.Join(m.Warnings(), "\n"); !strings.Contains(w, "1 of 2 folds with warnings: in fold 2 the target is constant") {
		t.Errorf("warnings %q", w)
	}

	if _, err := p.Select(fixture.Ctx, nvsd.ByCrossValidation(nvsd.KFold(41, 1)), nvsd.Ranked); err == nil || !strings.Contains(err.Error(), "1 would be empty") {
		t.Errorf("41 folds of 40 rows: error %v", err)
	}
	if _, err := p.Select(fixture.Ctx, nvsd.ByCrossValidation(nvsd.RollingOrigin(1, nil), nvsd.OneSE), nvsd.Ranked); err == nil || !strings.Contains(err.Error(), "leave OneSE out") {
		t.Errorf("one fold has a standard error: error %v", err)
	}
	stopped, cancel := context.WithCancel(fixture.Ctx)
	cancel()
	if _, err := p.Select(stopped, nvsd.ByCrossValidation(nvsd.KFold(4, 1)), nvsd.Ranked); !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "select again") {
		t.Errorf("cancelled: error %v", err)
	}
}

// Choosing tau and the number of inputs by the error in five folds.
func ExampleByCrossValidation() {
	f, err := data.E1(60, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	spec := nvsd.Spec{Kernel: kern.Polynomial{Degree: 2, Offset: 1}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(1), Decades: 1, Tol: 1e-5}
	path, err := spec.Path(fixture.Ctx, f, 6)
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := path.Select(fixture.Ctx, nvsd.ByCrossValidation(nvsd.KFold(5, 1), nvsd.OneSE), nvsd.Ranked)
	if err != nil {
		fmt.Println(err)
		return
	}
	cv := m.Selection().CrossValidation
	fmt.Printf("least error %.0f with %d inputs\n", cv.Candidates[cv.Least].RMSE, cv.Candidates[cv.Least].Size)
	fmt.Printf("chosen: error %.0f with %v\n", cv.Candidates[cv.Chosen].RMSE, m.SelectedNames())
	// Output:
	// least error 9 with 2 inputs
	// chosen: error 10 with [x9]
}
