package solve

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
)

// TestInterior checks the optimality conditions on random problems, most of
// them singular: M B + g = -lambda_g B_g with lambda_g >= 0 where ||B_g|| = R_g,
// and 0 elsewhere.
func TestInterior(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 0))
		groups := [][]int{{0, 3}, {1, 2, 4}, {5}, {6, 7, 8, 9}}
		const size = 10
		rank := 3 + rng.IntN(8)
		F := mat.NewDense(size, rank, nil)
		F.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, F)
		M := mat.NewSymDense(size, nil)
		M.SymOuterK(1, F)
		var g mat.VecDense // in the range of M
		x := mat.NewVecDense(rank, nil)
		for i := range rank {
			x.SetVec(i, rng.NormFloat64())
		}
		g.MulVec(F, x)
		radii := make([]float64, len(groups))
		for k := range radii {
			radii[k] = math.Pow(10, -2+3*rng.Float64())
		}
		if seed%4 == 0 {
			radii[1] = 0
		}
		ip := newInterior(newDenseSystem(M), g.RawVector().Data, groups, radii)
		ip.solve(t.Context(), 1e-9)
		if !(ip.gap() <= 1e-9) {
			t.Errorf("seed %d: stopped at gap %v", seed, ip.gap())
		}
		for k, index := range groups {
			b, w := make([]float64, len(index)), make([]float64, len(index))
			gather(b, ip.B, index)
			gather(w, ip.W, index)
			length := floats.Norm(b, 2)
			if length > radii[k] {
				t.Errorf("seed %d: block %d has length %v, its radius is %v", seed, k, length, radii[k])
			}
			if radii[k] == 0 {
				continue
			}
			// R ||w|| + <b, w> = 0 says all of the conditions at once.
			if gap := radii[k]*floats.Norm(w, 2) + floats.Dot(b, w); !(gap < 1e-8) {
				t.Errorf("seed %d: block %d is %v off optimality", seed, k, gap)
			}
		}
	}
}

// TestConeScaling: W z = W^-1 s, and W^-1 undoes W.
func TestConeScaling(t *testing.T) {
	c := cone{radius: 2, b: []float64{0.5, -1, 0.3}, z0: 3, w: []float64{1, 2, -1.5}, v: make([]float64, 3), lam: ray{x: make([]float64, 3)}}
	if !c.rescale() {
		t.Fatal("not inside")
	}
	same := func(what string, got, want ray) {
		t.Helper()
		if math.Abs(got.x0-want.x0) > 1e-14 || floats.Distance(got.x, want.x, 2) > 1e-14 {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	s, z := ray{c.radius, c.b}, ray{c.z0, c.w}
	same("W z = W^-1 s", c.scale(z), c.unscale(s))
	same("W^-1 W", c.unscale(c.scale(s)), s)
	same("lam o (lam \\ s)", product(c.lam, divide(c.lam, s)), s)
}

// TestReach: the step to the boundary ends on it.
func TestReach(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for range 100 {
		x := ray{2, []float64{rng.Float64(), rng.Float64()}}
		dx := ray{rng.NormFloat64(), []float64{rng.NormFloat64(), rng.NormFloat64()}}
		step := reach(x, dx)
		at := func(f float64) float64 {
			return x.x0 + f*dx.x0 - math.Hypot(x.x[0]+f*dx.x[0], x.x[1]+f*dx.x[1])
		}
		if math.IsInf(step, 1) {
			if at(1e6) < 0 {
				t.Errorf("%v + t %v leaves the cone", x, dx)
			}
			continue
		}
		if math.Abs(at(step)) > 1e-9*(1+step) || at(0.999*step) < 0 {
			t.Errorf("%v + t %v: at the step %v it is %v from the boundary", x, dx, step, at(step))
		}
	}
}

// TestInteriorOfParts: where groups share entries, B is a sum of parts that are each in their balls and
// optimal against W = M B + g, on random problems of which most are singular.
func TestInteriorOfParts(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 1))
		groups := [][]int{{0, 1, 2, 3, 4}, {3, 4, 5}, {0, 5}, {1}, {2, 4, 5}}
		const size = 6
		rank := 2 + rng.IntN(5)
		F := mat.NewDense(size, rank, nil)
		F.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, F)
		M := mat.NewSymDense(size, nil)
		M.SymOuterK(1, F)
		var g mat.VecDense // in the range of M
		x := mat.NewVecDense(rank, nil)
		for i := range rank {
			x.SetVec(i, 3*rng.NormFloat64())
		}
		g.MulVec(F, x)
		radii := make([]float64, len(groups))
		for k := range radii {
			radii[k] = math.Pow(10, -2+3*rng.Float64())
		}
		places := slices.Concat(groups...)
		index, entries := make([][]int, len(groups)), lists.UpTo(len(places))
		for k, members := range groups {
			index[k], entries = entries[:len(members)], entries[len(members):]
		}
		own := make([]float64, len(places))
		gather(own, g.RawVector().Data, places)
		parts, err := newParts(M, places)
		if err != nil {
			t.Fatal(err)
		}
		ip := newInterior(parts, own, index, radii)
		ip.solve(t.Context(), 1e-9)
		B, W := mat.NewVecDense(size, nil), mat.NewVecDense(size, nil)
		for j, at := range places {
			B.SetVec(at, B.AtVec(at)+ip.B[j])
		}
		W.MulVec(M, B)
		W.AddVec(W, &g)
		for k, part := range index {
			var b, w, inner float64
			for m, j := range part {
				at := groups[k][m]
				b, w, inner = math.Hypot(b, ip.B[j]), math.Hypot(w, W.AtVec(at)), inner+ip.B[j]*W.AtVec(at)
			}
			if b > radii[k] {
				t.Errorf("seed %d: part %d has length %v, its radius is %v", seed, k, b, radii[k])
			}
			if gap := radii[k]*w + inner; !(gap < 1e-8) {
				t.Errorf("seed %d: part %d is %v off optimality", seed, k, gap)
			}
		}
	}
}
