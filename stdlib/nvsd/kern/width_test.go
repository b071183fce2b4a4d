package kern_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

// TestRulesOnALine has distances that can be told by hand: 0, 1, ..., 40 on a
// line. The 20th nearest neighbour of i is 10 away in the middle, farther near
// the ends.
func TestRulesOnALine(t *testing.T) {
	const n = 41
	X := mat.NewDense(n, 1, nil)
	var far float64
	var near, all []float64
	for i := range n {
		X.Set(i, 0, float64(i))
		reach := max(10, 20-min(i, n-1-i))
		far += float64(reach) / n
		var mine []float64
		for j := range n {
			if j != i {
				mine = append(mine, math.Abs(float64(i-j)))
			}
		}
		slices.Sort(mine)
		near = append(near, mine[:20]...)
		all = append(all, mine...)
	}
	slices.Sort(near)
	slices.Sort(all)
	for rule, want := range map[kern.WidthRule]float64{
		kern.Mean20thNN:     far,
		kern.Median20NN:     (near[n*10-1] + near[n*10]) / 2,
		kern.MedianDistance: (all[n*20-1] + all[n*20]) / 2,
	} {
		got, err := rule.On(X)
		if err != nil || math.Abs(got-want) > 1e-12 {
			t.Errorf("%v = %v, %v; want %v", rule, got, err, want)
		}
	}
}

// TestMedianDistance: the median distance is the middle of the sorted ones, for odd and
// even numbers of pairs, with ties or without.
func TestMedianDistance(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for n := 2; n < 60; n++ {
		for _, levels := range []float64{4, 1e9} {
			x := make([]float64, n)
			for i := range x {
				x[i] = math.Floor(levels * rng.Float64())
			}
			var all []float64
			for i := range x {
				for j := range i {
					all = append(all, math.Abs(x[i]-x[j]))
				}
			}
			slices.Sort(all)
			want := (all[(len(all)-1)/2] + all[len(all)/2]) / 2
			got, err := kern.MedianDistance.On(mat.NewDense(n, 1, x))
			if want == 0 {
				continue // see TestRulesWithoutZeros
			}
			if err != nil || math.Abs(got-want) > 1e-15*want {
				t.Errorf("%d rows of %g levels: %v, %v; want %v", n, levels, got, err, want)
			}
		}
	}
}

// TestRulesWithoutZeros: where a rule would give 0, it counts the rows that differ alone. 90 rows
// at 0, 6 at 3 and 4 at 10 have three distances, 7 between 3 and 10.
func TestRulesWithoutZeros(t *testing.T) {
	var x []float64
	for value, times := range map[float64]int{0: 90, 3: 6, 10: 4} {
		for range times {
			x = append(x, value)
		}
	}
	X := mat.NewDense(len(x), 1, x)
	for rule, want := range map[kern.WidthRule]float64{
		kern.MedianDistance: 3, // 540 times, beside 360 times 10 and 24 times 7
		// The 20th nearest row is at 0 for 90 rows, and at another place for the others: no zero.
		kern.Mean20thNN: (6*3.0 + 4*10) / 100,
		// Of a row at 0 the nearest others are 6 at 3 and 4 at 10, of one at 3 there are 4 at 7
		// and 16 at 0, of one at 10 there are 6 at 7 and 14 at 0: 636 times 3.
		kern.Median20NN: 3,
	} {
		if got, err := rule.On(X); err != nil || math.Abs(got-want) > 1e-12 {
			t.Errorf("%v = %v, %v; want %v", rule, got, err, want)
		}
	}
	// With 30 rows at each place no row has 20 neighbours elsewhere nearer than its copies.
	var three []float64
	for i := range 90 {
		three = append(three, []float64{0, 1, 5}[i%3])
	}
	if got, err := kern.Mean20thNN.On(mat.NewDense(90, 1, three)); err != nil || math.Abs(got-(1+1+4)/3.0) > 1e-12 {
		t.Errorf("the mean distance to the 20th row that differs: %v, %v; want 2", got, err)
	}
	for _, rule := range []kern.WidthRule{kern.Mean20thNN, kern.Median20NN, kern.MedianDistance} {
		_, err := rule.On(mat.NewDense(30, 2, nil))
		if err == nil || !strings.Contains(err.Error(), "all 30 rows are equal") {
			t.Errorf("%v of equal rows: %v", rule, err)
		}
		_, err = rule.On(mat.NewDense(2, 1, []float64{-1e200, 1e200}))
		if err == nil || !strings.Contains(err.Error(), "scale the inputs") {
			t.Errorf("%v of distances beyond a float64: %v", rule, err)
		}
	}
}

// TestRulesGiveAWidth: any rows that are not all equal have a width, however many of them are.
func TestRulesGiveAWidth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(2, 70).Draw(t, "n"), rapid.IntRange(1, 3).Draw(t, "d")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		share := rapid.Float64Range(0, 1).Draw(t, "share of values that are not 0")
		X, least, most := mat.NewDense(n, d, nil), math.Inf(1), 0.0
		X.Apply(func(int, int, float64) float64 {
			if rng.Float64() > share {
				return 0
			}
			return float64(1 + rng.IntN(5))
		}, X)
		for i := range n {
			for j := range i {
				if r := floats.Distance(X.RawRowView(i), X.RawRowView(j), 2); r > 0 {
					least, most = min(least, r), max(most, r)
				}
			}
		}
		for _, rule := range []kern.WidthRule{kern.Mean20thNN, kern.Median20NN, kern.MedianDistance} {
			width, err := rule.On(X)
			if equal := most == 0; (err != nil) != equal || !equal && !(width > 0 && width <= most*(1+1e-12)) {
				t.Errorf("%v: %v, %v, of distances from %v to %v", rule, width, err, least, most)
			}
			if rule != kern.Mean20thNN && err == nil && width < least/2*(1-1e-12) {
				t.Errorf("%v: %v, below half of the least distance %v", rule, width, least)
			}
		}
	})
}

// TestFewRows: with fewer than 20 other rows, all of them count.
func TestFewRows(t *testing.T) {
	X := mat.NewDense(3, 1, []float64{0, 1, 3})
	if got, err := kern.Mean20thNN.On(X); err != nil || math.Abs(got-(3.0+2+3)/3) > 1e-15 {
		t.Errorf("mean distance to the farthest: %v, %v", got, err)
	}
}

// TestRulesScale: a width has the units of the inputs.
func TestRulesScale(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	X := mat.NewDense(50, 3, nil)
	X.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, X)
	var scaled mat.Dense
	scaled.Scale(7, X)
	for _, rule := range []kern.WidthRule{kern.Mean20thNN, kern.Median20NN, kern.MedianDistance} {
		a, errA := rule.On(X)
		b, errB := rule.On(&scaled)
		if errA != nil || errB != nil || math.Abs(b/a-7) > 1e-12 {
			t.Errorf("%v: %v and %v (%v, %v)", rule, a, b, errA, errB)
		}
	}
}

// What people read has four digits, what is computed with has all.
func TestNumbersAreShownShort(t *testing.T) {
	const width = 2.813859582854731
	for want, k := range map[string]kern.Kernel{
		"Gaussian(sigma 2.814)":                             kern.Gaussian{Width: kern.Sigma(width)},
		"Constant(2.814)":                                   kern.Constant{Value: width},
		"Periodic(period 2.814, width 0.3554)":              kern.Periodic{Period: width, Width: 1 / width},
		"Polynomial(degree 2, offset 2.814)":                kern.Polynomial{Degree: 2, Offset: width},
		"RationalQuadratic(sigma 2.814, shape 2.814)":       kern.RationalQuadratic{Width: kern.Sigma(width), Shape: width},
		"ARD(Gaussian(sigma 2.814), widths [2.814 0.3554])": kern.ARD{Base: kern.Gaussian{Width: kern.Sigma(width)}, Widths: []float64{width, 1 / width}},
	} {
		if got := fmt.Sprint(k); got != want {
			t.Errorf("shown as %s, want %s", got, want)
		}
	}
	if got, err := kern.Sigma(width).On(nil); got != width || err != nil {
		t.Errorf("the width is %v, %v", got, err)
	}
}

// TestManyRows: a rule compares all pairs of rows, and refuses more of them than there is memory for.
func TestManyRows(t *testing.T) {
	for _, rule := range []kern.WidthRule{kern.MedianDistance, kern.Mean20thNN, kern.Median20NN} {
		if _, err := rule.On(mat.NewDense(200_000, 1, nil)); err == nil || !strings.Contains(err.Error(), "there are 200000 rows") {
			t.Errorf("%v: %v", rule, err)
		}
	}
}
