package resample_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/resample"
)

// sixOfTwelve has correlated inputs, of which every second one matters.
func sixOfTwelve(t *testing.T, n int, signal float64, seed uint64) *data.Frame {
	const d = 12
	rng := rand.New(rand.NewPCG(seed, 3))
	x, y := mat.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		r := x.RawRowView(i)
		for j := range r {
			r[j] = rng.NormFloat64()
			if j > 0 {
				r[j] = 0.4*r[j-1] + math.Sqrt(1-0.16)*r[j]
			}
		}
		y[i] = signal*(math.Sin(2*r[0])+r[2]*r[4]+r[6]*r[6]/1.4+r[8]+math.Tanh(2*r[10])) + 0.5*rng.NormFloat64()
	}
	return fixture.Frame(t, x, y)
}

// With a clear target the inputs that matter are found, and with a target that depends on none nothing is, by both statistics.
func TestKnockoffsFindWhatMatters(t *testing.T) {
	var found, wrong, null int
	const sets = 4
	for seed := range uint64(sets) {
		k := fixture.Must[*resample.Knockoffs](t)(nvsd.FindSpec().Knockoffs(fixture.Ctx, sixOfTwelve(t, 150, 1, seed), nvsd.KnockoffPlan{Draws: 2, Taus: 12}))
		for j, in := range k.Selected {
			switch {
			case in && j%2 == 0:
				found++
			case in:
				wrong++
			}
		}
		for _, statistic := range []nvsd.KnockoffStatistic{nvsd.KnockoffNorms, nvsd.KnockoffEntry} {
			none := fixture.Must[*resample.Knockoffs](t)(nvsd.FindSpec().Knockoffs(fixture.Ctx, sixOfTwelve(t, 80, 0, seed), nvsd.KnockoffPlan{Draws: 2, Taus: 12, Statistic: statistic}))
			if len(none.SelectedNames()) > 0 {
				null++
			}
		}
	}
	if found < 5*(sets-1) || wrong > 2 || null > 1 {
		t.Errorf("%d of %d inputs found, %d false ones, and in %d of %d null problems something is", found, 5*sets, wrong, null, 2*sets)
	}
}

// The signs of the statistics of inputs that do not matter are those of a coin.
func TestSignsOfKnockoffsAreFair(t *testing.T) {
	var above, below int
	for seed := range uint64(25) {
		k := fixture.Must[*resample.Knockoffs](t)(nvsd.FindSpec().Knockoffs(fixture.Ctx, sixOfTwelve(t, 60, 0, seed), nvsd.KnockoffPlan{Draws: 1, Taus: 8, Statistic: nvsd.KnockoffEntry, Seed: seed}))
		for _, w := range k.Mean {
			switch {
			case w > 0:
				above++
			case w < 0:
				below++
			}
		}
	}
	if n := float64(above + below); n < 50 || math.Abs(float64(above-below)) > 3*math.Sqrt(n) {
		t.Errorf("%d statistics are above 0, %d below", above, below)
	}
}

// A categorical input counts as one, its knockoff has its levels, and the same seed gives the same result.
func TestKnockoffsOfCategories(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	var b strings.Builder
	b.WriteString("a,kind,count,b,y\n")
	for range 120 {
		u, kind, count := rng.NormFloat64(), rng.IntN(3), rng.IntN(4)
		fmt.Fprintf(&b, "%v,%s,%d,%v,%v\n", u, []string{"k", "l", "m"}[kind], count, rng.NormFloat64(), math.Sin(u)+float64(kind)+0.3*rng.NormFloat64())
	}
	f := fixture.Must[*data.Frame](t)(data.Read(strings.NewReader(b.String()), "k.csv", data.Target("y")))
	both, groups, err := f.WithKnockoffs(data.MinReconstructability, 1)
	if err != nil || len(groups[1]) != f.D() || len(both.Categories()) != 2 {
		t.Fatal(groups, err)
	}
	if was, is := both.Categories()[0].Levels, both.Categories()[1].Levels; !slices.Equal(was, is) {
		t.Errorf("levels %v, of the knockoff %v", was, is)
	}
	counts := fixture.Must[[]float64](t)(both.Column("count (knockoff)"))
	for _, v := range counts {
		if v != math.Trunc(v) || v < 0 || v > 3 {
			t.Fatalf("the knockoff of a count is %v", v)
		}
	}
	plan := nvsd.KnockoffPlan{Q: 0.5, Draws: 2, Taus: 8}
	k := fixture.Must[*resample.Knockoffs](t)(nvsd.FindSpec().Knockoffs(fixture.Ctx, f, plan))
	if want := []string{"a", "kind"}; !slices.Equal(k.Names, []string{"a", "kind", "count", "b"}) || !k.Selected[0] || !k.Selected[1] {
		t.Errorf("%v are found, want %v:\n%v", k.SelectedNames(), want, k)
	}
	again := fixture.Must[*resample.Knockoffs](t)(nvsd.FindSpec().Knockoffs(fixture.Ctx, f, plan))
	if !slices.Equal(k.Mean, again.Mean) {
		t.Errorf("%v, and again %v", k.Mean, again.Mean)
	}
	plan.Q = 0.25
	at, other := fixture.Must[*resample.Knockoffs](t)(k.At(0.25)), fixture.Must[*resample.Knockoffs](t)(nvsd.FindSpec().Knockoffs(fixture.Ctx, f, plan))
	if at.String() != other.String() || at.Least != 4 || k.Q != 0.5 {
		t.Errorf("at another rate:\n%v\nand planned:\n%v", at, other)
	}
}

// What is not as the model of the inputs has it is told, and what can find nothing too.
func TestKnockoffsWarn(t *testing.T) {
	f := sixOfTwelve(t, 200, 1, 1)
	square := fixture.Must[*data.Frame](t)(f.With("square", func(r data.Row) float64 { return r.Float("x3") * r.Float("x3") }))
	plan := nvsd.KnockoffPlan{Draws: 1, Taus: 4, Statistic: nvsd.KnockoffEntry}
	k := fixture.Must[*resample.Knockoffs](t)(nvsd.FindSpec().Knockoffs(fixture.Ctx, square, plan))
	if text := strings.Join(k.Warnings(), "\n"); !strings.Contains(text, "x3") || !strings.Contains(text, "square") {
		t.Errorf("x3 and its square: %q", text)
	}
	plan.Q = 0.05
	k = fixture.Must[*resample.Knockoffs](t)(nvsd.FindSpec().Knockoffs(fixture.Ctx, f, plan))
	if text := strings.Join(k.Warnings(), "\n"); k.Least != 20 || !strings.Contains(text, "at least 20 discoveries are needed") {
		t.Errorf("12 inputs at a rate of 0.05: %q", text)
	}
	twice := fixture.Must[*data.Frame](t)(f.With("again", func(r data.Row) float64 { return r.Float("x3") }))
	var bad *nvsd.DataError
	if _, err := nvsd.FindSpec().Knockoffs(fixture.Ctx, twice, plan); !errors.As(err, &bad) {
		t.Errorf("an input that is there twice: %v", err)
	}
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := nvsd.FindSpec().Knockoffs(stopped, f, plan); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	var wrong *nvsd.ArgumentError
	if _, err := k.At(0); !errors.As(err, &wrong) {
		t.Errorf("at a rate of 0: %v", err)
	}
	for _, plan := range []nvsd.KnockoffPlan{{Q: 1}, {Draws: -1}, {Statistic: "lasso"}} {
		if _, err := nvsd.FindSpec().Knockoffs(fixture.Ctx, f, plan); !errors.As(err, &wrong) {
			t.Errorf("%+v: %v", plan, err)
		}
	}
}
