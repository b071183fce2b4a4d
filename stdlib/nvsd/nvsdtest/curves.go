package nvsdtest

import (
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// curvePoints is the number of points of a curve.
const curvePoints = 121

// usualNorm is the largest norm on the curves of a penalty without data.
const usualNorm = 4

// penaltyCurves returns the value of a penalty, its prox and the shrinkage u - prox, as
// functions of the norm of the first input, from 0 to top, with their jumps. The other norms
// are 0. The step of the prox is a quarter of top, so that a lasso, which stands beside each
// curve, empties a quarter of it. It returns nil if the penalty panics or gives what is not finite.
func penaltyCurves(p penalty.Penalty, d int, top float64) (curves *report.Curves) {
	defer func() {
		if recover() != nil { // a claim says so
			curves = nil
		}
	}()
	x := penaltyCheck{p, d}
	t := top / 4
	alone := func(norm float64) []float64 {
		u := make([]float64, d)
		u[0] = norm
		return u
	}
	valueAt := func(norm float64) float64 { return x.value(alone(norm)) }
	proxAt := func(norm float64) float64 { return x.prox(alone(norm), t)[0] }
	norms := withJumps(top, valueAt, proxAt)
	var value, prox, shrinkage, kept, taken []float64
	for _, norm := range norms {
		r := proxAt(norm)
		value = append(value, valueAt(norm))
		prox, shrinkage = append(prox, r), append(shrinkage, norm-r)
		kept, taken = append(kept, max(0, norm-t)), append(taken, min(norm, t))
	}
	if !allFinite(value, prox) {
		return nil
	}
	lasso := func(y []float64) *report.Comparison { return &report.Comparison{Name: "lasso", Y: y} }
	input := "u, the norm of the first input"
	if d > 1 {
		input += "; the others are 0"
	}
	return &report.Curves{
		Title: "A norm's price, and what is left of it",
		Input: input,
		X:     norms,
		Panels: []report.Panel{
			{Label: "P(u)", Name: fmt.Sprint(p), Y: value, Zero: true, Comparison: lasso(norms)},
			{Label: fmt.Sprintf("prox of u at t = %s", report.Number(t)), Y: prox, Zero: true, Comparison: lasso(kept)},
			{Label: "u - prox, the bias", Y: shrinkage, Zero: true, Comparison: lasso(taken)},
		},
	}
}

// withJumps returns points from 0 to top, evenly spread, and two more at each place where a
// function jumps. These are so near to one another that a line from one to the other is
// upright.
func withJumps(top float64, functions ...func(float64) float64) []float64 {
	const (
		steep = 4    // times as far up as across is a slope that may hide a jump
		near  = 1e-9 // of top is how far apart the points at a jump are
	)
	step := top / (curvePoints - 1)
	points := []float64{0}
	for i := 1; i < curvePoints; i++ {
		from, to := points[len(points)-1], top*float64(i)/(curvePoints-1)
		for _, f := range functions {
			a, b, fa, fb := from, to, f(from), f(to)
			rise := math.Abs(fb - fa)
			if !(rise > steep*step) {
				continue
			}
			for b-a > near*top {
				middle := a + (b-a)/2
				if fm := f(middle); math.Abs(fm-fa) > math.Abs(fb-fm) {
					b, fb = middle, fm
				} else {
					a, fa = middle, fm
				}
			}
			if math.Abs(fb-fa) > rise/2 {
				points = append(points, a, b)
				break
			}
		}
		points = append(points, to)
	}
	return slices.Compact(points)
}

// kernelCurves returns a kernel and its derivatives as functions of the first input of x.
// z is 1 in the first input, and the others of x and z are 0. It returns nil if the kernel
// panics or gives what is not finite.
func kernelCurves(k kern.Kernel, d int) (curves *report.Curves) {
	defer func() {
		if recover() != nil { // a claim says so
			curves = nil
		}
	}()
	x := kernelCheck{k, d}
	z := make([]float64, d)
	z[0] = 1
	var at, value, slope, mixed []float64
	for i := range curvePoints {
		p := make([]float64, d)
		p[0] = -2 + 6*float64(i)/(curvePoints-1)
		grad, both := x.derivativesAt(p, z, math.NaN())
		at, value = append(at, p[0]), append(value, k.Eval(p, z))
		slope, mixed = append(slope, grad[0]), append(mixed, both[0])
	}
	if !allFinite(value, slope, mixed) {
		return nil
	}
	return &report.Curves{
		Title: "The kernel along its first input, z being 1",
		Input: "x, of the first input",
		X:     at,
		Panels: []report.Panel{
			{Label: "k(x, z)", Y: value, Zero: true},
			{Label: "dk/dx", Y: slope, Zero: true},
			{Label: "d²k/dxdz", Y: mixed, Zero: true},
		},
	}
}

func allFinite(lists ...[]float64) bool {
	for _, list := range lists {
		for _, v := range list {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return false
			}
		}
	}
	return true
}
