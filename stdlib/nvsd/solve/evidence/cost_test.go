package evidence

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// profiles are the kernels of width 1 that tests go through.
var profiles = map[string]trait.Isotropic{
	"Gaussian":          kern.Gaussian{Width: kern.Sigma(1)},
	"RationalQuadratic": kern.RationalQuadratic{Width: kern.Sigma(1), Shape: 1.5},
	"Matern52":          kern.Matern52{Width: kern.Sigma(1)},
}

// drawn is a problem of n observations of f with noise; inputs are normal.
func drawn(seed uint64, n, d int, noise float64, f func(x []float64) float64) Problem {
	rng := rand.New(rand.NewPCG(seed, 1))
	X, y := mat.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		row := X.RawRowView(i)
		for a := range row {
			row[a] = rng.NormFloat64()
		}
		y[i] = f(row) + noise*rng.NormFloat64()
	}
	return Problem{X: X, Y: y, Kernel: profiles["Gaussian"], Intercept: true}
}

func curved(x []float64) float64 { return math.Sin(2*x[0]) + x[1]*x[2] + 3 }

// partitions are columns of four as inputs: each alone, and two of them together.
var partitions = map[string][][]int{"four inputs": nil, "three inputs": {{0, 2}, {1}, {3}}}

// eachCost does a test for every profile, with and without intercept, for rows that are there
// several times, where the noise is the least one, and where an input has two columns, at a point.
func eachCost(t *testing.T, do func(t *testing.T, c *cost, at point)) {
	for name, profile := range profiles {
		for _, intercept := range []bool{true, false} {
			for _, repeated := range []bool{false, true} {
				for _, least := range []float64{0, 50} {
					for columns, parts := range partitions {
						t.Run(fmt.Sprintf("%s, intercept %v, repeated %v, least noise %v, %s", name, intercept, repeated, least, columns), func(t *testing.T) {
							p := drawn(1, 17, 4, 0.1, curved)
							p.Kernel, p.Intercept, p.least, p.Parts = profile, intercept, []float64{least}, parts
							for i := range p.Y {
								if repeated {
									p.times = append(p.times, float64(1+i%4))
								}
							}
							m := p.inputs()
							do(t, newCost(p.on([]int{0, 1, 2, 3}[:m])), point{[]float64{-0.3, 0.2, -1.1, -2}[:m], math.Log(0.03)})
						})
					}
				}
			}
		}
	}
}

// near wants a = b to a relative tolerance.
func near(t *testing.T, what string, a, b, tol float64) {
	t.Helper()
	if !(math.Abs(a-b) <= tol*math.Max(1, math.Abs(b))) {
		t.Errorf("%s is %.12g, want %.12g", what, a, b)
	}
}

func mustEvaluate(t *testing.T, c *cost, at point) float64 {
	t.Helper()
	if err := c.evaluate(at); err != nil {
		t.Fatal(err)
	}
	return c.value
}

func TestSlopes(t *testing.T) {
	const h = 1e-5
	eachCost(t, func(t *testing.T, c *cost, at point) {
		mustEvaluate(t, c, at)
		c.invert()
		c.slopes()
		slope, noise := append([]float64(nil), c.slope...), c.noise
		for a := range slope {
			up, down := at.clone(), at.clone()
			up.logW[a], down.logW[a] = at.logW[a]+h, at.logW[a]-h
			difference := (mustEvaluate(t, c, up) - mustEvaluate(t, c, down)) / (2 * h)
			near(t, fmt.Sprintf("the slope by log w_%d", a), 2*math.Exp(2*at.logW[a])*slope[a], difference, 1e-6)
		}
		up, down := at, at
		up.logNoise, down.logNoise = at.logNoise+h, at.logNoise-h
		near(t, "the slope by log lambda", noise, (mustEvaluate(t, c, up)-mustEvaluate(t, c, down))/(2*h), 1e-6)
	})
}

// covarianceOf is K + lambda kappa(0) T^-1 from its definition.
func covarianceOf(p Problem, at point) *mat.SymDense {
	n, d := p.X.Dims()
	C := mat.NewSymDense(n, nil)
	top, _, _ := p.Kernel.AtHalfSquare(0)
	for i := range n {
		for j := i; j < n; j++ {
			var s float64
			for a := range d {
				diff := math.Exp(at.logW[p.input(a)]) * (p.X.At(i, a) - p.X.At(j, a))
				s += diff * diff / 2
			}
			k, _, _ := p.Kernel.AtHalfSquare(s)
			if i == j && p.times != nil {
				k += math.Exp(at.logNoise) * top / p.times[i]
			} else if i == j {
				k += math.Exp(at.logNoise) * top
			}
			C.SetSym(i, j, k)
		}
	}
	return C
}

// TestValueIsADensity holds the value to the normal density of what an orthonormal basis
// of contrasts makes of the targets, at the best scale of those that leave the least noise.
func TestValueIsADensity(t *testing.T) {
	eachCost(t, func(t *testing.T, c *cost, at point) {
		n, m := c.n, int(c.free())
		A := mat.NewDense(n, m, nil) // Helmert's contrasts, or the identity
		for k := range m {
			if !c.problem.Intercept {
				A.Set(k, k, 1)
				continue
			}
			root := math.Sqrt(float64((k + 1) * (k + 2)))
			for i := range k + 1 {
				A.Set(i, k, 1/root)
			}
			A.Set(k+1, k, -float64(k+1)/root)
		}
		var AC, ACA mat.Dense
		AC.Mul(A.T(), covarianceOf(c.problem, at))
		ACA.Mul(&AC, A)
		var z, solved mat.VecDense
		z.MulVec(A.T(), mat.NewVecDense(n, c.problem.Y))
		if err := solved.SolveVec(&ACA, &z); err != nil {
			t.Fatal(err)
		}
		square := mat.Dot(&z, &solved)
		top, _, _ := c.problem.Kernel.AtHalfSquare(0)
		scale := math.Max(square/float64(m), c.problem.least[0]/(math.Exp(at.logNoise)*top))
		if least := c.problem.least[0] > 0; least != (scale > square/float64(m)) {
			t.Fatalf("the least noise holds: %v", !least)
		}
		logDet, _ := mat.LogDet(&ACA)
		density := -float64(m)/2*math.Log(2*math.Pi*scale) - square/(2*scale) - logDet/2
		near(t, "the value", mustEvaluate(t, c, at), -density, 1e-9)
	})
}

// TestResiduals leaves out one row after the other.
func TestResiduals(t *testing.T) {
	eachCost(t, func(t *testing.T, c *cost, at point) {
		residuals, err := c.residuals(at)
		if err != nil {
			t.Fatal(err)
		}
		C := covarianceOf(c.problem, at)
		for out := range c.n {
			var rest []int
			for i := range c.n {
				if i != out {
					rest = append(rest, i)
				}
			}
			size := len(rest)
			if c.problem.Intercept { // a row and column of ones force the coefficients to sum to 0
				size++
			}
			S, b := mat.NewDense(size, size, nil), mat.NewVecDense(size, nil)
			for k, i := range rest {
				b.SetVec(k, c.problem.Y[i])
				for l, j := range rest {
					S.Set(k, l, C.At(i, j))
				}
				if c.problem.Intercept {
					S.Set(k, size-1, 1)
					S.Set(size-1, k, 1)
				}
			}
			var x mat.VecDense
			if err := x.SolveVec(S, b); err != nil {
				t.Fatal(err)
			}
			predicted := 0.0
			for k, i := range rest {
				predicted += C.At(out, i) * x.AtVec(k)
			}
			if c.problem.Intercept {
				predicted += x.AtVec(size - 1)
			}
			near(t, fmt.Sprintf("residual %d", out), residuals[0][out], c.problem.Y[out]-predicted, 1e-8)
		}
	})
}

// TestNorms differentiates the mean of the process by differences.
func TestNorms(t *testing.T) {
	const h = 1e-5
	eachCost(t, func(t *testing.T, c *cost, at point) {
		norms, err := c.norms(at)
		if err != nil {
			t.Fatal(err)
		}
		coefficients := append([]float64(nil), c.targets[0].a...)
		mean := func(x []float64) float64 {
			var v float64
			for i, alpha := range coefficients {
				var s float64
				for a, z := range c.problem.X.RawRowView(i) {
					diff := math.Exp(at.logW[c.problem.input(a)]) * (x[a] - z)
					s += diff * diff / 2
				}
				k, _, _ := c.problem.Kernel.AtHalfSquare(s)
				v += alpha * k
			}
			return v
		}
		for a, u := range norms {
			var sum float64
			for i := range c.n {
				for _, column := range c.problem.columns(a) {
					up, down := append([]float64(nil), c.problem.X.RawRowView(i)...), append([]float64(nil), c.problem.X.RawRowView(i)...)
					up[column], down[column] = up[column]+h, down[column]-h
					slope := (mean(up) - mean(down)) / (2 * h)
					sum += slope * slope / float64(c.n)
				}
			}
			near(t, fmt.Sprintf("the norm of input %d", a), u, math.Sqrt(sum), 1e-5)
		}
	})
}

// TestConstant: without inputs every covariance is that of independent targets.
func TestConstant(t *testing.T) {
	eachCost(t, func(t *testing.T, c *cost, at point) {
		if !c.problem.Intercept || c.problem.least[0] > 0 {
			t.Skip("the constant of the kernel is no part of the constant, or the noise of the targets is below the least")
		}
		s := &search{problem: c.problem, n: c.n, d: c.d}
		for a := range at.logW {
			at.logW[a] = math.Inf(-1)
		}
		near(t, "the value without inputs", s.constant(), mustEvaluate(t, c, at), 1e-9)
	})
}

// TestRepeatedRowsAreOne: rows that are there k times are worth as much as once.
func TestRepeatedRowsAreOne(t *testing.T) {
	once := drawn(4, 40, 3, 0.3, curved)
	for _, k := range []int{2, 5} {
		again := once
		again.X, again.Y = mat.NewDense(40*k, 3, nil), nil
		for j := range k {
			for i, y := range once.Y {
				again.X.SetRow(j*40+i, once.X.RawRowView(i))
				again.Y = append(again.Y, y)
			}
			again.Y[j*40] += (float64(j) - float64(k-1)/2) / 10 // the mean is that of the row once
		}
		a, b := newCost(once.merged()), newCost(again.merged())
		at := point{[]float64{-0.3, 0.2, -1.1}, math.Log(0.03)}
		each := at
		each.logNoise += math.Log(float64(k)) // the noise of a mean is that of a row once
		near(t, "the value", mustEvaluate(t, b, each), mustEvaluate(t, a, at), 1e-10)
	}
}

// TestNoiseOfTies: V/4 of two equal classes, V/25 of five values, and 0 without ties; and no
// targets are told by others with more than their entropy.
func TestNoiseOfTies(t *testing.T) {
	values := func(k, n int) (y []float64) {
		for i := range n {
			y = append(y, float64(i%k))
		}
		return y
	}
	for _, k := range []int{2, 5, 10} {
		y := values(k, 100)
		near(t, fmt.Sprintf("the least noise of %d values", k), noiseOfTies(y)/stat.Variance(y, nil), 1/float64(k*k), 1e-12)
	}
	if v := noiseOfTies(values(100, 100)); v != 0 {
		t.Errorf("the least noise of different targets is %v", v)
	}
	y := values(100, 100)
	y[3] = y[4]
	near(t, "the least noise with one tie", noiseOfTies(y)/stat.Variance(y, nil), 4.0/100/100, 1e-12)
}

// TestNoiseOfRepeats: the bound is below the variance of the noise in at least 95 of 100 draws, near it
// if there are many rows, and falls where rows are copied. The bound is of all widths, so that no fit to
// means of few rows has less noise.
func TestNoiseOfRepeats(t *testing.T) {
	const sd = 0.3
	repeated := func(groups [][]int, y []float64) float64 { return Problem{}.noiseOfRepeats(groups, y) }
	draw := func(seed uint64, n, different int) ([][]int, []float64) {
		rng := rand.New(rand.NewPCG(seed, 2))
		groups, y := make([][]int, different), make([]float64, n)
		for i := range y {
			g := i % different
			groups[g] = append(groups[g], i)
			y[i] = 10*float64(g) + sd*rng.NormFloat64()
		}
		return groups, y
	}
	for _, different := range []int{4, 30, 59} {
		above := 0
		for seed := range uint64(400) {
			if repeated(draw(seed, 60, different)) > sd*sd {
				above++
			}
		}
		if above < 8 || above > 36 { // 20 expected
			t.Errorf("60 rows, %d different: %d of 400 bounds are above the noise", different, above)
		}
	}
	groups, y := draw(1, 20000, 4)
	once := repeated(groups, y)
	near(t, "the bound of many rows", once, sd*sd, 0.05*sd*sd)
	for i := 100; i < len(y); i++ {
		y[i] = y[i%4]
	}
	if copied := repeated(groups, y); copied > once {
		t.Errorf("the bound is %v with copies, and %v without", copied, once)
	}
}
