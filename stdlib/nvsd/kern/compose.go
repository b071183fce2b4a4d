package kern

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// Sum returns the kernel k_1 + k_2 + ..., whose functions are sums of functions of its
// parts. Where all parts are functions of <x, z>, or all are functions of ||x-z||, so is
// the sum, and solvers have fast products for it. Of a sum with parts of both kinds, or with an
// [ARD], they add those of the parts. A sum with a [Periodic] or [FromEval] has none: its matrices
// are formed in full.
func Sum(parts ...Kernel) Kernel { return compose(addition{}, parts) }

// Product returns the kernel k_1 k_2 ..., of interactions between its parts. It has fast
// products where a [Sum] of the same parts has.
func Product(parts ...Kernel) Kernel { return compose(multiplication{}, parts) }

// Scaled returns the kernel factor * k, for factor >= 0, with the structure of k.
func Scaled(factor float64, k Kernel) Kernel {
	if ard, ok := k.(ARD); ok { // which keeps the structure of its Base
		ard.Base = Scaled(factor, ard.Base)
		return ard
	}
	return Product(Constant{factor}, k)
}

// compose makes a kernel with the structure that all parts have, if there is one.
func compose(op operation, parts []Kernel) Kernel {
	c := composite{op, parts}
	var dot []trait.DotProduct
	var iso []trait.Isotropic
	for _, k := range parts {
		var d trait.DotProduct
		if trait.Find(k, &d) {
			dot = append(dot, d)
		}
		var i trait.Isotropic
		if trait.Find(k, &i) {
			iso = append(iso, i)
		}
	}
	switch {
	case len(parts) > 0 && len(dot) == len(parts):
		return dotComposite{c, dot}
	case len(parts) > 0 && len(iso) == len(parts):
		return isotropicComposite{c, iso}
	}
	return c
}

// An operation combines two kernels f and g: either profiles, each a value with the first
// and second derivative along one number, or jets.
type operation interface {
	sign() string
	profiles(f, g [3]float64) [3]float64
	jets(f, g *jet) // f becomes the result
}

// A jet is the value of a kernel at x and z with d/dx_a, d/dz_a and d^2/dx_a dz_b. The
// last two are empty where only a gradient is wanted.
type jet struct {
	value  float64
	dx, dz []float64
	mixed  []float64
}

func jetOf(k Kernel, x, z []float64, second bool) *jet {
	d := len(x)
	j := &jet{value: k.Eval(x, z), dx: make([]float64, d)}
	k.Grad(j.dx, x, z)
	if second {
		j.dz, j.mixed = make([]float64, d), make([]float64, d*d)
		k.Grad(j.dz, z, x)
		k.Mixed(j.mixed, x, z)
	}
	return j
}

type addition struct{}

func (addition) sign() string { return " + " }

func (addition) profiles(f, g [3]float64) [3]float64 {
	return [3]float64{f[0] + g[0], f[1] + g[1], f[2] + g[2]}
}

func (addition) jets(f, g *jet) {
	f.value += g.value
	for _, p := range [][2][]float64{{f.dx, g.dx}, {f.dz, g.dz}, {f.mixed, g.mixed}} {
		for i, v := range p[1] {
			p[0][i] += v
		}
	}
}

type multiplication struct{}

func (multiplication) sign() string { return " * " }

func (multiplication) profiles(f, g [3]float64) [3]float64 {
	return [3]float64{f[0] * g[0], f[1]*g[0] + f[0]*g[1], f[2]*g[0] + 2*f[1]*g[1] + f[0]*g[2]}
}

func (multiplication) jets(f, g *jet) {
	d := len(f.dx)
	for i := range f.mixed {
		a, b := i/d, i%d
		f.mixed[i] = f.mixed[i]*g.value + f.dx[a]*g.dz[b] + f.dz[b]*g.dx[a] + f.value*g.mixed[i]
	}
	for _, p := range [][2][]float64{{f.dx, g.dx}, {f.dz, g.dz}} {
		for a, v := range p[1] {
			p[0][a] = p[0][a]*g.value + f.value*v
		}
	}
	f.value *= g.value
}

// A composite is a sum or a product of any kernels.
type composite struct {
	op    operation
	parts []Kernel
}

func (k composite) String() string {
	names := make([]string, len(k.parts))
	for i, part := range k.parts {
		names[i] = fmt.Sprint(part)
	}
	return "(" + strings.Join(names, k.op.sign()) + ")"
}

// Check reports a part that is missing, or the error of a part.
func (k composite) Check() error {
	if len(k.parts) == 0 {
		return fmt.Errorf("a sum or product of no kernels")
	}
	for i, part := range k.parts {
		if part == nil {
			return fmt.Errorf("part %d of a sum or product of kernels is nil", i+1)
		}
		if err := trait.CheckParameters(part); err != nil {
			return err
		}
	}
	return nil
}

// Certified reports whether the derivatives of all parts are exact.
func (k composite) Certified() bool {
	return !slices.ContainsFunc(k.parts, func(part Kernel) bool { return !Certified(part) })
}

// Resolve resolves every part on the rows of X.
func (k composite) Resolve(X mat.Matrix) (Kernel, error) {
	parts := make([]Kernel, len(k.parts))
	for i, part := range k.parts {
		var err error
		parts[i], err = Resolve(part, X)
		if err != nil {
			return nil, fmt.Errorf("part %d of a sum or product of kernels: %w", i+1, err)
		}
	}
	c := composite{k.op, parts}
	return compose(k.op, parts), c.Check()
}

func (k composite) at(x, z []float64, second bool) *jet {
	j := jetOf(k.parts[0], x, z, second)
	for _, part := range k.parts[1:] {
		k.op.jets(j, jetOf(part, x, z, second))
	}
	return j
}

// Eval returns k(x, z).
func (k composite) Eval(x, z []float64) float64 {
	value := [3]float64{k.parts[0].Eval(x, z)}
	for _, part := range k.parts[1:] {
		value = k.op.profiles(value, [3]float64{part.Eval(x, z)})
	}
	return value[0]
}

// Grad sets dst[a] = d k(x, z) / d x_a.
func (k composite) Grad(dst, x, z []float64) { copy(dst, k.at(x, z, false).dx) }

// Mixed sets dst[a*d+b] = d^2 k(x, z) / d x_a d z_b.
func (k composite) Mixed(dst, x, z []float64) { copy(dst, k.at(x, z, true).mixed) }

// fold combines the values and derivatives of the parts, which of returns for part i.
func (k composite) fold(of func(i int) [3]float64) (value, first, second float64) {
	f := of(0)
	for i := range k.parts[1:] {
		f = k.op.profiles(f, of(i+1))
	}
	return f[0], f[1], f[2]
}

// dotComposite is a composite of functions of <x, z>.
type dotComposite struct {
	composite
	dots []trait.DotProduct // the parts
}

// AtDot returns kappa and its two derivatives at s = <x, z>.
func (k dotComposite) AtDot(s float64) (value, first, second float64) {
	return k.fold(func(i int) [3]float64 {
		v, f, g := k.dots[i].AtDot(s)
		return [3]float64{v, f, g}
	})
}

// isotropicComposite is a composite of functions of ||x-z||.
type isotropicComposite struct {
	composite
	isos []trait.Isotropic // the parts
}

// AtHalfSquare returns kappa and its two derivatives at s = ||x-z||^2 / 2.
func (k isotropicComposite) AtHalfSquare(s float64) (value, first, second float64) {
	return k.fold(func(i int) [3]float64 {
		v, f, g := k.isos[i].AtHalfSquare(s)
		return [3]float64{v, f, g}
	})
}
