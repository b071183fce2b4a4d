package choose_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// By every criterion a selection shows the errors over tau and over the number of inputs,
// with the least error and the chosen candidate marked.
func TestSelectionShowsErrors(t *testing.T) {
	s := fixture.Split(t, fixture.Waves(80, 6, 1), data.Train(40), data.Valid(40), data.Seed(1))
	path := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, s.Train, 8))
	for _, tc := range []struct {
		by    nvsd.Criterion
		title string
		limit bool
	}{
		{nvsd.ByValidation(s.Valid), "candidates by the validation error, over ", false},
		{nvsd.ByLeaveOneOut(nvsd.LeastError), "candidates by the leave-one-out error, over ", false},
		{nvsd.ByCrossValidation(nvsd.KFold(4, 1)), "Cross-validation in 4 folds of ", true},
		{nvsd.ByCrossValidation(nvsd.KFold(4, 1), nvsd.OneSE), "Cross-validation in 4 folds of ", true},
	} {
		m := fixture.Must[*nvsd.Model](t)(path.Select(fixture.Ctx, tc.by, nvsd.Ranked))
		parts := m.Selection().Report()
		if len(parts) != 3 {
			t.Fatalf("%v: %d parts, want two charts and a table", tc.by, len(parts))
		}
		overTau, overInputs := parts[0].(report.Errors), parts[1].(report.Errors)
		for _, chart := range []report.Errors{overTau, overInputs} {
			if !strings.Contains(chart.Title, tc.title) || (chart.Limit != nil) != tc.limit {
				t.Errorf("%v: the title is %q, the limit %v", tc.by, chart.Title, chart.Limit)
			}
			chosen := slices.IndexFunc(chart.Choices, func(c report.Choice) bool { return strings.HasPrefix(c.Text, "chosen") })
			if chosen < 0 {
				t.Fatalf("%v: of %v none is the chosen one", tc.by, chart.Choices)
			}
			least := chart.Choices[0]
			if c := chart.Choices[chosen]; c.Error != 0 && math.Abs(c.Error-m.Selection().RMSE) > 1e-12 {
				t.Errorf("%v: the chosen one has the error %v, and is marked at %v", tc.by, m.Selection().RMSE, c.Error)
			}
			if !strings.Contains(least.Text, "least error") || chart.Series[0].Y[least.At] != slices.Min(chart.Series[0].Y) {
				t.Errorf("%v: the least error is marked at %v of %v", tc.by, least, chart.Series[0].Y)
			}
			if !(chart.Series[0].SE[least.At] > 0) {
				t.Errorf("%v: the least error has the standard error %v", tc.by, chart.Series[0].SE[least.At])
			}
		}
		if !slices.IsSorted(overInputs.Weights) || overInputs.Weights[len(overInputs.Weights)-1] > 6 {
			t.Errorf("%v: the numbers of inputs are %v", tc.by, overInputs.Weights)
		}
		for i, c := range overTau.Choices {
			if strings.HasPrefix(c.Text, "chosen") && overTau.Weights[overTau.Choices[i].At] != m.Tau() {
				t.Errorf("%v: chosen is %v, and tau is %v", tc.by, overTau.Weights[c.At], m.Tau())
			}
		}
	}
}

// The standard error of a root mean squared error, against that of many draws.
func TestRootSE(t *testing.T) {
	f := fixture.Waves(400, 3, 2)
	s := fixture.Split(t, f, data.Train(100), data.Valid(300), data.Seed(3))
	path := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, s.Train, 4))
	m := fixture.Must[*nvsd.Model](t)(path.Select(fixture.Ctx, nvsd.ByValidation(s.Valid, nvsd.LeastError), nvsd.Ranked))
	chart := m.Selection().Report()[0].(report.Errors)
	got := chart.Series[0].SE[chart.Choices[0].At]

	score := fixture.Must[nvsd.Score](t)(m.Score(fixture.Ctx, s.Valid))
	if want := score.Rows[0].SE; math.Abs(got-want) > 1e-9*want {
		t.Errorf("the standard error is %v, that of the score on the same rows %v", got, want)
	}
}
