package study_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/study"
)

// TestStatistics: the numbers of inputs 1, 2, 3, 4, 18 and a failure, put together by hand.
func TestStatistics(t *testing.T) {
	counts := []int{1, 2, 3, 4, 18}
	var calls atomic.Int32
	d := design(t, study.Method{Name: "a", Fit: told{func(context.Context, *study.Replication) (study.Model, error) {
		call := int(calls.Add(1)) - 1
		if call == len(counts) {
			return nil, errors.New("not this time")
		}
		in := make([]bool, 18)
		for i := range counts[call] {
			in[i] = true
		}
		return guess{0, in}, nil
	}, ""}})
	d.Problems[0].Train = []int{12}
	d.Reps = 6
	r := fixture.Must[*study.Results](t)(study.Run(t.Context(), d, ""))
	for s, want := range map[study.Statistic]report.Standing{
		study.Mean:      {Value: 5.6, Failed: 1},
		study.MeanSD:    {Value: 5.6, Failed: 1, HasSpread: true, Spread: math.Sqrt(197.2 / 4)},
		study.Median:    {Value: 3, Failed: 1},
		study.MedianIQR: {Value: 3, Failed: 1, HasSpread: true, Spread: 2},
	} {
		got := fixture.Must[*study.Results](t)(r.By(s)).Table(study.Inputs).Tables()[0].Rows[0][1].(report.Standing)
		if math.Abs(got.Value-want.Value) > 1e-12 || math.Abs(got.Spread-want.Spread) > 1e-12 || got.HasSpread != want.HasSpread || got.Failed != want.Failed {
			t.Errorf("%s: %+v, want %+v", s, got, want)
		}
	}
	if _, err := r.By("mode"); err == nil || !strings.Contains(err.Error(), `"mode" is no statistic`) {
		t.Errorf("error %v", err)
	}
	if text := r.Table(study.Inputs).String(); !strings.Contains(text, "5.6 (1 failed)") || !strings.Contains(text, "means of 6") {
		t.Errorf("By changes the results that it is asked of:\n%s", text)
	}
}

// TestLinesBeforeResults: a study of which nothing is computed has the lines that it will have.
func TestLinesBeforeResults(t *testing.T) {
	d := design(t, study.Method{Name: "a", Fit: study.NVSD{Rules: []nvsd.SelectionRule{nvsd.ExactZeros, nvsd.Ranked}}}, study.Method{Name: "b", Fit: study.NVSD{}})
	r := fixture.Must[*study.Results](t)(study.Read(d, ""))
	var names []any
	for _, row := range r.Table().Tables()[0].Rows {
		names = append(names, row[0])
	}
	if want := []any{"a, exact zeros", "a, ranked", "b"}; !slices.Equal(names, want) {
		t.Errorf("%v, want %v", names, want)
	}
	if _, err := r.Curves(study.RMSE, "a, ranked"); err == nil || strings.Contains(err.Error(), "no method") {
		t.Errorf("the line is not known: %v", err)
	}
}
