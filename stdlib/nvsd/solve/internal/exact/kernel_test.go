package exact_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/shipped"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/internal/exact"
)

// Of every kernel of package kern that is known, jets and profiles are those that the
// kernel has itself, to the digits of a float64.
func TestJetsAreThoseOfTheKernel(t *testing.T) {
	width := kern.Sigma(1.7)
	known := slices.Concat(shipped.EveryKernel(3, width), []kern.Kernel{
		kern.Polynomial{Degree: 1}, kern.RationalQuadratic{Width: width, Shape: 0.7}, kern.RationalQuadratic{Width: width, Shape: 1e9},
		kern.Product(kern.Polynomial{Degree: 2, Offset: 1}, kern.Periodic{Period: 2, Width: 1}),
		kern.ARD{Base: kern.Sum(kern.Linear{}, kern.Gaussian{Width: width}), Widths: []float64{0.5, 2, 1}},
	})
	rng := rand.New(rand.NewPCG(1, 1))
	for _, k := range known {
		jets := exact.JetsOf(k)
		if jets == nil {
			t.Errorf("%v is not known", k)
			continue
		}
		for range 20 {
			x, z := make([]float64, 3), make([]float64, 3)
			for a := range x {
				x[a], z[a] = rng.NormFloat64(), rng.NormFloat64()
			}
			j := jets(doubles(x), doubles(z))
			same := func(what string, got exact.Double, want float64) {
				if math.Abs(got.Float64()-want) > 1e-13*(1+math.Abs(want)) {
					t.Errorf("%v: %s is %v, the kernel has %v", k, what, got, want)
				}
			}
			same("its value", j.Value, k.Eval(x, z))
			dst := make([]float64, 9)
			k.Grad(dst[:3], x, z)
			for a := range x {
				same("its gradient by x", j.Dx[a], dst[a])
			}
			k.Grad(dst[:3], z, x)
			for a := range x {
				same("its gradient by z", j.Dz[a], dst[a])
			}
			k.Mixed(dst, x, z)
			for i := range dst {
				same("its mixed derivative", j.Mixed[i], dst[i])
			}
		}
	}
}

// A kernel with a function from elsewhere is not known.
func TestForeignKernelsAreNotKnown(t *testing.T) {
	foreign := kern.Isotropic(func(s kern.Jet) kern.Jet { return s.Neg().Exp() })
	for _, k := range []kern.Kernel{foreign, kern.Sum(kern.Gaussian{Width: kern.Sigma(1)}, foreign), kern.ARD{Base: foreign, Widths: []float64{1}},
		kern.FromEval(func(x, z []float64) float64 { return 1 })} {
		if exact.JetsOf(k) != nil {
			t.Errorf("%v counts as known", k)
		}
	}
}

func doubles(x []float64) []exact.Double {
	y := make([]exact.Double, len(x))
	for a, v := range x {
		y[a] = exact.Of(v)
	}
	return y
}
