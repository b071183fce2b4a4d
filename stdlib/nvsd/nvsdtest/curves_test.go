package nvsdtest_test

import (
	"math"
	"slices"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/nvsdtest"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

func panels(t *testing.T, r nvsdtest.Report) []report.Panel {
	t.Helper()
	if r.Curves == nil || len(r.Curves.Panels) != 3 {
		t.Fatalf("%s has the curves %v, want three", r.Subject, r.Curves)
	}
	return r.Curves.Panels
}

// A lasso is what every penalty is compared with.
func TestCurvesOfALasso(t *testing.T) {
	for _, p := range panels(t, nvsdtest.Penalty(penalty.Lasso{}, d)) {
		if !slices.Equal(p.Y, p.Comparison.Y) {
			t.Errorf("%s: %v beside %v", p.Label, p.Y, p.Comparison.Y)
		}
	}
}

// What makes a penalty without bias worth its trouble is seen: MCP takes as much of a small
// norm as the lasso, and nothing of one beyond its knee.
func TestCurvesShowTheBias(t *testing.T) {
	r := nvsdtest.Penalty(penalty.MCP{Knee: 2}, d)
	bias := panels(t, r)[2]
	for i, u := range r.Curves.X {
		switch {
		case u <= 1 && bias.Y[i] != u:
			t.Errorf("of a norm of %v MCP leaves %v", u, u-bias.Y[i])
		case u > 2 && math.Abs(bias.Y[i]) > 1e-12:
			t.Errorf("of a norm of %v MCP takes %v", u, bias.Y[i])
		}
	}
	if last := len(bias.Y) - 1; r.Curves.X[last] != 4 || bias.Comparison.Y[last] != 1 {
		t.Errorf("at %v the lasso takes %v", r.Curves.X[last], bias.Comparison.Y[last])
	}
}

// A rule gives a penalty of a single input by its price and its prox.
type rule struct {
	price func(u float64) float64
	prox  func(u, t float64) float64
}

func (r rule) Value(u []float64) float64        { return r.price(u[0]) }
func (r rule) Prox(dst, u []float64, t float64) { dst[0] = r.prox(u[0], t) }
func (r rule) String() string                   { return "a rule" }
func (r rule) jumps(t *testing.T) (at [][]float64) { // of each panel, where it is upright
	t.Helper()
	c := nvsdtest.Penalty(r, 1)
	for _, p := range panels(t, c) {
		var places []float64
		for i := 1; i < len(p.Y); i++ {
			if dx := c.Curves.X[i] - c.Curves.X[i-1]; dx <= 0 {
				t.Fatalf("%s: the points %v and %v are in no order", p.Label, c.Curves.X[i-1], c.Curves.X[i])
			} else if math.Abs(p.Y[i]-p.Y[i-1]) > 1e6*dx {
				places = append(places, c.Curves.X[i])
			}
		}
		at = append(at, places)
	}
	return at
}

// A jump is drawn upright where it is, between points of the grid too; what is only steep is not.
func TestCurvesJump(t *testing.T) {
	near := func(at []float64, want ...float64) bool {
		return slices.EqualFunc(at, want, func(a, b float64) bool { return math.Abs(a-b) < 1e-6 })
	}
	hard := rule{
		price: func(u float64) float64 { return min(u, 1) },
		prox: func(u, t float64) float64 {
			if u > 1.2345 {
				return u
			}
			return 0
		},
	}.jumps(t)
	if !near(hard[0]) || !near(hard[1], 1.2345) || !near(hard[2], 1.2345) {
		t.Errorf("a hard threshold at 1.2345 jumps at %v", hard)
	}
	count := rule{
		price: func(u float64) float64 {
			if u > 0 {
				return 1
			}
			return 0
		},
		prox: func(u, t float64) float64 {
			if u*u > 2*t {
				return u
			}
			return 0
		},
	}.jumps(t)
	if !near(count[0], 0) || !near(count[1], math.Sqrt2) {
		t.Errorf("the number of norms jumps at %v, not at 0, and its prox at the root of 2", count)
	}
	steep := rule{
		price: func(u float64) float64 { return 50 * u },
		prox:  func(u, t float64) float64 { return min(u, max(0, 40*(u-2))) },
	}.jumps(t)
	if !near(steep[0]) || !near(steep[1]) || !near(steep[2]) {
		t.Errorf("what is steep jumps at %v", steep)
	}
}

// The curves of a kernel are derivatives of one another.
func TestCurvesOfKernels(t *testing.T) {
	for _, k := range []kern.Kernel{kern.Gaussian{Width: kern.Sigma(1)}, kern.Matern52{Width: kern.Sigma(0.7)}, kern.Linear{}, kern.Polynomial{Degree: 3, Offset: 1}} {
		r := nvsdtest.Kernel(k, 2)
		p, x := panels(t, r), r.Curves.X
		for i := 1; i < len(x)-1; i++ {
			slope := (p[0].Y[i+1] - p[0].Y[i-1]) / (x[i+1] - x[i-1])
			if scale := slices.Max(p[1].Y) - slices.Min(p[1].Y) + math.Abs(p[1].Y[i]); math.Abs(slope-p[1].Y[i]) > 0.02*scale {
				t.Errorf("%s at %.3g: the slope of the curve is %.4g, that shown %.4g", r.Subject, x[i], slope, p[1].Y[i])
			}
		}
	}
}

// What panics, or is not finite, is not drawn.
func TestNoCurvesOfWhatFails(t *testing.T) {
	for name, r := range map[string]nvsdtest.Report{
		"no penalty":       nvsdtest.Penalty(nil, d),
		"infinite":         nvsdtest.Penalty(penalty.Separable(func(u float64) float64 { return 1 / u }), d),
		"panics":           nvsdtest.Penalty(penalty.Separable(func(float64) float64 { panic("no") }), d),
		"a kernel panics":  nvsdtest.Kernel(kern.FromEval(func(x, z []float64) float64 { panic("no") }), d),
		"a kernel is NaN":  nvsdtest.Kernel(kern.FromEval(func(x, z []float64) float64 { return math.NaN() }), d),
		"too few of names": nvsdtest.Penalty(penalty.WeightedLasso{Weights: []float64{1}}, d),
	} {
		if r.Curves != nil {
			t.Errorf("%s: has curves", name)
		}
		if r.Holds() {
			t.Errorf("%s: holds", name)
		}
	}
}
