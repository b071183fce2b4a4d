package nvsdtest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// Kernel checks a kernel on random points with d inputs of order one. It checks that the
// kernel is finite and symmetric; that Grad and Mixed agree with differences of Eval; that
// the matrices of values, and of values and derivatives, have no negative eigenvalue; that
// its structure agrees with these; and that its methods do not change their arguments. A
// width rule must have been resolved.
//
// The report shows the kernel too, with its two derivatives, along the first input.
func Kernel(k kern.Kernel, d int, options ...Option) Report {
	r := newReport(k, d, options)
	if k == nil || d < 1 {
		r.claim("there is a kernel, and an input", 1, func(*rand.Rand) string { return fmt.Sprintf("kernel %v, d = %d", k, d) })
		return *r
	}
	r.Heard, r.Lacking = trait.OfKernel(k)
	x := kernelCheck{k, d}
	r.claim("Check accepts the kernel", 1, func(*rand.Rand) string { return x.check() })
	for _, c := range []struct {
		name string
		try  func(*rand.Rand) string
	}{
		{"Eval is finite", x.finite},
		{"Eval is symmetric", x.symmetric},
		{"Eval depends on its arguments alone", x.evalDetermined},
		{"Grad and Mixed set every entry, by their arguments alone", x.determined},
		{"no method changes its arguments", x.keeps},
		{"Grad is the gradient of Eval by x", x.grad},
		{"Mixed is the derivative of Eval by x and z", x.mixed},
		{"Mixed is transposed as x and z change places", x.exchanged},
	} {
		r.claim(c.name, r.Draws, c.try)
	}
	if !trait.IsCertified(k) {
		r.remark("derivatives are differences: what is fitted is not certified for the kernel itself")
	}
	var dot trait.DotProduct
	if trait.Find(k, &dot) {
		r.claim("AtDot is the kernel", r.Draws, func(rng *rand.Rand) string { return x.dotProduct(dot, rng) })
	}
	var iso trait.Isotropic
	if trait.Find(k, &iso) {
		r.claim("AtHalfSquare is the kernel", r.Draws, func(rng *rand.Rand) string { return x.isotropic(iso, rng) })
	}
	r.claim("the matrix of values is positive semidefinite", (r.Draws+9)/10, x.values)
	r.claim("the matrix of values and derivatives is positive semidefinite", (r.Draws+49)/50, x.derivatives)
	r.fitted(func(s nvsd.Spec) nvsd.Spec { s.Kernel = k; return s })
	r.Curves = kernelCurves(k, d)
	return *r
}

type kernelCheck struct {
	k kern.Kernel
	d int
}

func (x kernelCheck) point(rng *rand.Rand) []float64 {
	p := make([]float64, x.d)
	for a := range p {
		p[a] = rng.NormFloat64()
	}
	return p
}

// pair returns two points, which may be the same, be near, or agree in some inputs.
// Points of many inputs that are drawn independently are far apart: there a narrow kernel
// is 0, and its mistakes do not show.
func (x kernelCheck) pair(rng *rand.Rand) (p, q []float64) {
	p, q = x.point(rng), x.point(rng)
	if rng.IntN(2) == 0 {
		near := math.Exp(-4*rng.Float64()) / math.Sqrt(float64(x.d))
		for a, v := range p {
			q[a] = v + near*(q[a]-v)
		}
		return p, q
	}
	same := []float64{0, 0, 0.5, 1}[rng.IntN(4)]
	for a := range p {
		if rng.Float64() < same {
			q[a] = p[a]
		}
	}
	return p, q
}

func (x kernelCheck) check() string {
	if err := trait.CheckParameters(x.k); err != nil {
		return err.Error()
	}
	return ""
}

func (x kernelCheck) finite(rng *rand.Rand) string {
	p, q := x.pair(rng)
	if v := x.k.Eval(p, q); math.IsNaN(v) || math.IsInf(v, 0) {
		return fmt.Sprintf("at %.4g, %.4g it is %v", p, q, v)
	}
	return ""
}

func (x kernelCheck) symmetric(rng *rand.Rand) string {
	p, q := x.pair(rng)
	if v, w := x.k.Eval(p, q), x.k.Eval(q, p); !(math.Abs(v-w) <= 1e-12*(math.Abs(v)+math.Abs(w))) {
		return fmt.Sprintf("at x = %.4g, z = %.4g it is %.10g, and with them exchanged %.10g", p, q, v, w)
	}
	return ""
}

// derivativesAt returns Grad and Mixed, into arrays that were full of fill.
func (x kernelCheck) derivativesAt(p, q []float64, fill float64) (grad, mixed []float64) {
	all := make([]float64, x.d+x.d*x.d)
	for i := range all {
		all[i] = fill
	}
	grad, mixed = all[:x.d:x.d], all[x.d:]
	x.k.Grad(grad, p, q)
	x.k.Mixed(mixed, p, q)
	return grad, mixed
}

func (x kernelCheck) evalDetermined(rng *rand.Rand) string {
	p, q := x.pair(rng)
	first := x.k.Eval(p, q)
	x.k.Eval(x.pair(rng))
	if second := x.k.Eval(p, q); differ(first, second) {
		return fmt.Sprintf("at x = %.4g, z = %.4g it is %v, and another time %v", p, q, first, second)
	}
	return ""
}

func (x kernelCheck) determined(rng *rand.Rand) string {
	p, q := x.pair(rng)
	grad, mixed := x.derivativesAt(p, q, math.NaN())
	x.derivativesAt(q, p, 0)
	grad2, mixed2 := x.derivativesAt(p, q, 17)
	for _, c := range []struct {
		name          string
		first, second []float64
	}{{"Grad", grad, grad2}, {"Mixed", mixed, mixed2}} {
		for i, v := range c.first {
			if differ(v, c.second[i]) {
				return fmt.Sprintf("at x = %.4g, z = %.4g %s sets dst[%d] = %v where it was NaN, and %v where it was 17", p, q, c.name, i, v, c.second[i])
			}
		}
	}
	return ""
}

// differ reports whether two numbers differ. A NaN equals a NaN.
func differ(v, w float64) bool { return v != w && !(math.IsNaN(v) && math.IsNaN(w)) }

func (x kernelCheck) keeps(rng *rand.Rand) string {
	p, q := x.pair(rng)
	gp, gq := slices.Clone(p), slices.Clone(q)
	for name, call := range map[string]func(){
		"Eval":  func() { x.k.Eval(gp, gq) },
		"Grad":  func() { x.k.Grad(make([]float64, x.d), gp, gq) },
		"Mixed": func() { x.k.Mixed(make([]float64, x.d*x.d), gp, gq) },
	} {
		call()
		if !slices.Equal(gp, p) || !slices.Equal(gq, q) {
			return fmt.Sprintf("%s turns x = %.4g, z = %.4g into %.4g, %.4g", name, p, q, gp, gq)
		}
	}
	return ""
}

// differs describes the first entry of a gradient, or of a mixed derivative, that is off
// by more than a part of the largest entry and of the kernel's value there. Where all of
// these vanish, the kernel's values around count, by which a difference is rounded.
func (x kernelCheck) differs(method string, p, q, got, want []float64) string {
	size := math.Abs(x.k.Eval(p, q))
	for _, v := range want {
		size = max(size, math.Abs(v))
	}
	opposite := make([]float64, x.d)
	for a, v := range q {
		opposite[a] = -v
	}
	const tol, around = 1e-6, 1e-4
	for _, v := range []float64{x.k.Eval(p, p), x.k.Eval(q, q), x.k.Eval(p, opposite)} {
		size = max(size, around*math.Abs(v))
	}
	for i, v := range got {
		if !(math.Abs(v-want[i]) <= tol*size) {
			by := fmt.Sprintf("by x[%d]", i)
			if method == "Mixed" {
				by = fmt.Sprintf("by x[%d] and z[%d]", i/x.d, i%x.d)
			}
			return fmt.Sprintf("at x = %.4g, z = %.4g %s sets dst[%d], the derivative %s, to %.8g, it should be %.8g", p, q, method, i, by, v, want[i])
		}
	}
	return ""
}

func (x kernelCheck) grad(rng *rand.Rand) string {
	p, q := x.pair(rng)
	grad, _ := x.derivativesAt(p, q, math.NaN())
	want := make([]float64, x.d)
	for a := range want {
		want[a] = slope(func(h float64) float64 { return x.k.Eval(moved(p, a, h), q) }, 5e-4)
	}
	return x.differs("Grad", p, q, grad, want)
}

// mixed looks at some entries in every draw, half of them on the diagonal.
func (x kernelCheck) mixed(rng *rand.Rand) string {
	p, q := x.pair(rng)
	_, mixed := x.derivativesAt(p, q, math.NaN())
	want := slices.Clone(mixed)
	const entries = 8
	for i := range entries {
		a, b := rng.IntN(x.d), rng.IntN(x.d)
		if i%2 == 0 {
			b = a
		}
		want[a*x.d+b] = slope(func(h float64) float64 {
			return slope(func(l float64) float64 { return x.k.Eval(moved(p, a, h), moved(q, b, l)) }, 2e-3)
		}, 2e-3)
	}
	return x.differs("Mixed", p, q, mixed, want)
}

func (x kernelCheck) exchanged(rng *rand.Rand) string {
	p, q := x.pair(rng)
	_, mixed := x.derivativesAt(p, q, math.NaN())
	_, back := x.derivativesAt(q, p, math.NaN())
	want := make([]float64, len(back))
	for a := range x.d {
		for b := range x.d {
			want[a*x.d+b] = back[b*x.d+a]
		}
	}
	return x.differs("Mixed", p, q, mixed, want)
}

// slope returns f'(0) by differences of fourth order.
func slope(f func(float64) float64, h float64) float64 {
	return (8*(f(h)-f(-h)) - (f(2*h) - f(-2*h))) / (12 * h)
}

func moved(p []float64, a int, h float64) []float64 {
	q := slices.Clone(p)
	q[a] += h
	return q
}
