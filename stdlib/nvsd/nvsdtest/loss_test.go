package nvsdtest_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/nvsdtest"
)

// TestShippedLosses: the losses of package loss keep all claims, whatever the seed.
func TestShippedLosses(t *testing.T) {
	numbers := []float64{-3, 0, 0.5, 2, 40}
	for _, c := range []struct {
		l loss.Loss
		y []float64
	}{
		{loss.Square{}, numbers}, {loss.Huber{Knee: 0.8}, numbers}, {loss.Quantile{Level: 0.1, Smooth: 0.3}, numbers}, {loss.Quantile{Level: 0.5, Smooth: 1e-2}, numbers},
		{loss.Logistic{}, []float64{-1, 1}}, {loss.Poisson{}, []float64{0, 1, 7, 1e5}},
	} {
		for seed := range uint64(20) {
			nvsdtest.Check(t, nvsdtest.Loss(c.l, c.y, nvsdtest.Seed(seed)))
		}
		claims := 7
		if loss.Response(c.l, 1) != 1 {
			claims++
		}
		if r := nvsdtest.Loss(c.l, c.y); r.Curves == nil || len(r.Claims) != claims || !strings.Contains(r.String(), fmt.Sprintf("all %d claims hold", claims)) {
			t.Errorf("%v", r)
		}
	}
}

// wrongLoss is a square with one method replaced.
type wrongLoss struct {
	loss.Square
	value, derivative, curvature, conjugate func(y, v float64) float64
}

func (l wrongLoss) Value(y, f float64) float64 {
	if l.value != nil {
		return l.value(y, f)
	}
	return l.Square.Value(y, f)
}

func (l wrongLoss) Derivative(y, f float64) float64 {
	if l.derivative != nil {
		return l.derivative(y, f)
	}
	return l.Square.Derivative(y, f)
}

func (l wrongLoss) Curvature(y, f float64) float64 {
	if l.curvature != nil {
		return l.curvature(y, f)
	}
	return l.Square.Curvature(y, f)
}

func (l wrongLoss) Conjugate(y, u float64) float64 {
	if l.conjugate != nil {
		return l.conjugate(y, u)
	}
	return l.Square.Conjugate(y, u)
}

// misread is a square with the response of another loss.
type misread struct{ loss.Square }

func (misread) Response(f float64) float64 { return math.Exp(f) }

// TestWrongLosses: each mistake fails the claim that it breaks.
func TestWrongLosses(t *testing.T) {
	calls := 0.0
	for claim, l := range map[string]loss.Loss{
		"Value is finite, and not below 0":                                wrongLoss{value: func(y, f float64) float64 { return (y-f)*(y-f) - 1 }},
		"Value, Derivative and Curvature depend on their arguments alone": wrongLoss{curvature: func(float64, float64) float64 { calls++; return calls }},
		"Derivative is the slope of Value":                                wrongLoss{derivative: func(y, f float64) float64 { return f - y }},
		"Derivative does not fall: the loss is convex": wrongLoss{value: func(y, f float64) float64 { return 1 - math.Exp(-(y-f)*(y-f)) },
			derivative: func(y, f float64) float64 { return 2 * (f - y) * math.Exp(-(y-f)*(y-f)) }},
		"Curvature is the slope of Derivative, and not below 0":                                wrongLoss{curvature: func(y, f float64) float64 { return 1 }},
		"Conjugate keeps the inequality of Fenchel and Young, with equality at the derivative": wrongLoss{conjugate: func(y, u float64) float64 { return u*y + u*u/8 }},
		"Response rises, and Derivative has the sign of Response less the target":              misread{},
		"panics": wrongLoss{value: func(y, f float64) float64 { panic("no") }},
	} {
		found := false
		r := nvsdtest.Loss(l, []float64{-1, 0, 3})
		for _, c := range r.Failures() {
			found = found || c.Name == claim || strings.Contains(c.Detail, claim)
		}
		if !found {
			t.Errorf("%s: %v", claim, r.Failures())
		}
	}
	if r := nvsdtest.Loss(loss.Logistic{}, []float64{0, 1}); r.Holds() || !strings.Contains(r.Failures()[0].Detail, "-1 and 1") {
		t.Errorf("%v", r)
	}
	if r := nvsdtest.Loss(nil, nil); r.Holds() {
		t.Errorf("%v", r)
	}
	if r := nvsdtest.Loss(loss.Square{}, []float64{1}); len(r.Lacking) != 3 || len(r.Heard) != 1 {
		t.Errorf("heard %v, lacking %v", r.Heard, r.Lacking)
	}
}
