// Package traits has penalties, kernels and losses that say more of themselves than they
// must, as a user would write them: for notebooks and for compiled programs.
package traits

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/nvsdtest"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// plain is the lasso, and does not say that it is convex.
type plain struct{}

func (plain) String() string { return "plain" }

func (plain) Value(u []float64) float64 {
	sum := 0.0
	for _, v := range u {
		sum += v
	}
	return sum
}

func (plain) Prox(dst, u []float64, t float64) {
	for a, v := range u {
		dst[a] = max(0, v-t)
	}
}

// declared says that it is convex.
type declared struct{ plain }

func (declared) String() string { return "declared" }

func (declared) Convex() bool { return true }

// refusing fits no number of inputs.
type refusing struct{ declared }

func (refusing) String() string { return "refusing" }

func (refusing) Check(d int) error { return fmt.Errorf("not for %d inputs", d) }

// grouped tells its parts, by a pointer.
type grouped struct{ declared }

func (*grouped) String() string { return "grouped" }

func (*grouped) Blocks(d int) (groups [][]int, weights []float64, quad float64) {
	for a := range d {
		groups, weights = append(groups, []int{a}), append(weights, 1)
	}
	return groups, weights, 0
}

// counting stands for another penalty, and counts its calls.
type counting struct {
	penalty.Penalty
	calls *int
}

func (counting) String() string { return "counting" }

func (c counting) Value(u []float64) float64 {
	*c.calls++
	return c.Penalty.Value(u)
}

func (c counting) Unwrapped() any { return c.Penalty }

// bell is a Gaussian kernel without a structure.
type bell struct{ width float64 }

func (bell) String() string { return "bell" }

func (k bell) kappa(x, z []float64) float64 {
	sum := 0.0
	for a, v := range x {
		sum += (v - z[a]) * (v - z[a])
	}
	return math.Exp(-sum / (2 * k.width * k.width))
}

func (k bell) Eval(x, z []float64) float64 { return k.kappa(x, z) }

func (k bell) Grad(dst, x, z []float64) {
	v := k.kappa(x, z)
	for a := range x {
		dst[a] = -v * (x[a] - z[a]) / (k.width * k.width)
	}
}

func (k bell) Mixed(dst, x, z []float64) {
	v, g, d := k.kappa(x, z), 1/(k.width*k.width), len(x)
	for a := range x {
		for b := range x {
			dst[a*d+b] = -g * g * v * (x[a] - z[a]) * (x[b] - z[b])
		}
		dst[a*d+a] += g * v
	}
}

// radial is one with its structure.
type radial struct{ bell }

func (radial) String() string { return "radial" }

func (k radial) AtHalfSquare(s float64) (value, first, second float64) {
	g := 1 / (k.width * k.width)
	value = math.Exp(-g * s)
	return value, -g * value, g * g * value
}

// cubic is a function of the inner product.
type cubic struct{}

func (cubic) String() string { return "cubic" }

func (cubic) AtDot(s float64) (value, first, second float64) {
	return (1 + s) * (1 + s) * (1 + s), 3 * (1 + s) * (1 + s), 6 * (1 + s)
}

func inner(x, z []float64) float64 {
	sum := 0.0
	for a, v := range x {
		sum += v * z[a]
	}
	return sum
}

func (k cubic) Eval(x, z []float64) float64 {
	v, _, _ := k.AtDot(inner(x, z))
	return v
}

func (k cubic) Grad(dst, x, z []float64) {
	_, first, _ := k.AtDot(inner(x, z))
	for a, v := range z {
		dst[a] = first * v
	}
}

func (k cubic) Mixed(dst, x, z []float64) {
	_, first, second := k.AtDot(inner(x, z))
	d := len(x)
	for a := range x {
		for b := range x {
			dst[a*d+b] = second * z[a] * x[b]
		}
		dst[a*d+a] += first
	}
}

// stretched is another kernel on inputs of half the size.
type stretched struct {
	bell
	base radial
}

func (stretched) String() string { return "stretched" }

func (k stretched) Unstretched() (k0 any, w []float64) { return k.base, []float64{2, 2, 2} }

// broken, rough and ruled say what is wrong with them, that they are not exact,
// and what they are on data.
type broken struct{ bell }

func (broken) String() string { return "broken" }

func (broken) Check() error { return errors.New("the width is no width") }

type rough struct{ bell }

func (rough) String() string { return "rough" }

func (rough) Certified() bool { return false }

type ruled struct{ bell }

func (ruled) String() string { return "ruled" }

func (ruled) Resolve(X mat.Matrix) (kern.Kernel, error) {
	n, _ := X.Dims()
	return radial{bell{float64(n) / 10}}, nil
}

// soft is a loss between the square and a line; closed has its conjugate, linked another scale of fitted values, picky refuses targets, and vain has parameters that
// it cannot have.
type soft struct{}

func (soft) String() string { return "soft" }

func (soft) Value(y, f float64) float64 {
	r := math.Abs(y - f)
	return r + math.Log1p(math.Exp(-2*r)) - math.Ln2
}

func (soft) Derivative(y, f float64) float64 { return math.Tanh(f - y) }

func (soft) Curvature(y, f float64) float64 { return 1 - math.Tanh(f-y)*math.Tanh(f-y) }

type closed struct{ soft }

func (closed) String() string { return "closed" }

func (closed) Conjugate(y, u float64) float64 {
	switch {
	case math.Abs(u) > 1:
		return math.Inf(1)
	case math.Abs(u) == 1:
		return math.Ln2 + u*y
	}
	return u*y + ((1+u)*math.Log1p(u)+(1-u)*math.Log1p(-u))/2
}

type linked struct{ *soft }

func (linked) String() string { return "linked" }

func (linked) Response(f float64) float64 { return f + 1 }

type picky struct{ *soft }

func (picky) String() string { return "picky" }

func (picky) CheckTargets(y []float64) error { return fmt.Errorf("not for %d targets", len(y)) }

type vain struct{ soft }

func (*vain) String() string { return "vain" }

func (*vain) Check() error { return errors.New("there is no such loss") }

// Report is what nvsd hears of all of them.
func Report() string {
	const n, d = 24, 3
	X, y := mat.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		for a := range d {
			X.Set(i, a, math.Sin(float64(1+i*(2*a+3))))
		}
		y[i] = X.At(i, 0) + math.Cos(float64(i))/5
	}
	text := ""
	calls := 0
	fit := func(k kern.Kernel, p penalty.Penalty) {
		text += fmt.Sprintf("%v, %v: ", k, p)
		op, err := solve.NewOperator(k, X)
		if err != nil {
			text += fmt.Sprintln(err)
			return
		}
		sol, err := solve.Dual{}.Solve(context.Background(), &solve.Problem{Op: op, Y: y, Penalty: p, Tau: 0.1, Nu: 0.01}, nil)
		if err != nil {
			text += fmt.Sprintln(err)
			return
		}
		text += fmt.Sprintf("%v, approximate %v, %b, ratios %b\n", sol.Status, sol.Approximate, sol.Norms, sol.Ratios)
	}
	for _, p := range []penalty.Penalty{
		plain{}, declared{}, refusing{}, &grouped{}, counting{&grouped{}, &calls}, counting{refusing{}, &calls},
		penalty.Convex(plain{}), penalty.Convex(refusing{}), penalty.Named("mine", &grouped{}), penalty.Scaled{Factor: 2, P: &grouped{}},
	} {
		fit(kern.Gaussian{Width: kern.Sigma(2)}, p)
	}
	for _, k := range []kern.Kernel{
		bell{2}, radial{bell{2}}, cubic{}, stretched{bell{4}, radial{bell{2}}}, broken{bell{2}}, rough{bell{2}},
		kern.Scaled(2, radial{bell{2}}), kern.Sum(cubic{}, kern.Linear{}), kern.Sum(radial{bell{2}}, rough{bell{1}}), kern.Product(broken{bell{1}}, radial{bell{1}}),
		kern.ARD{Base: radial{bell{2}}, Widths: []float64{1, 2, 3}},
	} {
		fit(k, &grouped{})
	}
	k, err := kern.Resolve(ruled{}, X)
	text += fmt.Sprintln(err)
	fit(k, declared{})

	for _, l := range []loss.Loss{soft{}, closed{}, picky{&soft{}}, &vain{}} {
		op, _ := solve.NewOperator(kern.Gaussian{Width: kern.Sigma(2)}, X)
		sol, err := solve.Dual{}.Solve(context.Background(), &solve.Problem{Op: op, Y: y, Penalty: penalty.Lasso{}, Tau: 0.1, Nu: 0.01, Loss: l, Intercept: true}, nil)
		text += fmt.Sprintf("%v: %v", l, err)
		if err == nil {
			text += fmt.Sprintf(", %v, %b, gap %b", sol.Status, sol.Norms, sol.RelGap)
		}
		text += "\n"
	}

	wide := mat.NewDense(100, 400, nil) // whose full matrices would not fit
	for _, k := range []kern.Kernel{bell{2}, radial{bell{2}}, cubic{}, kern.Scaled(2, radial{bell{2}}), kern.Sum(cubic{}, kern.Linear{})} {
		_, err := solve.NewOperator(k, wide)
		text += fmt.Sprintf("%v on 100 x 400: %v\n", k, err)
	}
	few := nvsdtest.Draws(20)
	for _, r := range []nvsdtest.Report{
		nvsdtest.Penalty(&grouped{}, d, few), nvsdtest.Penalty(refusing{}, d, few), nvsdtest.Penalty(counting{declared{}, &calls}, d, few),
		nvsdtest.Kernel(rough{bell{2}}, d, few), nvsdtest.Kernel(radial{bell{2}}, d, few), nvsdtest.Kernel(cubic{}, d, few),
		nvsdtest.Loss(soft{}, y, few), nvsdtest.Loss(closed{}, y, few), nvsdtest.Loss(picky{&soft{}}, y, few), nvsdtest.Loss(linked{&soft{}}, y, few), nvsdtest.Loss(&vain{}, y, few),
	} {
		text += fmt.Sprintln(r)
	}
	return text
}
