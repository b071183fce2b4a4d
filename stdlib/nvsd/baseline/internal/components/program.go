package components

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// A Program is a convex quadratic program over few variables,
//
//	min h'x + x'H x/2   such that x >= 0 and, where Bound is finite, sum_j x_j <= Bound.
type Program struct {
	Curvature [][]float64 // H, symmetric and positive semidefinite
	Slope     []float64   // h
	Bound     float64     // +Inf where there is none
}

// errCurvature is the error of a program that has no minimum in float64.
var errCurvature = errors.New("components: a quadratic program without a minimum")

// Minimise returns a minimiser. start is feasible; it is where the search begins, and is
// overwritten.
//
// It is the primal method of active sets: variables that are zero stay so until their
// multiplier says that the objective falls where they grow.
func (p Program) Minimise(start []float64) ([]float64, error) {
	m := len(p.Slope)
	x := start
	free := make([]bool, m)
	tight := false // the sum is at its bound, and stays there
	for j, v := range x {
		free[j] = v > 0
	}
	if p.Bound <= 0 {
		clear(x)
		return x, nil
	}
	for range 100 + 20*m {
		target, multiplier, err := p.equality(free, tight)
		if err != nil {
			return nil, err
		}
		step, blocking := p.longest(x, target, free, tight)
		for j := range x {
			if free[j] {
				x[j] += step * (target[j] - x[j])
			}
		}
		switch {
		case blocking == m:
			tight = true
			continue
		case blocking >= 0:
			x[blocking], free[blocking] = 0, false
			continue
		}
		if tight && multiplier < 0 {
			tight = false
			continue
		}
		enters := p.entering(x, free, multiplier)
		if enters < 0 {
			return x, nil
		}
		free[enters] = true
	}
	return x, nil // a cycle of rounding: x is feasible, and as good as float64 tells
}

// equality minimises over the free variables, the others being zero, with the sum at its
// bound where that is tight. It returns the multiplier of the sum.
func (p Program) equality(free []bool, tight bool) (target []float64, multiplier float64, err error) {
	var list []int
	for j, f := range free {
		if f {
			list = append(list, j)
		}
	}
	target = make([]float64, len(free))
	if len(list) == 0 {
		return target, 0, nil
	}
	h := mat.NewSymDense(len(list), nil)
	largest := 0.0
	for _, j := range list {
		largest = max(largest, p.Curvature[j][j])
	}
	if largest == 0 { // all are flat: they fall without end, or are best at zero
		if falls := slices.ContainsFunc(list, func(j int) bool { return p.Slope[j] < 0 }); falls && math.IsInf(p.Bound, 1) {
			return nil, 0, errCurvature
		}
		largest = 1
	}
	for a, j := range list {
		for b := a; b < len(list); b++ {
			h.SetSym(a, b, p.Curvature[j][list[b]])
		}
		// Components that are alike have a singular curvature; this much says which of
		// the minimisers is meant, and changes the objective by rounding.
		h.SetSym(a, a, h.At(a, a)+1e-14*largest)
	}
	var factor mat.Cholesky
	if !factor.Factorize(h) {
		for a := range list {
			h.SetSym(a, a, h.At(a, a)+1e-10*largest)
		}
		if !factor.Factorize(h) {
			return nil, 0, errCurvature
		}
	}
	slope := mat.NewVecDense(len(list), nil)
	ones := mat.NewVecDense(len(list), nil)
	for a, j := range list {
		slope.SetVec(a, -p.Slope[j])
		ones.SetVec(a, 1)
	}
	var x, u mat.VecDense
	if err := factor.SolveVecTo(&x, slope); err != nil && !IsCondition(err) {
		return nil, 0, err
	}
	if tight {
		if err := factor.SolveVecTo(&u, ones); err != nil && !IsCondition(err) {
			return nil, 0, err
		}
		multiplier = (mat.Sum(&x) - p.Bound) / mat.Sum(&u)
		x.AddScaledVec(&x, -multiplier, &u)
	}
	for a, j := range list {
		target[j] = x.AtVec(a)
	}
	return target, multiplier, nil
}

// IsCondition reports whether an error only means that a matrix is badly conditioned.
func IsCondition(err error) bool {
	_, ok := errors.AsType[mat.Condition](err)
	return ok
}

// longest returns the feasible part of the way from x to target, and the constraint that
// ends it: a variable, len(x) for the sum, -1 for none.
func (p Program) longest(x, target []float64, free []bool, tight bool) (step float64, blocking int) {
	step, blocking = 1, -1
	sum, grows := 0.0, 0.0
	for j, f := range free {
		if !f {
			continue
		}
		sum += x[j]
		grows += target[j] - x[j]
		if target[j] < 0 {
			if s := x[j] / (x[j] - target[j]); s < step {
				step, blocking = s, j
			}
		}
	}
	if !tight && sum+step*grows > p.Bound && grows > 0 {
		step, blocking = max(0, (p.Bound-sum)/grows), len(x)
	}
	return step, blocking
}

// entering returns the variable that is zero and whose growth lowers the objective most,
// -1 where none does.
func (p Program) entering(x []float64, free []bool, multiplier float64) int {
	best, least := -1, 0.0
	for j, f := range free {
		if f {
			continue
		}
		row := p.Curvature[j]
		slope := p.Slope[j] + multiplier + blas64.Dot(vector(row), vector(x))
		noise := math.Abs(p.Slope[j]) + math.Abs(multiplier)
		for k, v := range x {
			noise += math.Abs(row[k] * v)
		}
		if slope < -1e-14*noise && slope < least {
			best, least = j, slope
		}
	}
	return best
}

func vector(x []float64) blas64.Vector { return blas64.Vector{N: len(x), Inc: 1, Data: x} }
