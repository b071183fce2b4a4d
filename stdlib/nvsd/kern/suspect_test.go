package kern_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/shipped"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

// stranger is a kernel of somebody else, with one thing changed.
type stranger struct {
	kern.Kernel
	eval  func(v float64, x, z []float64) float64
	grad  func(dst, x, z []float64)
	mixed func(dst, x, z []float64)
}

func (k stranger) String() string { return "stranger" }

func (k stranger) Eval(x, z []float64) float64 {
	v := k.Kernel.Eval(x, z)
	if k.eval != nil {
		v = k.eval(v, x, z)
	}
	return v
}

func (k stranger) Grad(dst, x, z []float64) {
	k.Kernel.Grad(dst, x, z)
	if k.grad != nil {
		k.grad(dst, x, z)
	}
}

func (k stranger) Mixed(dst, x, z []float64) {
	k.Kernel.Mixed(dst, x, z)
	if k.mixed != nil {
		k.mixed(dst, x, z)
	}
}

// heard is one with a structure: the profile is that of a Gaussian, or is told by at.
type heard struct {
	stranger
	at func(s float64) (value, first, second float64)
}

func (k heard) AtHalfSquare(s float64) (value, first, second float64) { return k.at(s) }

// drawn are n points of d inputs around a centre.
func drawn(n, d int, scale, centre float64, seed uint64) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 5))
	X := mat.NewDense(n, d, nil)
	X.Apply(func(int, int, float64) float64 { return scale * (centre + rng.NormFloat64()) }, X)
	return X
}

func times(dst []float64, factor float64) {
	for i := range dst {
		dst[i] *= factor
	}
}

// homogeneous are kernels for inputs of a scale and number.
func homogeneous(scale float64, d int) []kern.Kernel {
	wide := scale * math.Sqrt(float64(d))
	cubic := kern.DotProduct(func(s kern.Jet) kern.Jet { return s.Times(1 / (wide * wide)).Plus(1).Pow(3) })
	return []kern.Kernel{kern.Gaussian{Width: kern.Sigma(wide)}, kern.Matern52{Width: kern.Sigma(wide)}, cubic}
}

// TestSuspectConvicts: one fault is found in few and many inputs, in every unit,
// under the name of the method.
func TestSuspectConvicts(t *testing.T) {
	for _, scale := range []float64{1e-8, 1, 1e8} {
		for _, d := range []int{1, 5, 18} {
			X := drawn(40, d, scale, 0, 1)
			for _, right := range homogeneous(scale, d) {
				last := d - 1
				for name, c := range map[string]struct {
					k    kern.Kernel
					want string
				}{
					"a gradient 0.1 % off": {stranger{Kernel: right, grad: func(dst, x, z []float64) { times(dst, 1.001) }}, "the Grad of"},
					"an entry of it":       {stranger{Kernel: right, grad: func(dst, x, z []float64) { dst[last] *= 1.001 }}, "the Grad of"},
					"a gradient of the other sign": {stranger{Kernel: right, grad: func(dst, x, z []float64) { times(dst, -1) }},
						"the Grad of"},
					"a mixed derivative 1 % off": {stranger{Kernel: right, mixed: func(dst, x, z []float64) { times(dst, 0.99) }}, "the Mixed of"},
					"an entry of its diagonal":   {stranger{Kernel: right, mixed: func(dst, x, z []float64) { dst[last*d+last] *= 1.01 }}, "the Mixed of"},
					"no mixed derivative":        {stranger{Kernel: right, mixed: func(dst, x, z []float64) { clear(dst) }}, "the Mixed of"},
					"a NaN":                      {stranger{Kernel: right, mixed: func(dst, x, z []float64) { dst[0] = math.NaN() }}, "the Mixed of"},
					"another value": {stranger{Kernel: right, eval: func(v float64, x, z []float64) float64 { return v * (1 + 0.01*math.Tanh(x[last]/scale)) }},
						"not symmetric"},
					"a panic": {stranger{Kernel: right, grad: func(dst, x, z []float64) { panic("oh") }}, "oh"},
				} {
					if err := kern.Suspect(c.k, X); err == nil || !strings.Contains(err.Error(), c.want) {
						t.Errorf("%s, of %v on %d inputs of scale %g: %v", name, right, d, scale, err)
					}
				}
			}
			gauss := homogeneous(scale, d)[0].(kern.Gaussian)
			for name, off := range map[string][3]float64{"value": {1.001, 1, 1}, "first": {1, 1.001, 1}, "second": {1, 1, 1.01}} {
				k := heard{stranger{Kernel: gauss}, func(s float64) (float64, float64, float64) {
					v, f, g := gauss.AtHalfSquare(s)
					return v * off[0], f * off[1], g * off[2]
				}}
				if err := kern.Suspect(k, X); err == nil || !strings.Contains(err.Error(), "by AtHalfSquare") {
					t.Errorf("another %s of the structure, %d inputs of scale %g: %v", name, d, scale, err)
				}
			}
		}
	}
}

// TestSuspectTrusts every kernel of this package: it asks none of them at points.
func TestSuspectTrusts(t *testing.T) {
	for _, k := range shipped.EveryKernel(2, kern.Sigma(1)) {
		func() {
			defer func() {
				if recover() != nil {
					t.Errorf("%v is not in known", k)
				}
			}()
			if err := kern.Suspect(k, nil); err != nil {
				t.Error(err)
			}
		}()
	}
}

// TestSuspectAcquits what is right: kernels of others, of any width on any inputs.
func TestSuspectAcquits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(1, 30).Draw(t, "n"), rapid.IntRange(1, 18).Draw(t, "d")
		power := func(lo, hi float64, name string) float64 {
			return math.Pow(10, rapid.Float64Range(lo, hi).Draw(t, name))
		}
		scale := power(-8, 8, "scale")
		sigma := kern.Sigma(scale * power(-2, 3, "width"))
		offset := scale * scale * power(-3, 3, "offset")
		widths := make([]float64, d)
		for a := range widths {
			widths[a] = power(-2, 2, "stretch")
		}
		narrow := kern.Gaussian{Width: sigma / 100}
		X := drawn(n, d, scale, rapid.SampledFrom([]float64{0, 0, 1, 1e3}).Draw(t, "centre"), rapid.Uint64().Draw(t, "seed"))
		for _, k := range []kern.Kernel{
			kern.Linear{}, kern.Polynomial{Degree: 3, Offset: offset}, kern.Polynomial{Degree: 2},
			kern.Polynomial{Degree: 3, Offset: 1}, kern.Constant{Value: scale},
			kern.Gaussian{Width: sigma}, kern.RationalQuadratic{Width: sigma, Shape: 0.7},
			kern.Matern52{Width: sigma}, kern.Matern72{Width: sigma}, kern.Matern92{Width: sigma},
			kern.Periodic{Period: float64(sigma), Width: 1.2}, kern.Gaussian{Width: kern.Sigma(1)},
			kern.ARD{Base: kern.Gaussian{Width: sigma}, Widths: widths},
			kern.Sum(kern.Scaled(1/scale/scale, kern.Linear{}), narrow),
			kern.Product(kern.Linear{}, kern.Matern52{Width: sigma}),
			kern.Isotropic(func(s kern.Jet) kern.Jet { return s.Times(1 / float64(sigma) / float64(sigma)).Plus(1).Pow(-2) }),
			kern.FromEval(kern.Gaussian{Width: sigma}.Eval),
		} {
			if err := kern.Suspect(k, X); err != nil {
				t.Fatal(err)
			}
			if fmt.Sprint(k) == "FromEval(function)" {
				continue // whose derivatives nobody says are exact
			}
			if err := kern.Suspect(stranger{Kernel: k}, X); err != nil {
				t.Fatalf("%v: %v", k, err)
			}
		}
		gauss := kern.Gaussian{Width: sigma}
		if err := kern.Suspect(heard{stranger{Kernel: gauss}, gauss.AtHalfSquare}, X); err != nil {
			t.Fatal(err)
		}
	})
}

// limited is a kernel of the logarithms of inputs, which panics elsewhere.
type limited struct{}

func (limited) Eval(x, z []float64) (sum float64) {
	for a, v := range x {
		if v <= 0 || z[a] <= 0 {
			panic("an input is not positive")
		}
		sum += math.Log(v) * math.Log(z[a])
	}
	return sum
}

func (limited) Grad(dst, x, z []float64) {
	for a, v := range x {
		if z[a] <= 0 {
			panic("an input is not positive")
		}
		dst[a] = math.Log(z[a]) / v
	}
}

func (limited) Mixed(dst, x, z []float64) {
	clear(dst)
	for a, v := range x {
		dst[a*len(x)+a] = 1 / (v * z[a])
	}
}

// TestSuspectStaysInside: a kernel need not be defined where differences lead.
func TestSuspectStaysInside(t *testing.T) {
	X := drawn(20, 5, 1, 0, 3)
	X.Apply(func(_, _ int, v float64) float64 { return math.Exp(3 * v) }, X)
	if err := kern.Suspect(limited{}, X); err != nil {
		t.Error(err)
	}
	wrong := stranger{Kernel: limited{}, grad: func(dst, x, z []float64) { times(dst, 1.001) }}
	if err := kern.Suspect(wrong, X); err == nil || !strings.Contains(err.Error(), "the Grad of") {
		t.Errorf("a gradient 0.1 %% off: %v", err)
	}
}

// TestSuspectIsDeterministic: another call finds the same.
func TestSuspectIsDeterministic(t *testing.T) {
	wrong := stranger{Kernel: kern.Linear{}, grad: func(dst, x, z []float64) { times(dst, 1.001) }}
	X := drawn(40, 18, 1, 0, 1)
	first, second := kern.Suspect(wrong, X), kern.Suspect(wrong, X)
	if fmt.Sprint(first) != fmt.Sprint(second) {
		t.Errorf("first %v, then %v", first, second)
	}
}

// BenchmarkSuspect is what a path pays before its first fit with a kernel of
// somebody else.
func BenchmarkSuspect(b *testing.B) {
	X := drawn(110, 18, 1, 0, 1)
	k := stranger{Kernel: kern.Gaussian{Width: kern.Sigma(4)}}
	for b.Loop() {
		if err := kern.Suspect(k, X); err != nil {
			b.Fatal(err)
		}
	}
}
