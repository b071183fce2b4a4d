package display

import (
	"encoding/base64"
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// frame is y = x1^2 + x2 on a lattice, with inputs that say nothing: of them
// the last is constant, and one has a name that is HTML.
func frame(t *testing.T, d int) *data.Frame {
	t.Helper()
	const n = 36
	X, y := mat.NewDense(n, d, nil), make([]float64, n)
	names := make([]string, d)
	for a := range d {
		names[a] = fmt.Sprintf("x%d", a+1)
		for i := range n {
			X.Set(i, a, math.Mod(float64(i*(a+1))*0.618, 1)-0.5)
		}
	}
	names[2] = "<x&3>"
	for i := range n {
		X.Set(i, d-1, 7)
		y[i] = X.At(i, 0)*X.At(i, 0) + X.At(i, 1)
	}
	f, err := data.New(X, y, names...)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func path(t *testing.T, f *data.Frame) *nvsd.Path {
	t.Helper()
	spec := nvsd.Spec{
		Scale: nvsd.TrainSD, Kernel: kern.Gaussian{Width: kern.Mean20thNN}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(1e-2),
	}
	p, err := spec.Path(t.Context(), f, 4)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// chartOf returns the picture within HTML.
func chartOf(t *testing.T, html string) string {
	t.Helper()
	const mark = `src="data:image/svg+xml;base64,`
	if n := strings.Count(html, mark); n != 1 {
		t.Fatalf("the HTML holds %d pictures, want 1", n)
	}
	_, rest, _ := strings.Cut(html, mark)
	code, _, _ := strings.Cut(rest, `"`)
	svg, err := base64.StdEncoding.DecodeString(code)
	if err != nil {
		t.Fatal(err)
	}
	return string(svg)
}

func TestModelShowsTableAndBars(t *testing.T) {
	f := frame(t, 5)
	m, err := path(t, f).Select(t.Context(), nvsd.ByLeaveOneOut(), nvsd.Ranked)
	if err != nil {
		t.Fatal(err)
	}
	b := render(t, m)
	html := b.Data[MIMEHTML].(string)
	chartOf(t, html)
	for _, want := range []string{
		"norm per sd", "norm per unit", "✓ selected", "&lt;x&amp;3&gt;", "relative gap", "of the penalised fit, which ranks the inputs", "tau_max", "Gaussian", "in training",
		"<strong>Warning:</strong>", "of 5 inputs", "ranked: the ",
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the HTML has no %q", want)
		}
	}
	if strings.Contains(html, "NaN") || strings.Contains(html, "<x&") {
		t.Errorf("the HTML holds NaN, or a name that is not escaped:\n%s", html)
	}
	text := b.Data[MIMEText].(string)
	for _, name := range f.Names() {
		if !strings.Contains(text, name) {
			t.Errorf("the text has no %s", name)
		}
	}
}

func TestModelWithManyInputs(t *testing.T) {
	m, err := path(t, frame(t, report.MaxRows+10)).Model(3)
	if err != nil {
		t.Fatal(err)
	}
	html := render(t, m).Data[MIMEHTML].(string)
	if !strings.Contains(html, "and 10 more inputs") {
		t.Error("the table does not say that it is cut")
	}
	if !strings.Contains(chartOf(t, html), "and 10 more") {
		t.Error("the chart does not say that it is cut")
	}
}

// A fit that is stopped early leaves inputs undecided: they are counted, and
// marked.
func TestUndecidedInputsAreMarked(t *testing.T) {
	spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.Mean20thNN}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(1e-2), MaxIter: 2}
	m, err := spec.Fit(t.Context(), frame(t, 6), nvsd.TauFrac(0.2))
	if err != nil {
		t.Fatal(err)
	}
	n := solve.CountCertain(m.Certain())
	html := render(t, m).Data[MIMEHTML].(string)
	marked := n.Undecided
	if n.In+n.Out == 0 {
		marked = 0 // of all alike, the account alone says it
	}
	if n.Undecided == 0 || !strings.Contains(html, n.String()+", at the optimum of that fit; a smaller Tol decides more<") || strings.Count(html, "undecided</td>") != marked {
		t.Errorf("%v is certain, and shown is %s", n, html)
	}
}

// Where nothing is left to decide, no smaller Tol is recommended.
func TestAModelWithNothingUndecided(t *testing.T) {
	spec := nvsd.Spec{Kernel: kern.Linear{}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(1), Tol: 1e-10}
	m, err := spec.Fit(t.Context(), frame(t, 5), nvsd.TauFrac(0.01))
	if err != nil {
		t.Fatal(err)
	}
	html := render(t, m).Data[MIMEHTML].(string)
	if !strings.Contains(html, "undecided 0, at the optimum of that fit<") {
		t.Errorf("it is shown as %s", html)
	}
}

func TestModelsWithoutAPenalty(t *testing.T) {
	m, err := nvsd.Mean(frame(t, 5))
	if err != nil {
		t.Fatal(err)
	}
	html := render(t, m).Data[MIMEHTML].(string)
	for _, not := range []string{"NaN", "tau", "gap", "Gaussian"} {
		if strings.Contains(html, not) {
			t.Errorf("the mean is shown with %s", not)
		}
	}
}

func TestPathShowsLinesAndTable(t *testing.T) {
	b := render(t, path(t, frame(t, 5)))
	html := b.Data[MIMEHTML].(string)
	chartOf(t, html)
	for _, want := range []string{"4 fits below tau_max", "certainly in", "certainly out", "undecided", "relative gap", "<strong>Warning:</strong>"} {
		if !strings.Contains(html, want) {
			t.Errorf("the HTML has no %q", want)
		}
	}
}

// A path with nothing to learn is the one point tau = 0, which no logarithmic
// axis can show.
func TestPathWithoutAPicture(t *testing.T) {
	constant, err := data.New(mat.NewDense(3, 1, []float64{1, 2, 3}), []float64{5, 5, 5})
	if err != nil {
		t.Fatal(err)
	}
	b := render(t, path(t, constant))
	if html := b.Data[MIMEHTML].(string); !strings.Contains(html, "no chart") || b.Data[MIMESVG] != nil {
		t.Errorf("it is shown as %s", html)
	}
}

func TestSummaries(t *testing.T) {
	f := frame(t, 20)
	m, err := nvsd.Mean(f)
	if err != nil {
		t.Fatal(err)
	}
	scored, err := m.Score(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	intervals, err := m.PredictInterval(t.Context(), f, 0.9)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		value any
		wants []string
	}{
		{f, []string{"36 observations of 20 inputs", "and 30 more rows", "and 6 more inputs", "y (target)"}},
		{f.Describe(), []string{"distinct", "y (target)", "<strong>Warning:</strong>"}},
		{data.Split{Train: f}, []string{"Train", ">36<"}},
		{intervals, []string{"<svg", "predicted y", "of 36 true targets inside", "and 6 more observations"}},
		{scored, []string{"Errors in predicting y on 36 observations", "training mean", "RMSE"}},
		{nvsd.Score{Rows: []score.ScoreRow{{RegressionMetrics: score.RegressionMetrics{R2: 0.85}}, {RegressionMetrics: score.RegressionMetrics{R2: -8.6e-05}}}}, []string{">0.8500<", ">-0.0001<"}},
	} {
		html, _ := render(t, tc.value).Data[MIMEHTML].(string)
		for _, want := range tc.wants {
			if !strings.Contains(html, want) {
				t.Errorf("a %T is shown without %q:\n%s", tc.value, want, html)
			}
		}
	}
}

// TestModelEvidence wants what each input is worth in the table of a model with a width
// for each.
func TestModelEvidence(t *testing.T) {
	train, err := data.Friedman1(50, 6, 1)
	if err != nil {
		t.Fatal(err)
	}
	spec := nvsd.Spec{
		Kernel: kern.Gaussian{Width: kern.MedianDistance}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.01), Refit: nvsd.ARD,
	}
	path, err := spec.Path(t.Context(), train, 5)
	if err != nil {
		t.Fatal(err)
	}
	m, err := path.Select(t.Context(), nvsd.ByLeaveOneOut(), nvsd.Ranked)
	if err != nil {
		t.Fatal(err)
	}
	page := render(t, m).Data[MIMEHTML].(string)
	for _, want := range []string{"<th", "evidence", "worth x", "of the penalised fit, which proposes inputs"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page of the model lacks %q", want)
		}
	}
}

// What the caption of a chart says is not said by the table below it again, but by the table alone.
func TestCaptionsAreSaidOnce(t *testing.T) {
	f := frame(t, 3)
	m, err := path(t, f).Model(3)
	if err != nil {
		t.Fatal(err)
	}
	residuals, err := m.Residuals(f)
	if err != nil {
		t.Fatal(err)
	}
	surface, err := m.Surface(t.Context(), f.Names()[0], f.Names()[1])
	if err != nil {
		t.Fatal(err)
	}
	for said, v := range map[string]fmt.Stringer{"RMSE ": residuals, "other input": surface} {
		if shown := render(t, v).Data[MIMEText].(string); strings.Count(shown, said) != 1 {
			t.Errorf("%q is not shown once:\n%s", said, shown)
		}
		if !strings.Contains(v.String(), said) {
			t.Errorf("the text has no %q:\n%v", said, v)
		}
	}
}
