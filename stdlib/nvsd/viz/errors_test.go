package viz

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
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
		"nothing":      {[]float64{1}, nil, nil, "no input"},
		"no weight":    {[]float64{0}, one, nil, "positive weight"},
		"lengths":      {[]float64{1, 2}, one, nil, "1 errors"},
		"bars":         {[]float64{1}, []Series{{Name: "a", Y: []float64{1}, SE: []float64{1, 2}}}, nil, "2 bars"},
		"NaN weight":   {[]float64{math.NaN()}, one, nil, "weight 1 is NaN"},
		"negative":     {[]float64{1}, []Series{{Name: "a", Y: []float64{-1}}}, nil, "negative"},
		"infinite":     {[]float64{1}, []Series{{Name: "a", Y: []float64{math.Inf(1)}}}, nil, "infinite"},
		"negative bar": {[]float64{1}, []Series{{Name: "a", Y: []float64{1}, SE: []float64{-1}}}, nil, "negative"},
		"no place":     {[]float64{1}, one, []Choice{{At: 1, Text: "least"}}, "weight 2 of 1"},
		"too many":     {[]float64{1}, []Series{one[0], one[0], one[0], one[0]}, nil, "told apart"},
	} {
		if _, err := Errors("t", "w", "e", tc.weights, tc.all, tc.choices...); err == nil || !strings.Contains(err.Error(), tc.says) {
			t.Errorf("%s: error %v, want one that says %q", name, err, tc.says)
		}
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
