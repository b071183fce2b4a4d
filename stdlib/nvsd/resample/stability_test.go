package resample_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/resample"
	"gonum.org/v1/gonum/mat"
)

func TestStabilityFindsWhatMatters(t *testing.T) {
	f := fixture.Waves(120, 8, 1)
	plan := nvsd.StabilityPlan{Pairs: 5, Size: 2, Taus: 10, Seed: 3}
	st := fixture.Must[*resample.Stability](t)(fixture.Quick.Stability(fixture.Ctx, f, plan))
	if got := st.SelectedNames(); len(got) != 2 || !slices.Contains(got, "x1") || !slices.Contains(got, "x2") {
		t.Errorf("stable inputs %q\n%v", got, st)
	}
	if sum := floatsSum(st.Frequencies); math.Abs(sum-st.MeanSize) > 1e-12 || st.MeanSize > 2 {
		t.Errorf("the frequencies add up to %v, the mean size is %v", sum, st.MeanSize)
	}
	if want := 4 / (0.5 * 8); math.Abs(st.Bound-want) > 1e-12 || st.Halves != 10 {
		t.Errorf("bound %v of %d halves, want %v of 10", st.Bound, st.Halves, want)
	}
	for _, want := range []string{"frequency", "at most 1 of the stable ones are expected to be inputs that a half selects with a probability of at most 0.25"} {
		if !strings.Contains(st.String(), want) {
			t.Errorf("shown without %q as\n%v", want, st)
		}
	}

	before := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(before)
	again := fixture.Must[*resample.Stability](t)(fixture.Quick.Stability(fixture.Ctx, f, plan))
	if !slices.Equal(st.Frequencies, again.Frequencies) {
		t.Errorf("on one processor the frequencies are %v, else %v", again.Frequencies, st.Frequencies)
	}
	plan.Independent = true
	if got := fixture.Must[*resample.Stability](t)(fixture.Quick.Stability(fixture.Ctx, f, plan)); !got.Selected[0] || !got.Selected[1] {
		t.Errorf("independent halves:\n%v", got)
	}
}

// On a target that depends on nothing, few inputs are stable: fewer on average
// than the bound allows.
func TestStabilityOfNoiseKeepsItsBound(t *testing.T) {
	selected, bound := 0, 0.0
	const rounds = 3
	for seed := range uint64(rounds) {
		f := fixture.Waves(40, 10, seed)
		y := f.Y()
		rng := rand.New(rand.NewPCG(seed, 2))
		for i := range y {
			y[i] = rng.NormFloat64()
		}
		st := fixture.Must[*resample.Stability](t)(fixture.Quick.Stability(fixture.Ctx, fixture.Frame(t, mat.DenseCopyOf(f.X()), y), nvsd.StabilityPlan{Pairs: 5, Taus: 8, Seed: seed}))
		for _, in := range st.Selected {
			if in {
				selected++
			}
		}
		bound = st.Bound
	}
	if mean := float64(selected) / rounds; bound > 1 || mean > bound {
		t.Errorf("%v inputs are stable on average, bound %v", mean, bound)
	}
}

func TestStabilityRefuses(t *testing.T) {
	f := fixture.Waves(20, 3, 1)
	stopped, stop := context.WithCancel(fixture.Ctx)
	stop()
	if _, err := fixture.Quick.Stability(stopped, f, nvsd.StabilityPlan{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	for what, plan := range map[string]nvsd.StabilityPlan{
		"threshold": {Threshold: 0.5}, "size": {Size: 4}, "negative size": {Size: -1}, "pairs": {Pairs: -1}, "taus": {Taus: 1},
	} {
		if _, err := fixture.Quick.Stability(fixture.Ctx, f, plan); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	if _, err := fixture.Quick.Stability(fixture.Ctx, fixture.Waves(3, 2, 1), nvsd.StabilityPlan{}); err == nil {
		t.Error("three rows: no error")
	}
	if _, err := fixture.Quick.Stability(fixture.Ctx, nil, nvsd.StabilityPlan{}); err == nil {
		t.Error("no data: no error")
	}
}

func floatsSum(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum
}

// Inputs that most halves of the data select.
func ExampleSpec_Stability() {
	st, err := fixture.Quick.Stability(fixture.Ctx, fixture.Waves(60, 6, 1), nvsd.StabilityPlan{Pairs: 5, Size: 2, Taus: 10, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(st.SelectedNames())
	// Output:
	// [x2 x1]
}
