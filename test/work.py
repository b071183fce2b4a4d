"""Cells whose computations last as long as they are told."""

# A computation of ten parts, and a penalty with which a path lasts.
WORK = """func work(pause time.Duration) {
	ctx, draws := nvsd.Begin(ctx, nvsd.Part{Of: "simulation", Unit: "draw", All: 10})
	defer draws.End()
	for i := range 10 {
		time.Sleep(pause)
		draws.Reached(ctx, i+1)
	}
}

type slow struct {
	penalty.Lasso
	pause time.Duration
}

func (s slow) Prox(dst, u []float64, t float64) {
	time.Sleep(s.pause)
	s.Lasso.Prox(dst, u, t)
}

spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.MedianDistance}, Nu: nvsd.Fixed(0.1)}
train := data.Friedman1(40, 5, 1)"""
