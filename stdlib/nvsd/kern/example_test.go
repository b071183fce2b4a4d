package kern_test

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

// A width may be a rule, which is a number once it has seen data.
func ExampleResolve() {
	X := mat.NewDense(4, 1, []float64{0, 1, 3, 7})
	for _, width := range []kern.Width{
		kern.MedianDistance,
		kern.Times{Factor: 2, Width: kern.MedianDistance},
	} {
		k, err := kern.Resolve(kern.Gaussian{Width: width}, X)
		fmt.Println(k, err)
	}
	// Output:
	// Gaussian(sigma 3.5) <nil>
	// Gaussian(sigma 7) <nil>
}

// A kernel of the distance, written by jets: 1/(1 + ||x-z||^2).
func ExampleIsotropic() {
	k := kern.Isotropic(func(s kern.Jet) kern.Jet { return s.Times(2).Plus(1).Pow(-1) })
	x, z := []float64{1, 1}, []float64{0, 0}
	grad := make([]float64, 2)
	k.Grad(grad, x, z)
	fmt.Printf("%.3f %.3f\n", k.Eval(x, z), grad)
	// Output:
	// 0.333 [-0.222 -0.222]
}

// A kernel of which values are all that is known: derivatives are differences,
// and what is fitted with it is not certified.
func ExampleFromEval() {
	k := kern.FromEval(func(x, z []float64) float64 { return 1 + x[0]*z[0]*(1+x[1]*z[1]) })
	fmt.Println(k.Eval([]float64{1, 2}, []float64{3, 4}), kern.Certified(k))
	// Output:
	// 28 false
}

// Every input has a length scale of its own: the second one hardly counts here.
func ExampleARD() {
	k := kern.ARD{Base: kern.Gaussian{Width: kern.Sigma(1)}, Widths: []float64{1, 100}}
	o := []float64{0, 0}
	fmt.Printf("%.4f %.4f\n", k.Eval(o, []float64{1, 0}), k.Eval(o, []float64{0, 1}))
	// Output:
	// 0.6065 1.0000
}
