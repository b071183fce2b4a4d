package baseline

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Data that determine nothing are fitted all the same.
func TestCOSSODegenerate(t *testing.T) {
	for name, c := range map[string]struct {
		X *mat.Dense
		y []float64
	}{
		"one point":       {mat.NewDense(1, 2, []float64{1, 2}), []float64{3}},
		"constant target": {mat.NewDense(4, 2, []float64{1, 2, 3, 4, 5, 6, 7, 8}), []float64{0.1, 0.1, 0.1, 0.1}},
		"constant input":  {mat.NewDense(4, 2, []float64{1, 2, 1, 4, 1, 6, 1, 8}), []float64{1, 2, 0, 1}},
		"all constant":    {mat.NewDense(3, 2, []float64{1, 2, 1, 2, 1, 2}), []float64{1, 2, 0}},
		"ties":            {mat.NewDense(5, 2, []float64{0, 0, 0, 1, 0, 1, 1, 0, 1, 1}), []float64{1, 2, 2.5, 4, 0}},
		"equal inputs":    {mat.NewDense(4, 2, []float64{1, 1, 2, 2, 4, 4, 7, 7}), []float64{1, 2, 0, 1}},
		"many inputs":     {mat.NewDense(2, 3, []float64{1, 2, 3, 3, 1, 2}), []float64{1, 2}},
		"large inputs":    {mat.NewDense(4, 1, []float64{1e300, -1e300 / 4, 0, 2e299}), []float64{1, 2, 0, 1}},
	} {
		for _, order := range []int{1, 2} {
			for _, form := range []COSSOForm{PenalisedForm, ConstraintForm, OneStep, Alternation} {
				_, d := c.X.Dims()
				p, err := COSSO{Order: order, Form: form}.prepare(t.Context(), c.X, c.y, letters(d))
				if err != nil {
					t.Fatalf("%s, %v: %v", name, form, err)
				}
				f, err := p.solve(t.Context(), 1e-3, nil)
				if err != nil {
					t.Fatalf("%s, %v: %v", name, form, err)
				}
				if (form == PenalisedForm || form == ConstraintForm) && !f.converged {
					t.Errorf("%s, order %d, %v: it has not converged: gap %v of %v", name, order, form, f.gap, f.objective)
				}
				if f.dual > f.objective*(1+1e-12) || math.IsNaN(f.gap) {
					t.Errorf("%s, order %d, %v: bounds %v and %v", name, order, form, f.dual, f.objective)
				}
				for _, v := range f.predict(c.X) {
					if math.IsNaN(v) || math.IsInf(v, 0) {
						t.Errorf("%s, order %d, %v: it predicts %v", name, order, form, v)
					}
				}
			}
		}
	}
}

func TestCOSSOBadInput(t *testing.T) {
	X, y := mat.NewDense(3, 2, []float64{0, 1, 0.2, 1.3, 1, 0}), []float64{1, 2, 3}
	names := []string{"height", "weight"}
	for _, c := range []struct {
		say string
		s   COSSO
		X   *mat.Dense
	}{
		{`input "weight" goes from 0 to 1.3, and is to be in [0, 1]`, COSSO{Scale: UnitGiven}, X},
		{"is not a scale", COSSO{Scale: "none"}, X},
		{"the order is 3", COSSO{Order: 3}, X},
		{"is not a form", COSSO{Form: "none"}, X},
		{"lam is -1", COSSO{Lambda: -1}, X},
		{"sweeps", COSSO{Sweeps: -1}, X},
		{"too far for float64", COSSO{}, mat.NewDense(3, 2, []float64{-1e308, 0, 1e308, 0, 0, 1})},
	} {
		_, err := c.s.prepare(t.Context(), c.X, y, names)
		if err == nil || !strings.Contains(err.Error(), c.say) {
			t.Errorf("%+v: error %v, want one that says %q", c.s, err, c.say)
		}
	}
	_, err := COSSO{Order: 2}.prepare(t.Context(), mat.NewDense(1000, 1500, nil), make([]float64, 1000), letters(1500))
	if err == nil || !strings.Contains(err.Error(), "1125750 components of 1000 observations would take 8388 GiB of memory") {
		t.Errorf("more components than memory allows: error %v", err)
	}
	p, err := COSSO{Form: OneStep}.on(t.Context(), X, y, names)
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range [][2]float64{{0, 1}, {1, 0}, {math.NaN(), 1}, {1, math.Inf(1)}} {
		if _, err := p.at(t.Context(), bad[0], bad[1], nil); err == nil {
			t.Errorf("lam %v and M %v are no error", bad[0], bad[1])
		}
	}
}
