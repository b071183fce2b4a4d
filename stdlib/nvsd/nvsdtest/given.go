package nvsdtest

import (
	"context"
	"math/rand/v2"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// givenFits is the number of fits of the path on given data.
const givenFits = 12

// Given tries the penalty, or the kernel, on data as well. The Spec with it in the place of
// its own is fitted along a path of 12 taus, which the report shows: where tau_max is, which
// inputs come in, and how much is left of their norms.
//
//	nvsdtest.Penalty(mine, 10, nvsdtest.Given(ctx, spec, s.Train))
//
// The curves of a penalty then go to the largest norm on that path.
func Given(ctx context.Context, spec nvsd.Spec, train *data.Frame) Option {
	return func(r *Report) {
		r.fit = func(change func(nvsd.Spec) nvsd.Spec) (*nvsd.Path, error) {
			return change(spec).Path(ctx, train, givenFits)
		}
	}
}

// fitted fits the path on the given data, which is a claim, and keeps it.
func (r *Report) fitted(change func(nvsd.Spec) nvsd.Spec) {
	if r.fit == nil {
		return
	}
	r.claim("a path on the data is fitted", 1, func(*rand.Rand) string {
		path, err := r.fit(change)
		if err != nil {
			return err.Error()
		}
		r.Path = path
		return ""
	})
}

// largestNorm returns the largest norm on the path, or usualNorm where there is none.
func (r *Report) largestNorm() float64 {
	top := 0.0
	if r.Path != nil {
		for _, norms := range r.Path.NormsPath() {
			for _, u := range norms {
				top = max(top, u)
			}
		}
	}
	if top == 0 {
		return usualNorm
	}
	return top
}
