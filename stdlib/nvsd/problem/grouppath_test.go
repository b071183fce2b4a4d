package problem_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/search"
)

// The rows are the groups of the penalty in the order in which they come in, with the roots of
// the sums of their squared norms; without groups they are the inputs.
func TestHeatmapOfGroups(t *testing.T) {
	f := fixture.Waves(40, 4, 1)
	spec := fixture.Gaussian.WithPenalty(penalty.GroupsByName([][]string{{"x3", "x4"}, {"x1", "x2"}}))
	p := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, f, 6))
	g := p.Heatmap()
	if g.Groups[0].Name != "x1, x2" || g.Groups[1].Name != "x3, x4" {
		t.Fatalf("groups %v and %v, want that of x1 and x2 first", g.Groups[0].Name, g.Groups[1].Name)
	}
	for i, u := range p.NormsPath() {
		if got, want := g.Groups[0].Norms[i], math.Hypot(u[0], u[1]); math.Abs(got-want) > 1e-12 {
			t.Errorf("at tau %d the norm is %v, want %v", i, got, want)
		}
	}
	alone := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, f, 6)).Heatmap()
	entry := func(g problem.PathGroup) int { return slices.IndexFunc(g.Norms, func(v float64) bool { return v > 0 }) }
	for k, group := range alone.Groups {
		if len(group.Members) != 1 {
			t.Errorf("without groups there is one of %v", group.Members)
		}
		if k > 0 && entry(group) >= 0 && entry(group) < entry(alone.Groups[k-1]) {
			t.Errorf("%s comes in before %s, and stands below it", group.Name, alone.Groups[k-1].Name)
		}
	}
	if !strings.Contains(alone.String(), "Norms of inputs") || !strings.Contains(g.String(), "Norms of groups") {
		t.Errorf("titles:\n%v\n%v", alone, g)
	}
}

// Inputs that never come in are counted, and a path of no input is drawn all the same.
func TestHeatmapOfAnEmptyPath(t *testing.T) {
	p := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.PathAt(fixture.Ctx, fixture.Waves(20, 3, 1), 1e6))
	g := p.Heatmap()
	chart := g.Report()[0].(report.HeatMap)
	if len(chart.Rows) != 1 || chart.Note != "2 other inputs: at no tau." {
		t.Errorf("rows %v, note %q", chart.Rows, chart.Note)
	}
	if _, err := g.Figure(); err != nil {
		t.Error(err)
	}
}

// Which fold selected which input.
func TestAssessmentDrawsItsFolds(t *testing.T) {
	f := fixture.Waves(60, 3, 1)
	a := fixture.Must[*search.Assessment](t)(fixture.Quick.CrossValidate(fixture.Ctx, f, nvsd.KFold(3, 1), nvsd.Search{Taus: 3, By: nvsd.ByLeaveOneOut()}))
	r := a.Report()
	chart := r[len(r)-1].(report.HeatMap)
	if len(chart.Columns) != 3 || !chart.Marks {
		t.Fatalf("columns %v", chart.Columns)
	}
	for i, name := range chart.Rows {
		for j, fold := range a.PerFold {
			if selected := slices.Contains(fold.Selected, name); selected != (chart.Values[i][j] == 1) {
				t.Errorf("fold %d selected %v, and %s is drawn as %v", j+1, fold.Selected, name, chart.Values[i][j])
			}
		}
	}
}

// A categorical input and a number come into a path of the group lasso.
func ExamplePath_Heatmap() {
	table := "size,colour,price\n"
	for i := range 30 {
		price := i % 7
		if i%3 == 2 {
			price += 20
		}
		table += fmt.Sprintf("%d,%s,%d\n", i%7, []string{"blue", "green", "red"}[i%3], price)
	}
	f, err := data.Read(strings.NewReader(table), "prices", data.Factor("colour"))
	if err != nil {
		fmt.Println(err)
		return
	}
	spec := nvsd.Spec{Kernel: kern.Linear{}, Penalty: penalty.GroupLasso{Groups: f.Groups()}, Nu: nvsd.Fixed(1e-3)}
	path, err := spec.Path(fixture.Ctx, f, 10)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, group := range path.Heatmap().Groups {
		fmt.Println(group.Name, group.Members)
	}
	// Output:
	// colour [1 2 3]
	// size [0]
}
