package problem_test

import (
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// A Spec shows what decides the numbers: what is said, what is the default, and what is missing.
func TestSpecReport(t *testing.T) {
	for _, c := range []struct {
		spec nvsd.Spec
		want string
	}{
		{nvsd.Spec{}, `Spec: what decides a fit
scale: inputs scaled by their training standard deviation (the default)
intercept: unpenalised intercept (the default)
tolerance: 0.0001 (the default)
path: 3 decades below tau_max (the default)
refit: kernel width chosen with nu (the default)
warning: nvsd: the Spec has no Penalty: say for example Penalty: penalty.Lasso{}
`},
		{nvsd.Spec{Kernel: kern.Gaussian{Width: kern.MedianDistance}, Penalty: penalty.Lasso{}, Nu: nvsd.Choose(0.1, 0.01)}, `Spec: what decides a fit
kernel: Gaussian(median distance)
penalty: Lasso
nu: one of [0.1 0.01]
scale: inputs scaled by their training standard deviation (the default)
intercept: unpenalised intercept (the default)
solver: Dual(Tol 0.0001) (the default)
tolerance: 0.0001 (the default)
path: 3 decades below tau_max (the default)
refit: kernel width chosen with nu (the default)
`},
		{nvsd.Spec{
			Kernel: kern.Polynomial{Degree: 2}, Penalty: penalty.ElasticNet{Mu: 0.5}, Nu: nvsd.TimesTau(0.1), Solver: solve.ADMM{Tol: 1e-3},
			Scale: nvsd.NoScaling, Intercept: nvsd.NoIntercept, Tol: -1, Decades: 2, Refit: nvsd.ARD, RidgeNus: []float64{1, 2},
		}, `Spec: what decides a fit
kernel: Polynomial(degree 2, offset 0)
penalty: ElasticNet(mu 0.5)
nu: 0.1 tau
scale: inputs not scaled
intercept: no intercept
solver: ADMM(Tol 0.001)
tolerance: -1
path: 2 decades below tau_max
refit: kernel width for each input
ridge nus: [1 2]
warning: nvsd: Tol is -1: it must be positive, or 0 for 0.0001
`},
	} {
		if got := c.spec.String(); got != c.want {
			t.Errorf("it is shown as\n%s\nwant\n%s", got, c.want)
		}
	}
}
