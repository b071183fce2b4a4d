package penalty_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// TestSeparableIsTheClosedForm: a penalty given as a function of one norm has
// the prox that its formula gives.
func TestSeparableIsTheClosedForm(t *testing.T) {
	scad := penalty.SCAD{Knee: 1, A: 3.7}
	for _, c := range []struct {
		name string
		rho  func(float64) float64
		want penalty.Penalty
		tol  float64 // relative to u
	}{
		{"lasso", func(u float64) float64 { return u }, penalty.Lasso{}, 1e-11},
		{"ridge", func(u float64) float64 { return u * u }, penalty.ElasticNet{}, 1e-11},
		{"elastic net", func(u float64) float64 { return 0.3*u + 0.7*u*u }, penalty.ElasticNet{Mu: 0.3}, 1e-11},
		{"log-sum", func(u float64) float64 { return math.Log1p(u / 0.1) }, penalty.LogSum{Eps: 0.1}, 1e-9},
		{"MCP", func(u float64) float64 { v := min(u, 2); return v - v*v/4 }, penalty.MCP{Knee: 2}, 1e-7},
		{"SCAD", func(u float64) float64 { return scad.Value([]float64{u}) }, scad, 1e-7},
		{"nothing", func(float64) float64 { return 0 }, penalty.Scaled{P: penalty.Lasso{}}, 1e-11},
	} {
		t.Run(c.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			p := penalty.Separable(c.rho)
			if err := p.(trait.Fits).Check(1); err != nil {
				t.Fatal(err)
			}
			r, want := make([]float64, 1), make([]float64, 1)
			for range 500 {
				u, step := []float64{math.Exp(2 * rng.NormFloat64())}, math.Exp(2*rng.NormFloat64()-1)
				p.Prox(r, u, step)
				c.want.Prox(want, u, step)
				// Two minima may be as good as one another.
				tie := math.Abs(objective(c.want, r, u, step)-objective(c.want, want, u, step)) < 1e-13*u[0]*u[0]
				if math.Abs(r[0]-want[0]) > c.tol*u[0] && !(tie && min(r[0], want[0]) == 0) {
					t.Errorf("prox at %v, %v: %v, want %v", u, step, r, want)
				}
			}
		})
	}
}

// TestSeparableKinks: at a kink, a minimum that is one stays.
func TestSeparableKinks(t *testing.T) {
	p := penalty.Separable(func(u float64) float64 { return u + 2*max(0, u-1) })
	r := make([]float64, 3)
	p.Prox(r, []float64{0.3, 2.2, 9}, 0.5)
	for a, want := range []float64{0, 1, 7.5} {
		if math.Abs(r[a]-want) > 1e-7 {
			t.Errorf("prox %v, want 0, 1, 7.5", r)
		}
	}
}

// TestSeparableTies: of two minima that are as good as one another the prox is the smaller,
// however the values of the penalty are rounded.
func TestSeparableTies(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	p := penalty.Separable(func(u float64) float64 { return min(u, 1) * (1 + 0x1p-52*float64(rng.IntN(3)-1)) })
	r := make([]float64, 1)
	for range 100 {
		step := math.Exp(rng.Float64() - 0.5)
		p.Prox(r, []float64{1 + step/2}, step)
		if want := max(0, 1-step/2); step < 2 && math.Abs(r[0]-want) > 1e-6 {
			t.Errorf("step %v: prox %v, want %v, which is as good as %v", step, r[0], want, 1+step/2)
		}
	}
}

func TestSeparableCheck(t *testing.T) {
	for _, c := range []struct {
		rho  func(float64) float64
		want string
	}{
		{nil, "no function"},
		{func(u float64) float64 { return math.Log(u + 0.1) }, "must be 0 there"},
		{func(u float64) float64 { return math.Sin(u) }, "falls from"},
		{func(u float64) float64 { return u / (100 - u) }, "falls from"},
		{func(u float64) float64 { return math.Expm1(u) }, "finite"},
		{func(u float64) float64 { return math.Log(u) }, "must be 0 there"},
		{func(u float64) float64 { return []float64{0}[int(u)] }, "panics at 1"},
	} {
		err := penalty.Separable(c.rho).(trait.Fits).Check(3)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	r := make([]float64, 1)
	penalty.Separable(func(u float64) float64 { return math.Sqrt(1-u) - 1 }).Prox(r, []float64{2}, 1)
	if !math.IsNaN(r[0]) {
		t.Errorf("the prox of a function that is not finite is %v", r)
	}
}
