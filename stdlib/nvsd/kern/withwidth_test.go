package kern_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/shipped"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

// A width put in place is the one that the kernel has; widths of parts keep their ratios,
// and what has no width is told to have none.
func TestWithWidth(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	X := mat.NewDense(30, 2, nil)
	X.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, X)
	median, err := kern.MedianDistance.On(X)
	if err != nil {
		t.Fatal(err)
	}
	sigma := kern.Sigma(2 * median)
	low, high := sigma/kern.Sigma(math.Sqrt(8)), sigma*kern.Sigma(math.Sqrt(8))
	twice := kern.Times{Factor: 2, Width: kern.MedianDistance}
	eighth := kern.Times{Factor: 0.125, Width: kern.Mean20thNN}
	own := kern.Sigma(1)
	of, want := shipped.EveryKernel(2, own), shipped.EveryKernel(2, sigma)
	for i, k := range of {
		hasWidth := fmt.Sprint(k) != fmt.Sprint(want[i])
		if got, ok, err := kern.WithWidth(k, sigma, X); err != nil || ok != hasWidth || fmt.Sprint(got) != fmt.Sprint(want[i]) {
			t.Errorf("%v: %v, %v, %v; want %v, %v", k, got, ok, err, want[i], hasWidth)
		}
	}
	for _, c := range []struct{ of, want kern.Kernel }{
		{kern.Gaussian{Width: own}, kern.Gaussian{Width: sigma}},
		{kern.Gaussian{Width: kern.Mean20thNN}, kern.Gaussian{Width: sigma}},
		{
			kern.Sum(kern.Gaussian{Width: eighth}, kern.Product(kern.Linear{}, kern.Matern52{Width: kern.Mean20thNN})),
			kern.Sum(kern.Gaussian{Width: low}, kern.Product(kern.Linear{}, kern.Matern52{Width: high})),
		},
		{
			kern.ARD{Base: kern.Gaussian{Width: own}, Widths: []float64{0.5, 0.5}},
			kern.ARD{Base: kern.Gaussian{Width: 2 * sigma}, Widths: []float64{0.5, 0.5}},
		},
	} {
		got, ok, err := kern.WithWidth(c.of, twice, X)
		if err != nil || !ok || fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%v: %v, %v, %v; want %v", c.of, got, ok, err, c.want)
		}
	}
	flat := kern.ARD{Base: kern.Linear{}, Widths: []float64{1, 2}}
	if got, ok, err := kern.WithWidth(flat, twice, X); ok || err != nil || fmt.Sprint(got) != fmt.Sprint(flat) {
		t.Errorf("%v has no width: %v, %v, %v", flat, got, ok, err)
	}
	for _, w := range []kern.Width{nil, kern.Sigma(-1)} {
		if _, _, err := kern.WithWidth(kern.Gaussian{Width: own}, w, X); err == nil {
			t.Errorf("the width %v: no error", w)
		}
	}
	if _, _, err := kern.WithWidth(kern.ARD{Base: kern.Gaussian{Width: own}, Widths: []float64{1}}, twice, X); err == nil {
		t.Error("one width for two inputs: no error")
	}
}

func TestWiden(t *testing.T) {
	for _, c := range []struct{ of, want kern.Kernel }{
		{kern.Gaussian{Width: kern.Sigma(2)}, kern.Gaussian{Width: kern.Sigma(6)}},
		{kern.Gaussian{Width: kern.Mean20thNN}, kern.Gaussian{Width: kern.Times{Factor: 3, Width: kern.Mean20thNN}}},
		{kern.ARD{Base: kern.Matern52{Width: kern.Sigma(1)}, Widths: []float64{1, 2}}, kern.ARD{Base: kern.Matern52{Width: kern.Sigma(3)}, Widths: []float64{1, 2}}},
		{kern.Sum(kern.Linear{}, kern.Gaussian{Width: kern.Sigma(1)}), kern.Sum(kern.Linear{}, kern.Gaussian{Width: kern.Sigma(3)})},
		{kern.Polynomial{Degree: 2}, kern.Polynomial{Degree: 2}},
	} {
		if got := kern.Widen(c.of, 3); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%v, three times as wide: %v, want %v", c.of, got, c.want)
		}
	}
}
