package evidence

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestInformation computes it from dense matrices, with derivatives of the covariance by differences:
// half the products v'Pv / c of log w, log lambda and log c, from which log c is eliminated unless
// it follows from lambda.
func TestInformation(t *testing.T) {
	const h = 1e-5
	eachCost(t, func(t *testing.T, c *cost, at point) {
		mustEvaluate(t, c, at)
		c.invert()
		f := newInformation(c)
		f.at(c)
		all := c.inputs + 1
		moved := func(b int, by float64) *mat.SymDense {
			to := at.clone()
			if b == c.inputs {
				to.logNoise += by
			} else {
				to.logW[b] += by
			}
			return covarianceOf(c.problem, to)
		}
		C := covarianceOf(c.problem, at)
		P := projected(t, C, c.problem.Intercept)
		y, V := mat.NewVecDense(c.n, c.problem.Y), mat.NewDense(c.n, all+1, nil)
		var a mat.VecDense
		a.MulVec(P, y)
		for b := range all + 1 {
			K := mat.DenseCopyOf(C) // by log c
			if b < all {
				K.Sub(moved(b, h), moved(b, -h))
				K.Scale(1/(2*h), K)
			}
			var v mat.VecDense
			v.MulVec(K, &a)
			V.SetCol(b, v.RawVector().Data)
		}
		var PV, A mat.Dense
		PV.Mul(P, V)
		A.Mul(V.T(), &PV)
		A.Scale(1/(2*c.targets[0].scale), &A)
		for i := range all {
			for j := range all {
				want := A.At(i, j) - A.At(i, all)*A.At(j, all)/A.At(all, all)
				if c.targets[0].atLeast { // c lambda is constant
					direction := func(k int) float64 {
						if k == c.inputs {
							return 1
						}
						return 0
					}
					want = A.At(i, j) - direction(i)*A.At(all, j) - direction(j)*A.At(i, all) + direction(i)*direction(j)*A.At(all, all)
				}
				near(t, fmt.Sprintf("entry %d, %d", i, j), f.matrix.At(i, j), want, 1e-6)
			}
		}
	})
}

// projected returns C^-1, or with an intercept C^-1 - C^-1 1 1'C^-1 / 1'C^-1 1.
func projected(t *testing.T, C *mat.SymDense, intercept bool) *mat.Dense {
	n := C.SymmetricDim()
	var P mat.Dense
	if err := P.Inverse(C); err != nil {
		t.Fatal(err)
	}
	if !intercept {
		return &P
	}
	ones, u := mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
	for i := range n {
		ones.SetVec(i, 1)
	}
	u.MulVec(&P, ones)
	P.RankOne(&P, -1/mat.Sum(u), u, u)
	return &P
}

// TestClimbEndsAtATop: the slopes are 0 where a climb of many steps ends, but for bounds, and no step
// beside it is higher.
func TestClimbEndsAtATop(t *testing.T) {
	for name, profile := range profiles {
		p := drawn(3, 60, 4, 0.2, curved)
		p.Kernel = profile
		f, err := p.climb(t.Context(), []int{0, 1, 2, 3}, point{make([]float64, 4), math.Log(0.05)}, effort{100, 1e-10})
		if err != nil || !f.converged {
			t.Fatalf("%s: converged %v, %v", name, f.converged, err)
		}
		c := newCost(p)
		value := mustEvaluate(t, c, f.point)
		c.invert()
		c.slopes()
		near(t, name+": the value", f.value, value, 1e-12)
		near(t, name+": the slope of log lambda", c.noise, 0, 1e-3)
		for a, slope := range c.slope {
			slope *= 2 * c.w[a] * c.w[a]
			if f.logW[a] > leastW && math.Abs(slope) > 1e-3 {
				t.Errorf("%s: the slope of input %d is %v", name, a, slope)
			}
			for _, by := range []float64{-0.1, 0.1} {
				to := f.clone()
				to.logW[a] += by
				if there := mustEvaluate(t, c, to); there < value-1e-9 && to.logW[a] > leastW {
					t.Errorf("%s: log w of input %d changed by %v has the value %v, less than %v", name, a, by, there, value)
				}
			}
		}
	}
}

// TestClimbTakesFewSteps counts steps from inputs that do not matter to a top: the information stands for the second
// derivatives.
func TestClimbTakesFewSteps(t *testing.T) {
	for seed := range uint64(5) {
		p := drawn(seed, 80, 6, 0.3, curved)
		from := point{make([]float64, 6), math.Log(0.05)}
		few, err := p.climb(t.Context(), []int{0, 1, 2, 3, 4, 5}, from, effort{30, 0.01})
		if err != nil || !few.converged {
			t.Errorf("seed %d: after 30 steps the climb has not ended: %v", seed, err)
		}
		many, err := p.climb(t.Context(), few.inputs, few.point, effort{100, 1e-8})
		if err != nil || few.value-many.value > 0.1 {
			t.Errorf("seed %d: the value is %v after few steps and %v at the top, %v", seed, few.value, many.value, err)
		}
	}
}

// TestLossesOfInputsThatHardlyCount compares the estimate with the cost without the input.
func TestLossesOfInputsThatHardlyCount(t *testing.T) {
	p := drawn(2, 60, 5, 0.3, curved)
	from := point{[]float64{0.2, -0.6, -0.5, -3.5, -3}, math.Log(0.05)}
	f, err := p.climb(t.Context(), []int{0, 1, 2, 3, 4}, from, effort{0, 0})
	if err != nil {
		t.Fatal(err)
	}
	c := newCost(p)
	for _, j := range []int{3, 4} {
		near(t, fmt.Sprintf("the loss of input %d", j), f.losses[j], c.loss(f, j), 0.03)
	}
}
