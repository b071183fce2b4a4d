package display

import (
	"math"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/search"
)

func TestAssessmentShowsErrorsAndInputs(t *testing.T) {
	a := &search.Assessment{
		Rows:    []search.AssessmentRow{{Model: "selected inputs", RMSE: 1.5, SE: 0.25}, {Model: "training mean", RMSE: 2, SE: math.NaN()}},
		PerFold: make([]search.AssessedFold, 4), Names: []string{"age", "<bmi>"}, Chosen: []float64{0, 0.75},
	}
	html := render(t, a).Data[MIMEHTML].(string)
	for _, want := range []string{"Nested cross-validation", "selected inputs", "&lt;bmi&gt;", "75 %"} {
		if !strings.Contains(html, want) {
			t.Errorf("the assessment is shown without %q:\n%s", want, html)
		}
	}
	if strings.Contains(html, ">age<") || strings.Contains(html, ">NaN<") {
		t.Errorf("an input that is never selected, or NaN, is shown:\n%s", html)
	}
}

func TestAssessmentShowsClasses(t *testing.T) {
	a := &search.Assessment{Rows: []search.AssessmentRow{{Model: "m", Class: &score.ClassificationMetrics{ErrorRate: 0.25, Balanced: math.NaN(), AUC: 0.75}}}}
	html := render(t, a).Data[MIMEHTML].(string)
	for _, want := range []string{"wrong", "balanced", "AUC", "0.75"} {
		if !strings.Contains(html, want) {
			t.Errorf("the assessment is shown without %q:\n%s", want, html)
		}
	}
}

func TestCrossValidationShowsItsCandidates(t *testing.T) {
	cv := &choose.CrossValidation{Folds: 5, Least: 3, Chosen: 1, Candidates: []choose.Candidate{
		{TauIndex: 0, Tau: 4, RMSE: 9, SE: 1}, {TauIndex: 1, Tau: 2, Size: 1, RMSE: 5.5, SE: 1},
		{TauIndex: 1, Tau: 2, Size: 2, RMSE: 5.25, SE: 1}, {TauIndex: 2, Tau: 1, Size: 3, RMSE: 5, SE: math.NaN()},
		{TauIndex: 3, Tau: 0.5, Size: 3, RMSE: math.Inf(1)},
	}}
	data := render(t, cv).Data
	html := data[MIMEHTML].(string)
	for _, want := range []string{"5 folds of 5 candidates", "✓ chosen", "✓ least error", "5.500"} {
		if !strings.Contains(html, want) {
			t.Errorf("the cross-validation is shown without %q:\n%s", want, html)
		}
	}
	for _, want := range []string{
		"Errors over tau.", "chosen (1 input): at 2.", "least 5 at 1.", "least error (3 inputs): at 1.",
		"Errors over number of inputs.", "chosen (1 input): at 1.", "least 5 at 3.", "least error (3 inputs): at 3.",
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the charts do not say %q:\n%s", want, html)
		}
	}
}

func TestRidgePathShowsItsErrors(t *testing.T) {
	f := frame(t, 4)
	p, err := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.Sigma(2)}}.RidgePath(t.Context(), f, f)
	if err != nil {
		t.Fatal(err)
	}
	html := render(t, p).Data[MIMEHTML].(string)
	for _, want := range []string{"leave-one-out RMSE", "validation RMSE", "✓ best"} {
		if !strings.Contains(html, want) {
			t.Errorf("the path is shown without %q:\n%s", want, html)
		}
	}
	if svg := chartOf(t, html); !strings.Contains(svg, "leave-one-out: ") || !strings.Contains(svg, "validation: ") {
		t.Errorf("the chart lacks a curve:\n%s", svg)
	}
}
