package shipped

import "github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"

// EveryKernel returns kernels on d inputs, one or more of every type of package kern but those
// that hold the code of a function. Each [kern.Width] in them is w.
func EveryKernel(d int, w kern.Width) []kern.Kernel {
	gauss := kern.Gaussian{Width: w}
	widths := make([]float64, d)
	for a := range widths {
		widths[a] = []float64{1, 2, 0.5}[a%3]
	}
	return []kern.Kernel{
		kern.Linear{},
		kern.Constant{Value: 2},
		kern.Polynomial{Degree: 2},
		kern.Polynomial{Degree: 3, Offset: 1},
		gauss,
		kern.RationalQuadratic{Width: w, Shape: 1.5},
		kern.Matern52{Width: w},
		kern.Matern72{Width: w},
		kern.Matern92{Width: w},
		kern.Periodic{Period: 3, Width: 1.2},
		kern.ARD{Base: gauss, Widths: widths},
		kern.Scaled(0.5, gauss),
		kern.Sum(kern.Linear{}, kern.Polynomial{Degree: 2, Offset: 1}),
		kern.Sum(kern.Linear{}, gauss),
		kern.Product(gauss, kern.Matern52{Width: w}),
	}
}
