package search_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
)

// labelled is a table of x0 to x5 whose class is "yes" with log-odds of x0 and of x2 times x4; each group of subjects shares nothing else.
func labelled(rows int, seed uint64, scale float64) string {
	rng := rand.New(rand.NewPCG(seed, 17))
	var b strings.Builder
	b.WriteString("x0,x1,x2,x3,x4,x5,subject,y\n")
	for i := range rows {
		var x [6]float64
		for a := range x {
			x[a] = rng.NormFloat64()
			fmt.Fprintf(&b, "%v,", x[a])
		}
		label := "no"
		if odds := scale * (2*math.Sin(2*x[0]) + 2*x[2]*x[4]); rng.Float64() < 1/(1+math.Exp(-odds)) {
			label = "yes"
		}
		fmt.Fprintf(&b, "%d,%s\n", i/3, label)
	}
	return b.String()
}

func frameOf(t *testing.T, text string, opts ...data.ReadOption) *data.Frame {
	return fixture.Must[*data.Frame](t)(data.Read(strings.NewReader(text), "t.csv", append(opts, data.Target("y"))...))
}

// logLoss is the mean log-loss of a finding's probabilities, and of the frequencies of the classes there.
func logLoss(t *testing.T, f *nvsd.Finding, on *data.Frame) (of, frequencies float64) {
	m := f.Predictor()
	own := fixture.Must[*data.Frame](t)(on.Inputs(m.Names()...))
	p := fixture.Must[[]float64](t)(m.Probabilities(own.X()))
	positive := 0.0
	for i, class := range on.Y() {
		if class > 0 {
			of -= math.Log(p[i]) / float64(on.N())
			positive += 1 / float64(on.N())
		} else {
			of -= math.Log1p(-p[i]) / float64(on.N())
		}
	}
	return of, -positive*math.Log(positive) - (1-positive)*math.Log1p(-positive)
}

// Of a target of texts the inputs are those of its codes, and what predicts are probabilities: about as good on new rows as is said, also where
// a table is large, and rows belong together.
func TestFindClasses(t *testing.T) {
	fresh := frameOf(t, labelled(3000, 99, 2), data.Drop("subject"))
	for _, c := range []struct {
		rows int
		opt  data.ReadOption
		on   string
	}{
		{250, data.Drop("subject"), "leaving one out"},
		{250, data.Group("subject"), "leaving one group out"},
		{1300, data.Drop("subject"), "on rows held out"},
	} {
		table := frameOf(t, labelled(c.rows, 1, 2), c.opt)
		f := find(t, nvsd.FindPlan{}, table)
		squares := find(t, nvsd.FindPlan{Loss: loss.Square{}}, table)
		if want := []string{"x0", "x2", "x4"}; !slices.Equal(selectedOf(f), want) || !slices.Equal(f.Scores(), squares.Scores()) {
			t.Errorf("%d rows: %v are found, by squares %v", c.rows, selectedOf(f), selectedOf(squares))
		}
		if squares.Classes != nil || squares.Predictor().Loss() != nil || f.Classes == nil {
			t.Fatalf("%d rows: by squares %v, else %v", c.rows, squares.Classes, f.Classes)
		}
		got, frequencies := logLoss(t, f, fresh)
		if e := f.Classes; e.On != c.on || (f.Finding.Predictor().Reduced == nil) == (c.rows > 1250) || math.Abs(e.LogLoss-got) > 0.08 || got > 0.7*frequencies || math.Abs(e.OfFrequencies-frequencies) > 0.02 {
			t.Errorf("%d rows: a log-loss of %.3f %s is said, and is %.3f, of frequencies %.3f and %.3f", c.rows, e.LogLoss, e.On, got, e.OfFrequencies, frequencies)
		}
		if !strings.Contains(f.String(), "log-loss "+c.on) {
			t.Errorf("%d rows: the log-loss is not told:\n%v", c.rows, f)
		}
		if f.Finding.Predictor().Reduced != nil {
			calibrated(t, f, squares, table)
		}
	}
}

// calibrated checks that the log-odds are a rising linear function of the predictions by squares, of a table with more than 1000 rows to fit to.
func calibrated(t *testing.T, f, squares *nvsd.Finding, table *data.Frame) {
	X := fixture.Must[*data.Frame](t)(table.Inputs(f.Predictor().Names()...)).X()
	odds := fixture.Must[[]float64](t)(f.Predictor().Link(X))
	values := fixture.Must[[]float64](t)(squares.Predictor().Link(X))
	k, l := floats.MinIdx(values), floats.MaxIdx(values)
	slope := (odds[l] - odds[k]) / (values[l] - values[k])
	for i, v := range values {
		if want := odds[k] + slope*(v-values[k]); slope <= 0 || math.Abs(odds[i]-want) > 1e-9*math.Abs(odds[l]) {
			t.Fatalf("row %d: log-odds %v, want %v, slope %v", i, odds[i], want, slope)
		}
	}
}

// Classes that are split perfectly have finite log-odds, and those that nothing tells apart their frequencies.
func TestClassesAtTheEnds(t *testing.T) {
	f := find(t, nvsd.FindPlan{}, frameOf(t, labelled(120, 5, 1e6), data.Drop("subject")))
	odds := fixture.Must[[]float64](t)(f.Predictor().Link(f.Table().X()))
	if largest := floats.Norm(odds, math.Inf(1)); !f.Found() || math.IsInf(largest, 0) || math.IsNaN(largest) {
		t.Errorf("split perfectly: the largest log-odds are %v", largest)
	}
	table := frameOf(t, labelled(150, 6, 0), data.Drop("subject"))
	f = find(t, nvsd.FindPlan{}, table)
	positive := 0.0
	for _, class := range table.Y() {
		positive += (1 + class) / 2 / float64(table.N())
	}
	p := fixture.Must[[]float64](t)(f.Predictor().Probabilities(table.X()))
	if f.Found() || f.Classes != nil || math.Abs(p[0]-positive) > 1e-9 || p[0] != p[1] {
		t.Errorf("of no relation: %v, found %v, frequency %v", p[:2], f.Found(), positive)
	}
}

// A stream has the finding of its table, with the same probabilities.
func TestFindClassesInStream(t *testing.T) {
	text, classes := labelled(400, 8, 2), data.Classes("no", "yes")
	got := findIn(t, streamOf(t, "t.csv", text, data.Drop("subject"), classes))
	want := find(t, nvsd.FindPlan{}, frameOf(t, text, data.Drop("subject")))
	if got.String() != want.String() || *got.Classes != *want.Classes {
		t.Errorf("in parts\n%v\nwant\n%v", got, want)
	}
	large := findIn(t, streamOf(t, "t.csv", labelled(2000, 8, 2), data.Drop("subject"), classes))
	if e := large.Classes; e == nil || e.On != "on rows held out" || e.LogLoss > 0.7*e.OfFrequencies || large.Predictor().Reduced.Rows < 1600 {
		t.Errorf("in more rows than are drawn: %+v", e)
	}
}

// Another loss is taken for what predicts, where it can be.
func TestFindByAnotherLoss(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	counts := func(rows int) *data.Frame {
		var b strings.Builder
		b.WriteString("a,b,c,y\n")
		for range rows {
			a, c := rng.NormFloat64(), rng.NormFloat64()
			n, limit := 0, math.Exp(-math.Exp(1+math.Sin(2*a)))
			for p := rng.Float64(); p > limit; p *= rng.Float64() {
				n++
			}
			fmt.Fprintf(&b, "%v,%v,%v,%d\n", a, rng.NormFloat64(), c, n)
		}
		return frameOf(t, b.String())
	}
	table := counts(150)
	f := find(t, nvsd.FindPlan{Loss: loss.Poisson{}}, table)
	means := fixture.Must[[]float64](t)(f.PredictFrame(table))
	if _, is := f.Predictor().Loss().(loss.Poisson); !is || !slices.Equal(f.SelectedNames(), []string{"a"}) || floats.Min(means) <= 0 || f.Classes != nil {
		t.Errorf("counts: %v, predictions from %v", f.SelectedNames(), floats.Min(means))
	}
	var wrong *nvsd.ArgumentError
	if _, err := (nvsd.FindPlan{Loss: loss.Poisson{}}).Find(fixture.Ctx, counts(1400)); !errors.As(err, &wrong) {
		t.Errorf("1400 counts: %v", err)
	}
	if _, err := (nvsd.FindPlan{Loss: loss.Logistic{}}).Find(fixture.Ctx, table); err == nil || !strings.Contains(err.Error(), "-1 and 1") {
		t.Errorf("counts by the logistic loss: %v", err)
	}
}
