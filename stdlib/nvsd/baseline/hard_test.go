package baseline

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

// No input is in above the top, and one is below.
func TestTops(t *testing.T) {
	X, y := additiveSample(40, 6, 6)
	for _, s := range []system{Lasso{}, ElasticNet{}, PolynomialFeatures{}, GroupLasso{Groups: [][]int{{0, 3}, {1, 2, 4, 5}}}, SpAM{}, Backfitting{}} {
		p := prepared(t, s, X, y)
		if got := which(solved(t, p, p.top()*(1+1e-9)).selected); len(got) != 0 {
			t.Errorf("%v: above the top %v are in", s, got)
		}
		if got := which(solved(t, p, p.top()*(1-1e-3)).selected); len(got) == 0 {
			t.Errorf("%v: nothing is in below the top", s)
		}
	}
}

// Inputs that are equal, constant, in other units, or more than the points are no obstacle.
func TestHardInputs(t *testing.T) {
	X, y := additiveSample(25, 40, 7)
	for i := range 25 {
		X.Set(i, 3, 8)
		X.Set(i, 4, X.At(i, 0))
		X.Set(i, 5, 1e120*X.At(i, 0))
		X.Set(i, 6, 1e-170*X.At(i, 1))
		X.Set(i, 7, 1e9+X.At(i, 2))
	}
	groups := [][]int{}
	for a := 0; a < 40; a += 4 {
		groups = append(groups, []int{a, a + 1, a + 2, a + 3})
	}
	for _, s := range []system{Mean{}, Ridge{}, Lasso{}, ElasticNet{}, GroupLasso{Groups: groups}, SpAM{}} {
		for _, scale := range []float64{1, 1e100, 1e-100} {
			target := slices.Clone(y)
			floats.Scale(scale, target)
			p := prepared(t, s, X, target)
			top := p.top()
			if math.IsInf(top, 1) || top == 0 {
				top = 1
			}
			for _, part := range []float64{2, 0.5, 1e-2, 1e-4} {
				f := solved(t, p, part*top)
				if v := f.predict(X); floats.HasNaN(v) || f.selected[3] {
					t.Errorf("%v at %v: predictions %v, selected %v", s, part, v, f.selected)
				}
			}
		}
	}
}

func TestOneObservation(t *testing.T) {
	X, y := mat.NewDense(1, 2, []float64{3, 4}), []float64{5}
	kernel := KRLS{Kernel: kern.Gaussian{Width: kern.Sigma(1)}}
	for _, s := range []system{Mean{}, Ridge{}, Lasso{}, ElasticNet{}, PolynomialFeatures{}, GroupLasso{Groups: [][]int{{0, 1}}}, SpAM{}, Backfitting{}, kernel} {
		f := solved(t, prepared(t, s, X, y), 0.1)
		if v := f.predict(X); v[0] != 5 || len(which(f.selected)) != 0 {
			t.Errorf("%v: value %v, selected %v", s, v, f.selected)
		}
	}
}

func TestUnusableNumbers(t *testing.T) {
	X, y := additiveSample(10, 2, 8)
	huge := slices.Clone(y)
	floats.Scale(1e200, huge)
	for _, c := range []struct {
		s    system
		y    []float64
		want string
	}{
		{ElasticNet{L1Ratio: 1.5}, y, "L1Ratio is 1.5"},
		{ElasticNet{L1Ratio: -1}, y, "L1Ratio is -1"},
		{PolynomialFeatures{L1Ratio: math.NaN()}, y, "L1Ratio is NaN"},
		{Lasso{}, huge, "scale it"},
		{SpAM{}, huge, "scale it"},
		{KRLS{}, huge, "scale it"},
	} {
		if _, err := c.s.prepare(t.Context(), X, c.y, numbered(2)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: error %v, want one with %q", c.s, err, c.want)
		}
	}
}

// What a context ends is the best so far, with bounds that hold, and says so.
func TestEndedByContext(t *testing.T) {
	X, y := additiveSample(40, 6, 4)
	ctx, cancel := contextEnded()
	defer cancel()
	for _, s := range []system{Lasso{}, GroupLasso{Groups: [][]int{{0, 1, 2}, {3, 4, 5}}}, SpAM{}, Backfitting{Smoother: SplineProjection{}}} {
		p := prepared(t, s, X, y)
		f, err := p.solve(ctx, 0.1*p.top(), nil)
		if err != nil || f.converged {
			t.Errorf("%v: error %v, converged %v", s, err, f.converged)
			continue
		}
		best := solved(t, p, 0.1*p.top())
		if v := f.predict(X); len(v) != 40 || floats.HasNaN(v) || !(f.dual <= best.objective) || !(f.gap > 0) {
			t.Errorf("%v: dual %v, objective %v, gap %v", s, f.dual, best.objective, f.gap)
		}
	}
}

// Nothing explains a target that is constant, and all say so.
func TestConstantTarget(t *testing.T) {
	X, _ := additiveSample(12, 2, 9)
	y := constantVector(12, 0.1)
	for _, s := range []system{Mean{}, Ridge{}, Lasso{}, ElasticNet{}, PolynomialFeatures{}, GroupLasso{Groups: [][]int{{0}, {1}}}, SpAM{}, Backfitting{}, KRLS{}} {
		p := prepared(t, s, X, y)
		f := solved(t, p, 0.01)
		wantClose(t, "predictions", f.predict(X), y, 0)
		if top := p.top(); top != 0 && !math.IsInf(top, 1) {
			t.Errorf("%v: inputs come in below %v", s, top)
		}
	}
}
