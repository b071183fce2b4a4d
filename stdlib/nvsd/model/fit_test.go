package model_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// centred is the kernel whose space is that of another one's functions less
// their mean over the points X. Leaving the constant free in a fit by a kernel
// is the same as to fit the centred target by the centred kernel without one.
type centred struct {
	kern.Kernel
	X *mat.Dense
}

func (c centred) mean(z []float64, k func(x, z []float64) float64) float64 {
	n, _ := c.X.Dims()
	sum := 0.0
	for i := range n {
		sum += k(c.X.RawRowView(i), z)
	}
	return sum / float64(n)
}

func (c centred) Eval(x, z []float64) float64 {
	both := c.mean(nil, func(u, _ []float64) float64 { return c.mean(u, c.Kernel.Eval) })
	return c.Kernel.Eval(x, z) - c.mean(x, c.Kernel.Eval) - c.mean(z, c.Kernel.Eval) + both
}

func (c centred) Grad(dst, x, z []float64) {
	c.Kernel.Grad(dst, x, z)
	n, d := c.X.Dims()
	g := make([]float64, d)
	for i := range n {
		c.Kernel.Grad(g, x, c.X.RawRowView(i))
		floats.AddScaled(dst, -1/float64(n), g)
	}
}

func TestInterceptIsTheCentredKernel(t *testing.T) {
	for name, k := range map[string]kern.Kernel{
		"gaussian":   kern.Gaussian{Width: kern.Sigma(1.2)},
		"polynomial": kern.Polynomial{Degree: 2, Offset: 1},
	} {
		f := fixture.Waves(24, 3, 1)
		free := nvsd.Spec{Scale: nvsd.NoScaling, Kernel: k, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.05), Tol: 1e-10}
		bound := free
		bound.Kernel, bound.Intercept = centred{k, mat.DenseCopyOf(f.X())}, nvsd.NoIntercept

		y := f.Y()
		floats.AddConst(-floats.Sum(y)/float64(len(y)), y)
		a := fixture.Must[*nvsd.Model](t)(free.Fit(fixture.Ctx, f, nvsd.TauFrac(0.2)))
		b := fixture.Must[*nvsd.Model](t)(bound.Fit(fixture.Ctx, fixture.Frame(t, mat.DenseCopyOf(f.X()), y), nvsd.Tau(a.Tau())))
		// tau_max is as sharp as the tolerance leaves it, where gradients all but
		// depend on each other.
		if math.Abs(a.TauMax()/b.TauMax()-1) > 0.05 || !fixture.Near(a.NormsPerUnit(), b.NormsPerUnit(), 1e-4) || a.RelGap() > 1e-10 {
			t.Errorf("%s: norms %v and %v, tau_max %v and %v", name, a.NormsPerUnit(), b.NormsPerUnit(), a.TauMax(), b.TauMax())
		}
		u, v := fixture.Must[[]float64](t)(a.Predict(f.X())), fixture.Must[[]float64](t)(b.Predict(f.X()))
		floats.AddConst(floats.Sum(f.Y())/float64(f.N()), v)
		if !fixture.Near(u, v, 1e-4) {
			t.Errorf("%s: predictions differ:\n%v\n%v", name, u, v)
		}
		if sum := floats.Sum(u) - floats.Sum(f.Y()); math.Abs(sum) > 1e-9 {
			t.Errorf("%s: the residuals add up to %v, the intercept is not optimal", name, sum)
		}
	}
}

func TestTargetShiftMovesTheInterceptOnly(t *testing.T) {
	f := fixture.Waves(40, 3, 2)
	y := f.Y()
	floats.AddConst(1000, y)
	a := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, f, nvsd.Tau(0.1)))
	b := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, fixture.Frame(t, mat.DenseCopyOf(f.X()), y), nvsd.Tau(0.1)))
	if !fixture.Near(a.NormsPerSD(), b.NormsPerSD(), 1e-3) || math.Abs(b.Intercept()-a.Intercept()-1000) > 1e-3 {
		t.Errorf("norms %v and %v, intercepts %v and %v", a.NormsPerSD(), b.NormsPerSD(), a.Intercept(), b.Intercept())
	}
}

func TestAffineInputsChangeNothing(t *testing.T) {
	f := fixture.Waves(40, 3, 3)
	x := mat.DenseCopyOf(f.X())
	unit := []float64{1000, 0.01, -3}
	for i := range f.N() {
		for a, u := range unit {
			x.Set(i, a, 7+u*x.At(i, a))
		}
	}
	g := fixture.Frame(t, x, f.Y())
	a := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, f, nvsd.Tau(0.1)))
	b := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, g, nvsd.Tau(0.1)))
	if !fixture.Near(a.NormsPerSD(), b.NormsPerSD(), 1e-3) {
		t.Errorf("norms per standard deviation %v became %v", a.NormsPerSD(), b.NormsPerSD())
	}
	for j, u := range unit {
		if got, want := b.NormsPerUnit()[j], a.NormsPerUnit()[j]/math.Abs(u); math.Abs(got-want) > 1e-3*want+1e-12 {
			t.Errorf("norm per unit of input %d is %v, want %v", j, got, want)
		}
	}
	if !fixture.Near(fixture.Must[[]float64](t)(a.Predict(f.X())), fixture.Must[[]float64](t)(b.Predict(g.X())), 1e-3) {
		t.Error("predictions changed with the units of the inputs")
	}
}

func TestConstantInputIsLeftOut(t *testing.T) {
	f := fixture.Waves(40, 2, 4)
	x := mat.NewDense(40, 3, nil)
	for i := range 40 {
		x.SetRow(i, []float64{f.X().At(i, 0), 7, f.X().At(i, 1)})
	}
	for name, spec := range map[string]nvsd.Spec{
		"scaled": fixture.Gaussian,
		"not scaled, polynomial": {Scale: nvsd.NoScaling, Kernel: kern.Polynomial{Degree: 2, Offset: 1},
			Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.1)},
	} {
		with := fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, fixture.Frame(t, x, f.Y(), "a", "const", "b"), nvsd.TauFrac(0.01)))
		without := fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, f, nvsd.TauFrac(0.01)))
		if u := with.NormsPerSD(); u[1] != 0 || with.NormsPerUnit()[1] != 0 || with.Selected()[1] ||
			!fixture.Near([]float64{u[0], u[2]}, without.NormsPerSD(), 1e-3) {
			t.Errorf("%s: norms %v with the constant input, %v without", name, u, without.NormsPerSD())
		}
		if w := strings.Join(with.Warnings(), "\n"); !strings.Contains(w, `"const" is constant`) {
			t.Errorf("%s: warnings %q do not name the input", name, w)
		}
		elsewhere := mat.DenseCopyOf(x)
		for i := range 40 {
			elsewhere.Set(i, 1, float64(i))
		}
		if !fixture.Near(fixture.Must[[]float64](t)(with.Predict(x)), fixture.Must[[]float64](t)(with.Predict(elsewhere)), 0) {
			t.Errorf("%s: the model depends on an input that it never saw vary", name)
		}
	}
}

func TestNothingToLearn(t *testing.T) {
	x := mat.NewDense(5, 2, []float64{1, 2, 3, 5, 4, 4, 7, 1, 2, 2})
	flat := mat.NewDense(5, 2, []float64{1, 2, 1, 2, 1, 2, 1, 2, 1, 2})
	for name, c := range map[string]struct {
		f    *data.Frame
		mean float64
	}{
		"constant target": {fixture.Frame(t, x, []float64{3, 3, 3, 3, 3}), 3},
		"constant inputs": {fixture.Frame(t, flat, []float64{1, 2, 3, 4, 5}), 3},
	} {
		m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, c.f, nvsd.TauFrac(0.1)))
		p := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, c.f, 50))
		s := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked))
		for _, m := range []*nvsd.Model{m, s} {
			v := fixture.Must[[]float64](t)(m.Predict(x))
			if !fixture.Near(v, []float64{c.mean, c.mean, c.mean, c.mean, c.mean}, 1e-12) || !fixture.Near(m.NormsPerSD(), []float64{0, 0}, 0) {
				t.Errorf("%s: predictions %v, norms %v", name, v, m.NormsPerSD())
			}
			if !strings.Contains(strings.Join(m.Warnings(), "\n"), "is constant") || m.String() == "" {
				t.Errorf("%s: warnings %v", name, m.Warnings())
			}
		}
		if fixture.Must[nvsd.Score](t)(m.Score(fixture.Ctx, c.f)).String() == "" {
			t.Errorf("%s: no score", name)
		}
	}
}

func TestFitRefuses(t *testing.T) {
	f := fixture.Waves(10, 2, 1)
	with := func(change func(*nvsd.Spec)) nvsd.Spec {
		s := fixture.Gaussian
		change(&s)
		return s
	}
	one := fixture.Must[*data.Frame](t)(f.Rows(0))
	for _, c := range []struct {
		what string
		spec nvsd.Spec
		f    *data.Frame
		tau  nvsd.TauChoice
		want string
	}{
		{"no data", fixture.Gaussian, nil, nvsd.Tau(1), "no training part"},
		{"one observation", fixture.Gaussian, one, nvsd.Tau(1), "one observation"},
		{"no kernel", with(func(s *nvsd.Spec) { s.Kernel = nil }), f, nvsd.Tau(1), "no Kernel"},
		{"no width", with(func(s *nvsd.Spec) { s.Kernel = kern.Gaussian{} }), f, nvsd.Tau(1), "width"},
		{"no penalty", fixture.Gaussian.WithPenalty(nil), f, nvsd.Tau(1), "no Penalty"},
		{"no nu", with(func(s *nvsd.Spec) { s.Nu = nvsd.Nu{} }), f, nvsd.Tau(1), "no Nu"},
		{"negative nu", with(func(s *nvsd.Spec) { s.Nu = nvsd.Fixed(-1) }), f, nvsd.Tau(1), "nu is -1"},
		{"NaN nu", with(func(s *nvsd.Spec) { s.Nu = nvsd.Fixed(math.NaN()) }), f, nvsd.Tau(1), "nu is NaN"},
		{"zero nu", with(func(s *nvsd.Spec) { s.Nu = nvsd.Fixed(0) }), f, nvsd.Tau(1), "nu > 0"},
		{"negative tau", fixture.Gaussian, f, nvsd.Tau(-1), "tau is -1"},
		{"NaN tau", fixture.Gaussian, f, nvsd.Tau(math.NaN()), "tau is NaN"},
		{"negative fraction", fixture.Gaussian, f, nvsd.TauFrac(-0.1), "fraction of tau_max is -0.1"},
		{"a fraction above 1", fixture.Gaussian, f, nvsd.TauFrac(40), "between 0, no penalty, and 1, where no input is left"},
		{"scale", with(func(s *nvsd.Spec) { s.Scale = "range" }), f, nvsd.Tau(1), `Scale is "range": it must be nvsd.TrainSD or nvsd.NoScaling`},
		{"tol", with(func(s *nvsd.Spec) { s.Tol = -1 }), f, nvsd.Tau(1), "Tol is -1"},
		{"groups", fixture.Gaussian.WithPenalty(penalty.GroupLasso{Groups: [][]int{{0}}}), f, nvsd.Tau(1), "in no group"},
	} {
		_, err := c.spec.Fit(fixture.Ctx, c.f, c.tau)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.what, err, c.want)
		}
	}
	if _, err := fixture.Gaussian.Path(fixture.Ctx, f, 0); err == nil {
		t.Error("a path of no tau: no error")
	}
}

func TestUnfinishedFitWarns(t *testing.T) {
	spec := fixture.Gaussian
	spec.MaxIter, spec.Tol = 3, 1e-12
	m := fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, fixture.Waves(30, 3, 1), nvsd.TauFrac(0.1)))
	if w := strings.Join(m.Warnings(), "\n"); !strings.Contains(w, "stopped at relative gap") || m.RelGap() < 1e-12 {
		t.Errorf("gap %v, warnings %q", m.RelGap(), w)
	}
}

func TestCancelledPathKeepsWhatItHas(t *testing.T) {
	cancelled, cancel := context.WithCancel(fixture.Ctx)
	p, err := fixture.Gaussian.Path(fixture.OnSteps(cancelled, fixture.After(cancel)), fixture.Waves(40, 3, 1), 30)
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	if p == nil || p.Len() == 0 || p.Len() == 30 {
		t.Errorf("the path was not kept: %v", p)
	}
}

// The least data that there can be, and rows that repeat.
func TestSmallAndRepeated(t *testing.T) {
	for _, n := range []int{2, 3} {
		for _, d := range []int{1, 2} {
			f := fixture.Waves(n, d+1, 1)
			p := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, f, 3))
			m := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked))
			fixture.Must[nvsd.Score](t)(m.Score(fixture.Ctx, f))
		}
	}
	f := fixture.Waves(20, 2, 1)
	x := mat.NewDense(40, 2, nil)
	x.Stack(f.X(), f.X())
	twice := fixture.Frame(t, x, append(f.Y(), f.Y()...))
	one := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, f, nvsd.Tau(0.05)))
	two := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, twice, nvsd.Tau(0.05)))
	if w := strings.Join(two.Warnings(), "\n"); !strings.Contains(w, "20 of 40 rows repeat") {
		t.Errorf("warnings %q", w)
	}
	if len(one.Warnings()) > 0 {
		t.Errorf("warnings %q", one.Warnings())
	}
}

// A fit that was stopped is the best so far, and says how far it came.
func TestStoppedFitSaysSo(t *testing.T) {
	within, cancel := context.WithCancel(fixture.Ctx)
	spec := fixture.Gaussian
	spec.Tol = 1e-12
	m, err := spec.Fit(fixture.OnSteps(within, func(solve.Step) { cancel() }), fixture.Waves(40, 3, 1), nvsd.Tau(0.01))
	if !errors.Is(err, context.Canceled) || m == nil || m.Converged() {
		t.Fatalf("model %v, error %v", m, err)
	}
	if said := strings.Join(m.Warnings(), "; "); !strings.Contains(said, "stopped at relative gap") {
		t.Errorf("it warns of %q", said)
	}
}
