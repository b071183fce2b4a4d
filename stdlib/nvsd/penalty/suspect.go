package penalty

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// Suspect looks for a mistake in p at the norms u (all >= 0) and the step t. Mistakes
// are a Value that falls as a norm grows, a Value that is not convex although p says
// so, Blocks that do not add up to Value, and a Prox that does not belong to Value.
// Suspect returns nil where it finds none. Otherwise the error names the method, its
// arguments, what it returned and what it should have returned.
//
// Suspect calls Value some 20 d times and Prox once; of more than 64 inputs it draws
// 64. This is cheap enough for every fit, at norms and a step that occurred in it.
func Suspect(p Penalty, u []float64, t float64) error {
	return newInquiry(p, u).safely(u, t)
}

// SuspectAround calls [Suspect] at norms of all sizes up to about scale, few or many of
// them not 0, and at steps that shorten them. It is for use before a fit, where scale is
// the size that norms may have. The same arguments give the same result. The penalties
// of this package are trusted, except for functions given to them and for what
// [Convex] declares.
func SuspectAround(p Penalty, scale []float64) error {
	const draws = 12
	if known(p) {
		return nil
	}
	q := newInquiry(p, scale)
	for range draws {
		u := q.draw()
		if err := q.safely(u, q.step(u)); err != nil {
			return err
		}
	}
	return nil
}

// known reports whether p, and every part of it, is a penalty of this package, which
// the tests of the package check.
func known(p Penalty) bool {
	switch p := p.(type) {
	case Lasso, ElasticNet, GroupLasso, WeightedLasso, SparseGroup, Overlapping, MCP, SCAD, LogSum:
		return true
	case Scaled:
		return known(p.P)
	case wrapped:
		return p.convex == trait.IsConvex(p.Penalty) && known(p.Penalty)
	}
	return false
}

// An inquiry is the state of one search for mistakes, at norms of given sizes.
type inquiry struct {
	p      Penalty
	convex bool
	scale  []float64 // all > 0
	rng    *rand.Rand
	arg    []float64 // what Value is given
	mid    []float64 // of a chord
	turn   int       // how far apart the norms of a pair are, so that all pairs have their turn
}

func newInquiry(p Penalty, sizes []float64) *inquiry {
	q := &inquiry{p: p, scale: slices.Clone(sizes), rng: rand.New(rand.NewPCG(1, uint64(len(sizes))))}
	most := 1.0
	if largest := slices.Max(sizes); largest > 0 {
		most = largest
	}
	for a, s := range q.scale {
		if s == 0 {
			q.scale[a] = most
		}
	}
	return q
}

// size returns a random part or multiple of the scale of norm a.
func (q *inquiry) size(a int) float64 { return q.scale[a] * math.Exp(7*q.rng.Float64()-4.5) }

// draw returns norms of which one, a few or all are not 0.
func (q *inquiry) draw() []float64 {
	d := len(q.scale)
	u := make([]float64, d)
	some := math.Pow(float64(d), q.rng.Float64()) / float64(d)
	smaller := math.Pow(10, -2*q.rng.Float64())
	for a, s := range q.scale {
		if q.rng.Float64() < some {
			u[a] = smaller * s * (0.1 + math.Abs(q.rng.NormFloat64()))
		}
	}
	if a := q.rng.IntN(d); u[a] == 0 {
		u[a] = smaller * q.scale[a]
	}
	return u
}

// step returns a step whose prox shortens u by a good part, if P grows about linearly.
func (q *inquiry) step(u []float64) float64 {
	var square float64
	for _, v := range u {
		square += v * v
	}
	part := math.Pow(10, -2*q.rng.Float64())
	const most = 1e100 // of a penalty that is next to none
	if t := part * square / q.value(u); t > 0 && t < most {
		return t
	}
	return part * math.Sqrt(square)
}

// some returns the inputs to look at.
func (q *inquiry) some() []int {
	const most = 64
	return q.rng.Perm(len(q.scale))[:min(most, len(q.scale))]
}

func (q *inquiry) value(u []float64) float64 {
	q.arg = append(q.arg[:0], u...) // to keep or to spoil
	return q.p.Value(q.arg)
}

// safely turns a panic into an error.
func (q *inquiry) safely(u []float64, t float64) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("the penalty %v panics at norms %s and step %.4g: %v", q.p, brief(u), t, cause)
		}
	}()
	q.convex = trait.IsConvex(q.p)
	q.turn++
	for _, ask := range []func([]float64) error{q.falls, q.bends, q.blocks} {
		if err := ask(u); err != nil {
			return err
		}
	}
	return q.prox(u, t)
}

// rounding is the relative error that values may have.
const rounding = 1e-9

// falls looks for a norm along which Value falls.
func (q *inquiry) falls(u []float64) error {
	less := q.value(u)
	at := slices.Clone(u)
	for _, a := range q.some() {
		for range 2 {
			at[a] = u[a] + q.size(a)
			if more := q.value(at); more < less-rounding*max(math.Abs(more), math.Abs(less)) {
				return fmt.Errorf("the Value of the penalty %v falls as a norm grows, which none may: Value(%s) is %.6g, and %.6g with norm %d at %.4g",
					q.p, brief(u), less, more, a, at[a])
			}
		}
		at[a] = u[a]
	}
	return nil
}

// bends looks for a chord that is below Value, where p says that it is convex: along
// one norm, two, and all.
func (q *inquiry) bends(u []float64) error {
	if !q.convex {
		return nil
	}
	from, to := slices.Clone(u), slices.Clone(u)
	for _, a := range q.some() {
		copy(from, u)
		copy(to, u)
		if q.rng.IntN(2) == 0 {
			from[a] = 0
		}
		to[a] = from[a] + q.size(a)
		if err := q.chord(from, to); err != nil {
			return err
		}
		b := (a + q.turn) % len(u)
		if b == a {
			continue
		}
		from[b], to[b] = 0, q.size(b) // both grow
		if err := q.chord(from, to); err != nil {
			return err
		}
		from[b], to[b] = to[b], from[b] // one grows and the other falls
		if err := q.chord(from, to); err != nil {
			return err
		}
	}
	return q.chord(u, q.draw())
}

func (q *inquiry) chord(from, to []float64) error {
	q.mid = append(q.mid[:0], from...)
	for a, v := range from {
		q.mid[a] += (to[a] - v) / 2
	}
	start, end, there := q.value(from), q.value(to), q.value(q.mid)
	if !(there > start+(end-start)/2+rounding*(math.Abs(start)+math.Abs(end))) {
		return nil
	}
	return fmt.Errorf("the penalty %v is not convex, as it says: half-way between the norms %s, of Value %.6g, and %s, of %.6g, Value is %.6g, above their mean %.6g",
		q.p, brief(from), start, brief(to), end, there, start+(end-start)/2)
}

// blocks looks for norms at which Blocks do not add up to Value.
func (q *inquiry) blocks(u []float64) error {
	groups, weights, quad := trait.PartsOf(q.p, len(u))
	if groups == nil {
		return nil
	}
	// All norms at once hide a small one among large ones.
	alone := make([]float64, len(u))
	a := q.rng.IntN(len(u))
	alone[a] = q.size(a)
	one := make([]float64, len(u))
	if len(groups) > 0 {
		for _, a := range groups[q.rng.IntN(len(groups))] {
			one[a] = q.size(a)
		}
	}
	for _, u := range [][]float64{u, alone, one} {
		var sum float64
		for g, members := range groups {
			sum += weights[g] * norm(u, members)
		}
		for _, v := range u {
			sum += quad * v * v
		}
		if value := q.value(u); !(math.Abs(value-sum) <= rounding*(math.Abs(value)+math.Abs(sum))) {
			return fmt.Errorf("the Blocks of the penalty %v are not those of its Value: at norms %s they add up to %.6g, and Value is %.6g", q.p, brief(u), sum, value)
		}
	}
	return nil
}

// prox compares the result of Prox with a few other points.
func (q *inquiry) prox(u []float64, t float64) error {
	r := make([]float64, len(u))
	q.p.Prox(r, slices.Clone(u), t)
	objective := func(at []float64) float64 {
		sum := t * q.value(at)
		for a, v := range at {
			sum += (v - u[a]) * (v - u[a]) / 2
		}
		return sum
	}
	best := objective(r)
	var size float64 // of what is rounded
	for _, v := range u {
		size += v * v
	}
	// The values are rounded, squares of the smallest norms to next to nothing, and
	// a prox found by iteration is less than exact.
	const smallest = 0x1p-1022
	slack := rounding*(math.Abs(best)+size) + smallest
	try := func(at []float64) error {
		there := objective(at)
		if !(there >= best-slack) {
			return fmt.Errorf("the Prox of the penalty %v is not that of its Value: at norms %s and step %.4g it returns %s, where 1/2 ||r-u||^2 + t P(r) is %.6g, and %s has %.6g",
				q.p, brief(u), t, brief(r), best, brief(at), there)
		}
		var apart float64
		for a, v := range at {
			apart += (v - r[a]) * (v - r[a]) / 2
		}
		if q.convex && there < best+apart-slack {
			return fmt.Errorf("the Prox of the penalty %v is not that of its Value, or it is not convex as it says: at norms %s and step %.4g it returns %s, and 1/2 ||r-u||^2 + t P(r) is %.3g more at %s, which for a convex penalty would be %.3g at least",
				q.p, brief(u), t, brief(r), there-best, brief(at), apart)
		}
		return nil
	}
	at := slices.Clone(u)
	if err := try(at); err != nil {
		return err
	}
	for _, part := range []float64{0, 0.5, 0.9, 1.1} {
		for a, v := range r {
			at[a] = part * v
		}
		if err := try(at); err != nil {
			return err
		}
	}
	copy(at, r)
	for _, a := range q.some() {
		v := r[a]
		for _, other := range []float64{0, v / 2, 0.9 * v, 0.98 * v, 1.02 * v, 1.1 * v, v + (u[a]-v)/100, (v + u[a]) / 2, u[a]} {
			at[a] = other
			if err := try(at); err != nil {
				return err
			}
		}
		at[a] = v
	}
	return nil
}

// brief shows norms, of many those that are not 0 first.
func brief(u []float64) string {
	const most = 30
	if len(u) <= most {
		return fmt.Sprintf("%.4g", u)
	}
	text, shown, others := "[", 0, 0
	for a, v := range u {
		switch {
		case v == 0:
		case shown == most:
			others++
		default:
			text += fmt.Sprintf("%d:%.4g ", a, v)
			shown++
		}
	}
	if others > 0 {
		return fmt.Sprintf("%sand %d more]", text, others)
	}
	return text + "and else 0]"
}
