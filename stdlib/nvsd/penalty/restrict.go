package penalty

import "fmt"

// Restrict is p for a fit on the inputs where use is true, the norms of the
// others being 0: p itself may go on to speak of all len(use) of them, by the
// numbers in its groups or the length of its weights.
func Restrict(p Penalty, use []bool) Penalty {
	r := restricted{p: p, all: len(use)}
	for a, in := range use {
		if in {
			r.inputs = append(r.inputs, a)
		}
	}
	if len(r.inputs) == r.all {
		return p
	}
	return r
}

// restricted has input i of the fit as input inputs[i] of p.
type restricted struct {
	p      Penalty
	inputs []int
	all    int
}

func (p restricted) String() string { return fmt.Sprint(p.p) }

// Convex reports whether the penalty says that it is convex.
func (p restricted) Convex() bool { return isConvex(p.p) }

// Check reports what the penalty reports for all inputs, or a d that is not the
// number of those in use.
func (p restricted) Check(d int) error {
	if d != len(p.inputs) {
		return fmt.Errorf("restricted penalty: %d of %d inputs are in use, the fit has %d", len(p.inputs), p.all, d)
	}
	return check(p.p, p.all)
}

// Value returns P, the norms of inputs that are not in use being 0.
func (p restricted) Value(u []float64) float64 { return p.p.Value(p.spread(u)) }

// Prox is that of P: it leaves at 0 what is 0.
func (p restricted) Prox(dst, u []float64, t float64) {
	r := make([]float64, p.all)
	p.p.Prox(r, p.spread(u), t)
	for i, a := range p.inputs {
		dst[i] = r[a]
	}
}

func (p restricted) spread(u []float64) []float64 {
	all := make([]float64, p.all)
	for i, a := range p.inputs {
		all[a] = u[i]
	}
	return all
}

// Blocks returns the groups of the penalty that have an input in use, without
// the others.
func (p restricted) Blocks(int) (groups [][]int, weights []float64, quad float64) {
	number := make(map[int]int, len(p.inputs))
	for i, a := range p.inputs {
		number[a] = i
	}
	all, w, quad := blocks(p.p, p.all)
	for g, members := range all {
		var group []int
		for _, a := range members {
			if i, ok := number[a]; ok {
				group = append(group, i)
			}
		}
		if group != nil {
			groups, weights = append(groups, group), append(weights, w[g])
		}
	}
	return groups, weights, quad
}
