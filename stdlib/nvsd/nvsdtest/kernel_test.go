package nvsdtest_test

import (
	"math"
	"slices"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/shipped"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/nvsdtest"
)

// shippedKernels has every type of kernel that package kern has.
var shippedKernels = slices.Concat(shipped.EveryKernel(d, kern.Sigma(2)), []kern.Kernel{
	kern.Gaussian{Width: kern.Sigma(10)},
	kern.RationalQuadratic{Width: kern.Sigma(1.5), Shape: 0.5},
	kern.ARD{Base: kern.Sum(kern.Linear{}, gauss), Widths: []float64{1, 2, 0.7, 3, 1}},
	kern.Product(kern.Linear{}, kern.Periodic{Period: 4, Width: 1}),
	kern.Product(kern.Linear{}, gauss, kern.Sum(kern.Constant{Value: 1}, kern.Linear{})),
	kern.Sum(kern.Scaled(2, kern.ARD{Base: gauss, Widths: []float64{1, 2, 0.7, 3, 1}}), kern.Scaled(0.5, kern.Linear{})),
	kern.Isotropic(func(s kern.Jet) kern.Jet { return s.Plus(1).Pow(-2) }),
	kern.DotProduct(func(s kern.Jet) kern.Jet { return s.Times(0.2).Exp() }),
	kern.FromEval(gauss.Eval),
})

var gauss = kern.Gaussian{Width: kern.Sigma(1.5)}

// TestShippedKernels: every kernel that is shipped keeps the contract.
func TestShippedKernels(t *testing.T) {
	shipped.Kernels(t, "../kern", shippedKernels)
	for _, k := range shippedKernels {
		nvsdtest.Check(t, nvsdtest.Kernel(k, d))
	}
}

// broken is a kernel of which a method is replaced.
type broken struct {
	kern.Kernel
	eval  func(x, z []float64) float64
	grad  func(dst, x, z []float64)
	mixed func(dst, x, z []float64)
}

func (k broken) Eval(x, z []float64) float64 {
	if k.eval != nil {
		return k.eval(x, z)
	}
	return k.Kernel.Eval(x, z)
}

func (k broken) Grad(dst, x, z []float64) {
	if k.grad != nil {
		k.grad(dst, x, z)
		return
	}
	k.Kernel.Grad(dst, x, z)
}

func (k broken) Mixed(dst, x, z []float64) {
	if k.mixed != nil {
		k.mixed(dst, x, z)
		return
	}
	k.Kernel.Mixed(dst, x, z)
}

// misprofiled is a Gaussian that tells a wrong profile.
type misprofiled struct {
	kern.Gaussian
	value, second float64
}

func (k misprofiled) AtHalfSquare(s float64) (value, first, second float64) {
	value, first, second = k.Gaussian.AtHalfSquare(k.value * s)
	return value, first, k.second * second
}

// misdotted is a polynomial that takes the half square for the inner product.
type misdotted struct{ kern.Polynomial }

func (k misdotted) AtDot(s float64) (value, first, second float64) {
	value, first, second = k.Polynomial.AtDot(s)
	return value, 2 * first, second
}

// TestWrongKernels: what is wrong is found, under the name of what it breaks.
func TestWrongKernels(t *testing.T) {
	cubic := kern.Polynomial{Degree: 3, Offset: 1}
	distance := func(x, z []float64) float64 {
		var square float64
		for a := range x {
			square += (x[a] - z[a]) * (x[a] - z[a])
		}
		return math.Sqrt(square)
	}
	var calls, evals float64
	for name, c := range map[string]struct {
		k    kern.Kernel
		want string // the start of a claim that fails
		may  string // what other claims that fail speak of, an expression
	}{
		"not symmetric":        {broken{Kernel: gauss, eval: func(x, z []float64) float64 { return gauss.Eval(x, z) * (1 + 0.01*math.Sin(x[0])) }}, "Eval is symmetric", ""},
		"not finite":           {broken{Kernel: gauss, eval: func(x, z []float64) float64 { return 1 / distance(x, z) }}, "Eval is finite", ""},
		"panics":               {broken{Kernel: gauss, eval: func(x, z []float64) float64 { return x[len(z)] }}, "Eval is finite", ""},
		"gradient by z":        {broken{Kernel: cubic, grad: func(dst, x, z []float64) { cubic.Grad(dst, z, x) }}, "Grad is the gradient", "Grad|derivatives"},
		"sign of the gradient": {broken{Kernel: gauss, grad: func(dst, x, z []float64) { gauss.Grad(dst, z, x) }}, "Grad is the gradient", "Grad|derivatives"},
		"gradient at x = z":    {kern.Isotropic(func(s kern.Jet) kern.Jet { return s.Sqrt().Neg().Exp() }), "Grad is the gradient", "Grad|Mixed|derivatives|Check|AtHalfSquare"},
		"Mixed without its diagonal": {broken{Kernel: gauss, mixed: func(dst, x, z []float64) {
			gauss.Mixed(dst, x, z)
			for a := range x {
				dst[a*len(x)+a] -= gauss.Eval(x, z) / 2.25
			}
		}}, "Mixed is the derivative", "Mixed|derivatives"},
		"Mixed transposed": {broken{Kernel: cubic, mixed: func(dst, x, z []float64) { cubic.Mixed(dst, z, x) }}, "Mixed is the derivative", "Mixed|derivatives"},
		"Mixed by x twice": {broken{Kernel: gauss, mixed: func(dst, x, z []float64) {
			gauss.Mixed(dst, x, z)
			for i := range dst {
				dst[i] = -dst[i]
			}
		}}, "Mixed is the derivative", "Mixed|derivatives"},
		"Mixed of a sum of squares": {broken{Kernel: kern.Periodic{Period: 3, Width: 1}, mixed: func(dst, x, z []float64) {
			kern.Periodic{Period: 3, Width: 1}.Mixed(dst, x, z)
			dst[1] *= 1.01
		}}, "Mixed is transposed", "Mixed|derivatives"},
		"Mixed leaves zeros unset": {broken{Kernel: kern.Linear{}, mixed: func(dst, x, z []float64) {
			for a := range x {
				dst[a*len(x)+a] = 1
			}
		}}, "Grad and Mixed set every entry", "Grad|Mixed|derivatives"},
		"Grad adds to dst": {broken{Kernel: kern.Linear{}, grad: func(dst, x, z []float64) {
			for a, v := range z {
				dst[a] += v
			}
		}}, "Grad and Mixed set every entry", "Grad|Mixed|derivatives"},
		"has a memory": {broken{Kernel: gauss, grad: func(dst, x, z []float64) {
			gauss.Grad(dst, x, z)
			calls++
			dst[0] += 1e-9 * calls
		}}, "Grad and Mixed set every entry", "Grad|Mixed|derivatives"},
		"Eval has a memory": {broken{Kernel: gauss, eval: func(x, z []float64) float64 {
			evals++
			return gauss.Eval(x, z) + 1e-12*evals
		}}, "Eval depends on its arguments alone", ""},
		"sign of an entry of Mixed": {broken{Kernel: gauss, mixed: func(dst, x, z []float64) {
			gauss.Mixed(dst, x, z)
			dst[1], dst[len(x)] = -dst[1], -dst[len(x)]
		}}, "Mixed is the derivative", "Mixed|derivatives"},
		"Mixed of another width": {broken{Kernel: gauss, mixed: kern.Gaussian{Width: kern.Sigma(1.5 * (1 + 1e-5))}.Mixed}, "Mixed is the derivative", "Mixed|derivatives"},
		"ARD that forgets a width": {broken{Kernel: kern.ARD{Base: gauss, Widths: []float64{1, 2, 3, 4, 5}}, grad: func(dst, x, z []float64) {
			kern.ARD{Base: gauss, Widths: []float64{1, 2, 3, 4, 5}}.Grad(dst, x, z)
			dst[4] *= 5
		}}, "Grad is the gradient", "Grad|derivatives"},
		"one small eigenvalue below 0": {kern.DotProduct(func(s kern.Jet) kern.Jet { return s.Sub(s.Mul(s).Times(1e-9)) }), "the matrix of values is", "positive semidefinite"},
		"scales its argument": {broken{Kernel: gauss, eval: func(x, z []float64) float64 {
			for a := range x {
				x[a] /= 2
			}
			return gauss.Eval(x, z)
		}}, "no method changes", ""},
		"tanh":                 {kern.DotProduct(func(s kern.Jet) kern.Jet { return s.Plus(-1).Tanh() }), "the matrix of values is", "positive semidefinite"},
		"negative":             {kern.Isotropic(func(s kern.Jet) kern.Jet { return s.Neg().Exp().Neg() }), "the matrix of values is", "positive semidefinite"},
		"the distance squared": {kern.FromEval(func(x, z []float64) float64 { return distance(x, z) * distance(x, z) }), "the matrix of values is", "positive semidefinite"},
		"derivatives of no function": {kern.Isotropic(func(s kern.Jet) kern.Jet { j := s.Neg().Exp(); j.Second = -j.Second; return j }),
			"the matrix of values and derivatives", "Mixed|derivatives"},
		"profile of the square":   {misprofiled{gauss, 2, 1}, "AtHalfSquare is", "AtHalfSquare"},
		"profile's second":        {misprofiled{gauss, 1, -1}, "AtHalfSquare is", "AtHalfSquare"},
		"profile's first":         {misdotted{cubic}, "AtDot is", "AtDot"},
		"no width":                {kern.Gaussian{}, "Check accepts", ""},
		"widths for other inputs": {kern.ARD{Base: gauss, Widths: []float64{1}}, "Eval is finite", ""},
		"nil":                     {nil, "there is a kernel", ""},
	} {
		fails(t, name, nvsdtest.Kernel(c.k, d), c.want, c.may)
	}
}
