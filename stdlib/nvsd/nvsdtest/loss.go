package nvsdtest

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// Loss checks a loss on given targets, at random fitted values. It checks that Value is finite and not below 0; that Derivative is
// its slope and does not fall, as that of a convex function; that Curvature is the slope of Derivative, where that has one, and
// not below 0; and that Conjugate, where there is one, keeps the inequality of Fenchel and Young, u f <= l(y, f) + l*(y, u), with
// equality at the derivative.
//
// The report shows the loss too, as a function of the fitted value, with its derivative and its curvature, for the first target.
func Loss(l loss.Loss, y []float64, options ...Option) Report {
	r := newReport(l, 0, options)
	r.Targets = len(y)
	if l == nil || len(y) == 0 {
		r.claim("there is a loss, and a target", 1, func(*rand.Rand) string { return fmt.Sprintf("loss %v, %d targets", l, len(y)) })
		return *r
	}
	x := &lossCheck{l: l, y: y}
	r.Heard, r.Lacking = trait.OfLoss(l)
	closed := trait.Find(l, &x.closed)
	r.claim("Check and CheckTargets accept the parameters and the targets", 1, func(*rand.Rand) string { return x.accepted() })
	if !r.Holds() {
		return *r
	}
	for _, c := range []struct {
		name string
		try  func(*rand.Rand) string
	}{
		{"Value is finite, and not below 0", x.finite},
		{"Value, Derivative and Curvature depend on their arguments alone", x.determined},
		{"Derivative is the slope of Value", x.slope},
		{"Derivative does not fall: the loss is convex", x.convex},
		{"Curvature is the slope of Derivative, and not below 0", x.curvature},
	} {
		r.claim(c.name, r.Draws, c.try)
	}
	if closed {
		r.claim("Conjugate keeps the inequality of Fenchel and Young, with equality at the derivative", r.Draws, x.young)
	}
	if trait.Find(l, &x.response) {
		r.claim("Response rises, and Derivative has the sign of Response less the target", r.Draws, x.towards)
	}
	r.Curves = x.curves()
	return *r
}

type lossCheck struct {
	l        loss.Loss
	y        []float64
	closed   trait.Conjugate // nil without
	response trait.Response  // nil without
}

func (x *lossCheck) accepted() string {
	if err := loss.Check(x.l, x.y); err != nil {
		return err.Error()
	}
	return ""
}

// draw returns a target and a fitted value: near 0, or where the loss is finite there near the target.
func (x *lossCheck) draw(rng *rand.Rand) (y, f float64) {
	const spread = 3
	y = x.y[rng.IntN(len(x.y))]
	f = spread * rng.NormFloat64()
	if at := y + (1+math.Abs(y)/10)*f; rng.IntN(2) == 0 && !math.IsInf(x.l.Value(y, at), 0) {
		return y, at
	}
	return y, f
}

func (x *lossCheck) finite(rng *rand.Rand) string {
	y, f := x.draw(rng)
	if v := x.l.Value(y, f); !(v >= 0) || math.IsInf(v, 1) {
		return fmt.Sprintf("Value(%.4g, %.4g) = %v", y, f, v)
	}
	return ""
}

func (x *lossCheck) determined(rng *rand.Rand) string {
	y, f := x.draw(rng)
	all := func() [3]float64 { return [3]float64{x.l.Value(y, f), x.l.Derivative(y, f), x.l.Curvature(y, f)} }
	first := all()
	z, g := x.draw(rng)
	x.l.Value(z, g)
	for k, second := range all() {
		if differ(first[k], second) {
			return fmt.Sprintf("at (%.4g, %.4g) it is %v, and another time %v", y, f, first[k], second)
		}
	}
	return ""
}

// step is the distance of the two points of a difference, for a fitted value of size 1.
const step = 1e-5

func (x *lossCheck) slope(rng *rand.Rand) string {
	y, f := x.draw(rng)
	h := step * (1 + math.Abs(f))
	low, d, high := x.l.Derivative(y, f-h), x.l.Derivative(y, f), x.l.Derivative(y, f+h)
	s := (x.l.Value(y, f+h) - x.l.Value(y, f-h)) / (2 * h)
	// The slope of a convex function between two points is between its derivatives there, but for rounding.
	off := 1e-9*(math.Abs(x.l.Value(y, f))/h+math.Abs(d)) + 1e-12/h
	if !(s >= low-off && s <= high+off && d >= low-off && d <= high+off) {
		return fmt.Sprintf("Derivative(%.4g, %.6g) = %.6g, and Value rises by %.6g for a unit of f there", y, f, d, s)
	}
	return ""
}

func (x *lossCheck) convex(rng *rand.Rand) string {
	y, f := x.draw(rng)
	g := f + math.Exp(2*rng.NormFloat64()-2)
	if a, b := x.l.Derivative(y, f), x.l.Derivative(y, g); !(a <= b+rounding*(math.Abs(a)+math.Abs(b))) {
		return fmt.Sprintf("Derivative(%.4g, %.4g) = %.6g, and Derivative(%.4g, %.4g) = %.6g", y, f, a, y, g, b)
	}
	return ""
}

func (x *lossCheck) curvature(rng *rand.Rand) string {
	y, f := x.draw(rng)
	c := x.l.Curvature(y, f)
	if !(c >= 0) || math.IsInf(c, 1) {
		return fmt.Sprintf("Curvature(%.4g, %.4g) = %v", y, f, c)
	}
	h := step * (1 + math.Abs(f))
	low, high := x.l.Curvature(y, f-h), x.l.Curvature(y, f+h)
	s := (x.l.Derivative(y, f+h) - x.l.Derivative(y, f-h)) / (2 * h)
	off := 1e-6*(c+math.Abs(s)) + 1e-9*math.Abs(x.l.Derivative(y, f))/h*step + math.Abs(high-low)
	if math.Abs(s-c) > off+1e-9 {
		return fmt.Sprintf("Curvature(%.4g, %.6g) = %.6g, and Derivative rises by %.6g for a unit of f there", y, f, c, s)
	}
	return ""
}

func (x *lossCheck) young(rng *rand.Rand) string {
	y, f := x.draw(rng)
	v, d := x.l.Value(y, f), x.l.Derivative(y, f)
	g := f + 3*rng.NormFloat64()
	for u, name := range map[float64]string{d: "the derivative there", x.l.Derivative(y, g): fmt.Sprintf("the derivative at %.4g", g)} {
		c := x.closed.Conjugate(y, u)
		sum := v + c - u*f
		off := rounding * (v + math.Abs(c) + math.Abs(u*f) + 1e-3)
		if !(sum >= -off) || u == d && !(sum <= off) {
			return fmt.Sprintf("l(%.4g, %.4g) + l*(%.6g) - u f = %.6g, u being %s", y, f, u, sum, name)
		}
	}
	return ""
}

func (x *lossCheck) towards(rng *rand.Rand) string {
	y, f := x.draw(rng)
	at, above := x.response.Response(f), x.response.Response(f+math.Exp(rng.NormFloat64()))
	if !(above >= at) {
		return fmt.Sprintf("Response falls from %.6g at %.4g", at, f)
	}
	if d := x.l.Derivative(y, f); d*(at-y) < 0 && math.Abs(at-y) > rounding*(math.Abs(at)+math.Abs(y)) {
		return fmt.Sprintf("Response(%.4g) = %.6g, and Derivative(%.4g, %.4g) = %.6g, which moves the fitted value away from the target", f, at, y, f, d)
	}
	return ""
}

// curves returns nil where the loss panics or gives what is not finite.
func (x *lossCheck) curves() (curves *report.Curves) {
	defer func() {
		if recover() != nil { // a claim says so
			curves = nil
		}
	}()
	const reach = 4
	var at, value, slope, curvature []float64
	for i := range curvePoints {
		f := reach * (2*float64(i)/(curvePoints-1) - 1)
		at, value = append(at, f), append(value, x.l.Value(x.y[0], f))
		slope, curvature = append(slope, x.l.Derivative(x.y[0], f)), append(curvature, x.l.Curvature(x.y[0], f))
	}
	if !allFinite(value, slope, curvature) {
		return nil
	}
	return &report.Curves{
		Title: fmt.Sprintf("The loss of the target %s", report.Number(x.y[0])),
		Input: "f, the fitted value",
		X:     at,
		Panels: []report.Panel{
			{Label: "l(y, f)", Y: value, Zero: true},
			{Label: "dl/df", Y: slope, Zero: true},
			{Label: "d²l/df²", Y: curvature, Zero: true},
		},
	}
}
