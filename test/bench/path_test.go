// Package bench holds benchmarks that are run beside a peer in another
// language, on the same data.
package bench

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/fit"
)

// BenchmarkSpec fits the spec that NVSD_SPEC names, such as one that path.py prints: the
// work of `nvsd-kernel fit` without its process, for a profile.
func BenchmarkSpec(b *testing.B) {
	file := os.Getenv("NVSD_SPEC")
	if file == "" {
		b.Skip("NVSD_SPEC names no spec: python test/bench/path.py --spec E1-110 > spec.json")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	spec, err := fit.Read(bytes.NewReader(text), filepath.Dir(file))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		report, err := fit.Run(b.Context(), spec, nil)
		if err != nil {
			b.Fatal(err)
		}
		products, gap := 0, 0.0
		for _, s := range report.Solutions {
			products += s.Iterations
			gap = max(gap, *s.RelGap)
		}
		b.ReportMetric(float64(products), "products/op")
		b.ReportMetric(gap, "largest-gap")
	}
}
