package resample_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/resample"
)

func TestBootstrapIntervals(t *testing.T) {
	f := fixture.Waves(80, 4, 1)
	plan := nvsd.BootstrapPlan{Repeats: 20, Level: 0.8, Seed: 4}
	boot := fixture.Must[*resample.Bootstrap](t)(fixture.Quick.Bootstrap(fixture.Ctx, f, nvsd.TauFrac(0.2), plan))
	m := fixture.Must[*nvsd.Model](t)(fixture.Quick.Fit(fixture.Ctx, f, nvsd.TauFrac(0.2)))
	if !slices.Equal(boot.Norms, m.NormsPerSD()) || boot.Tau != m.Tau() {
		t.Errorf("norms %v at tau %v, of the fit %v at %v", boot.Norms, boot.Tau, m.NormsPerSD(), m.Tau())
	}
	for a := range boot.Names {
		if !(boot.Low[a] <= boot.High[a] && boot.Low[a] >= 0) {
			t.Errorf("%s has the interval %v to %v", boot.Names[a], boot.Low[a], boot.High[a])
		}
	}
	if boot.Frequencies[0] != 1 || boot.Frequencies[1] != 1 || boot.Low[0] <= boot.High[2] || !strings.Contains(boot.String(), "10 % quantile  90 % quantile") {
		t.Errorf("shown as\n%v", boot)
	}
	wider := plan
	wider.Level = 0.95
	if w := fixture.Must[*resample.Bootstrap](t)(fixture.Quick.Bootstrap(fixture.Ctx, f, nvsd.TauFrac(0.2), wider)); w.Low[0] > boot.Low[0] || w.High[0] < boot.High[0] {
		t.Error("a higher level has a shorter interval")
	}
	before := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(before)
	if again := fixture.Must[*resample.Bootstrap](t)(fixture.Quick.Bootstrap(fixture.Ctx, f, nvsd.TauFrac(0.2), plan)); !slices.Equal(again.Low, boot.Low) || !slices.Equal(again.High, boot.High) {
		t.Error("on one processor the intervals are others")
	}
}

// On one row again and again nothing varies: such draws have all norms 0.
func TestBootstrapOfTwoRows(t *testing.T) {
	boot := fixture.Must[*resample.Bootstrap](t)(fixture.Quick.Bootstrap(fixture.Ctx, fixture.Waves(2, 2, 1), nvsd.Tau(1e-6), nvsd.BootstrapPlan{Repeats: 30}))
	if boot.Low[0] != 0 || boot.High[0] == 0 {
		t.Errorf("intervals %v to %v", boot.Low, boot.High)
	}
}

func TestBootstrapRefuses(t *testing.T) {
	f := fixture.Waves(20, 2, 1)
	for what, plan := range map[string]nvsd.BootstrapPlan{"repeats": {Repeats: -1}, "level": {Level: 1}} {
		if _, err := fixture.Quick.Bootstrap(fixture.Ctx, f, nvsd.Tau(1), plan); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	if _, err := fixture.Quick.Bootstrap(fixture.Ctx, nil, nvsd.Tau(1), nvsd.BootstrapPlan{}); err == nil {
		t.Error("no data: no error")
	}
}

// How much the norms vary with the draw of the data.
func ExampleSpec_Bootstrap() {
	boot, err := fixture.Quick.Bootstrap(fixture.Ctx, fixture.Waves(80, 3, 1), nvsd.TauFrac(0.2), nvsd.BootstrapPlan{Repeats: 20, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for a, name := range boot.Names {
		fmt.Printf("%s: %.1f, mostly between %.1f and %.1f\n", name, boot.Norms[a], boot.Low[a], boot.High[a])
	}
	// Output:
	// x1: 0.9, mostly between 0.7 and 1.0
	// x2: 0.5, mostly between 0.4 and 0.5
	// x3: 0.0, mostly between 0.0 and 0.1
}
