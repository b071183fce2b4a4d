package penalty_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// innerGap is how far t P(r) is above the pairing of r with u - r, relative to
// 1/2 ||u||^2: 0 where u - r is a subgradient of t P at r.
func innerGap(p penalty.Penalty, r, u []float64, t float64) float64 {
	gap, square := t*p.Value(r), 0.0
	for a := range r {
		gap -= r[a] * (u[a] - r[a])
		square += u[a] * u[a] / 2
	}
	return gap / square
}

// TestOverlappingIsExact: on many groups of every kind of overlap the prox is
// one to rounding, from no shrinkage to all zero.
func TestOverlappingIsExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		d := 1 + rng.IntN(30)
		var groups [][]int
		for a := range d { // every input is somewhere
			groups = append(groups, []int{a})
			for b := range d {
				if b != a && rng.IntN(1+d/3) == 0 {
					groups[a] = append(groups[a], b)
				}
			}
		}
		p := penalty.Overlapping{GroupLasso: penalty.Groups(groups)}
		u, r := make([]float64, d), make([]float64, d)
		for a := range u {
			u[a] = math.Exp(2 * rng.NormFloat64())
		}
		for _, step := range []float64{1e-8, 1e-3, 1e-2, 0.03, 0.1, 0.3, 1, 10} {
			p.Prox(r, u, step)
			if gap := innerGap(p, r, u, step); math.Abs(gap) > 1e-14*float64(d) {
				t.Fatalf("groups %v, u %v, t %v: r = %v with relative inner gap %g", groups, u, step, r, gap)
			}
		}
	}
}

// TestOverlappingAtThresholds: where a group is just about to be 0, the prox is
// no less exact. One group's threshold is known.
func TestOverlappingAtThresholds(t *testing.T) {
	p := penalty.Overlapping{GroupLasso: penalty.GroupLasso{Groups: [][]int{{0, 1}, {1, 2}}, Weights: []float64{1, 1}}}
	u, r := []float64{3, 0, 4}, make([]float64, 3)
	for _, ulps := range []float64{-1e3, -10, -1, 0, 1, 10, 1e3, 1e6} {
		step := 3 * (1 + ulps*0x1p-52)
		p.Prox(r, u, step)
		want := []float64{max(0, 3-step), 0, 4 - step}
		for a := range r {
			if math.Abs(r[a]-want[a]) > 2e-13 {
				t.Errorf("at %v of the threshold: %v, want %v", ulps, r, want)
			}
		}
	}
	// Two groups share an input, and it takes both to cancel it.
	u = []float64{0, 2, 0}
	p.Prox(r, u, 1)
	if !slices.Equal(r, []float64{0, 0, 0}) {
		t.Errorf("at the threshold of a shared input: %v", r)
	}
	p.Prox(r, u, 0.5)
	if math.Abs(r[1]-1) > 1e-14 {
		t.Errorf("a shared input is shortened to %v, want 1", r[1])
	}
}

// TestOverlappingTies: whole numbers make thresholds be met exactly. There too
// the prox is one, if to fewer digits.
func TestOverlappingTies(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for range 3000 {
		d := 1 + rng.IntN(12)
		groups, weights := make([][]int, d), make([]float64, d)
		for a := range d {
			groups[a] = []int{a}
			weights[a] = float64(rng.IntN(4))
			for b := range d {
				if b != a && rng.IntN(1+d/3) == 0 {
					groups[a] = append(groups[a], b)
				}
			}
		}
		p := penalty.Overlapping{GroupLasso: penalty.GroupLasso{Groups: groups, Weights: weights}}
		u, r := make([]float64, d), make([]float64, d)
		for a := range u {
			u[a] = float64(rng.IntN(4))
		}
		u[0]++
		step := float64(rng.IntN(8)) / 4
		p.Prox(r, u, step)
		if gap := innerGap(p, r, u, step); math.Abs(gap) > 1e-7 {
			t.Fatalf("groups %v, weights %v, u %v, t %v: r = %v with relative inner gap %g", groups, weights, u, step, r, gap)
		}
	}
}

// TestOverlappingVanishesOnce: the step from which on the prox is 0 can be found
// to the last bit, as tau_max is.
func TestOverlappingVanishesOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	p := penalty.Overlapping{GroupLasso: penalty.Groups([][]int{{0, 1, 2}, {2, 3}, {3, 4, 0}, {1, 3}, {5, 4, 2}})}
	u, r := make([]float64, 6), make([]float64, 6)
	for range 50 {
		for a := range u {
			u[a] = math.Abs(rng.NormFloat64())
		}
		lo, hi := 0.0, 10.0
		for mid := 5.0; lo < mid && mid < hi; mid = (lo + hi) / 2 {
			p.Prox(r, u, mid)
			if slices.Max(r) == 0 {
				hi = mid
			} else {
				lo = mid
			}
		}
		p.Prox(r, u, hi*(1+1e-6))
		if slices.Max(r) > 0 {
			t.Errorf("u %v: the prox is 0 at t = %v, and %v a little later", u, hi, r)
		}
		p.Prox(r, u, hi*(1-1e-6))
		if slices.Max(r) == 0 {
			t.Errorf("u %v: the prox is 0 before %v already", u, hi)
		}
	}
}

// TestOverlappingIdentities: disjoint groups are a group lasso, and groups of
// one input beside a partition are a sparse group lasso.
func TestOverlappingIdentities(t *testing.T) {
	partition := [][]int{{4, 1}, {0, 2, 3}}
	group := penalty.Groups(partition)
	mixed := penalty.GroupLasso{Groups: append(slices.Clone(partition), []int{0}, []int{1}, []int{2}, []int{3}, []int{4}),
		Weights: []float64{1.2, 1.8, 0.4, 0.4, 0.4, 0.4, 0.4}}
	rapid.Check(t, func(t *rapid.T) {
		u, step := norms(t, "u"), rapid.Float64Range(0, 5).Draw(t, "t")
		for _, c := range []struct{ a, b penalty.Penalty }{
			{penalty.Overlapping{GroupLasso: group}, group},
			{penalty.Overlapping{GroupLasso: mixed}, penalty.SparseGroup{GroupLasso: group, Mu: 0.4}},
		} {
			r, s := make([]float64, d), make([]float64, d)
			c.a.Prox(r, u, step)
			c.b.Prox(s, u, step)
			for a := range r {
				if math.Abs(r[a]-s[a]) > 1e-12 || (r[a] == 0) != (s[a] == 0) && max(r[a], s[a]) > 1e-12 {
					t.Fatalf("at %v, %v: %v by %v, %v by %v", u, step, r, c.a, s, c.b)
				}
			}
		}
	})
}

// TestNestedGroups: groups of which one holds the other wherever two share inputs have the prox of all
// others, by their dual blocks, from no shrinkage to all zero. Inside a larger family, where another
// overlap of weight 0 is no such one, it comes out the same.
func TestNestedGroups(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(1, 12).Draw(t, "inputs")
		groups := [][]int{}
		var split func(from, to int)
		split = func(from, to int) {
			group := make([]int, to-from)
			for i := range group {
				group[i] = from + i
			}
			groups = append(groups, group)
			if to-from < 2 || !rapid.Bool().Draw(t, "deeper") {
				return
			}
			middle := rapid.IntRange(from+1, to-1).Draw(t, "middle")
			split(from, middle)
			if rapid.Bool().Draw(t, "both") {
				split(middle, to)
			}
		}
		split(0, d)
		groups = rapid.Permutation(groups).Draw(t, "order")
		weights := rapid.SliceOfN(rapid.Float64Range(0, 3), len(groups), len(groups)).Draw(t, "weights")
		u := rapid.SliceOfN(rapid.Float64Range(0, 10), d, d).Draw(t, "u")
		step := rapid.Float64Range(1e-3, 2).Draw(t, "t")
		r := make([]float64, d)
		p := penalty.Overlapping{GroupLasso: penalty.GroupLasso{Groups: groups, Weights: weights}}
		p.Prox(r, u, step)
		if gap := innerGap(p, r, u, step); slices.Max(u) > 1e-3 && math.Abs(gap) > 1e-13*float64(d) {
			t.Errorf("groups %v, weights %v, u %v: r = %v with relative inner gap %g", groups, weights, u, r, gap)
		}
		if d < 3 {
			return
		}
		q, other := p, make([]float64, d)
		q.Groups, q.Weights = append(slices.Clone(groups), []int{0, 1}, []int{1, 2}), append(slices.Clone(weights), 0, 0)
		q.Prox(other, u, step)
		for a := range r {
			if math.Abs(r[a]-other[a]) > 1e-6*slices.Max(u) {
				t.Errorf("groups %v, weights %v, u %v: %v, and %v in a larger family", groups, weights, u, r, other)
				return
			}
		}
	})
}
