package nvsd_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

func TestFigures(t *testing.T) {
	s := fixture.Split(t, fixture.Waves(60, 4, 1), data.Train(30), data.Valid(30), data.Seed(1))
	path := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, s.Train, 5))
	m := fixture.Must[*nvsd.Model](t)(path.Select(fixture.Ctx, nvsd.ByCrossValidation(nvsd.KFold(3, 1)), nvsd.Ranked))
	for _, tc := range []struct {
		draw func() (*viz.Figure, error)
		says string
	}{
		{m.Figure, "Derivative norms: y. "},
		{m.Selection().Figure, "Cross-validation in 3 folds"},
		{m.Selection().CrossValidation.Figure, "Cross-validation in 3 folds"},
		{fixture.Must[*model.Dependence](t)(m.PartialDependence(fixture.Ctx, "x1")).Figure, "Partial dependence of y on x1"},
	} {
		if f := fixture.Must[*viz.Figure](t)(tc.draw()); !strings.Contains(f.String(), tc.says) {
			t.Errorf("want a figure that says %q, got %v", tc.says, f)
		}
	}

	if _, err := (&choose.Selection{}).Figure(); err == nil || !strings.Contains(err.Error(), "no chart") {
		t.Errorf("a selection that compared nothing: %v", err)
	}
}

func TestPathFigure(t *testing.T) {
	s := fixture.Split(t, fixture.Waves(60, 4, 1), data.Train(30), data.Valid(30), data.Seed(1))
	path := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, s.Train, 5))
	m := fixture.Must[*nvsd.Model](t)(path.Select(fixture.Ctx, nvsd.ByValidation(s.Valid), nvsd.TopK(1)))
	for _, tc := range []struct {
		options []problem.PathOption
		says    string
	}{
		{nil, ">derivative norm<"},
		{[]problem.PathOption{nvsd.RelativeNorms()}, ">derivative norm / its largest<"},
		{[]problem.PathOption{nvsd.LogNorms()}, ">derivative norm (logarithmic)<"},
		{[]problem.PathOption{nvsd.LogNorms(), nvsd.MarkModel(m)}, "Marked: tau = "},
		{[]problem.PathOption{nvsd.MarkModel(m)}, `font-size="10" font-weight="bold"`},
	} {
		if svg := fixture.Must[*viz.Figure](t)(path.Figure(tc.options...)).SVG(); !strings.Contains(svg, tc.says) {
			t.Errorf("with %d options the picture of the path is without %s", len(tc.options), tc.says)
		}
	}
}

// A model of another path marks what the two have in common.
func TestPathFigureMarksAModelOfAnotherPath(t *testing.T) {
	few := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, fixture.Waves(30, 2, 1), 5))
	many := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, fixture.Waves(30, 4, 2), 5))
	m := fixture.Must[*nvsd.Model](t)(many.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.TopK(4)))
	if f := fixture.Must[*viz.Figure](t)(few.Figure(nvsd.MarkModel(m))); strings.Contains(f.String(), "Marked") {
		t.Errorf("a tau of another path is marked: %v", f)
	}
}

// Whatever says a chart in its report draws it as a figure, too.
func TestEveryChartHasAFigure(t *testing.T) {
	embeds := []string{"COSSOTuned"} // the model that draws it
	found := 0
	for _, dir := range []string{"problem", "choose", "score", "model", "resample", "search", "baseline"} {
		charts, figures := methodsOf(t, dir)
		for _, name := range charts {
			if !slices.Contains(slices.Concat(figures, embeds), name) {
				t.Errorf("%s: a %s has a chart and no method Figure", dir, name)
			}
		}
		found += len(charts)
	}
	if found < 15 {
		t.Errorf("only %d types were found that have a chart", found)
	}
}

// methodsOf returns the receivers of those methods Report that say a chart, and the receivers
// of the methods Figure.
func methodsOf(t *testing.T, dir string) (charts, figures []string) {
	t.Helper()
	for _, file := range fixture.Must[[]string](t)(filepath.Glob(filepath.Join(dir, "*.go"))) {
		parsed := fixture.Must[*ast.File](t)(parser.ParseFile(token.NewFileSet(), file, nil, 0))
		for _, d := range parsed.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv == nil {
				continue
			}
			receiver := strings.TrimPrefix(types.ExprString(f.Recv.List[0].Type), "*")
			switch {
			case f.Name.Name == "Figure":
				figures = append(figures, receiver)
			case f.Name.Name == "Report" && saysChart(f.Body):
				charts = append(charts, receiver)
			}
		}
	}
	return charts, figures
}

// saysChart reports whether a body has a value of a chart's type, or calls a method chart.
func saysChart(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			found = found || strings.EqualFold(n.Sel.Name, "chart")
		case *ast.CompositeLit:
			name, of := strings.CutPrefix(types.ExprString(n.Type), "report.")
			found = found || of && !slices.Contains([]string{"Report", "Table", "Column", "Fact", "Level"}, name)
		}
		return true
	})
	return found
}
