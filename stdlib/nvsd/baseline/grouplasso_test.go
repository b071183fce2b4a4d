package baseline

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"
)

// descended minimises ||y - sum_g Z_g b_g||^2/(2n) + sum_g weight_g ||b_g|| by proximal
// gradient steps, which share nothing with the solver, and returns the objective and b.
func descended(blocks [][][]float64, y []float64, weights []float64, steps int) (float64, [][]float64) {
	n := float64(len(y))
	largest := 0.0 // the trace of Z'Z/n is at least its largest eigenvalue
	b := make([][]float64, len(blocks))
	for g, block := range blocks {
		b[g] = make([]float64, len(block))
		for _, z := range block {
			largest += floats.Dot(z, z) / n
		}
	}
	residual := func() []float64 {
		r := slices.Clone(y)
		for g, block := range blocks {
			for k, z := range block {
				floats.AddScaled(r, -b[g][k], z)
			}
		}
		return r
	}
	for range steps {
		r := residual()
		for g, block := range blocks {
			for k, z := range block {
				b[g][k] += floats.Dot(z, r) / n / largest
			}
			if length := floats.Norm(b[g], 2); length > 0 {
				floats.Scale(max(0, 1-weights[g]/largest/length), b[g])
			}
		}
	}
	r := residual()
	value := floats.Dot(r, r) / (2 * n)
	for g := range b {
		value += weights[g] * floats.Norm(b[g], 2)
	}
	return value, b
}

func TestGroupLassoAgreesWithDescent(t *testing.T) {
	X, y := additiveSample(40, 6, 1)
	s := GroupLasso{Groups: [][]int{{0, 5}, {1, 2, 3}, {4}}, Weights: []float64{1, 3, 0.5}}
	p := prepared(t, s, X, y).(*groupProblem)
	for _, part := range []float64{0.8, 0.3, 0.05} {
		alpha := part * p.top()
		f := solved(t, p, alpha)
		var blocks [][][]float64
		weights := make([]float64, len(s.Groups))
		for g, members := range s.Groups {
			var block [][]float64
			for _, a := range members {
				block = append(block, p.columns[a].Data)
			}
			blocks, weights[g] = append(blocks, block), alpha*s.Weights[g]
		}
		value, b := descended(blocks, p.y, weights, 20000)
		wantNear(t, "objective", f.objective, value, 1e-12)
		for g, members := range s.Groups {
			for k, a := range members {
				wantNear(t, "coefficient", f.own.(*GroupFit).Standardised[a], b[g][k], 1e-6)
			}
		}
		if !(f.dual <= value+1e-15) {
			t.Errorf("the lower bound %v is above the objective %v", f.dual, value)
		}
	}
}

// With an input a group and weights 1 it is the lasso.
func TestGroupLassoOfSingleInputs(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n, d := rapid.IntRange(1, 8).Draw(rt, "n"), rapid.IntRange(1, 5).Draw(rt, "d")
		X, y := drawMatrix(rt, n, d)
		s := GroupLasso{Weights: make([]float64, d)}
		for a := range d {
			s.Groups, s.Weights[a] = append(s.Groups, []int{a}), 1
		}
		lasso, err := Lasso{}.prepare(t.Context(), X, y, numbered(d))
		if err != nil {
			rt.Fatal(err)
		}
		group, err := s.prepare(t.Context(), X, y, numbered(d))
		if err != nil {
			rt.Fatal(err)
		}
		if math.Abs(lasso.top()-group.top()) > 1e-12 {
			rt.Errorf("the tops are %v and %v", lasso.top(), group.top())
		}
		alpha := max(1e-3, lasso.top()) * rapid.SampledFrom([]float64{1.2, 0.5, 0.03}).Draw(rt, "alpha")
		a, err := lasso.solve(t.Context(), alpha, nil)
		if err != nil {
			rt.Fatal(err)
		}
		b, err := group.solve(t.Context(), alpha, nil)
		if err != nil {
			rt.Fatal(err)
		}
		if !a.converged || !b.converged || math.Abs(a.objective-b.objective) > 1e-8*(1+a.objective) {
			rt.Errorf("objectives %v (gap %v) and %v (gap %v)", a.objective, a.gap, b.objective, b.gap)
		}
	})
}

func TestGroupLassoByNames(t *testing.T) {
	X, y := additiveSample(30, 4, 2)
	names := []string{"u", "colour=red", "colour=blue", "v"}
	byName, err := GroupLasso{Names: [][]string{{"u", "v"}, {"colour"}}}.prepare(t.Context(), X, y, names)
	if err != nil {
		t.Fatal(err)
	}
	byNumber, err := GroupLasso{Groups: [][]int{{0, 3}, {1, 2}}, Weights: []float64{math.Sqrt2, math.Sqrt2}}.prepare(t.Context(), X, y, names)
	if err != nil {
		t.Fatal(err)
	}
	a, b := solved(t, byName, 0.05), solved(t, byNumber, 0.05)
	wantClose(t, "coefficients", a.own.(*GroupFit).Standardised, b.own.(*GroupFit).Standardised, 0)
	if len(a.components) != 2 || a.components[1].Name != "colour=red, colour=blue" {
		t.Errorf("components are %v", a.components)
	}
	own := a.own.(*GroupFit)
	values := make([]float64, 30)
	for i := range values {
		values[i] = own.Constant + floats.Dot(own.Coefficients, X.RawRowView(i))
	}
	wantClose(t, "predictions", a.predict(X), values, 1e-12)
}

func TestGroupLassoRefuses(t *testing.T) {
	X, y := additiveSample(10, 3, 3)
	for want, s := range map[string]GroupLasso{
		"no groups":               {},
		"input 2 is in no group":  {Groups: [][]int{{0, 1}}},
		"in groups 0 and 1":       {Groups: [][]int{{0, 1}, {1, 2}}},
		"inputs are 0 to 2":       {Groups: [][]int{{0, 1, 7}}},
		`"w", which is no input`:  {Names: [][]string{{"w"}}},
		"weight of group 1 is 0":  {Groups: [][]int{{0, 1}, {2}}, Weights: []float64{1, 0}},
		"weight of group 0 is -1": {Groups: [][]int{{0, 1}, {2}}, Weights: []float64{-1, 1}},
		"1 weights for 2 groups":  {Groups: [][]int{{0, 1}, {2}}, Weights: []float64{1}},
	} {
		if _, err := s.prepare(t.Context(), X, y, numbered(3)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: error %v, want one with %q", s, err, want)
		}
	}
}

func BenchmarkGroupLasso(b *testing.B) {
	for _, size := range []struct{ n, d, each int }{{100, 20, 4}, {200, 60, 3}, {500, 100, 10}, {60, 150, 5}} {
		b.Run(fmt.Sprintf("n=%d,d=%d,groups of %d", size.n, size.d, size.each), func(b *testing.B) {
			benchmarkPath(b, GroupLasso{Groups: inRuns(size.d, size.each)}, size.n, size.d)
		})
	}
}

// inRuns parts d inputs into groups of so many that follow each other.
func inRuns(d, each int) [][]int {
	var groups [][]int
	for a := range d {
		if a%each == 0 {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], a)
	}
	return groups
}
