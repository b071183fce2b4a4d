package study_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/study"
)

// guesses returns a method that predicts a constant, and fails on E3.
func guesses(name string, value float64) study.Method {
	return study.Method{Name: name, Fit: told{func(_ context.Context, r *study.Replication) (study.Model, error) {
		if r.Train.Source() == "E3" && name == "fails" {
			return nil, errors.New("out of luck")
		}
		return guess{value, make([]bool, 18)}, nil
	}, name}}
}

// Bars has the mean and its standard error of every method on every problem at its largest size, and Curves those of all sizes of
// a problem that has several.
func TestBarsAndCurves(t *testing.T) {
	d := design(t, guesses("zero", 0), guesses("one", 1), guesses("fails", 2))
	d.Problems[0].Train = []int{12, 25}
	d.Problems = append(d.Problems, study.Problem{Name: "E3", From: fixture.Must[*data.Problem](t)(data.UAI{Experiment: 3}.Problem()), Train: []int{12}, Test: 20})
	r := fixture.Must[*study.Results](t)(study.Run(t.Context(), d, ""))
	bars := fixture.Must[report.Report](t)(r.Bars(study.RMSE))[0].(report.GroupedBars)
	if !slices.Equal(bars.Groups, []string{"E1, n = 25", "E3"}) || len(bars.Series) != 3 {
		t.Fatalf("the chart is %v", bars)
	}
	check := func(method, problem string, n int, mean, se float64) {
		t.Helper()
		var values []float64
		for rep := range d.Reps {
			if own := r.Of(study.Unit{Problem: problem, Train: n, Rep: rep, Method: method}); own.Err == "" {
				values = append(values, own.Outcomes[0].Values[study.RMSE])
			}
		}
		if values == nil {
			if !math.IsNaN(mean) || !math.IsNaN(se) {
				t.Errorf("%s has failed on %s, and has the mean %v", method, problem, mean)
			}
			return
		}
		want, sd := stat.MeanStdDev(values, nil)
		if math.Abs(mean-want) > 1e-12*want || math.Abs(se-sd/math.Sqrt(3)) > 1e-12*want {
			t.Errorf("%s on %s: %v ± %v, want %v ± %v", method, problem, mean, se, want, sd/math.Sqrt(3))
		}
	}
	for _, s := range bars.Series {
		check(s.Name, "E1", 25, s.Y[0], s.SE[0])
		check(s.Name, "E3", 12, s.Y[1], s.SE[1])
	}
	if want := "Left out: 3 results of methods that have failed."; !strings.Contains(bars.Note, want) {
		t.Errorf("the note is %q, want %q", bars.Note, want)
	}
	curves := fixture.Must[report.Report](t)(r.Curves(study.RMSE, "one", "fails"))
	if len(curves) != 1 || len(curves[0].(report.Errors).Series) != 2 {
		t.Fatalf("the curves are %v", curves)
	}
	for k, n := range d.Problems[0].Train {
		s := curves[0].(report.Errors).Series[0]
		check("one", "E1", n, s.Y[k], s.SE[k])
	}
}

// A chart has the lines that are named: all rules of a method, or one of them.
func TestChartsOfRules(t *testing.T) {
	r := fixture.Must[*study.Results](t)(study.Run(t.Context(), small(t).Excerpt(1), ""))
	bars := fixture.Must[report.Report](t)(r.Bars(study.RMSE, "Krls", "L, ranked"))[0].(report.GroupedBars)
	var names []string
	for _, s := range bars.Series {
		names = append(names, s.Name)
	}
	if !slices.Equal(names, []string{"Krls", "L, ranked"}) {
		t.Errorf("the chart has %q", names)
	}
}

func TestBarsRefuse(t *testing.T) {
	var methods []study.Method
	for _, name := range strings.Split("abcdefgh", "") {
		methods = append(methods, guesses(name, 1))
	}
	r := fixture.Must[*study.Results](t)(study.Read(design(t, methods...), ""))
	for want, call := range map[string]func() (report.Report, error){
		"no method":  func() (report.Report, error) { return r.Bars(study.RMSE, "z") },
		"too many":   func() (report.Report, error) { return r.Bars(study.RMSE) },
		"no problem": func() (report.Report, error) { return r.Curves(study.RMSE, "a") },
	} {
		if _, err := call(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one that says %q", err, want)
		}
	}
}
