package search_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/search"
	"gonum.org/v1/gonum/mat"
)

// The error is that of choosing anew without the rows that are predicted.
func TestCrossValidateByHand(t *testing.T) {
	f := fixture.Waves(45, 3, 5)
	spec := fixture.QuickSpec
	spec.Nu = nvsd.Choose(1e-2, 1)
	how := nvsd.Search{Taus: 3, By: nvsd.ByCrossValidation(nvsd.KFold(3, 2), nvsd.OneSE)}
	outer := nvsd.KFold(3, 1)
	a := fixture.Must[*search.Assessment](t)(spec.CrossValidate(fixture.Ctx, f, outer, how))
	sums, chosen := make([]float64, 3), make([]float64, f.D())
	for i, fold := range fixture.Must[[]choose.Fold](t)(outer.Divide(f.N())) {
		train, held := fixture.Must[*data.Frame](t)(f.Rows(fold.Train...)), fixture.Must[*data.Frame](t)(f.Rows(fold.Held...))
		m := fixture.Must[*nvsd.SearchResult](t)(spec.Search(fixture.Ctx, train, how)).Model
		score := fixture.Must[nvsd.Score](t)(m.Score(fixture.Ctx, held))
		for j, row := range score.Rows {
			sums[j] += row.RMSE * row.RMSE * float64(held.N()) / float64(f.N())
		}
		for input, in := range m.Selected() {
			if in {
				chosen[input] += 1. / 3
			}
		}
		if got := a.PerFold[i]; fmt.Sprint(got.Selected) != fmt.Sprint(m.SelectedNames()) || got.Nu != m.Nu() || got.Tau != m.Tau() || got.RMSE != score.Rows[0].RMSE {
			t.Errorf("fold %d: %+v, by hand %v at nu %v and tau %v", i, got, m.SelectedNames(), m.Nu(), m.Tau())
		}
	}
	for j, row := range a.Rows {
		if math.Abs(row.RMSE-math.Sqrt(sums[j])) > 1e-12 {
			t.Errorf("%s: error %v, by hand %v", row.Model, row.RMSE, math.Sqrt(sums[j]))
		}
	}
	if !fixture.Near(a.Chosen, chosen, 1e-12) {
		t.Errorf("inputs chosen in %v of the folds, by hand %v", a.Chosen, chosen)
	}
	if s := a.String(); !strings.Contains(s, "Nested cross-validation, 3 folds (seed 1): ") || !strings.Contains(s, "chosen anew in each of 3 folds, ") || !strings.Contains(s, "100 %") {
		t.Errorf("told as\n%s", s)
	}
}

// Where the target is noise, what chose a model promises more than it keeps.
func TestCrossValidateIsHonest(t *testing.T) {
	f := fixture.Waves(40, 8, 5)
	spec := fixture.QuickSpec
	spec.Nu = nvsd.Fixed(1e-1)
	noise := fixture.Waves(40, 8, 6).X()
	f = fixture.Frame(t, mat.DenseCopyOf(noise), f.Y())
	how := nvsd.Search{Taus: 5, By: nvsd.ByLeaveOneOut()}
	promised := fixture.Must[*nvsd.SearchResult](t)(spec.Search(fixture.Ctx, f, how)).Trials[0].RMSE
	kept := fixture.Must[*search.Assessment](t)(spec.CrossValidate(fixture.Ctx, f, nvsd.KFold(5, 1).Repeat(2), how)).Rows
	if kept[0].RMSE < promised {
		t.Errorf("promised %v, kept %v", promised, kept[0])
	}
}

// Groups and times of the inner folds follow the rows of the outer ones.
func TestCrossValidateNestsGroups(t *testing.T) {
	f := fixture.Waves(40, 3, 5)
	groups, times := make([]int, 40), make([]float64, 40)
	for i := range groups {
		groups[i], times[i] = i/4, float64(-i)
	}
	spec := fixture.QuickSpec
	spec.Nu = nvsd.Fixed(1e-1)
	for _, folds := range []nvsd.Folds{nvsd.GroupFolds(groups, 3, 1), nvsd.RollingOrigin(3, times)} {
		how := nvsd.Search{Taus: 2, By: nvsd.ByCrossValidation(folds)}
		if a := fixture.Must[*search.Assessment](t)(spec.CrossValidate(fixture.Ctx, f, folds, how)); len(a.PerFold) != 3 {
			t.Errorf("%v: %d folds", folds, len(a.PerFold))
		}
	}
	how := nvsd.Search{Taus: 2, By: nvsd.ByCrossValidation(nvsd.KFold(30, 1))}
	if _, err := spec.CrossValidate(fixture.Ctx, f, nvsd.KFold(2, 1), how); err == nil || !strings.Contains(err.Error(), "fold 1 of 2") && !strings.Contains(err.Error(), "fold 2 of 2") {
		t.Errorf("error %v", err)
	}
	if _, err := spec.CrossValidate(fixture.Ctx, nil, nvsd.KFold(2, 1), how); err == nil {
		t.Error("no error without data")
	}
}

// The error of choosing tau and inputs by four folds, on rows kept out of that.
func ExampleSpec_CrossValidate() {
	f, err := data.E1(80, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	spec := nvsd.Spec{Kernel: kern.Polynomial{Degree: 2, Offset: 1}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(1), Decades: 0.6, Tol: 1e-2}
	how := nvsd.Search{Taus: 4, By: nvsd.ByCrossValidation(nvsd.KFold(4, 1))}
	a, err := spec.CrossValidate(fixture.Ctx, f, nvsd.KFold(3, 2), how)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range a.Rows {
		fmt.Printf("%-36s RMSE %.0f\n", row.Model, row.RMSE)
	}
	// Output:
	// kernel ridge on the selected inputs  RMSE 12
	// kernel ridge on all inputs           RMSE 16
	// training mean                        RMSE 16
}
