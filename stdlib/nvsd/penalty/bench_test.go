package penalty_test

import (
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// BenchmarkSuspectAround is what a path pays before its first fit.
func BenchmarkSuspectAround(b *testing.B) {
	for b.Loop() {
		if err := penalty.SuspectAround(penalty.Lasso{}, of(18, 1)); err != nil {
			b.Fatal(err)
		}
	}
}
