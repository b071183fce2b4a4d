package resample_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/resample"
)

func TestPermutedNullFindsWhatMatters(t *testing.T) {
	f := fixture.Waves(100, 5, 1)
	plan := nvsd.NullPlan{Repeats: 6, Level: 0.2, Seed: 2}
	null := fixture.Must[*resample.Null](t)(fixture.Quick.PermutedNull(fixture.Ctx, f, nvsd.TauFrac(0.1), plan))
	if got := null.SelectedNames(); len(got) != 2 || !slices.Contains(got, "x1") || !slices.Contains(got, "x2") {
		t.Errorf("selected %q\n%v", got, null)
	}
	if len(null.Largest) != 6 || len(null.Copies) != 30 || !slices.IsSorted(null.Copies) || null.Copies[29] != slices.Max(null.Largest) {
		t.Errorf("largest %v, copies %v", null.Largest, null.Copies)
	}
	if !strings.Contains(null.String(), "above all copies") {
		t.Errorf("shown as\n%v", null)
	}
	before := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(before)
	if again := fixture.Must[*resample.Null](t)(fixture.Quick.PermutedNull(fixture.Ctx, f, nvsd.TauFrac(0.1), plan)); !slices.Equal(again.Norms, null.Norms) {
		t.Errorf("on one processor the norms are %v, else %v", again.Norms, null.Norms)
	}
}

// At tau_max nothing has a norm, and nothing is above a copy.
func TestPermutedNullOfZeroNorms(t *testing.T) {
	null := fixture.Must[*resample.Null](t)(fixture.Quick.PermutedNull(fixture.Ctx, fixture.Waves(20, 2, 1), nvsd.TauFrac(1), nvsd.NullPlan{Repeats: 2}))
	if null.SelectedNames() != nil || null.Above[0] != 0 {
		t.Errorf("selected at tau_max:\n%v", null)
	}
}

// A penalty of groups acts on the copies by the same groups.
func TestPermutedNullTakesGroups(t *testing.T) {
	f := fixture.Waves(40, 4, 1)
	one := fixture.Quick.WithPenalty(penalty.GroupLasso{Groups: [][]int{{0}, {1}, {2}, {3}}})
	plan := nvsd.NullPlan{Repeats: 2, Seed: 1}
	lasso := fixture.Must[*resample.Null](t)(fixture.Quick.PermutedNull(fixture.Ctx, f, nvsd.Tau(0.05), plan))
	groups := fixture.Must[*resample.Null](t)(one.PermutedNull(fixture.Ctx, f, nvsd.Tau(0.05), plan))
	if !fixture.Near(lasso.Norms, groups.Norms, 1e-2) {
		t.Errorf("groups of one input: norms %v, of the lasso %v", groups.Norms, lasso.Norms)
	}
	if _, err := fixture.Quick.WithPenalty(penalty.GroupLasso{Groups: [][]int{{0}}}).PermutedNull(fixture.Ctx, f, nvsd.Tau(0.05), plan); err == nil || !strings.Contains(err.Error(), "no group") {
		t.Errorf("groups that miss an input: %v", err)
	}
}

func TestPermutedNullRefuses(t *testing.T) {
	f := fixture.Waves(20, 2, 1)
	for what, plan := range map[string]nvsd.NullPlan{"repeats": {Repeats: -1}, "level": {Level: 1}} {
		if _, err := fixture.Quick.PermutedNull(fixture.Ctx, f, nvsd.Tau(1), plan); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	if _, err := fixture.Quick.PermutedNull(fixture.Ctx, nil, nvsd.Tau(1), nvsd.NullPlan{}); err == nil {
		t.Error("no data: no error")
	}
	if _, err := fixture.Quick.PermutedNull(fixture.Ctx, f, nvsd.Tau(-1), nvsd.NullPlan{}); err == nil {
		t.Error("a negative tau: no error")
	}
}

// Inputs whose norms are above those of copies that cannot matter.
func ExampleSpec_PermutedNull() {
	null, err := fixture.Quick.PermutedNull(fixture.Ctx, fixture.Waves(80, 4, 1), nvsd.TauFrac(0.1), nvsd.NullPlan{Repeats: 4, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(null.SelectedNames())
	// Output:
	// [x1 x2]
}
