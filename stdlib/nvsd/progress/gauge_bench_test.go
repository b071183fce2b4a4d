package progress_test

import (
	"context"
	"testing"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/underway"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
)

// asking is a board that looks at once and every millisecond, which is 500 times as often as
// that of a cell.
type asking struct{}

func (asking) Begin(look func() underway.Line) (end func()) {
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for tick := time.Tick(time.Millisecond); ; {
			look()
			select {
			case <-stop:
				return
			case <-tick:
			}
		}
	}()
	return func() { close(stop); <-stopped }
}

// BenchmarkProgress is what a path costs without a board, and with one that is far too curious.
func BenchmarkProgress(b *testing.B) {
	f := fixture.Waves(60, 5, 1)
	for name, within := range map[string]context.Context{"none": fixture.Ctx, "line": underway.WithBoard(fixture.Ctx, asking{})} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := fixture.Gaussian.Path(within, f, 20); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
