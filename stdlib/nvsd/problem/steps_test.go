package problem_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Each step of a path is one of its fits, with the bars of its norms.
func TestStepsOfAPath(t *testing.T) {
	path, err := fixture.Quick.Path(fixture.Ctx, fixture.Waves(30, 2, 1), 3)
	if err != nil {
		t.Fatal(err)
	}
	top := 0.0
	for _, norms := range path.NormsPath() {
		top = max(top, slices.Max(norms))
	}
	if path.Steps() != 3 {
		t.Errorf("there are %d steps", path.Steps())
	}
	for i, tau := range path.Taus() {
		if want := "tau = " + report.Number(tau); path.Label(i) != want {
			t.Errorf("step %d is called %q, want %q", i, path.Label(i), want)
		}
		step := path.Step(i)
		bars := step[1].(report.Multiples)
		if want := path.NormsPath()[i]; !slices.Equal(bars.Columns[0].Values, want) {
			t.Errorf("step %d has the bars %v, want %v", i, bars.Columns[0].Values, want)
		}
		if bars.Top != top {
			t.Errorf("the bars of step %d end at %v, those of the path at %v", i, bars.Top, top)
		}
		if row := step.Tables()[0].Rows[0]; row[0] != i || row[1] != tau || row[2] != path.ActiveCounts()[i] {
			t.Errorf("step %d has the numbers %v", i, row)
		}
	}
}

// A page without a slider has the first fit, the last and some between, on one scale.
func TestOutlineOfAPath(t *testing.T) {
	path, err := fixture.Quick.Path(fixture.Ctx, fixture.Waves(30, 2, 1), 20)
	if err != nil {
		t.Fatal(err)
	}
	outline := path.Outline()
	bars, numbers := outline[0].(report.Multiples), outline[1].(report.Table)
	if len(bars.Columns) != 6 || bars.Columns[0].Label != path.Label(0) || bars.Columns[5].Label != path.Label(19) {
		t.Errorf("the columns are %v", bars.Columns)
	}
	if len(numbers.Rows) != 6 || numbers.Rows[0][0] != 0 || numbers.Rows[5][0] != 19 || numbers.Notes == nil {
		t.Errorf("the numbers are\n%v", numbers)
	}
}

// Each step of a cross-validation is a tau, marked among the errors.
func TestStepsOfACrossValidation(t *testing.T) {
	path, err := fixture.Quick.Path(fixture.Ctx, fixture.Waves(30, 2, 1), 4)
	if err != nil {
		t.Fatal(err)
	}
	m, err := path.Select(fixture.Ctx, nvsd.ByCrossValidation(nvsd.KFold(3, 1)), nvsd.Ranked)
	if err != nil {
		t.Fatal(err)
	}
	cv := m.Selection().CrossValidation
	for i := range cv.Steps() {
		step := cv.Step(i)
		row, chart := step.Tables()[0].Rows[0], step[1].(report.Errors)
		last := chart.Choices[len(chart.Choices)-1]
		if last.Text != "at the slider" || chart.Weights[last.At] != row[0] || !strings.HasSuffix(cv.Label(i), report.Number(row[0].(float64))) {
			t.Errorf("step %d is called %q, marks %v of %v and has the numbers %v", i, cv.Label(i), last, chart.Weights, row)
		}
	}
	if cv.Steps() < 2 {
		t.Errorf("there are %d steps", cv.Steps())
	}
}
