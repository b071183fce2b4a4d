package solve

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
)

// A Certainty is a proved statement about an input at the optimum, however early a solver
// stopped. An input is in where its norm is more than 1e-6 of the largest norm at the
// optimum and in kernel ridge regression.
type Certainty string

const (
	Undecided    Certainty = "undecided"
	CertainlyIn  Certainty = "in"
	CertainlyOut Certainty = "out"
)

// Counts holds the numbers of inputs that are certainly in, certainly out, and undecided at
// the optimum. Without a certificate they are all 0.
type Counts struct{ In, Out, Undecided int }

func (c Counts) String() string {
	return fmt.Sprintf("in %d, out %d, undecided %d", c.In, c.Out, c.Undecided)
}

// CountCertain counts the inputs of each Certainty.
func CountCertain(all []Certainty) Counts {
	var n Counts
	for _, c := range all {
		switch c {
		case CertainlyIn:
			n.In++
		case CertainlyOut:
			n.Out++
		default:
			n.Undecided++
		}
	}
	return n
}

// bracket encloses the norms at the optimum, given the norms of a function f and
// the gap between its objective and the dual value of feasible blocks u, whose
// ratios are given where the penalty has groups.
//
// With f* the optimum and F the objective, F(f) - F(f*) >= nu ||f - f*||_H^2, since F is
// nu ||.||_H^2 and a convex function. The norm of d_a f at the points is at most
// sqrt(lambda_max(L_aa)/n) times that of f in H, L_aa being the matrix of the inner
// products of the d_a k(x_i, .), so that
//
//	| ||d_a f||_n - ||d_a f*||_n | <= sqrt(||L_aa||_F gap / (n nu)).
//
// This proves that inputs are in. For the other side let P be a sum of block
// norms and squares, and ||u_g|| = ratio rad_g < rad_g. F(f*) less the dual value
// of u is a sum of terms >= 0, one of which is
//
//	h_g(phi) + h_g*(u_g) - <u_g, phi> >= (rad_g - ||u_g||) ||phi||,  phi the gradients of f* in g,
//
// and it is at most the gap. Hence ||d_a f*||_n <= gap/(tau p_g (1 - ratio)) for
// every a in g, p_g the group's weight: a bound that falls with the gap itself. It does
// not prove that the norm is 0: where M is singular, the gap bounds no distance of dual
// blocks.
//
// off is the error that the given norms may have. Without the ||L_aa||_F nothing bounds the norms
// from above.
func (f *finisher) bracket(norms []float64, off float64, ratios []float64, gap float64) (lower, upper []float64) {
	lower, upper = make([]float64, f.d), make([]float64, f.d)
	if math.IsInf(gap, 1) || f.lengths == nil {
		for a := range upper {
			upper[a] = math.Inf(1)
		}
		return lower, upper
	}
	for a, u := range norms {
		radius := (math.Sqrt(f.lengths[a]*gap/f.nnu)+off)*(1+1e-9) + 4*unit*u
		lower[a], upper[a] = max(0, u-radius), u+radius
	}
	for g, ratio := range ratios {
		if !(ratio < 1-1e-9) {
			continue
		}
		most := gap / (f.p.Tau * f.weights[g] * (1 - 1e-9 - ratio))
		for _, a := range f.groups[g] {
			upper[a] = min(upper[a], most)
		}
	}
	return lower, upper
}

// certain returns the statements that follow from bounds of the norms at the optimum.
func (f *finisher) certain(lower, upper []float64) []Certainty {
	all := make([]Certainty, f.d)
	largest := max(f.ridge+f.ridgeOff, floats.Max(upper))
	for a := range all {
		switch {
		case lower[a] > outNorm*largest:
			all[a] = CertainlyIn
		case upper[a] <= outNorm*(f.ridge-f.ridgeOff):
			all[a] = CertainlyOut
		default:
			all[a] = Undecided
		}
	}
	return all
}

// count returns the number of inputs that are certain by the point x or those before it. It
// counts anew where the gap of x is much smaller than theirs.
func (f *finisher) count(x *point) Counts {
	if x.gap > 0.8*f.counted.gap {
		return f.counted.Counts
	}
	norms := make([]float64, f.d)
	columnNorms(norms, x.W)
	_, ratios := f.ratios(x)
	f.counted.gap = x.gap
	gap := max(x.gap, 0) + gapRounding*max(x.objective, f.floor)
	if x.gap < -gapRounding*x.objective {
		gap = math.Inf(1) // rounding is larger than what there is to bound
	}
	f.counted.Counts = CountCertain(f.certain(f.bracket(norms, 0, ratios, gap)))
	return f.counted.Counts
}

// gapRounding is the error that a gap may have, relative to the objective.
const gapRounding = 1e-12
