package score

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// Residuals are the differences between a target and its predictions by a model, observation by
// observation. Observation i is row i of the data, from 0 as in [data.Frame.Rows].
type Residuals struct {
	Target    string
	Model     string    // the method that made the predictions
	True      []float64 // the target
	Predicted []float64
	Residual  []float64 // True - Predicted
	RegressionMetrics
}

// ResidualsOf compares predictions of a model of any system with the target of a Frame,
// observation by observation. Columns are found by name.
func ResidualsOf(m Fitted, on *data.Frame) (*Residuals, error) {
	if on == nil {
		return nil, refusal.BadData(refusal.Evaluated, "there is no data to measure on (nil): was this part of the split asked for?")
	}
	if err := sameTargetAs(m, on); err != nil {
		return nil, err
	}
	v, err := m.PredictFrame(on)
	if err != nil {
		return nil, err
	}
	return NewResiduals(m.Method(), on, v)
}

// NewResiduals returns the residuals of a Frame's target by the predictions v; method names the
// model that made them.
func NewResiduals(method string, on *data.Frame, v []float64) (*Residuals, error) {
	weights, err := weightsOf(on)
	if err != nil {
		return nil, err
	}
	r := &Residuals{Target: on.Target(), Model: method, True: on.Y(), Predicted: v, RegressionMetrics: measure(v, on.Y(), weights)}
	for i, y := range r.True {
		r.Residual = append(r.Residual, y-v[i])
	}
	return r, nil
}

// weightsOf returns the weights of the rows that are measured on; nil if all have 1.
func weightsOf(on *data.Frame) ([]float64, error) {
	weights, err := on.Weights()
	if err != nil {
		return nil, refusal.BadData(refusal.Evaluated, "%w", err)
	}
	return weights, nil
}

// Report returns a chart of the true target over the predicted one beside the residuals over
// the predicted one, and a table of the observations of largest residual, at most ten.
func (r *Residuals) Report() report.Report { return report.Report{r.Chart(), r.table()} }

// String returns the table of the Report as plain text, with the errors, which the chart of the Report
// says in its caption.
func (r *Residuals) String() string {
	t := r.table()
	t.Facts = []report.Fact{{Name: "errors", Text: r.summary()}}
	return t.String()
}

func (r *Residuals) table() report.Table {
	const most = 10
	t := report.Table{
		Title:   fmt.Sprintf("%s: residuals of %s, %s", r.Target, r.Model, report.Plural(len(r.True), "observation")),
		Columns: report.Columns("observation", "true", "predicted", "residual"),
	}
	order := lists.UpTo(len(r.Residual))
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(math.Abs(r.Residual[j]), math.Abs(r.Residual[i]))
	})
	for _, i := range order[:min(most, len(order))] {
		t.Rows = append(t.Rows, []any{i, r.True[i], r.Predicted[i], r.Residual[i]})
	}
	if len(order) > most {
		t.Notes = append(t.Notes, fmt.Sprintf("the %d largest of %d residuals", most, len(order)))
	}
	return t
}

// summary returns the errors in a line.
func (r *Residuals) summary() string {
	text := fmt.Sprintf("RMSE %s, MAE %s", report.Number(r.RMSE), report.Number(r.MAE))
	if !math.IsNaN(r.R2) {
		text += fmt.Sprintf(", R2 %.3g", r.R2)
	}
	return text
}

// Chart returns the chart of the Report.
func (r *Residuals) Chart() report.Scatter {
	predicted := "predicted " + r.Target
	return report.Scatter{
		Title:  fmt.Sprintf("%s: %s, %s", r.Target, r.Model, report.Plural(len(r.True), "observation")),
		Points: "observations", Compared: "no error", Note: r.summary() + ".",
		Plots: []report.ScatterPlot{
			{XAxis: predicted, YAxis: "true " + r.Target, X: r.Predicted, Y: r.True, Line: report.Identity},
			{XAxis: predicted, YAxis: "residual: true - predicted", X: r.Predicted, Y: r.Residual, Line: report.ZeroLine,
				Trend: trend(r.Predicted, r.Residual)},
		},
	}
}

// trend returns a smooth curve through points: lines that are fitted locally, by weighted
// least squares, to that part of the points whose x is nearest. The weights are tricube
// (Cleveland 1979, without his robust steps). It returns none for points so few that a curve
// would show their noise.
func trend(x, y []float64) report.Trend {
	const (
		least  = 30
		places = 41
		part   = 0.6
	)
	var order []int
	for i := range x {
		if finite := x[i] - x[i] + y[i] - y[i]; finite == 0 {
			order = append(order, i)
		}
	}
	if len(order) < least {
		return report.Trend{}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(x[i], x[j]) })
	lo, hi := x[order[0]], x[order[len(order)-1]]
	var t report.Trend
	for k := range places {
		at := lo + (hi-lo)*float64(k)/(places-1)
		if v, ok := localLine(x, y, order, at, int(part*float64(len(order)))); ok {
			t.X, t.Y = append(t.X, at), append(t.Y, v)
		}
	}
	return t
}

// localLine returns the value at a place of the line that is fitted to the nearest points. It
// reports false if their x are all the same. order sorts x to rise.
func localLine(x, y []float64, order []int, at float64, nearest int) (v float64, ok bool) {
	first := 0
	for first+nearest < len(order) && at-x[order[first]] > x[order[first+nearest]]-at {
		first++
	}
	near := order[first : first+nearest]
	reach := max(at-x[near[0]], x[near[nearest-1]]-at)
	var w, wx, wy, wxx, wxy float64
	for _, i := range near {
		u := math.Abs(x[i]-at) / reach
		weight := math.Pow(1-u*u*u, 3)
		dx := x[i] - at
		w, wx, wy = w+weight, wx+weight*dx, wy+weight*y[i]
		wxx, wxy = wxx+weight*dx*dx, wxy+weight*dx*y[i]
	}
	spread := wxx*w - wx*wx
	if !(spread > 1e-9*wxx*w) {
		return 0, false
	}
	return (wxx*wy - wx*wxy) / spread, true
}

// Figure draws the predictions against the truth, and the residuals.
func (r *Residuals) Figure() (*viz.Figure, error) { return viz.OfReport(r.Report()) }
