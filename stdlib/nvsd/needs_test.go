package nvsd_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// TestTooManyRowsAreRefused: every way to fit refuses more rows than there is memory for before it takes any of it, also
// where a rule would look for the width in all pairs of rows, and says what to do instead.
func TestTooManyRowsAreRefused(t *testing.T) {
	const rows, most = 50_000, 100e6 // bytes, of which the table has 1.2 MB
	f := fixture.Waves(rows, 2, 1)
	spec := fixture.Gaussian
	spec.Kernel = kern.Gaussian{Width: kern.MedianDistance}
	unstructured, folded, slow := spec, spec, spec
	unstructured.Kernel = kern.Periodic{Period: 3, Width: 1}
	folded.Penalty = penalty.MCP{Knee: 1}
	slow.Solver = solve.ADMM{}
	by := nvsd.ByLeaveOneOut()
	fits := map[string]func() error{
		"Path":   func() error { _, err := spec.Path(fixture.Ctx, f, 3); return err },
		"PathAt": func() error { _, err := spec.PathAt(fixture.Ctx, f, 0.1); return err },
		"Fit":    func() error { _, err := spec.Fit(fixture.Ctx, f, nvsd.TauFrac(0.1)); return err },
		"Ridge":  func() error { _, err := spec.Ridge(fixture.Ctx, f, by); return err },
		"CrossValidate": func() error {
			_, err := spec.CrossValidate(fixture.Ctx, f, nvsd.KFold(5, 1), nvsd.Search{Taus: 2, By: by})
			return err
		},
		"Search": func() error { _, err := spec.Search(fixture.Ctx, f, nvsd.Search{Taus: 2, By: by}); return err },
		"Bootstrap": func() error {
			_, err := spec.Bootstrap(fixture.Ctx, f, nvsd.Tau(0.1), nvsd.BootstrapPlan{Repeats: 2})
			return err
		},
		"Stability": func() error { _, err := spec.Stability(fixture.Ctx, f, nvsd.StabilityPlan{Pairs: 2}); return err },
		"PermutedNull": func() error {
			_, err := spec.PermutedNull(fixture.Ctx, f, nvsd.Tau(0.1), nvsd.NullPlan{Repeats: 2})
			return err
		},
		"PermutedTarget": func() error {
			_, err := spec.PermutedTarget(fixture.Ctx, f, 2, by, nvsd.Ranked, nvsd.NullPlan{Repeats: 2})
			return err
		},
		"HeldOut":               func() error { _, err := spec.HeldOut(fixture.Ctx, f, nvsd.KFold(5, 1)); return err },
		"without structure":     func() error { _, err := unstructured.PathAt(fixture.Ctx, f, 0.1); return err },
		"a penalty not convex":  func() error { _, err := folded.PathAt(fixture.Ctx, f, 0.1); return err },
		"a solver without them": func() error { _, err := slow.PathAt(fixture.Ctx, f, 0.1); return err },
	}
	withoutFeatures := []string{"without structure", "a penalty not convex", "a solver without them"}
	for what, fit := range fits {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := fit()
		runtime.ReadMemStats(&after)
		if err == nil {
			t.Errorf("%s fits %d rows", what, rows)
			continue
		}
		if taken := float64(after.TotalAlloc - before.TotalAlloc); taken > most {
			t.Errorf("%s takes %.0f MB before it refuses", what, taken/1e6)
		}
		text := err.Error()
		for _, way := range []string{"GiB of memory", "train.Sample(", "nvsd.FindIn(data.OpenStream(path))"} {
			if !strings.Contains(text, way) {
				t.Errorf("%s does not name %q: %v", what, way, err)
			}
		}
		features := true
		for _, other := range withoutFeatures {
			features = features && what != other
		}
		if strings.Contains(text, "nvsd.RandomFeatures(500, 1)") != features {
			t.Errorf("%s: random features are named: %v, want %v: %v", what, !features, features, err)
		}
	}
}

// TestNeeds: they rise with what is asked for, and with random features not with the square of the rows.
func TestNeeds(t *testing.T) {
	spec := fixture.Gaussian
	of := spec.Needs(1000, 20, 10, 0)
	if got := of.String(); got != "1000 rows of 20 inputs: memory up to 0.2 GB, time about 10 s" {
		t.Errorf("%s", got)
	}
	if small := spec.Needs(100, 5, 10, 0); small.Large() || small.Note() != "" {
		t.Errorf("%v is told: %q", small, small.Note())
	}
	if want := "all of it takes about 10 s and up to 0.2 GB"; of.Note() != want {
		t.Errorf("%q, want %q", of.Note(), want)
	}
	for what, more := range map[string]nvsd.Needs{
		"rows": spec.Needs(2000, 20, 10, 0), "inputs": spec.Needs(1000, 200, 10, 0), "folds": spec.Needs(1000, 20, 10, 5),
	} {
		if !(more.Bytes > of.Bytes && more.Seconds > of.Seconds) {
			t.Errorf("more %s: %v, and %v with fewer", what, more, of)
		}
	}
	if more := spec.Needs(1000, 20, 50, 0); !(more.Seconds > of.Seconds) || more.Bytes != of.Bytes {
		t.Errorf("more taus: %v, and %v with fewer", more, of)
	}
	if at := spec.NeedsAt(1000, 20, 10); !(at.Seconds < of.Seconds && at.Bytes < of.Bytes) {
		t.Errorf("without tau_max %v, with it %v", at, of)
	}
	spec.Features = nvsd.RandomFeatures(500, 1)
	if few, many := spec.Needs(10_000, 20, 10, 0), spec.Needs(100_000, 20, 10, 0); many.Bytes > 20*few.Bytes || !many.HaveRoom() {
		t.Errorf("features of 10000 rows %v, of 100000 %v", few, many)
	}
	if find := (nvsd.FindPlan{}).Needs(1_000_000, 20); !find.Large() || !find.HaveRoom() {
		t.Errorf("Find: %v", find)
	}
}
