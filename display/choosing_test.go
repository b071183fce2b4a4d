package display

import (
	"math"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

func TestAssessmentShowsErrorsAndInputs(t *testing.T) {
	a := &nvsd.Assessment{
		Rows:    []nvsd.AssessmentRow{{Model: "selected inputs", RMSE: 1.5, SE: 0.25}, {Model: "training mean", RMSE: 2, SE: math.NaN()}},
		PerFold: make([]nvsd.AssessedFold, 4), Names: []string{"age", "<bmi>"}, Chosen: []float64{0, 0.75},
	}
	html := render(t, a).Data[MIMEHTML].(string)
	for _, want := range []string{"each of 4 folds", "selected inputs", "&lt;bmi&gt;", "75 %"} {
		if !strings.Contains(html, want) {
			t.Errorf("the assessment is shown without %q:\n%s", want, html)
		}
	}
	if strings.Contains(html, "age") || strings.Contains(html, "NaN") {
		t.Errorf("an input that is never selected, or NaN, is shown:\n%s", html)
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
}
