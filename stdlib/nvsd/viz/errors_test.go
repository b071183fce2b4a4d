package viz

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

func TestErrorsGolden(t *testing.T) {
	var taus, rmse, se []float64
	for k := range 12 {
		tau := math.Pow(2, -float64(k))
		taus, rmse, se = append(taus, tau), append(rmse, 3+math.Pow(float64(k)-6, 2)/10), append(se, 0.3)
	}
	f, err := Errors("Cross-validated error", "tau", "RMSE", taus, []Series{{Name: "error ± standard error", Y: rmse, SE: se}},
		Choice{At: 6, Text: "least error"}, Choice{At: 4, Text: "chosen"})
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/errors.svg", f.SVG())
	inside(t, f)
	for _, want := range []string{"least 3 at 0.0156", "chosen: at 0.0625", "6.6 at 1"} {
		if !strings.Contains(f.String(), want) {
			t.Errorf("in words, without %q: %v", want, f)
		}
	}
}

func TestErrorsRefuse(t *testing.T) {
	one := []Series{{Name: "a", Y: []float64{1}}}
	for name, tc := range map[string]struct {
		weights []float64
		all     []Series
		choices []Choice
		says    string
	}{
		"nothing":         {[]float64{1}, nil, nil, "no input"},
		"no weight":       {[]float64{0}, one, nil, "nothing to draw"},
		"lengths":         {[]float64{1, 2}, one, nil, "1 errors"},
		"bars":            {[]float64{1}, []Series{{Name: "a", Y: []float64{1}, SE: []float64{1, 2}}}, nil, "2 bars"},
		"NaN weight":      {[]float64{math.NaN()}, one, nil, "nothing to draw"},
		"negative":        {[]float64{1}, []Series{{Name: "a", Y: []float64{-1}}}, nil, "negative"},
		"infinite":        {[]float64{1}, []Series{{Name: "a", Y: []float64{math.Inf(1)}}}, nil, "no finite error"},
		"negative bar":    {[]float64{1}, []Series{{Name: "a", Y: []float64{1}, SE: []float64{-1}}}, nil, "negative"},
		"negative weight": {[]float64{-1}, one, nil, "weight 1 is -1"},
		"no place":        {[]float64{1}, one, []Choice{{At: 1, Text: "least"}}, "weight 2 of 1"},
		"too many":        {[]float64{1}, slices.Repeat(one[:1], 8), nil, "told apart"},
	} {
		if _, err := Errors("t", "w", "e", tc.weights, tc.all, tc.choices...); err == nil || !strings.Contains(err.Error(), tc.says) {
			t.Errorf("%s: error %v, want one that says %q", name, err, tc.says)
		}
	}
}

// Errors and weights that are not finite are left out, and counted.
func TestErrorsLeaveOut(t *testing.T) {
	nan := math.NaN()
	weights, y := []float64{8, 4, nan, 2, 1, 0}, []float64{3, nan, 1, 2, math.Inf(1), 7}
	f := must(t)(Errors("t", "tau", "y", weights, []Series{{Name: "a", Y: y}}, Choice{At: 2, Text: "nowhere"}))
	legible(t, f)
	for _, want := range []string{"a: 3 at 8, 2 at 2, least 2 at 2.", "3 errors are left out"} {
		if !strings.Contains(f.String(), want) {
			t.Errorf("in words, without %q: %v", want, f)
		}
	}
	if hasText(t, f, "nowhere") {
		t.Error("a choice without a place is in the key")
	}
}

// Over the numbers of inputs the axis rises by whole numbers. Errors within the limit are
// told apart, and the numbers of inputs stand above the errors.
func TestErrorsOverInputs(t *testing.T) {
	chart := report.Errors{
		Title: "t", Weight: "inputs", Error: "RMSE", Weights: []float64{2, 0, 1, 3}, Rising: true, Inputs: []int{12, 10, 11, 13},
		Series: []Series{{Name: "a", Y: []float64{1, 3, 2, 4}}}, Limit: &report.Level{Value: 1.5, Text: "within"},
		Choices: []Choice{{At: 1, Text: "chosen", Error: 5}},
	}
	f := must(t)(Draw(chart))
	golden.Check(t, "testdata/errors-inputs.svg", f.SVG())
	legible(t, f)
	place := map[string]float64{}
	for _, e := range texts(t, f) {
		place[e.content] = e.x
	}
	for _, want := range []string{"0", "1", "2", "3", "10", "11", "12", "13", "within", "inputs", "5"} {
		if place[want] == 0 {
			t.Errorf("nothing in the picture says %q", want)
		}
	}
	if !(place["10"] < place["11"] && place["11"] < place["12"] && place["12"] < place["13"]) || place["0.5"] != 0 {
		t.Error("the numbers do not rise, or are not whole")
	}
	if want := "within: up to 1.5."; !strings.Contains(f.String(), want) {
		t.Errorf("in words: %v", f)
	}
}

func TestErrorsStayInsideThePicture(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		weights := rapid.SliceOfN(rapid.Float64Range(1e-12, 1e12), 1, 12).Draw(rt, "weights")
		numbers := func(label string) []float64 {
			return rapid.SliceOfN(rapid.Float64Range(0, 1e9), len(weights), len(weights)).Draw(rt, label)
		}
		all := []Series{{Name: "cross-validation", Y: numbers("y"), SE: numbers("se")}, {Name: "validation", Y: numbers("z")}}
		f, err := Errors(rapid.StringN(0, 200, 400).Draw(rt, "title"), "tau", "RMSE", weights, all,
			Choice{At: rapid.IntRange(0, len(weights)-1).Draw(rt, "least"), Text: "least"}, Choice{At: 0, Text: "chosen"})
		if err != nil {
			rt.Fatal(err)
		}
		inside(rt, f)
	})
}
