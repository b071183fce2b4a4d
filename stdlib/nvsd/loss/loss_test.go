package loss_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// closed is a loss with its conjugate.
type closed interface {
	loss.Loss
	trait.Conjugate
}

var shipped = []closed{loss.Square{}, loss.Logistic{}, loss.Poisson{}, loss.Huber{Knee: 0.7}, loss.Quantile{Level: 0.2, Smooth: 0.3}, loss.Quantile{Level: 0.9, Smooth: 1e-3}}

// target draws one that the loss is made for.
func target(t *rapid.T, l loss.Loss) float64 {
	switch l.(type) {
	case loss.Logistic:
		return rapid.SampledFrom([]float64{-1, 1}).Draw(t, "class")
	case loss.Poisson:
		return float64(rapid.IntRange(0, 50).Draw(t, "count"))
	}
	return rapid.Float64Range(-5, 5).Draw(t, "y")
}

// TestLosses: the derivative and the curvature are those of Value, the curvature is not below 0, and Fenchel and Young hold,
// with equality at the derivative.
func TestLosses(t *testing.T) {
	for _, l := range shipped {
		t.Run(fmt.Sprint(l), rapid.MakeCheck(func(t *rapid.T) {
			y, f, g := target(t, l), rapid.Float64Range(-4, 4).Draw(t, "f"), rapid.Float64Range(-4, 4).Draw(t, "g")
			v, d, c := l.Value(y, f), l.Derivative(y, f), l.Curvature(y, f)
			if !(v >= 0 && c >= 0) {
				t.Fatalf("Value(%v, %v) = %v, the curvature %v", y, f, v, c)
			}
			const h = 1e-6
			size := 1 + math.Abs(v) + math.Abs(d)
			if slope := (l.Value(y, f+h) - l.Value(y, f-h)) / (2 * h); math.Abs(slope-d) > 1e-3*(c*h+1e-4)*1e3*size {
				t.Fatalf("Derivative(%v, %v) = %v, by differences %v", y, f, d, slope)
			}
			low, high := l.Derivative(y, f-h), l.Derivative(y, f+h)
			if rise := (high - low) / (2 * h); l.Curvature(y, f-h) == l.Curvature(y, f+h) && math.Abs(rise-c) > 1e-4*(1+c) || high < low {
				t.Fatalf("Curvature(%v, %v) = %v, by differences %v", y, f, c, rise)
			}
			u := l.Derivative(y, g)
			young := v + l.Conjugate(y, u) - u*f
			if !(young >= -1e-12*(size+math.Abs(u*f)+math.Abs(l.Conjugate(y, u)))) {
				t.Fatalf("l(%v, %v) + l*(%v) - u f = %v", y, f, u, young)
			}
			if at := v + l.Conjugate(y, d) - d*f; math.Abs(at) > 1e-9*(size+math.Abs(d*f)) {
				t.Fatalf("l(%v, %v) + l*(l') - l' f = %v", y, f, at)
			}
		}))
	}
}

// TestFarAway: nothing overflows or loses all digits far from the target, but for the counts that a float64 cannot hold.
func TestFarAway(t *testing.T) {
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"a margin of -800", loss.Logistic{}.Value(1, -800), 800},
		{"a margin of 800", loss.Logistic{}.Value(-1, -800), math.Exp(-800)},
		{"a margin of 40", loss.Logistic{}.Value(1, 40), math.Exp(-40)},
		{"its derivative", loss.Logistic{}.Derivative(1, 40), -math.Exp(-40)},
		{"the derivative at -800", loss.Logistic{}.Derivative(1, -800), -1},
		{"the conjugate at an end", loss.Logistic{}.Conjugate(1, -1), 0},
		{"the conjugate near an end", loss.Logistic{}.Conjugate(1, -1e-20), -1e-20*20*math.Ln10 - 1e-20},
		{"a count near its mean", loss.Poisson{}.Value(1, 1e-6), 5e-13 + 1e-18/6},
		{"no count", loss.Poisson{}.Value(0, -700), math.Exp(-700)},
		{"the conjugate of no count", loss.Poisson{}.Conjugate(0, 0), 0},
		{"Huber far away", loss.Huber{Knee: 1}.Value(0, 1e200), 2e200},
		{"a quantile far away", loss.Quantile{Level: 0.9, Smooth: 0.1}.Value(1e200, 0), 0.9e200},
	} {
		if math.Abs(c.got-c.want) > 1e-9*math.Abs(c.want)+1e-300 {
			t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
		}
	}
	if v := (loss.Logistic{}).Conjugate(1, 0.1); !math.IsInf(v, 1) {
		t.Errorf("beyond its end the conjugate is %v", v)
	}
}

// TestTargets: what a loss is not made for is said with the row.
func TestTargets(t *testing.T) {
	for say, c := range map[string]struct {
		l loss.Loss
		y []float64
	}{
		"0 at row 1 (from 0)": {loss.Logistic{}, []float64{1, 0, -1}},
		"needs rows of two":   {loss.Logistic{}, []float64{1, 1}},
		"-1 at row 2":         {loss.Poisson{}, []float64{0, 3, -1}},
		"NaN at row 0":        {loss.Poisson{}, []float64{math.NaN()}},
		"a count above 0":     {loss.Poisson{}, []float64{0, 0}},
	} {
		if err := loss.Check(c.l, c.y); err == nil || !strings.Contains(err.Error(), say) {
			t.Errorf("%v of %v: %v, want %q", c.l, c.y, err, say)
		}
	}
	for _, c := range []struct {
		l loss.Loss
		y []float64
	}{{loss.Logistic{}, []float64{1, -1}}, {loss.Poisson{}, []float64{0, 2.5}}, {loss.Square{}, []float64{7}}} {
		if err := loss.Check(c.l, c.y); err != nil {
			t.Errorf("%v of %v: %v", c.l, c.y, err)
		}
	}
}
