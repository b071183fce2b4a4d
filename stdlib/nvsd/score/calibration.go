package score

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/weighed"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// A Calibration compares probabilities of the class +1 with how often it occurs, and the likelier class with the true one.
type Calibration struct {
	Target, Model string
	Classes       [2]string // labels of -1 and +1
	N             int       // rows
	LogLoss       float64   // mean of minus the logarithm of the probability of the true class
	Brier         float64   // mean of the squared difference between the probability and 1 for class +1, 0 for class -1
	Bins          []CalibrationBin
	Confusion     [2][2]float64 // rows by true class and likelier class, -1 first; their weights, if they have any
}

// A CalibrationBin is the rows of like probabilities.
type CalibrationBin struct {
	Rows      int
	Said      float64 // mean probability of class +1
	Observed  float64 // part of the rows that are of class +1
	Low, High float64 // Wilson's interval of that part, at the level 0.9
}

// The bins have about equally many rows: at least leastInBin, and there are at most mostBins.
const (
	mostBins   = 10
	leastInBin = 20
	binLevel   = 0.9
)

// NewCalibration measures probabilities p of the class +1 at the rows of a Frame; method names the model that says them.
func NewCalibration(method string, on *data.Frame, p []float64) (*Calibration, error) {
	weights, err := weightsOf(on)
	if err != nil {
		return nil, err
	}
	y := on.Y()
	c := &Calibration{Target: on.Target(), Model: method, Classes: [2]string{"-1", "+1"}, N: len(y)}
	if negative, positive, declared := on.Classes(); declared {
		c.Classes = [2]string{negative, positive}
	}
	count := weighed.Total(weights, len(y))
	for i, class := range y {
		w, odds := weighed.At(weights, i), math.Log(p[i])-math.Log1p(-p[i])
		c.LogLoss += w * loss.Logistic{}.Value(class, odds) / count
		c.Brier += w * (p[i] - (1+class)/2) * (p[i] - (1+class)/2) / count
		c.Confusion[index(class > 0)][index(p[i] >= 0.5)] += w
	}
	order := lists.UpTo(len(y))
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	bins := max(1, min(mostBins, len(y)/leastInBin))
	for k := range bins {
		c.Bins = append(c.Bins, binOf(p, y, weights, order[k*len(y)/bins:(k+1)*len(y)/bins]))
	}
	return c, nil
}

func index(second bool) int {
	if second {
		return 1
	}
	return 0
}

// binOf returns the bin of some rows, as if they were so many observations of one probability.
func binOf(p, y, weights []float64, rows []int) CalibrationBin {
	b := CalibrationBin{Rows: len(rows)}
	var all float64
	for _, i := range rows {
		w := weighed.At(weights, i)
		all += w
		b.Said += w * p[i]
		b.Observed += w * (1 + y[i]) / 2
	}
	b.Said, b.Observed = b.Said/all, b.Observed/all
	n, z := float64(len(rows)), distuv.UnitNormal.Quantile((1+binLevel)/2)
	middle := (b.Observed + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(b.Observed*(1-b.Observed)/n+z*z/(4*n*n))
	b.Low, b.High = max(middle-half, 0), min(middle+half, 1)
	return b
}

// Report returns a chart of what was observed over what was said, the table of it, and the table of the classes.
func (c *Calibration) Report() report.Report {
	return report.Report{c.chart(), c.bins(), c.confusion()}
}

// String returns the tables of the Report as plain text.
func (c *Calibration) String() string {
	return report.Report{c.bins(), c.confusion()}.String()
}

func (c *Calibration) chart() report.Scatter {
	said, observed := make([]float64, len(c.Bins)), make([]float64, len(c.Bins))
	for k, b := range c.Bins {
		said[k], observed[k] = b.Said, b.Observed
	}
	return report.Scatter{
		Title:  fmt.Sprintf("%s: calibration of %s, %s", c.Target, c.Model, report.Plural(c.N, "observation")),
		Points: "bins of probabilities", Compared: "calibrated", Note: fmt.Sprintf("log-loss %s, Brier score %s.", report.Number(c.LogLoss), report.Number(c.Brier)),
		Plots: []report.ScatterPlot{{XAxis: "probability of " + c.Classes[1], YAxis: "part of " + c.Classes[1], X: said, Y: observed, Line: report.Identity}},
	}
}

func (c *Calibration) bins() report.Table {
	t := report.Table{
		Title:   fmt.Sprintf("%s: probabilities of %s by %s, %s", c.Target, c.Classes[1], c.Model, report.Plural(c.N, "observation")),
		Columns: report.Columns("observations", "said", "observed", "from", "to"),
		Facts:   []report.Fact{{Name: "log-loss", Text: report.Number(c.LogLoss)}, {Name: "Brier score", Text: report.Number(c.Brier)}},
		Notes:   []string{fmt.Sprintf("from, to: the interval of the observed part by as many observations, at the level %g", binLevel)},
	}
	for _, b := range c.Bins {
		t.Rows = append(t.Rows, []any{b.Rows, b.Said, b.Observed, b.Low, b.High})
	}
	return t
}

func (c *Calibration) confusion() report.Table {
	t := report.Table{Title: "True classes, and the likelier ones", Columns: report.Columns("true", "likelier "+c.Classes[0], "likelier "+c.Classes[1], "right")}
	for k, row := range c.Confusion {
		t.Rows = append(t.Rows, []any{c.Classes[k], row[0], row[1], report.Known(row[k] / (row[0] + row[1]))})
	}
	return t
}

// Figure draws the chart of the Report.
func (c *Calibration) Figure() (*viz.Figure, error) { return viz.OfReport(c.Report()) }
