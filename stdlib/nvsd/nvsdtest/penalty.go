package nvsdtest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// Penalty checks a penalty on d random norms. It checks that Value is finite,
// nondecreasing and 0 at 0; that Prox minimises 1/2 ||r-u||^2 + t P(r), against
// perturbations and a naive search; that neither changes its arguments or depends on
// earlier calls; and that Check, Convex and Blocks agree with these. It remarks where a penalty
// keeps all that and yet leaves no input out, since its slope at 0 is 0.
//
// The report shows the penalty too, as functions of one norm u beside those of the lasso:
// P(u), its prox, and the bias u - prox, the shrinkage of a norm of that size. A penalty that
// is linear has the same bias everywhere; one that levels off leaves large norms alone.
func Penalty(p penalty.Penalty, d int, options ...Option) Report {
	r := newReport(p, d, options)
	if p == nil || d < 1 {
		r.claim("there is a penalty, and an input", 1, func(*rand.Rand) string { return fmt.Sprintf("penalty %v, d = %d", p, d) })
		return *r
	}
	r.Heard, r.Lacking = trait.OfPenalty(p)
	x := penaltyCheck{p, d}
	r.claim("Check accepts the number of inputs", 1, func(*rand.Rand) string { return x.check() })
	if !r.Holds() {
		return *r // what is not valid keeps no other claim, and says nothing more
	}
	for _, c := range []struct {
		name string
		try  func(*rand.Rand) string
	}{
		{"Value is finite", x.finite},
		{"Value is 0 at 0", x.zero},
		{"Value does not fall as a norm grows", x.nondecreasing},
		{"Value depends on its argument alone", x.valueDetermined},
		{"Value leaves its argument alone", x.valueKeeps},
		{"Prox leaves its argument alone", x.proxKeeps},
		{"Prox sets every norm, by its arguments alone", x.determined},
		{"Prox returns finite norms >= 0", x.norms},
		{"Prox lengthens no norm", x.shortens},
		{"Prox changes nothing at t = 0", x.identity},
		{"Prox is no worse than points around it", x.perturbed},
	} {
		r.claim(c.name, r.Draws, c.try)
	}
	r.claim("Prox is no worse than a naive search", (r.Draws+9)/10, x.searched)
	x.convexity(r)
	if x.hasBlocks() {
		r.claim("Blocks add up to Value", r.Draws, x.blocks)
	}
	if r.Holds() {
		r.Remark = x.selection()
	}
	r.fitted(func(s nvsd.Spec) nvsd.Spec { return s.WithPenalty(p) })
	r.Curves = penaltyCurves(p, d, r.largestNorm())
	return *r
}

type penaltyCheck struct {
	p penalty.Penalty
	d int
}

func (x penaltyCheck) hasBlocks() (has bool) {
	defer func() {
		if recover() != nil {
			has = true // the claim will say so
		}
	}()
	groups, _, _ := trait.PartsOf(x.p, x.d)
	return groups != nil
}

// rounding is the relative error that values and norms may have: a prox that is found by
// iteration is not exact.
const rounding = 1e-9

// draw returns norms of any size, some of them equal, with one, a few or all not 0. Among
// many inputs, all at once would hide a mistake that concerns a few.
func (x penaltyCheck) draw(rng *rand.Rand) []float64 {
	u := make([]float64, x.d)
	size := math.Exp(2 * rng.NormFloat64())
	some := math.Pow(float64(x.d), rng.Float64()) / float64(x.d)
	for a := range u {
		switch {
		case rng.Float64() > some:
		case rng.IntN(4) == 0:
			u[a] = size
		default:
			u[a] = size * math.Abs(rng.NormFloat64())
		}
	}
	return u
}

// few returns the inputs to look at one by one: all of them where they are few.
func (x penaltyCheck) few(rng *rand.Rand) []int {
	const most = 9
	return rng.Perm(x.d)[:min(most, x.d)]
}

func drawStep(rng *rand.Rand) float64 { return math.Exp(2*rng.NormFloat64() - 1) }

func (x penaltyCheck) value(u []float64) float64 { return x.p.Value(slices.Clone(u)) }

func (x penaltyCheck) prox(u []float64, t float64) []float64 {
	r := make([]float64, x.d)
	for a := range r {
		r[a] = math.NaN()
	}
	x.p.Prox(r, slices.Clone(u), t)
	return r
}

// objective returns the objective of which Prox is the minimiser.
func (x penaltyCheck) objective(r, u []float64, t float64) float64 {
	return t*x.value(r) + distance(r, u)*distance(r, u)/2
}

func (x penaltyCheck) convex() bool { return trait.IsConvex(x.p) }

func (x penaltyCheck) check() string {
	if err := trait.CheckInputs(x.p, x.d); err != nil {
		return err.Error()
	}
	return ""
}

func (x penaltyCheck) finite(rng *rand.Rand) string {
	u := x.draw(rng)
	if v := x.value(u); math.IsNaN(v) || math.IsInf(v, 0) {
		return fmt.Sprintf("Value(%.4g) = %v", u, v)
	}
	return ""
}

func (x penaltyCheck) zero(*rand.Rand) string {
	if v := x.value(make([]float64, x.d)); !(math.Abs(v) <= rounding) {
		return fmt.Sprintf("it is %v", v)
	}
	return ""
}

func (x penaltyCheck) nondecreasing(rng *rand.Rand) string {
	u := x.draw(rng)
	more, v := slices.Clone(u), x.value(u)
	for _, a := range x.few(rng) {
		more[a] = u[a] + math.Exp(2*rng.NormFloat64())
		if w := x.value(more); !(w >= v-rounding*math.Abs(v)) {
			return fmt.Sprintf("Value(%.4g) = %.6g, and Value(%.4g) = %.6g", u, v, more, w)
		}
		more[a] = u[a]
	}
	return ""
}

func (x penaltyCheck) valueDetermined(rng *rand.Rand) string {
	u := x.draw(rng)
	first := x.value(u)
	x.value(x.draw(rng))
	if second := x.value(u); differ(first, second) {
		return fmt.Sprintf("Value(%.4g) is %v, and another time %v", u, first, second)
	}
	return ""
}

func (x penaltyCheck) valueKeeps(rng *rand.Rand) string {
	u := x.draw(rng)
	given := slices.Clone(u)
	x.p.Value(given)
	if !slices.Equal(given, u) {
		return fmt.Sprintf("Value turns u = %.4g into %.4g", u, given)
	}
	return ""
}

func (x penaltyCheck) proxKeeps(rng *rand.Rand) string {
	u, t := x.draw(rng), drawStep(rng)
	given := slices.Clone(u)
	x.p.Prox(make([]float64, x.d), given, t)
	if !slices.Equal(given, u) {
		return fmt.Sprintf("Prox turns u = %.4g into %.4g", u, given)
	}
	return ""
}

// determined calls Prox twice, with another call in between and another dst.
func (x penaltyCheck) determined(rng *rand.Rand) string {
	u, t := x.draw(rng), drawStep(rng)
	first := x.prox(u, t)
	x.prox(x.draw(rng), drawStep(rng))
	second := make([]float64, x.d)
	for a := range second {
		second[a] = 17
	}
	x.p.Prox(second, slices.Clone(u), t)
	for a, r := range first {
		if math.IsNaN(r) && second[a] == 17 {
			return fmt.Sprintf("at u = %.4g, t = %.4g it leaves dst[%d] unset", u, t, a)
		}
		if differ(r, second[a]) {
			return fmt.Sprintf("at u = %.4g, t = %.4g it returns %.4g, and another time %.4g", u, t, first, second)
		}
	}
	return ""
}

func (x penaltyCheck) norms(rng *rand.Rand) string {
	u, t := x.draw(rng), drawStep(rng)
	for a, v := range x.prox(u, t) {
		if !(v >= 0) || math.IsInf(v, 1) {
			return fmt.Sprintf("at u = %.4g, t = %.4g it sets dst[%d] = %v", u, t, a, v)
		}
	}
	return ""
}

func (x penaltyCheck) shortens(rng *rand.Rand) string {
	u, t := x.draw(rng), drawStep(rng)
	for a, v := range x.prox(u, t) {
		if !(v <= u[a]+rounding*size(u)) {
			return fmt.Sprintf("at u = %.4g, t = %.4g it turns u[%d] = %v into %v", u, t, a, u[a], v)
		}
	}
	return ""
}

func (x penaltyCheck) identity(rng *rand.Rand) string {
	u := x.draw(rng)
	if r := x.prox(u, 0); !(distance(r, u) <= rounding*size(u)) {
		return fmt.Sprintf("at u = %.4g it returns %.4g", u, r)
	}
	return ""
}

// perturbed compares the prox r with u, 0, shares of r and random points near and far.
// For a convex penalty every other point is worse by half the square of the distance.
func (x penaltyCheck) perturbed(rng *rand.Rand) string {
	u, t := x.draw(rng), drawStep(rng)
	r := x.prox(u, t)
	other := x.draw(rng)
	others := [][]float64{u, make([]float64, x.d), other}
	for _, part := range []float64{1e-1, 1e-2, 1e-3} {
		near, scaled, one := slices.Clone(r), slices.Clone(r), slices.Clone(r)
		for a := range near {
			near[a] += part * (other[a] - r[a])
			scaled[a] *= 1 - part
		}
		a := rng.IntN(x.d)
		one[a] = max(0, one[a]+part*size(u)*(2*rng.Float64()-1))
		others = append(others, near, scaled, one)
	}
	for _, at := range others {
		if found := x.beats(at, r, u, t); found != "" {
			return found
		}
	}
	return ""
}

// beats describes a point that is better than the prox r. For a convex penalty it also
// describes one that is not worse by half the square of the distance.
func (x penaltyCheck) beats(at, r, u []float64, t float64) string {
	best, there := x.objective(r, u, t), x.objective(at, u, t)
	slack := rounding * (math.Abs(best) + size(u)*size(u))
	if !(there >= best-slack) {
		return fmt.Sprintf("at u = %.4g, t = %.4g it returns %.4g, where 1/2 ||r-u||^2 + t P(r) is %.6g; at %.4g it is %.6g", u, t, r, best, at, there)
	}
	if least := distance(at, r) * distance(at, r) / 2; x.convex() && there < best+least-slack {
		return fmt.Sprintf("at u = %.4g, t = %.4g it returns %.4g; at %.4g 1/2 ||r-u||^2 + t P(r) is %.3g more, which for a convex penalty would be %.3g at least", u, t, r, at, there-best, least)
	}
	return ""
}

// selection returns a remark on a penalty that leaves no input out, whatever tau is; "" if it
// leaves one out.
func (x penaltyCheck) selection() string {
	if len(penalty.Flat(x.p, slices.Repeat([]float64{1}, x.d))) < x.d {
		return ""
	}
	const small = 1e-6
	u := make([]float64, x.d)
	u[0] = small
	return fmt.Sprintf("it never selects: its slope at 0 is 0 (Value at a norm of %.0e is %.2g), so small norms cost next to nothing, and Prox makes none exactly 0: no tau leaves an input out; a penalty that selects rises from 0, as |u| does",
		small, x.value(u))
}

// convexity compares a penalty that says that it is convex with its chords, and checks
// that its Prox is nonexpansive.
func (x penaltyCheck) convexity(r *Report) {
	if !x.convex() {
		found := ""
		r.claim("convexity is not declared", r.Draws, func(rng *rand.Rand) string {
			if found == "" {
				found = x.chord(rng)
			}
			return ""
		})
		if found == "" {
			r.remark("though no chord contradicts it; if you know that it is convex, say so by penalty.Convex")
		} else {
			r.remark("rightly: " + found)
		}
		return
	}
	r.claim("Value is convex, as declared", r.Draws, x.chord)
	r.claim("Prox is firmly nonexpansive, as for convex penalties", r.Draws, x.nonexpansive)
}

// chord compares Value with its chords between norms that differ in all, or in one or two
// inputs.
func (x penaltyCheck) chord(rng *rand.Rand) string {
	u, v := x.draw(rng), x.draw(rng)
	if found := x.between(u, v, rng.Float64()); found != "" {
		return found
	}
	from, to := slices.Clone(u), slices.Clone(u)
	for _, a := range x.few(rng) {
		for _, b := range []int{a, rng.IntN(x.d)} {
			size := math.Exp(2 * rng.NormFloat64())
			to[b] = from[b] + size
			if b != a && rng.IntN(2) == 0 {
				from[b], to[b] = to[b], from[b]
			}
			if found := x.between(from, to, rng.Float64()); found != "" {
				return found
			}
		}
		copy(from, u)
		copy(to, u)
	}
	return ""
}

func (x penaltyCheck) between(u, v []float64, part float64) string {
	mid := make([]float64, x.d)
	for a := range mid {
		mid[a] = u[a] + part*(v[a]-u[a])
	}
	atU, atV, there := x.value(u), x.value(v), x.value(mid)
	if chord := atU + part*(atV-atU); !(there <= chord+rounding*(math.Abs(atU)+math.Abs(atV))) {
		return fmt.Sprintf("between %.4g and %.4g, at %.4g, Value is %.6g and the chord %.6g", u, v, mid, there, chord)
	}
	return ""
}

// nonexpansive compares the prox at norms that differ in all inputs, or in one.
func (x penaltyCheck) nonexpansive(rng *rand.Rand) string {
	u, v, t := x.draw(rng), x.draw(rng), drawStep(rng)
	if found := x.apart(u, v, t); found != "" {
		return found
	}
	copy(v, u)
	for _, a := range x.few(rng) {
		v[a] = math.Exp(2 * rng.NormFloat64())
		if found := x.apart(u, v, t); found != "" {
			return found
		}
		v[a] = u[a]
	}
	return ""
}

// apart checks the inequality <pu - pv, u - v> >= ||pu - pv||^2.
func (x penaltyCheck) apart(u, v []float64, t float64) string {
	pu, pv := x.prox(u, t), x.prox(v, t)
	var dot, square float64
	for a := range pu {
		dot += (pu[a] - pv[a]) * (u[a] - v[a])
		square += (pu[a] - pv[a]) * (pu[a] - pv[a])
	}
	if !(square <= dot+1e-7*(size(u)+size(v))*distance(u, v)) {
		return fmt.Sprintf("at t = %.4g it maps %.4g to %.4g and %.4g to %.4g", t, u, pu, v, pv)
	}
	return ""
}

func (x penaltyCheck) blocks(rng *rand.Rand) string {
	u := x.draw(rng)
	groups, weights, quad := trait.PartsOf(x.p, x.d)
	var sum float64
	for g, members := range groups {
		var square float64
		for _, a := range members {
			square += u[a] * u[a]
		}
		sum += weights[g] * math.Sqrt(square)
	}
	for _, v := range u {
		sum += quad * v * v
	}
	if v := x.value(u); !(math.Abs(v-sum) <= rounding*(v+sum)) {
		return fmt.Sprintf("at u = %.4g Value is %.6g, the blocks make %.6g", u, v, sum)
	}
	return ""
}

func size(u []float64) float64 { return distance(u, make([]float64, len(u))) }

func distance(u, v []float64) float64 {
	var square float64
	for a := range u {
		square += (u[a] - v[a]) * (u[a] - v[a])
	}
	return math.Sqrt(square)
}
