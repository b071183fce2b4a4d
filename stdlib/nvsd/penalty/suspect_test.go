package penalty_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

func TestSuspectAcquitsTheShipped(t *testing.T) {
	for _, p := range slices.Concat(penalties, folded) {
		rapid.Check(t, func(t *rapid.T) {
			if err := penalty.Suspect(p, norms(t, "u"), rapid.Float64Range(0, 5).Draw(t, "t")); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// with is a penalty of two functions.
type with struct {
	value func(u []float64) float64
	prox  func(dst, u []float64, t float64)
}

func (p with) Value(u []float64) float64           { return p.value(u) }
func (p with) Prox(dst, u []float64, step float64) { p.prox(dst, u, step) }

// TestSuspectConvicts what is wrong, from the norms of one fit.
func TestSuspectConvicts(t *testing.T) {
	lasso := penalty.Lasso{}
	u := []float64{0.02, 0.4, 1.3}
	const step = 0.1
	for name, c := range map[string]struct {
		p    penalty.Penalty
		want string
	}{
		"twice the step": {with{lasso.Value, func(dst, u []float64, t float64) { lasso.Prox(dst, u, 2*t) }}, "is not that of its Value"},
		"no step":        {with{lasso.Value, func(dst, u []float64, t float64) { copy(dst, u) }}, "is not that of its Value"},
		"all zero":       {with{lasso.Value, func(dst, u []float64, t float64) { clear(dst) }}, "is not that of its Value"},
		"another value":  {with{penalty.ElasticNet{Mu: 0.5}.Value, lasso.Prox}, "is not that of its Value"},
		"hard threshold": {penalty.Convex(with{lasso.Value, penalty.MCP{Knee: 0.01}.Prox}), "is not that of its Value"},
		"not convex":     {penalty.Convex(penalty.LogSum{Eps: 0.1}), "is not convex, as it says"},
		"NaN":            {with{lasso.Value, func(dst, u []float64, t float64) { dst[0] /= u[0] * 0 }}, "is not that of its Value"},
		"panic":          {with{lasso.Value, func(dst, u []float64, t float64) { panic("oh") }}, "oh"},
	} {
		if err := penalty.Suspect(c.p, u, step); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// suspected is a penalty with one fault, on d inputs. Its faults are those of the
// last input alone, where there can be such.
type suspected struct {
	with
	blocks func(d int) (groups [][]int, weights []float64, quad float64)
}

func (suspected) Convex() bool { return true }

func (p suspected) Blocks(d int) (groups [][]int, weights []float64, quad float64) {
	if p.blocks == nil {
		return nil, nil, 0
	}
	return p.blocks(d)
}

// lastly is a penalty on d inputs of which rho and its prox are for the last.
func lastly(rho func(u float64) float64, prox func(u, t float64) float64) with {
	base := penalty.ElasticNet{Mu: 0.5}
	return with{
		func(u []float64) float64 {
			last := len(u) - 1
			return base.Value(u[:last]) + rho(u[last])
		},
		func(dst, u []float64, t float64) {
			last := len(u) - 1
			base.Prox(dst[:last], u[:last], t)
			dst[last] = prox(u[last], t)
		},
	}
}

// wrong are penalties of scale 1 with one fault each, and what is said of it.
var wrong = []struct {
	name, want string
	p          suspected
}{
	{"a weight below 0", "falls as a norm grows", suspected{with: lastly(
		func(u float64) float64 { return -0.1 * u }, func(u, t float64) float64 { return u + 0.1*t })}},
	{"a hill that is convex", "falls as a norm grows", suspected{with: lastly(
		func(u float64) float64 { return (u-0.5)*(u-0.5) - 0.25 }, func(u, t float64) float64 { return (u + t) / (1 + 2*t) })}},
	{"a root", "is not convex, as it says", suspected{with: lastly(math.Sqrt, func(u, t float64) float64 { return u })}},
	{"a bend", "is not convex, as it says", suspected{with: lastly(
		func(u float64) float64 { return min(u, 1) }, func(u, t float64) float64 {
			dst := make([]float64, 1)
			penalty.Separable(func(u float64) float64 { return min(u, 1) }).Prox(dst, []float64{u}, t)
			return dst[0]
		})}},
	{"a prox of twice the step", "Prox", suspected{with: lastly(func(u float64) float64 { return u }, func(u, t float64) float64 { return max(0, u-2*t) })}},
	{"a prox of a little more", "Prox", suspected{with: lastly(func(u float64) float64 { return u }, func(u, t float64) float64 { return max(0, u-1.02*t) })}},
	{"a hard threshold", "Prox", suspected{with: lastly(func(u float64) float64 { return u }, func(u, t float64) float64 {
		if u < t {
			return 0
		}
		return u
	})}},
	{"a block of another weight", "Blocks", suspected{with{penalty.Lasso{}.Value, penalty.Lasso{}.Prox}, func(d int) ([][]int, []float64, float64) {
		groups, weights, _ := penalty.Lasso{}.Blocks(d)
		weights[d-1] = 1.001
		return groups, weights, 0
	}}},
	{"blocks without their squares", "Blocks", suspected{with{penalty.ElasticNet{Mu: 0.5}.Value, penalty.ElasticNet{Mu: 0.5}.Prox}, func(d int) ([][]int, []float64, float64) {
		groups, weights, _ := penalty.ElasticNet{Mu: 0.5}.Blocks(d)
		return groups, weights, 0
	}}},
	{"blocks that are missing one", "Blocks", suspected{with{penalty.Lasso{}.Value, penalty.Lasso{}.Prox}, func(d int) ([][]int, []float64, float64) {
		groups, weights, _ := penalty.Lasso{}.Blocks(d)
		return groups[:d-1], weights[:d-1], 0
	}}},
}

// wrongTogether have a fault that no norm shows alone.
var wrongTogether = []struct {
	name, want string
	p          suspected
}{
	{"two norms that are one block to Blocks", "Blocks", suspected{with{penalty.Lasso{}.Value, penalty.Lasso{}.Prox}, func(d int) ([][]int, []float64, float64) {
		groups, weights, _ := penalty.Lasso{}.Blocks(d)
		groups[d-2] = append(groups[d-2], d-1)
		return groups[:d-1], weights[:d-1], 0
	}}},
	{"a product of two", "is not convex, as it says", suspected{with: with{
		func(u []float64) float64 { return penalty.Lasso{}.Value(u) + u[0]*u[len(u)-1] }, penalty.Lasso{}.Prox}}},
	{"the distance of two", "falls as a norm grows", suspected{with: with{
		func(u []float64) float64 { return penalty.Lasso{}.Value(u) + 2*math.Abs(u[0]-u[len(u)-1]) }, penalty.Lasso{}.Prox}}},
}

// atScale is p in another unit of the norms.
func atScale(p suspected, unit float64) suspected {
	in := func(u []float64) []float64 {
		scaled := make([]float64, len(u))
		for a, v := range u {
			scaled[a] = v / unit
		}
		return scaled
	}
	value, prox := p.value, p.prox
	p.with = with{
		func(u []float64) float64 { return value(in(u)) },
		func(dst, u []float64, t float64) {
			prox(dst, in(u), t/(unit*unit))
			for a := range dst {
				dst[a] *= unit
			}
		},
	}
	if blocks := p.blocks; blocks != nil {
		p.blocks = func(d int) ([][]int, []float64, float64) {
			groups, weights, quad := blocks(d)
			for g := range weights {
				weights[g] /= unit
			}
			return groups, weights, quad / (unit * unit)
		}
	}
	return p
}

func of(d int, v float64) []float64 { return slices.Repeat([]float64{v}, d) }

// TestSuspectAroundConvicts: one fault of one norm is found among few and many, in
// every unit.
func TestSuspectAroundConvicts(t *testing.T) {
	for _, unit := range []float64{1e-8, 1, 1e8} {
		for _, d := range []int{1, 5, 18} {
			cases := wrong
			if d > 1 {
				cases = slices.Concat(wrong, wrongTogether)
			}
			for _, c := range cases {
				if err := penalty.SuspectAround(atScale(c.p, unit), of(d, unit)); err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%s, %d inputs, norms of %g: %v", c.name, d, unit, err)
				}
			}
		}
	}
}

// elsewhere is a penalty by a type of another package, so that nothing is taken on
// trust.
type elsewhere struct{ penalty.Penalty }

func (p elsewhere) Unwrapped() any { return p.Penalty }

// TestSuspectAroundDoubts what is said of a penalty of the package, and a function
// that is given to one.
func TestSuspectAroundDoubts(t *testing.T) {
	for _, p := range []penalty.Penalty{
		penalty.Convex(penalty.LogSum{Eps: 0.1}),
		penalty.Named("mine", penalty.Convex(penalty.LogSum{Eps: 0.1})),
		penalty.Scaled{Factor: 2, P: penalty.Convex(penalty.MCP{Knee: 1})},
		penalty.Convex(penalty.Separable(math.Sqrt)),
	} {
		if err := penalty.SuspectAround(p, of(5, 1)); err == nil || !strings.Contains(err.Error(), "is not convex, as it says") {
			t.Errorf("%v: %v", p, err)
		}
	}
}

// TestSuspectAroundAcquits what is right, at any scale and in any number of inputs.
func TestSuspectAroundAcquits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(1, 20).Draw(t, "d")
		groups := make([][]int, rapid.IntRange(1, d).Draw(t, "groups"))
		for a := range d {
			groups[a%len(groups)] = append(groups[a%len(groups)], a)
		}
		weights := rapid.SliceOfN(rapid.Float64Range(0, 10), d, d).Draw(t, "weights")
		mu := rapid.Float64Range(0, 1).Draw(t, "mu")
		knee := math.Pow(10, rapid.Float64Range(-3, 3).Draw(t, "knee"))
		scale := make([]float64, d)
		for a := range scale {
			scale[a] = math.Pow(10, rapid.Float64Range(-8, 8).Draw(t, "scale"))
		}
		for _, p := range []penalty.Penalty{
			penalty.Lasso{}, penalty.ElasticNet{Mu: mu}, penalty.WeightedLasso{Weights: weights},
			penalty.Groups(groups), penalty.SparseGroup{GroupLasso: penalty.Groups(groups), Mu: mu},
			penalty.Overlapping{GroupLasso: penalty.Groups(append(slices.Clone(groups), []int{0}))},
			penalty.MCP{Knee: knee}, penalty.SCAD{Knee: knee, A: 3.7}, penalty.LogSum{Eps: knee},
			penalty.Separable(func(u float64) float64 { return math.Log1p(u / knee) }),
			penalty.Convex(penalty.Separable(func(u float64) float64 { return u + u*u/knee })),
			penalty.Scaled{Factor: knee, P: penalty.ElasticNet{Mu: mu}},
		} {
			for _, p := range []penalty.Penalty{p, elsewhere{p}} {
				if err := penalty.SuspectAround(p, scale); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

// BenchmarkSuspectAround is what a path pays before its first fit.
func BenchmarkSuspectAround(b *testing.B) {
	for b.Loop() {
		if err := penalty.SuspectAround(elsewhere{penalty.Lasso{}}, of(18, 1)); err != nil {
			b.Fatal(err)
		}
	}
}
