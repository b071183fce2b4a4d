package baseline

import (
	"context"
	"errors"
	"math"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// What is prepared once fits at every weight as the system itself does, to the last bit and
// in any order.
func TestPrepared(t *testing.T) {
	train := additiveFrame(t, 50)
	for _, m := range everyMethod() {
		p, err := Prepare(t.Context(), m, train)
		if err != nil {
			t.Fatal(m, err)
		}
		if !reflect.DeepEqual(p.Method(), m) {
			t.Errorf("%v: its method is %v", m, p.Method())
		}
		for _, weight := range []float64{0.02, 0.5, 0.02} {
			got, err := p.Fit(t.Context(), nvsd.Tau(weight))
			if err != nil {
				t.Fatal(m, err)
			}
			want, err := m.Fit(t.Context(), train, nvsd.Tau(weight))
			if err != nil {
				t.Fatal(m, err)
			}
			alikeModels(t, got, want)
		}
	}
	if _, err := Prepare(t.Context(), COSSO{Order: 3}, train); err == nil {
		t.Error("options that are none are prepared")
	}
	if _, err := Prepare(t.Context(), Lasso{}, nil); err == nil {
		t.Error("no data are prepared")
	}
}

// COSSO in another form, or at another lam, takes over the components.
func TestPreparedWith(t *testing.T) {
	train := additiveFrame(t, 50)
	first, err := Prepare(t.Context(), COSSO{Order: 2}, train)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := first.Fit(t.Context(), nvsd.TauFrac(0.3)); err != nil {
		t.Fatal(err)
	}
	for _, m := range []COSSO{
		{Order: 2, Form: ConstraintForm, Lambda: 1e-3}, {Order: 2, Form: OneStep, Lambda: 1e-3},
		{Order: 2, Form: Alternation, Lambda: 1e-4}, {Order: 2, Form: OneStep, Lambda: 1e-4},
	} {
		p, ok := first.With(m)
		if !ok {
			t.Fatalf("%v takes nothing over", m)
		}
		got, err := p.Fit(t.Context(), nvsd.Tau(1e-3))
		if err != nil {
			t.Fatal(err)
		}
		want, err := m.Fit(t.Context(), train, nvsd.Tau(1e-3))
		if err != nil {
			t.Fatal(err)
		}
		alikeModels(t, got, want)
	}
	for _, m := range []Method{
		COSSO{Form: OneStep, Lambda: 1e-3}, COSSO{Order: 2, Form: OneStep}, COSSO{Order: 2}, Lasso{},
		COSSO{Order: 2, Form: OneStep, Lambda: 1e-3, Scale: UnitGiven}, COSSO{Order: 2, Form: "none", Lambda: 1e-3},
	} {
		if _, ok := first.With(m); ok {
			t.Errorf("%+v takes over what it does not have", m)
		}
	}
}

// ADACOSSO on the original kernels takes over the adaptation of that on the adapted ones, and
// the other way round.
func TestPreparedWithAdaptation(t *testing.T) {
	train := additiveFrame(t, 50)
	adapted := ADACOSSO{Mu: 3, Lambda0: 1e-3, Outer: 2}
	original := adapted
	original.Original, original.Scale = true, TrainRange
	for _, c := range [][2]ADACOSSO{{adapted, original}, {original, adapted}} {
		first, err := Prepare(t.Context(), c[0], train)
		if err != nil {
			t.Fatal(err)
		}
		p, ok := first.With(c[1])
		if !ok {
			t.Fatalf("%+v takes nothing over from %+v", c[1], c[0])
		}
		for _, p := range []*Prepared{p, first} { // first is what it was
			got, err := p.Fit(t.Context(), nvsd.Tau(0.02))
			if err != nil {
				t.Fatal(err)
			}
			want, err := p.Method().Fit(t.Context(), train, nvsd.Tau(0.02))
			if err != nil {
				t.Fatal(err)
			}
			alikeModels(t, got, want)
			if got.Detail().(*ADACOSSOFit).Adaptation != first.problem.(*adaproblem).adaptation {
				t.Errorf("%+v adapts again", p.Method())
			}
		}
	}
	first, err := Prepare(t.Context(), adapted, train)
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range []func(*ADACOSSO){
		func(s *ADACOSSO) { s.Mu = 1 }, func(s *ADACOSSO) { s.Lambda0 = 0 }, func(s *ADACOSSO) { s.Outer = 3 },
		func(s *ADACOSSO) { s.Inner = 3 }, func(s *ADACOSSO) { s.Scale = UnitGiven },
	} {
		other := original
		change(&other)
		if _, ok := first.With(other); ok {
			t.Errorf("%+v takes over an adaptation that is not its own", other)
		}
	}
}

// Where a context has ended there is a model that did not converge, or none, and the error.
func TestPreparedEnds(t *testing.T) {
	train := additiveFrame(t, 50)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, m := range append(everyMethod(), RODEO{Local: true}, COSSO{Form: ConstraintForm, Lambda: 1e-3}) {
		if _, ok := m.(system); !ok {
			continue // a Spec, which may be done before it looks at the context
		}
		if got, err := m.Fit(ended, train, nvsd.Tau(1e-3)); !errors.Is(err, context.Canceled) {
			t.Errorf("%v: %v, %v", m, got, err)
		}
		p, err := Prepare(t.Context(), m, train)
		if err != nil {
			t.Fatal(m, err)
		}
		got, err := p.Fit(ended, nvsd.Tau(1e-3))
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%v: %v", m, err)
		}
		if got == nil {
			t.Errorf("%v: no model", m)
			continue
		}
		values, err := got.Predict(train.X())
		if err != nil || len(values) != train.N() {
			t.Errorf("%v: it predicts %v, %v", m, values, err)
		}
	}
}

// additiveFrame is a sample of a sum of functions of four inputs.
func additiveFrame(t *testing.T, n int) *data.Frame {
	t.Helper()
	X, y := additiveSample(n, 4, 10)
	f, err := data.New(X, y)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// alikeModels reports models that differ in what they tell.
func alikeModels(t *testing.T, got, want *Model) {
	t.Helper()
	a, err := got.Predict(want.train.X())
	if err != nil {
		t.Fatal(err)
	}
	b, err := want.Predict(want.train.X())
	if err != nil {
		t.Fatal(err)
	}
	same := got.Objective() == want.Objective() || math.IsNaN(got.Objective()) && math.IsNaN(want.Objective())
	if !same || got.Top() != want.Top() || !reflect.DeepEqual(a, b) || !reflect.DeepEqual(got.Scores(), want.Scores()) || !reflect.DeepEqual(got.Components(), want.Components()) {
		t.Errorf("%v at %v:\n%v\nwant\n%v", got.Method(), got.Weight(), got, want)
	}
}

// TestTooManyRowsAreRefused: systems with matrices of all pairs of rows refuse more than there is memory for, before they
// take any of it, and say how to draw some.
func TestTooManyRowsAreRefused(t *testing.T) {
	const rows = 100_000
	X, y := curvedData(rows, 2, 1)
	f, err := data.New(X, y)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []Method{KRLS{}, MKL{}, HKL{}, Backfitting{}, COSSO{Scale: TrainRange}, ADACOSSO{}} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := m.Fit(t.Context(), f, nvsd.Tau(0.1))
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(), "GiB of memory") || !strings.Contains(err.Error(), "train.Sample(") {
			t.Errorf("%v: %v", m, err)
		}
		if taken := float64(after.TotalAlloc - before.TotalAlloc); taken > 100e6 {
			t.Errorf("%v takes %.0f MB before it refuses", m, taken/1e6)
		}
	}
}
