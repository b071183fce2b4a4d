//go:build unix

package bench

import (
	"context"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// BenchmarkQuickstart has the computations of notebooks/quickstart.ipynb, one by one. The
// processor time is that of all threads.
func BenchmarkQuickstart(b *testing.B) {
	must := func(err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	d, err := data.Load("diabetes")
	must(err)
	s, err := d.Split(data.Train(200), data.Valid(121), data.Test(121), data.Seed(1))
	must(err)
	spec := nvsd.Spec{
		Kernel:  kern.Gaussian{Width: kern.MedianDistance},
		Penalty: penalty.Lasso{},
		Nu:      nvsd.Fixed(0.01),
	}
	path, err := spec.Path(b.Context(), s.Train, 50)
	must(err)
	model, err := path.Select(b.Context(), nvsd.ByValidation(s.Valid), nvsd.Ranked)
	must(err)
	for _, step := range []struct {
		name string
		run  func(context.Context) error
	}{
		{"fit", func(ctx context.Context) error { _, err := spec.Fit(ctx, s.Train, nvsd.TauFrac(0.4)); return err }},
		{"path", func(ctx context.Context) error { _, err := spec.Path(ctx, s.Train, 50); return err }},
		{"select", func(ctx context.Context) error {
			_, err := path.Select(ctx, nvsd.ByValidation(s.Valid), nvsd.Ranked)
			return err
		}},
		{"ARD", func(ctx context.Context) error {
			_, err := path.Select(ctx, nvsd.ByValidation(s.Valid), nvsd.Ranked, nvsd.ARD)
			return err
		}},
		{"score", func(ctx context.Context) error { _, err := model.Score(ctx, s.Test); return err }},
	} {
		b.Run(step.name, func(b *testing.B) {
			before := processorSeconds(b)
			for b.Loop() {
				must(step.run(b.Context()))
			}
			b.ReportMetric((processorSeconds(b)-before)/float64(b.N), "cpu-s/op")
		})
	}
}
