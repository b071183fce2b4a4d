package model_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// cubic is kernel ridge regression by a kernel that has the functions of these tests in its space.
func cubic(nu float64) nvsd.Spec {
	return nvsd.Spec{Kernel: kern.Polynomial{Degree: 3, Offset: 1}, Refit: nvsd.KeepKernel, RidgeNus: []float64{nu}}
}

func ridge(t *testing.T, s nvsd.Spec, f *data.Frame) *nvsd.Model {
	return fixture.Must[*nvsd.Model](t)(s.Ridge(fixture.Ctx, f, nvsd.ByLeaveOneOut()))
}

func pairOf(t *testing.T, all *model.Interactions, a, b string) model.Interaction {
	for _, p := range all.Pairs {
		if p.A == a && p.B == b || p.A == b && p.B == a {
			return p
		}
	}
	t.Fatalf("there is no pair of %s and %s in %v", a, b, all.Pairs)
	return model.Interaction{}
}

// Of a function that is known the norms are those of its derivatives: x1 x2 + 3 x3^2 + x1 x4^2 in units of each input.
func TestInteractionsOfAKnownFunction(t *testing.T) {
	const n = 80
	rng := rand.New(rand.NewPCG(1, 1))
	x, y := mat.NewDense(n, 4, nil), make([]float64, n)
	units := []float64{1, 1000, 0.01, 1}
	for i := range n {
		v := make([]float64, 4)
		for a := range v {
			v[a] = rng.Float64()*2 - 1
			x.Set(i, a, v[a]*units[a])
		}
		y[i] = v[0]*v[1] + 3*v[2]*v[2] + v[0]*v[3]*v[3]
	}
	sd := func(a int) float64 { return stat.StdDev(mat.Col(nil, a, x), nil) / units[a] }
	var by4 float64
	for i := range n {
		by4 += 4 * x.At(i, 3) * x.At(i, 3) / n
	}
	want := map[[2]string]float64{{"x1", "x2"}: sd(0) * sd(1), {"x1", "x4"}: sd(0) * sd(3) * math.Sqrt(by4)}
	m := ridge(t, cubic(1e-13), fixture.Frame(t, x, y))
	all := fixture.Must[*model.Interactions](t)(m.Interactions(fixture.Ctx))
	if len(all.Pairs) != 6 {
		t.Fatalf("%d pairs of 4 inputs", len(all.Pairs))
	}
	for i, p := range all.Pairs {
		if i > 0 && p.Norm > all.Pairs[i-1].Norm {
			t.Errorf("%v follows %v", p, all.Pairs[i-1])
		}
		if got := p.Norm; math.Abs(got-want[[2]string{p.A, p.B}]) > 1e-5 {
			t.Errorf("%v: %v, want %v", p, got, want[[2]string{p.A, p.B}])
		}
	}
}

// For a category the square is the variance between levels, whichever input comes first, and of two binary inputs
// both ways of counting agree.
func TestInteractionsOfCategories(t *testing.T) {
	const n = 60
	rng := rand.New(rand.NewPCG(2, 1))
	var text strings.Builder
	text.WriteString("u,kind,flag,y\n")
	factor := map[string]float64{"a": 0, "b": 2, "c": 5}
	kinds := []string{"a", "a", "a", "b", "b", "c"}
	var u, k, flag []float64
	for i := range n {
		kind, on := kinds[i%6], rng.IntN(3) > 0
		v := rng.Float64()
		level := factor[kind]
		one := 0.0
		if on {
			one = 1
		}
		u, k, flag = append(u, v), append(k, level), append(flag, one)
		fmt.Fprintf(&text, "%v,%s,%t,%v\n", v, kind, on, v*level+3*one*level)
	}
	f := fixture.Must[*data.Frame](t)(data.Read(strings.NewReader(text.String()), "kinds.csv", data.Target("y")))
	quadratic := cubic(1e-13) // which 60 rows determine
	quadratic.Kernel = kern.Polynomial{Degree: 2, Offset: 1}
	m := ridge(t, quadratic, f)
	all := fixture.Must[*model.Interactions](t)(m.Interactions(fixture.Ctx, nvsd.InteractionPlan{Draws: -1}))
	sd := func(v []float64) float64 { return stat.StdDev(v, nil) }
	for pair, want := range map[[2]string]float64{{"u", "kind"}: sd(u) * sd(k), {"kind", "flag"}: 3 * sd(k) * sd(flag), {"u", "flag"}: 0} {
		if got := pairOf(t, all, pair[0], pair[1]); math.Abs(got.Norm-want) > 1e-4 || !math.IsNaN(got.Low) {
			t.Errorf("%v: %v, want %v", pair, got.Norm, want)
		}
	}
}

// A weight is the row as often.
func TestInteractionsOfWeights(t *testing.T) {
	f := fixture.Waves(30, 2, 1)
	var rows []int
	for i := range 30 {
		for range 1 + i%3 {
			rows = append(rows, i)
		}
	}
	again := fixture.Must[*data.Frame](t)(f.Rows(rows...))
	row := -1
	counted := fixture.Must[*data.Frame](t)(f.With("w", func(data.Row) float64 { row++; return float64(1 + row%3) }))
	weighed := fixture.Must[*data.Frame](t)(counted.WithWeight("w"))
	off := nvsd.InteractionPlan{Draws: -1}
	one := fixture.Must[*model.Interactions](t)(ridge(t, cubic(1e-3), again).Interactions(fixture.Ctx, off))
	other := fixture.Must[*model.Interactions](t)(ridge(t, cubic(1e-3), weighed).Interactions(fixture.Ctx, off))
	if a, b := one.Pairs[0].Norm, other.Pairs[0].Norm; math.Abs(a-b) > 1e-6*a {
		t.Errorf("%v with repeated rows, %v with weights", a, b)
	}
}

// The intervals of pairs that do not interact begin at 0 in at least the stated part of 40 data sets, those of a pair that does
// begin above it, and have as often the norm of the fit to targets without noise.
func TestIntervalsOfInteractions(t *testing.T) {
	const sets, n = 40, 100
	kernel := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.Sigma(2)}, Refit: nvsd.KeepKernel}
	var none, told, covered int
	for set := range sets {
		rng := rand.New(rand.NewPCG(uint64(set), 7))
		x, y, noisy := mat.NewDense(n, 3, nil), make([]float64, n), make([]float64, n)
		for i := range n {
			for a := range 3 {
				x.Set(i, a, rng.NormFloat64())
			}
			y[i] = x.At(i, 0)*x.At(i, 1) + math.Sin(x.At(i, 2))
			noisy[i] = y[i] + 0.5*rng.NormFloat64()
		}
		m := ridge(t, kernel, fixture.Frame(t, x, noisy))
		all := fixture.Must[*model.Interactions](t)(m.Interactions(fixture.Ctx, nvsd.InteractionPlan{Draws: 50}))
		same := kernel
		same.RidgeNus = []float64{m.RidgeNu()}
		without := fixture.Must[*model.Interactions](t)(ridge(t, same, fixture.Frame(t, x, y)).Interactions(fixture.Ctx, nvsd.InteractionPlan{Draws: -1}))
		truth := pairOf(t, without, "x1", "x2").Norm
		one := pairOf(t, all, "x1", "x2")
		if one.Low > 0 {
			told++
		}
		if one.Low <= truth && truth <= one.High {
			covered++
		}
		for _, b := range []string{"x1", "x2"} {
			if pairOf(t, all, b, "x3").Low == 0 {
				none++
			}
		}
	}
	t.Logf("of %d sets %d tell the pair, %d cover it; %d of %d others begin at 0", sets, told, covered, none, 2*sets)
	if told < sets || none < 2*sets*9/10 || covered < sets*8/10 {
		t.Errorf("of %d sets %d tell the pair, %d cover it; %d of %d others begin at 0", sets, told, covered, none, 2*sets)
	}
}

// Models without intervals say why, and those without pairs that there are none.
func TestInteractionsWithoutIntervals(t *testing.T) {
	f := fixture.Waves(40, 3, 1)
	penalised := fixture.Must[*nvsd.Model](t)(nvsd.Spec{Kernel: kern.Gaussian{Width: kern.Sigma(2)}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.01)}.Fit(fixture.Ctx, f, nvsd.TauFrac(0.05)))
	all := fixture.Must[*model.Interactions](t)(penalised.Interactions(fixture.Ctx))
	if all.Draws != 0 || !strings.Contains(all.String(), "kernel ridge regression") {
		t.Error(all)
	}
	mean := fixture.Must[*nvsd.Model](t)(nvsd.Spec{Kernel: kern.Gaussian{Width: kern.Sigma(2)}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.01)}.Fit(fixture.Ctx, f, nvsd.TauFrac(1)))
	if none := fixture.Must[*model.Interactions](t)(mean.Interactions(fixture.Ctx)); len(none.Pairs) != 0 || !strings.Contains(none.String(), "fewer than two inputs") {
		t.Error(none)
	}
	var wrong *nvsd.ArgumentError
	if _, err := mean.Interactions(fixture.Ctx, nvsd.InteractionPlan{Level: 1}); !errors.As(err, &wrong) {
		t.Error(err)
	}
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	if some, err := ridge(t, cubic(1e-3), f).Interactions(stopped); !errors.Is(err, context.Canceled) {
		t.Error(some, err)
	}
}
