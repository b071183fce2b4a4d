package components

import (
	"math"
	"math/big"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// exact is arithmetic without rounding worth the name.
type exact struct{ *big.Float }

func number(v float64) exact        { return exact{new(big.Float).SetPrec(2000).SetFloat64(v)} }
func zero() exact                   { return number(0) }
func (x exact) plus(y exact) exact  { return exact{zero().Add(x.Float, y.Float)} }
func (x exact) minus(y exact) exact { return exact{zero().Sub(x.Float, y.Float)} }
func (x exact) times(y exact) exact { return exact{zero().Mul(x.Float, y.Float)} }
func (x exact) over(y exact) exact  { return exact{zero().Quo(x.Float, y.Float)} }
func (x exact) root() exact         { return exact{zero().Sqrt(x.Float)} }
func (x exact) above(y exact) bool  { return x.Cmp(y.Float) > 0 }
func (x exact) near() float64       { v, _ := x.Float64(); return v }

// product returns K v, or HKH v.
func product(k *mat.SymDense, v []exact, centred bool) []exact {
	if centred {
		v = centredExactly(v)
		return centredExactly(product(k, v, false))
	}
	list := make([]exact, len(v))
	for i := range v {
		list[i] = zero()
		for j := range v {
			list[i] = list[i].plus(number(k.At(i, j)).times(v[j]))
		}
	}
	return list
}

func centredExactly(v []exact) []exact {
	mean := zero()
	for _, x := range v {
		mean = mean.plus(x)
	}
	mean = mean.over(number(float64(len(v))))
	list := make([]exact, len(v))
	for i, x := range v {
		list[i] = x.minus(mean)
	}
	return list
}

func dot(x, y []exact) exact {
	sum := zero()
	for i := range x {
		sum = sum.plus(x[i].times(y[i]))
	}
	return sum
}

func numbers(v []float64) []exact {
	list := make([]exact, len(v))
	for i, x := range v {
		list[i] = number(x)
	}
	return list
}

// bounds are the objective at f_j = theta_j K_j alpha, and the best that the dual problem has
// along alpha, both without rounding, for the kernel matrices K_j or HK_jH.
func (p *Problem) bounds(kernels []*mat.SymDense, centred bool, sol *Solution) (objective, dual exact) {
	n, ridge := number(float64(len(p.Y))), number(p.ridge)
	alpha, y := numbers(sol.Alpha), numbers(p.Y)
	rest, norms, highest := numbers(p.Y), zero(), zero()
	for j, k := range kernels {
		fit := product(k, alpha, centred)
		square := dot(alpha, fit)
		if square.above(highest) {
			highest = square
		}
		theta := number(sol.Theta[j])
		if sol.Theta[j] > 0 && square.Sign() > 0 {
			norms = norms.plus(theta.times(square.root()))
		}
		for i := range rest {
			rest[i] = rest[i].minus(theta.times(fit[i]))
		}
	}
	objective = dot(rest, rest).over(n)
	quadratic := n.times(ridge).times(ridge).times(dot(alpha, alpha)) // of the dual in s, v = s n r alpha
	linear := ridge.times(dot(alpha, y))
	if math.IsInf(p.bound, 1) {
		objective = objective.plus(number(2).times(ridge).times(norms))
	} else {
		m := number(p.bound)
		objective = objective.plus(ridge.over(m).times(norms).times(norms))
		quadratic = quadratic.plus(m.times(ridge).times(highest))
	}
	if linear.Sign() <= 0 || quadratic.Sign() <= 0 {
		return objective, zero()
	}
	s := linear.over(quadratic)
	if math.IsInf(p.bound, 1) && highest.Sign() > 0 {
		if most := number(1).over(highest.root()); s.above(most) {
			s = most
		}
	}
	return objective, s.times(number(2).times(linear).minus(s.times(quadratic)))
}

// The bounds hold without rounding, whatever the scales of the target, the kernels and the
// weight, at the solution and at points that are none.
func TestBoundsAreNeverFalse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "points")
		m := rapid.IntRange(1, 4).Draw(t, "components")
		seed := rapid.Uint64().Draw(t, "seed")
		scale := func(name string, most int) float64 {
			return math.Pow(10, float64(rapid.IntRange(-most, most).Draw(t, name)))
		}
		kernels := products(blocks(n, m, rapid.IntRange(1, 9).Draw(t, "features"), seed))
		for _, k := range kernels {
			k.ScaleSym(scale("kernel", 6), k)
			k.AddSym(k, constant(n, scale("constant", 8))) // entries that are nearly alike
		}
		y := targets(n, seed+1)
		by, shift := scale("target", 60), rapid.SampledFrom([]float64{0, 1, 1e6}).Draw(t, "shift")
		for i := range y {
			y[i] = by * (y[i] + shift)
		}
		centred := rapid.Bool().Draw(t, "centred")
		f := NewGrams(n, kernels)
		if centred {
			f, _ = NewCentredGrams(n, copies(kernels))
		}
		p := Penalised(f, y, by*scale("weight", 8))
		if rapid.Bool().Draw(t, "bounded") {
			p = Bounded(f, y, scale("lambda", 8), scale("bound", 3))
		}
		sol, err := Solve(t.Context(), p, nil, Limit{Tol: 1e-9, Iterations: rapid.SampledFrom([]int{0, 1, 50}).Draw(t, "iterations")})
		if err == ErrIndefinite {
			t.Skip(err) // which is said
		}
		if err != nil {
			t.Fatal(err)
		}
		objective, dual := p.bounds(kernels, centred, sol)
		if number(sol.Dual).above(dual) && sol.Dual > 0 {
			t.Errorf("the lower bound is %v, and alpha proves %v", sol.Dual, dual.near())
		}
		if objective.above(number(sol.Dual).plus(number(sol.Gap))) {
			t.Errorf("the objective is %v, more than the dual %v and the gap %v", objective.near(), sol.Dual, sol.Gap)
		}
		if math.IsNaN(sol.Gap) || sol.Gap < 0 {
			t.Errorf("the gap is %v", sol.Gap)
		}
	})
}

func copies(kernels []*mat.SymDense) []*mat.SymDense {
	list := make([]*mat.SymDense, len(kernels))
	for j, k := range kernels {
		list[j] = mat.NewSymDense(k.SymmetricDim(), nil)
		list[j].CopySym(k)
	}
	return list
}

func constant(n int, v float64) *mat.SymDense {
	k := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			k.SetSym(i, j, v)
		}
	}
	return k
}

// Features have the same bounds as their products.
func TestBoundsOfFeatures(t *testing.T) {
	const n, m = 12, 4
	list, y := blocks(n, m, 3, 31), targets(n, 32)
	for _, tau := range []float64{0.1, 1e-3} {
		p := Penalised(NewFeatures(n, list), y, tau)
		sol := mustSolve(t, p, nil)
		objective, dual := p.bounds(products(list), false, sol)
		if number(sol.Dual).above(dual) || objective.above(number(sol.Dual).plus(number(sol.Gap))) {
			t.Errorf("tau %v: bounds %v and %v, gap %v; without rounding %v and %v", tau, sol.Dual, sol.Objective, sol.Gap, dual.near(), objective.near())
		}
	}
}
