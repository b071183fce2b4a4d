package nvsd_test

import (
	"context"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
	"gonum.org/v1/gonum/mat"
)

// TestRowsAgain: a table whose rows are all there twice or five times has the answer of the table with
// each of them once: no copy of a row predicts it. Tests with rows that all differ cannot see that.
func TestRowsAgain(t *testing.T) {
	once, test := fixture.Must[*data.Frame](t)(data.Friedman1(60, 8, 5)), fixture.Must[*data.Frame](t)(data.Friedman1(300, 8, 6))
	for name, c := range map[string]struct {
		refit nvsd.Refit
		width kern.Width
		tol   float64
		by    nvsd.Criterion
	}{
		"a width for each input":      {nvsd.ARD, kern.MedianDistance, 0.01, nvsd.ByLeaveOneOut()},
		"one width, leave-one-out":    {nvsd.KeepKernel, kern.Sigma(3), 1e-8, nvsd.ByLeaveOneOut()},
		"one width, cross-validation": {nvsd.KeepKernel, kern.Sigma(3), 1e-8, nvsd.ByCrossValidation(nvsd.KFold(5, 1))},
	} {
		spec := nvsd.Spec{Kernel: kern.Gaussian{Width: c.width}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.01), Refit: c.refit, Tol: c.tol}
		answer := func(f *data.Frame) (*nvsd.Model, float64) {
			path := fixture.Must[*nvsd.Path](t)(spec.Path(t.Context(), f, 8))
			m := fixture.Must[*nvsd.Model](t)(path.Select(t.Context(), c.by, nvsd.Ranked))
			return m, fixture.Must[float64](t)(m.RMSE(test))
		}
		m, want := answer(once)
		for _, times := range []int{2, 5} {
			more, got := answer(fixture.Again(t, once, times))
			if !slices.Equal(more.Selected(), m.Selected()) {
				t.Errorf("%s, rows %d times: selected %v, of the rows once %v", name, times, more.SelectedNames(), m.SelectedNames())
			}
			if math.Abs(got/want-1) > 0.05 {
				t.Errorf("%s, rows %d times: test error %.4g, of the rows once %.4g", name, times, got, want)
			}
			if a, b := more.Selection().RMSE, m.Selection().RMSE; math.Abs(a/b-1) > 0.05 {
				t.Errorf("%s, rows %d times: error %.4g, of the rows once %.4g", name, times, a, b)
			}
		}
	}
}

// TestFoldsKeepEqualRowsTogether: no fold trains on a row whose inputs equal those of a row that it
// holds out, whatever the kind of folds.
func TestFoldsKeepEqualRowsTogether(t *testing.T) {
	f := fixture.Again(t, fixture.Must[*data.Frame](t)(data.Friedman1(12, 5, 1)), 3)
	labels, classes := make([]int, f.N()), make([]float64, f.N())
	apart, across := make([]int, f.N()), make([]int, f.N())
	for i := range labels {
		labels[i], classes[i] = i/4, float64(i%2)
		apart[i], across[i] = i/3, i%5 // groups of one row each, and groups that equal rows make one
	}
	for _, folds := range []nvsd.Folds{
		nvsd.KFold(4, 1), nvsd.KFold(5, 2).Repeat(3), nvsd.LeaveOneOut(), nvsd.StratifiedFolds(classes, 3, 1),
		nvsd.LabelFolds(labels), nvsd.RollingOrigin(2, nil), nvsd.GroupFolds(apart, 3, 1), nvsd.GroupFolds(across, 3, 1),
	} {
		parts, held := 0, map[float64]bool{}
		criterion := nvsd.ByCrossValidation(folds)
		_, err := criterion.Judge(t.Context(), f, []int{0}, func(_ context.Context, train *data.Frame) ([]score.Predictor, error) {
			parts++
			return []score.Predictor{among{train, held, t, folds}}, nil
		})
		if err != nil {
			t.Errorf("%v: %v", folds, err)
		}
		if parts == 0 || len(held) == 0 {
			t.Errorf("%v: %d parts and %d rows held out", folds, parts, len(held))
		}
	}
}

// among predicts 0, after it has looked for the rows among those it was trained on.
type among struct {
	train *data.Frame
	held  map[float64]bool
	t     *testing.T
	folds nvsd.Folds
}

func (a among) Predict(X mat.Matrix) ([]float64, error) {
	m, _ := X.Dims()
	for i := range m {
		row := mat.Row(nil, i, X)
		a.held[row[0]] = true
		for j := range a.train.N() {
			if reflect.DeepEqual(row, mat.Row(nil, j, a.train.X())) {
				a.t.Errorf("%v: a row is held out and trained on", a.folds)
				return make([]float64, m), nil
			}
		}
	}
	return make([]float64, m), nil
}
