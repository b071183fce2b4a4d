package solve

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/internal/exact"
)

// The functions below serve [finisher.unsettledLoss] for a loss of several functions together. Dual values have the conjugate of a row, and
// sum to 0 at every row. With an intercept their weighted sum over the rows is 0 for every function too.

// jointMisfit returns the mean loss at fitted values.
func (f *finisher) jointMisfit(m *measured, at []float64) estimate {
	var sum, off float64
	c := float64(len(m.constants))
	f.mean.eachRow(at, len(m.constants), func(r jointRow) {
		w, l := f.rows.at(r.i), f.mean.joint.Value(r.y, r.f)
		sum += w * l
		off += w * ((8+2*c)*unit*math.Abs(l) + f.moved(m, r))
	})
	n := float64(f.n)
	return estimate{exact.Of(sum / n), off/n + (n+4)*unit*sum/n}
}

// moved returns a bound of the change of l - u'f by the errors of the fitted values of a row: those of the function, and a rounding of the
// largest in each.
func (f *finisher) moved(m *measured, r jointRow) (sum float64) {
	f.mean.joint.Derivative(r.q, r.y, r.f)
	f.mean.joint.Curvature(r.c, r.y, r.f)
	rounded, steepest, all := 4*unit*floats.Norm(r.f, math.Inf(1)), 2*floats.Max(r.c), 0.0
	for k := range r.f {
		all += m.offV[k*r.each+r.i] + rounded
	}
	for k, q := range r.q {
		sum += (m.offV[k*r.each+r.i] + rounded) * (math.Abs(q-r.u[k]) + steepest*all)
	}
	return sum
}

// jointYoung is [finisher.youngOf].
func (f *finisher) jointYoung(m *measured, at, u []float64) estimate {
	var sum, off float64
	c, within := float64(len(m.constants)), true
	f.mean.eachRow(at, len(m.constants), func(r jointRow) {
		r.gather(r.u, u)
		l, conjugate := f.mean.joint.Value(r.y, r.f), f.mean.joint.Conjugate(r.y, r.u)
		if math.IsInf(conjugate, 1) {
			within = false
			return
		}
		w, inner, sizes := f.rows.at(r.i), floats.Dot(r.u, r.f), 0.0
		for k, v := range r.u {
			sizes += math.Abs(v * r.f[k])
		}
		sum += w * max(0, l+conjugate-inner)
		off += w * ((8+2*c)*unit*(math.Abs(l)+math.Abs(conjugate)+sizes) + f.moved(m, r))
	})
	if !within {
		return estimate{at: exact.Of(math.Inf(1))}
	}
	n := float64(f.n)
	return estimate{exact.Of(sum / n), off / n}
}

// balanceJoint takes from dual values their means over functions and, with an intercept, over rows: the nearest ones that sum to 0 in both ways.
func (f *finisher) balanceJoint(u []float64) {
	const passes = 2 // the second for what rounding leaves
	functions := f.p.Op.Functions()
	for range passes {
		for k := 0; f.p.Intercept && k < functions; k++ {
			var sum, weight float64
			for i := range f.each {
				sum += f.rows.at(i) * u[k*f.each+i]
				weight += f.rows.at(i)
			}
			floats.AddConst(-sum/weight, blockIn(u, k, f.each))
		}
		for i := range f.each {
			var sum float64
			for k := range functions {
				sum += u[k*f.each+i]
			}
			for k := range functions {
				u[k*f.each+i] -= sum / float64(functions)
			}
		}
	}
}

// intoDomain moves dual values of a loss of several functions towards the derivatives at f = 0, as far as each row needs to have a finite
// conjugate. Those are balanced and inside the domain, and it is convex.
func (f *finisher) intoDomain(u []float64) {
	if f.mean.joint == nil {
		return
	}
	functions := f.p.Op.Functions()
	inner, _ := f.mean.derivatives(withConstants(make([]float64, f.n), f.constantsOfZero), functions)
	f.balanceJoint(inner)
	part := 0.0
	f.mean.eachRow(inner, functions, func(r jointRow) { // r.f is of inner
		r.gather(r.u, u)
		within := func(t float64) bool {
			for k, v := range r.u {
				r.q[k] = v + t*(r.f[k]-v)
			}
			return !math.IsInf(f.mean.joint.Conjugate(r.y, r.q), 1)
		}
		if within(part) {
			return
		}
		low, high := part, 1.0
		const halvings = 60
		for range halvings {
			if mid := low + (high-low)/2; within(mid) {
				high = mid
			} else {
				low = mid
			}
		}
		part = high
	})
	if part == 0 {
		return
	}
	part = min(1, part*(1+1e-9))
	for i, v := range u {
		u[i] = v + part*(inner[i]-v)
	}
}

// jointImbalance returns a bound of the error that is left of the sums of the dual values, which are taken for balanced ones as near to them
// as the sums are to 0. Where those need not be inside the domain, they are on the way from there to the derivatives at f = 0.
func (f *finisher) jointImbalance(u, at []float64) float64 {
	functions := f.p.Op.Functions()
	columns, row, largest := make([]exact.Double, functions), 0.0, 1.0
	for i := range f.each {
		var sum exact.Double
		for k := range functions {
			v := u[k*f.each+i]
			sum = sum.Add(exact.Of(v))
			columns[k] = columns[k].Add(f.rows.times(i, exact.Of(v)))
			largest = max(largest, math.Abs(at[k*f.each+i]))
		}
		row = max(row, math.Abs(sum.Hi))
	}
	away := row + unit // of an entry from the balanced one
	for _, sum := range columns {
		if f.p.Intercept {
			away = max(away, row+unit+2*math.Abs(sum.Hi)/float64(f.each*functions))
		}
	}
	bound := away
	if !f.inside(u, 2*away) {
		inner, _ := f.mean.derivatives(withConstants(make([]float64, f.n), f.constantsOfZero), functions)
		margin := 0.25
		for !f.inside(inner, margin) {
			margin /= 2
			if margin < away {
				return math.Inf(1)
			}
		}
		bound += 2 * away / margin
	}
	return bound * float64(functions) * (largest + entropySlope)
}

// entropySlope is at least |log e| + 1 for an e of half a rounding: by e (|log e| + 1) a sum of p log p changes at most where a p changes by e.
const entropySlope = 40

// inside reports whether the conjugate of dual values is finite where one falls and another one rises by the margin.
func (f *finisher) inside(u []float64, margin float64) bool {
	functions, is := f.p.Op.Functions(), true
	f.mean.eachRow(u, functions, func(r jointRow) { // r.f is of u
		for k := 0; is && k < functions; k++ {
			copy(r.q, r.f)
			r.q[k] -= margin
			r.q[(k+1)%functions] += margin
			is = !math.IsInf(f.mean.joint.Conjugate(r.y, r.q), 1)
		}
	})
	return is
}
