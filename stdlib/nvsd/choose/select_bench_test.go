package choose_test

import (
	"fmt"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// BenchmarkSelect chooses a model on a path of 50 taus, without the path itself; by folds,
// with the paths in them.
func BenchmarkSelect(b *testing.B) {
	for _, size := range []struct{ n, d int }{{200, 40}, {500, 50}} {
		f := fixture.Must[*data.Frame](b)(data.JMLR(data.JMLRPairs, size.n, size.d, 1))
		spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.Mean20thNN}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(1e-1)}
		p := fixture.Must[*nvsd.Path](b)(spec.Path(fixture.Ctx, f, 50))
		for name, by := range map[string]nvsd.Criterion{
			"leave one out": nvsd.ByLeaveOneOut(),
			"five folds":    nvsd.ByCrossValidation(nvsd.KFold(5, 1)),
		} {
			b.Run(fmt.Sprintf("%s/n=%d,d=%d", name, size.n, size.d), func(b *testing.B) {
				var m *nvsd.Model
				for b.Loop() {
					m = fixture.Must[*nvsd.Model](b)(p.Select(fixture.Ctx, by, nvsd.Ranked))
				}
				b.ReportMetric(float64(m.Selection().Sets), "sets")
			})
		}
	}
}
