package baseline

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// digits are those of the numbers that bounds are computed again with, in bits.
const digits = 400

func exact(v float64) *big.Float { return new(big.Float).SetPrec(digits).SetFloat64(v) }

func exactVector(v []float64) []*big.Float {
	x := make([]*big.Float, len(v))
	for i, c := range v {
		x[i] = exact(c)
	}
	return x
}

func exactDot(x, y []*big.Float) *big.Float {
	sum := exact(0)
	for i := range x {
		sum.Add(sum, exact(0).Mul(x[i], y[i]))
	}
	return sum
}

// addExact adds c x to v.
func addExact(v []*big.Float, c *big.Float, x []*big.Float) {
	for i := range v {
		v[i].Add(v[i], exact(0).Mul(c, x[i]))
	}
}

// solveExact solves a symmetric positive definite system in place of its right-hand side.
func solveExact(a [][]*big.Float, right []*big.Float) {
	for k := range a {
		for i := k + 1; i < len(a); i++ {
			part := exact(0).Quo(a[i][k], a[k][k])
			part.Neg(part)
			addExact(a[i][k:], part, a[k][k:])
			right[i].Add(right[i], exact(0).Mul(part, right[k]))
		}
	}
	for k := len(a) - 1; k >= 0; k-- {
		for i := k + 1; i < len(a); i++ {
			right[k].Sub(right[k], exact(0).Mul(a[k][i], right[i]))
		}
		right[k].Quo(right[k], a[k][k])
	}
}

// recomputed returns the objective of a fit of the group lasso, and a number that the minimum
// is not below, with many digits and from the definition of the problem alone.
func recomputed(p *groupProblem, b []float64, alpha float64) (objective, lower float64) {
	n := exact(p.n())
	y, r := exactVector(p.y), exactVector(p.y)
	z := make([][]*big.Float, len(b))
	for j, c := range b {
		z[j] = exactVector(p.columns[j].Data)
		addExact(r, exact(-c), z[j])
	}
	total := exact(0).Quo(exactDot(r, r), exact(0).Mul(exact(2), n))
	var in []int
	var right, lengths []*big.Float // of the groups that the entries of in are of
	for g, members := range p.groups {
		length := exact(0)
		for _, a := range members {
			length.Add(length, exact(0).Mul(exact(b[a]), exact(b[a])))
		}
		length.Sqrt(length)
		threshold := exact(0).Mul(exact(alpha), exact(p.weights[g]))
		total.Add(total, exact(0).Mul(threshold, length))
		if length.Sign() > 0 {
			for _, a := range members {
				slope := exact(0).Mul(threshold, exact(0).Quo(exact(b[a]), length))
				slope.Mul(slope, n)
				in, right, lengths = append(in, a), append(right, slope.Sub(slope, exactDot(z[a], r))), append(lengths, length)
			}
		}
	}
	objective, _ = total.Float64()
	// Any vector bounds the minimum; that of the minimiser is where the slopes of the groups
	// that are in are as their coefficients have them. Tiny coefficients may be none of its, so
	// that the smallest groups are left out as long as the bound is far.
	lower = max(0, dualOf(p, z, y, r, alpha))
	for {
		lower = max(lower, dualOf(p, z, y, movedTo(z, r, in, right), alpha))
		if len(in) == 0 || objective-lower <= linearTol*objective {
			return objective, lower
		}
		least := slices.MinFunc(lengths, func(a, b *big.Float) int { return a.Cmp(b) })
		for k := len(in) - 1; k >= 0; k-- {
			if lengths[k].Cmp(least) == 0 {
				in, right, lengths = slices.Delete(in, k, k+1), slices.Delete(right, k, k+1), slices.Delete(lengths, k, k+1)
			}
		}
	}
}

// movedTo returns r, moved along the columns that are in, so that its products with them grow by what is
// right.
func movedTo(z [][]*big.Float, r []*big.Float, in []int, right []*big.Float) []*big.Float {
	moved, by := make([]*big.Float, len(r)), make([]*big.Float, len(right))
	for i := range r {
		moved[i] = exact(0).Set(r[i])
	}
	matrix := make([][]*big.Float, len(in))
	for k, a := range in {
		by[k] = exact(0).Set(right[k])
		for _, c := range in {
			matrix[k] = append(matrix[k], exactDot(z[a], z[c]))
		}
		matrix[k][k].Add(matrix[k][k], exact(1e-50))
	}
	solveExact(matrix, by)
	for k, a := range in {
		addExact(moved, by[k], z[a])
	}
	return moved
}

// dualOf returns the dual objective at the best multiple of v that is feasible.
func dualOf(p *groupProblem, z [][]*big.Float, y, v []*big.Float, alpha float64) float64 {
	vv := exactDot(v, v)
	if vv.Sign() == 0 {
		return 0
	}
	vy := exactDot(v, y)
	s := exact(0).Quo(vy, vv)
	for g, members := range p.groups {
		length := exact(0)
		for _, a := range members {
			along := exactDot(z[a], v)
			length.Add(length, along.Mul(along, along))
		}
		if length.Sqrt(length).Sign() > 0 {
			most := exact(0).Mul(exact(0).Mul(exact(alpha), exact(p.weights[g])), exact(p.n()))
			most.Quo(most, length)
			if most.Cmp(s) < 0 {
				s = most
			}
		}
	}
	value := exact(0).Mul(s, vv)
	value.Sub(vy, value.Quo(value, exact(2)))
	value.Mul(value, s)
	lower, _ := value.Quo(value, exact(p.n())).Float64()
	return lower
}

// A groupCase is data that are hard for the group lasso.
type groupCase struct {
	name       string
	n, d, each int
	near       float64 // how far input 1 is from input 0, and the last from a difference; none where < 0
	weights    bool    // far from each other
	offset     float64
}

func groupCases() []groupCase {
	return []groupCase{
		{"plain", 30, 7, 3, -1, false, 0},
		{"inputs as groups", 25, 6, 1, -1, false, 0},
		{"copies", 20, 6, 1, 0, false, 0},
		{"copies in groups", 20, 7, 2, 0, false, 0},
		{"nearly copies", 18, 8, 1, 1e-7, false, 0},
		{"nearly copies in groups", 18, 8, 3, 1e-5, false, 0},
		{"close to copies in groups", 15, 6, 2, 1e-7, false, 0},
		{"more inputs than points", 8, 20, 3, -1, false, 0},
		{"more inputs than points, inputs as groups", 8, 18, 1, -1, false, 0},
		{"more inputs than points, copies", 8, 18, 2, 0, false, 0},
		{"weights", 20, 8, 2, -1, true, 0},
		{"a group larger than the points", 7, 16, 12, -1, false, 0},
		{"large offsets", 20, 6, 2, -1, false, 1e7},
	}
}

func (c groupCase) problem(t *testing.T, seed uint64) (*groupProblem, *mat.Dense, []float64) {
	rng := rand.New(rand.NewPCG(seed, 5))
	X, y := mat.NewDense(c.n, c.d, nil), make([]float64, c.n)
	for i := range c.n {
		for a := range c.d {
			X.Set(i, a, rng.NormFloat64()+c.offset*float64(a))
		}
		y[i] = X.At(i, 0) - X.At(i, 2) + 2*c.offset + 0.5*rng.NormFloat64()
		if c.near >= 0 {
			X.Set(i, 1, X.At(i, 0)+c.near*rng.NormFloat64())
			X.Set(i, c.d-1, X.At(i, 0)-X.At(i, 2)+c.near*rng.NormFloat64())
		}
	}
	s := GroupLasso{Groups: inRuns(c.d, c.each)}
	for range s.Groups {
		switch {
		case c.weights:
			s.Weights = append(s.Weights, math.Pow(10, 4*rng.Float64()-2))
		case c.each == 1:
			s.Weights = append(s.Weights, 1)
		}
	}
	return prepared(t, s, X, y).(*groupProblem), X, y
}

// Every fit has converged down to the smallest weights, from nothing or from the fit before,
// is no worse than no coefficients, and has bounds that hold.
func TestGroupLassoAtSmallWeights(t *testing.T) {
	for _, c := range groupCases() {
		t.Run(c.name, func(t *testing.T) {
			for seed := range uint64(3) {
				p, _, _ := c.problem(t, seed)
				null := p.yy / (2 * p.n())
				var last *fitted
				for _, part := range []float64{0.3, 1e-2, 1e-4, 1e-6, 1e-8, 1e-10} {
					alpha := part * p.top()
					var fits []*fitted
					for _, from := range []*fitted{nil, last} {
						f, err := p.solve(t.Context(), alpha, from)
						if err != nil {
							t.Fatal(err)
						}
						fits = append(fits, f)
						objective, lower := recomputed(p, f.own.(*GroupFit).Standardised, alpha)
						switch {
						case !f.converged:
							t.Errorf("seed %d, %g of the top: gap %g of %g", seed, part, f.gap, null)
						case !(objective-lower <= 1.01*linearTol*null):
							t.Errorf("seed %d, %g of the top: the objective is %g of %g above its bound; the gap is said to be %g", seed, part, objective-lower, null, f.gap)
						}
						wantNear(t, "objective", f.objective/null, objective/null, 1e-13)
						if !(f.dual <= objective && f.objective <= null*(1+1e-14)) {
							t.Errorf("seed %d, %g of the top: %v <= %v <= %v is to hold", seed, part, f.dual, objective, null)
						}
					}
					if off := math.Abs(fits[0].objective - fits[1].objective); !(off <= fits[0].gap+fits[1].gap) {
						t.Errorf("seed %d, %g of the top: from the fit before it is %g off", seed, part, off)
					}
					last = fits[1]
				}
			}
		})
	}
}

// With an input a group and weights 1 it is the lasso, at small weights too.
func TestGroupLassoIsTheLassoAtSmallWeights(t *testing.T) {
	for _, c := range groupCases() {
		if c.each > 1 {
			continue
		}
		p, X, y := c.problem(t, 11)
		lasso := prepared(t, Lasso{}, X, y)
		for _, part := range []float64{1e-2, 1e-4, 1e-6, 1e-8, 1e-10} {
			group := solved(t, p, part*p.top())
			single, err := lasso.solve(t.Context(), part*p.top(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if off := math.Abs(group.objective - single.objective); !(off <= group.gap+single.gap) {
				t.Errorf("%s: %g of the top: objectives %v (gap %g) and %v (gap %g)", c.name, part, group.objective, group.gap, single.objective, single.gap)
			}
		}
	}
}

// What it is given to start from does not make it worse than no coefficients, also where it
// is ended at once.
func TestGroupLassoIsNoWorseThanNull(t *testing.T) {
	for _, c := range groupCases() {
		p, _, _ := c.problem(t, 3)
		wild := &GroupFit{Standardised: make([]float64, c.d)}
		for a := range wild.Standardised {
			wild.Standardised[a] = 1e3 * float64(1-2*(a%2))
		}
		ended, cancel := contextEnded()
		for _, ctx := range []context.Context{ended, t.Context()} {
			for _, part := range []float64{2, 0.5, 1e-5} {
				f, err := p.solve(ctx, part*p.top(), &fitted{own: wild})
				if err != nil || !(f.objective <= p.yy/(2*p.n())*(1+1e-14)) {
					t.Errorf("%s: error %v, objective %v, that of no coefficients is %v", c.name, err, f.objective, p.yy/(2*p.n()))
				}
			}
		}
		cancel()
	}
}

// The solvers are the same to the last bit whenever they are run.
func TestGroupLassoIsDeterministic(t *testing.T) {
	p, _, _ := groupCases()[5].problem(t, 1)
	again, _, _ := groupCases()[5].problem(t, 1)
	for _, part := range []float64{0.1, 1e-3, 1e-7} {
		a, b := solved(t, p, part*p.top()), solved(t, again, part*p.top())
		wantClose(t, "coefficients", a.own.(*GroupFit).Standardised, b.own.(*GroupFit).Standardised, 0)
	}
}

// The slope of the bracketed minimum over one block is right, whatever its curvatures are.
func TestBlockLength(t *testing.T) {
	for _, c := range []struct{ h, squares []float64 }{
		{[]float64{3, 4}, []float64{1, 1}},
		{[]float64{3, 1e-6}, []float64{1, 1e-14}},
		{[]float64{1e-9, 2, -1}, []float64{1e-16, 5, 1e4}},
		{[]float64{1e-3}, []float64{7}},
	} {
		for _, cut := range []float64{1e-12, 1e-5, 0.5, 10} {
			length := blockLength(c.h, c.squares, cut)
			sum := 0.0
			for k, h := range c.h {
				sum += math.Pow(h/(c.squares[k]*length+cut), 2)
			}
			if inside := floats.Norm(c.h, 2) <= cut; inside != (length == 0) || !inside && math.Abs(sum-1) > 1e-12 {
				t.Errorf("h %v, squares %v, cut %v: length %v, where the sum is %v", c.h, c.squares, cut, length, sum)
			}
		}
	}
}

func TestTwiceTheDigits(t *testing.T) {
	x, y := []float64{1e16, 1, -1e16, 3, 1 + 0x1p-52}, []float64{1, 0.5, 1, 1e-17, 1 - 0x1p-52}
	want, _ := exactDot(exactVector(x), exactVector(y)).Float64()
	wantNear(t, "dot product", dot2(x, y), want, 1e-15)
}

func TestGroupLassoWithoutMemory(t *testing.T) {
	X, y := mat.NewDense(1, 40000, nil), []float64{1}
	s := GroupLasso{Groups: inRuns(40000, 10)}
	if _, err := s.prepare(t.Context(), X, y, numbered(40000)); err == nil || !strings.Contains(err.Error(), "take fewer inputs") {
		t.Errorf("error %v", err)
	}
}
