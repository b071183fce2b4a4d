package study_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/study"
)

// TestBeside: the numbers of a paper stand below the last row of their method, in their unit.
func TestBeside(t *testing.T) {
	guessed := func(value float64) study.Fitter {
		return told{func(context.Context, *study.Replication) (study.Model, error) {
			return guess{value, make([]bool, 18)}, nil
		}, ""}
	}
	d := design(t, study.Method{Name: "a", Fit: guessed(0)}, study.Method{Name: "b", Fit: guessed(1)})
	d.Problems[0].Train = []int{12, 15}
	r := fixture.Must[*study.Results](t)(study.Run(t.Context(), d, ""))
	p := study.Published{Source: "a paper", Problem: "E1", Rows: map[string][]float64{"a": {1500, math.NaN()}}, Unit: 1e-3}
	rows := fixture.Must[report.Report](t)(r.Beside(p)).Tables()[0].Rows
	if len(rows) != 3 || rows[0][0] != "a" || rows[1][0] != "a, in the paper" || rows[2][0] != "b" {
		t.Fatalf("%v", rows)
	}
	if got := rows[1][1].(report.Standing).Value; got != 1.5 {
		t.Errorf("the paper's number is %v", got)
	}
	for what, change := range map[string]func(p *study.Published){
		`no method "c"`:      func(p *study.Published) { p.Rows = map[string][]float64{"c": {1, 2}} },
		"has 1 numbers":      func(p *study.Published) { p.Rows = map[string][]float64{"b": {1}} },
		`has no problem "x"`: func(p *study.Published) { p.Problem = "x" },
	} {
		other := p
		change(&other)
		if _, err := r.Beside(other); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%v, want %q", err, what)
		}
	}
}

// TestTables: problems of one size are columns of one table; curves are of problems of several sizes.
func TestTables(t *testing.T) {
	fit := told{func(_ context.Context, r *study.Replication) (study.Model, error) {
		return guess{float64(r.Train.N()), make([]bool, 18)}, nil
	}, ""}
	d := design(t, study.Method{Name: "a", Fit: fit})
	two := d.Problems[0]
	two.Name = "again"
	d.Problems = append(d.Problems, two)
	r := fixture.Must[*study.Results](t)(study.Run(t.Context(), d, ""))
	tables := r.Table(study.RMSE, study.Recall).Tables()
	if len(tables) != 2 || len(tables[0].Columns) != 3 || tables[0].Columns[2].Name != "again" {
		t.Errorf("%v", tables)
	}
	if _, err := r.Curves(study.RMSE); err == nil {
		t.Error("one size has curves")
	}
	d.Problems[0].Train = []int{12, 14, 16}
	r = fixture.Must[*study.Results](t)(study.Run(t.Context(), d, ""))
	chart := fixture.Must[report.Report](t)(r.Curves(study.RMSE))[0].(report.Errors)
	for i := range chart.Weights {
		sum := 0.0
		for rep := range d.Reps {
			sum += r.Of(study.Unit{Problem: "E1", Train: d.Problems[0].Train[i], Rep: rep, Method: "a"}).Outcomes[0].Values[study.RMSE]
		}
		if got := chart.Series[0].Y[i]; math.Abs(got-sum/float64(d.Reps)) > 1e-12 || !(chart.Series[0].SE[i] > 0) {
			t.Errorf("n = %v: %v ± %v, want %v", chart.Weights[i], got, chart.Series[0].SE[i], sum/float64(d.Reps))
		}
	}
}
