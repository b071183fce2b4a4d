package viz

import (
	"math"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
)

func TestCurvesGolden(t *testing.T) {
	var x, mean, slope, sd []float64
	for i := range 21 {
		v := float64(i)/10 - 1.1
		x, mean, slope, sd = append(x, v), append(mean, 150+v*v), append(slope, 2*v), append(sd, 0.2+0.1*math.Abs(v))
	}
	f, err := Curves("Dependence of y on bmi", "bmi", x, Panel{Label: "mean", Y: mean}, Panel{Label: "slope", Y: slope, Band: sd, Zero: true})
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/curves.svg", f.SVG())
	inside(t, f)
	if want := "mean goes from 151 at -1.1 to 151 at 0.9, between 150 and 151."; !strings.Contains(f.String(), want) {
		t.Errorf("in words: %v", f)
	}
	if !hasText(t, f, "150.5") {
		t.Error("the ticks of the mean are not told apart")
	}
	if hasText(t, f, "-0") {
		t.Error("the axis has a negative zero")
	}
}

// A dashed curve stands beside another, with its name in the key, once.
func TestCurvesWithComparisons(t *testing.T) {
	x := []float64{0, 1, 2}
	f, err := Curves("t", "x", x, Panel{Label: "prox", Y: []float64{0, 0, 1}, Comparison: &Comparison{Name: "lasso", Y: []float64{0, 1, 40}}},
		Panel{Label: "bias", Y: []float64{0, 1, 1}, Comparison: &Comparison{Name: "lasso", Y: x}})
	if err != nil {
		t.Fatal(err)
	}
	inside(t, f)
	if n := strings.Count(f.SVG(), ">lasso<"); n != 1 {
		t.Errorf("the key has the name %d times", n)
	}
	if !hasText(t, f, "40") {
		t.Error("the axis does not reach to the dashed curve")
	}
	if !strings.Contains(f.String(), "The dashed line: lasso.") {
		t.Errorf("in words: %v", f)
	}
	if _, err := Curves("t", "x", x, Panel{Label: "l", Y: x, Comparison: &Comparison{Name: "r", Y: x[:2]}}); err == nil || !strings.Contains(err.Error(), `"r" has 2 values for 3 of x`) {
		t.Errorf("a dashed curve that is too short: %v", err)
	}
}

// The order of x does not matter, and a constant is a line in the middle.
func TestCurvesSortAndBearConstants(t *testing.T) {
	for _, y := range [][]float64{{0, 0, 0}, {5, 5, 5}, {-1e12, -1e12, -1e12}, {1e-12, 2e-12, 0}} {
		rising, err := Curves("t", "x", []float64{1, 2, 3}, Panel{Label: "y", Y: y})
		if err != nil {
			t.Fatal(err)
		}
		inside(t, rising)
		turned, err := Curves("t", "x", []float64{3, 1, 2}, Panel{Label: "y", Y: []float64{y[2], y[0], y[1]}})
		if err != nil {
			t.Fatal(err)
		}
		if rising.SVG() != turned.SVG() {
			t.Errorf("%v: the order of x changes the picture", y)
		}
	}
}

// One point is drawn, and what is not finite is left out and counted.
func TestCurvesLeaveOut(t *testing.T) {
	f := must(t)(Curves("t", "x", []float64{1, 2, math.Inf(1)}, Panel{Label: "y", Y: []float64{3, math.NaN(), 4}}))
	legible(t, f)
	if want := "y goes from 3 at 1 to 3 at 1, between 3 and 3. 2 points are left out"; !strings.Contains(f.String(), want) {
		t.Errorf("in words: %v", f)
	}
}

func TestCurvesRefuse(t *testing.T) {
	two := []float64{1, 2}
	for what, tc := range map[string]struct {
		x      []float64
		panels []Panel
	}{
		"no panel":      {two, nil},
		"no x":          {nil, []Panel{{}}},
		"short":         {two, []Panel{{Y: []float64{1}}}},
		"short band":    {two, []Panel{{Y: two, Band: []float64{1}}}},
		"only NaN":      {two, []Panel{{Y: []float64{math.NaN(), math.NaN()}}}},
		"negative band": {two, []Panel{{Y: two, Band: []float64{0, -1}}}},
	} {
		if _, err := Curves("t", "x", tc.x, tc.panels...); err == nil {
			t.Errorf("%s is drawn", what)
		}
	}
}
