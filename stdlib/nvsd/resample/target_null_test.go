package resample_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
)

// What matters is above what is found by chance; the model is that of the procedure.
func TestPermutedTarget(t *testing.T) {
	f := fixture.Waves(60, 4, 1)
	spec := fixture.Gaussian
	spec.Refit = nvsd.ARD
	plan := nvsd.NullPlan{Repeats: 5, Level: 0.2, Seed: 2}
	null := fixture.Must[*nvsd.TargetNull](t)(spec.PermutedTarget(fixture.Ctx, f, 5, nvsd.ByLeaveOneOut(), nvsd.Ranked, plan))
	m := fixture.Must[*nvsd.Model](t)(fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, f, 5)).Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked))
	if !slices.Equal(null.Scores, m.NormsPerSD()) || !slices.Equal(null.Worths, m.Selection().Evidence.Worth) {
		t.Errorf("scores %v, worths %v; of the procedure itself %v, %v", null.Scores, null.Worths, m.NormsPerSD(), m.Selection().Evidence.Worth)
	}
	if !slices.Equal(null.Beyond, []bool{true, true, false, false}) || null.WorthAbove[0] != 5 || null.Runs != 5 {
		t.Errorf("%v", null)
	}
	for a := range null.Scores {
		want := 0
		for _, largest := range null.LargestScores {
			if null.Scores[a] > largest {
				want++
			}
		}
		if null.ScoreAbove[a] != want {
			t.Errorf("input %d: above %d of %v", a, null.ScoreAbove[a], null.LargestScores)
		}
	}
	if text := null.String(); !strings.Contains(text, "5 of 5") || !strings.Contains(text, "beyond noise") || !strings.Contains(null.Standing(0), "worth above the largest of 5 of 5 permuted runs") {
		t.Errorf("shown as\n%s%s", text, null.Standing(0))
	}
	before := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(before)
	again := fixture.Must[*nvsd.TargetNull](t)(spec.PermutedTarget(fixture.Ctx, f, 5, nvsd.ByLeaveOneOut(), nvsd.Ranked, plan))
	if !slices.Equal(again.LargestScores, null.LargestScores) || !slices.Equal(again.LargestWorths, null.LargestWorths) {
		t.Errorf("on one processor %v, else %v", again.LargestScores, null.LargestScores)
	}
}

// A target of noise is not beyond noise, by whatever criterion; without evidence there are no
// worths.
func TestPermutedTargetOfNoise(t *testing.T) {
	f := fixture.Waves(40, 4, 1)
	rng := rand.New(rand.NewPCG(1, 1))
	y := make([]float64, 40)
	for i := range y {
		y[i] = rng.NormFloat64()
	}
	noise := fixture.Must[*data.Frame](t)(data.New(f.X(), y))
	for _, by := range []nvsd.Criterion{nvsd.ByLeaveOneOut(), nvsd.ByValidation(noise.WithPermutedTarget(9)), nvsd.ByCrossValidation(nvsd.KFold(3, 1))} {
		null := fixture.Must[*nvsd.TargetNull](t)(fixture.Gaussian.PermutedTarget(fixture.Ctx, noise, 4, by, nvsd.Ranked, nvsd.NullPlan{Repeats: 8, Seed: 1}))
		if slices.Contains(null.Beyond, true) || null.Worths != nil || null.LargestWorths != nil {
			t.Errorf("%v:\n%v", by, null)
		}
	}
}

// When it is stopped, what is done is told; without the model there is nothing.
func TestPermutedTargetStops(t *testing.T) {
	stopped, stop := context.WithCancel(fixture.Ctx)
	defer stop()
	null, err := fixture.Gaussian.PermutedTarget(fixture.OnParts(stopped, func(p nvsd.Part) {
		if p.Done == 3 {
			stop()
		}
	}), fixture.Waves(30, 2, 1), 3, nvsd.ByLeaveOneOut(), nvsd.Ranked, nvsd.NullPlan{Repeats: 40})
	if !errors.Is(err, context.Canceled) || null == nil || null.Runs < 2 || null.Runs > 10 || len(null.Warnings()) != 1 {
		t.Errorf("%v\n%v", err, null)
	}
	if null, err := fixture.Gaussian.PermutedTarget(stopped, fixture.Waves(30, 2, 1), 3, nvsd.ByLeaveOneOut(), nvsd.Ranked, nvsd.NullPlan{}); null != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("stopped before it began: %v, %v", null, err)
	}
}

func TestPermutedTargetRefuses(t *testing.T) {
	f := fixture.Waves(20, 2, 1)
	for what, c := range map[string]struct {
		train *data.Frame
		taus  int
		by    nvsd.Criterion
		plan  nvsd.NullPlan
	}{
		"no data":      {nil, 3, nvsd.ByLeaveOneOut(), nvsd.NullPlan{}},
		"runs":         {f, 3, nvsd.ByLeaveOneOut(), nvsd.NullPlan{Repeats: -1}},
		"level":        {f, 3, nvsd.ByLeaveOneOut(), nvsd.NullPlan{Level: 2}},
		"no taus":      {f, 0, nvsd.ByLeaveOneOut(), nvsd.NullPlan{Repeats: 1}},
		"no criterion": {f, 3, nvsd.Criterion{}, nvsd.NullPlan{Repeats: 1}},
	} {
		if null, err := fixture.Gaussian.PermutedTarget(fixture.Ctx, c.train, c.taus, c.by, nvsd.Ranked, c.plan); err == nil || null != nil {
			t.Errorf("%s: %v, %v", what, null, err)
		}
	}
}
