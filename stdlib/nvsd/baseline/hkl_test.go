package baseline

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline/internal/components"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// TestHKLAgainstAllTerms holds the fit to one over all terms at once, by another method.
func TestHKLAgainstAllTerms(t *testing.T) {
	for _, c := range []struct {
		s      HKL
		n, d   int
		lambda float64
	}{
		{HKL{MaxDegree: 2}, 20, 3, 1e-2},
		{HKL{MaxDegree: 2}, 20, 3, 1e-4},
		{HKL{MaxDegree: 2, Kind: HKLHermite}, 20, 3, 1e-3},
		{HKL{MaxDegree: 3, Beta: 1.5}, 15, 2, 1e-3},
		{HKL{MaxDegree: 3, Kind: HKLHermite, Alpha: 0.8}, 15, 2, 1e-3},
		{HKL{MaxDegree: 1, Beta: 3, FreeRoot: true}, 25, 4, 1e-3},
		{HKL{MaxDegree: 3, Order: 1, FreeRoot: true}, 25, 4, 1e-3},
		{HKL{MaxDegree: 2, Order: 2}, 20, 4, 1e-3},
		{HKL{MaxDegree: 2, Scale: nvsd.NoScaling}, 8, 3, 1e-6},
		{HKL{MaxDegree: 2}, 20, 3, 10},
	} {
		t.Run(fmt.Sprintf("%v, lambda %g", c.s, c.lambda), func(t *testing.T) {
			X, y := curvedData(c.n, c.d, 11)
			f := fitAt(t, c.s, X, y, c.lambda)
			all := newAllTerms(c.s, X, y)
			coefficients := all.solve(c.lambda)
			want := all.objective(coefficients, c.lambda)
			if !f.converged || f.dual > want*(1+1e-10) || f.objective > want*(1+1e-7) || f.objective < want*(1-1e-5) {
				t.Errorf("objective %.12g, lower bound %.12g, gap %.1e; over all terms %.12g", f.objective, f.dual, f.gap, want)
			}
			if got := all.objective(all.coefficientsOf(f), c.lambda); math.Abs(got-f.objective) > 1e-10*want {
				t.Errorf("the objective is %.12g and by the definition %.12g", f.objective, got)
			}
			off := floats.Distance(f.predict(X), all.values(coefficients), math.Inf(1))
			if off > 3e-3*floats.Norm(y, math.Inf(1)) {
				t.Errorf("predictions off by %.1e", off)
			}
		})
	}
}

// TestHKLOfConstantInputs holds fits to those over all terms at once where an input that is
// not scaled is constant: its products with others are terms like others.
func TestHKLOfConstantInputs(t *testing.T) {
	for _, constant := range []float64{3, 0.4, -1, 0} {
		for _, s := range []HKL{
			{MaxDegree: 1, Beta: 1}, {MaxDegree: 2}, {MaxDegree: 2, Beta: 1.2}, {MaxDegree: 2, Order: 2},
			{MaxDegree: 1, Order: 1, FreeRoot: true}, {MaxDegree: 2, Kind: HKLHermite},
		} {
			s.Scale = nvsd.NoScaling
			for _, lambda := range []float64{0.1, 1e-3} {
				X, y := curvedData(8, 3, 14)
				for i := range y {
					X.Set(i, 0, constant)
					X.Set(i, 1, float64(i)/2-1.75)
				}
				f := fitAt(t, s, X, y, lambda)
				all := newAllTerms(s, X, y)
				want := all.objective(all.solve(lambda), lambda)
				got := all.objective(all.coefficientsOf(f), lambda)
				if !f.converged || f.dual > want*(1+1e-9) || f.objective > want*(1+1e-6) || math.Abs(got-f.objective) > 1e-10*want {
					t.Errorf("%v, constant %v, lambda %v: between %v and %v, gap %.1e, by the definition %v; over all terms %v", s, constant, lambda, f.dual, f.objective, f.gap, got, want)
				}
			}
		}
	}
}

// TestHKLScalesConstantInputsAway holds fits with a constant input among inputs that are
// scaled to those without it.
func TestHKLScalesConstantInputsAway(t *testing.T) {
	X, y := curvedData(12, 3, 15)
	for i := range y {
		X.Set(i, 2, 5)
	}
	for _, kind := range []HKLKind{HKLPolynomial, HKLHermite} {
		s := HKL{MaxDegree: 2, Kind: kind}
		f, want := fitAt(t, s, X, y, 1e-2), fitAt(t, s, mat.DenseCopyOf(X.Slice(0, 12, 0, 2)), y, 1e-2)
		if f.selected[2] || f.objective != want.objective || f.dual != want.dual {
			t.Errorf("%v: between %v and %v, selected %v; without the input between %v and %v", s, f.dual, f.objective, f.selected, want.dual, want.objective)
		}
	}
}

// TestHKLIsOptimal holds fits of all kinds, with ties among the points, to bounds of the least
// objective over all terms: what another method finds is above it.
func TestHKLIsOptimal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(2, 10).Draw(t, "n"), rapid.IntRange(1, 2).Draw(t, "d")
		X, y := griddedData(t, n, d)
		for a := range d { // none is constant
			X.Set(0, a, X.At(1, a)+1)
		}
		s := HKL{
			Kind:      rapid.SampledFrom([]HKLKind{HKLPolynomial, HKLHermite}).Draw(t, "kind"),
			MaxDegree: rapid.IntRange(1, 2).Draw(t, "degree"),
			Beta:      rapid.Float64Range(1, 3).Draw(t, "beta"),
			Order:     rapid.IntRange(0, d).Draw(t, "order"),
			FreeRoot:  rapid.Bool().Draw(t, "free root"),
		}
		lambda := math.Pow(10, rapid.Float64Range(-6, 1).Draw(t, "log lambda"))
		f, err := on[*hklProblem](t, s, X, y).solve(context.Background(), lambda, nil)
		if err != nil {
			t.Fatal(err)
		}
		all := newAllTerms(s, X, y)
		found := all.objective(all.solve(lambda), lambda)
		if !f.converged || f.dual > found*(1+1e-9) || f.objective > found*(1+1e-6)+1e-14 {
			t.Fatalf("between %v and %v, gap %v; another method finds %v", f.dual, f.objective, f.gap, found)
		}
	})
}

// TestHKLBoundsHold holds the lower bound to the objective over all terms where the set of
// terms is not let grow, and the tolerance is wide: it may be low, and never false.
func TestHKLBoundsHold(t *testing.T) {
	X, y := curvedData(15, 3, 12)
	for _, s := range []HKL{{MaxDegree: 2, MaxNodes: 1}, {MaxDegree: 2, MaxNodes: 4}, {MaxDegree: 2, Tol: 0.1}} {
		for _, lambda := range []float64{1, 1e-2, 1e-4} {
			f := fitAt(t, s, X, y, lambda)
			all := newAllTerms(s, X, y)
			least := all.objective(all.solve(lambda), lambda)
			if f.dual > least || f.objective < least*(1-1e-5) || f.gap < f.objective-f.dual {
				t.Errorf("%v with %d nodes, lambda %g: between %v and %v, gap %v; the least is %v", s, s.MaxNodes, lambda, f.dual, f.objective, f.gap, least)
			}
			if limited := s.MaxNodes > 0; limited && s.MaxNodes < 4 && f.converged {
				t.Errorf("lambda %g: converged with the root alone", lambda)
			}
		}
	}
}

// TestHKLOfManyInputs: where the bound over all terms does not close, nothing is lower over the
// products that the fit says, and it tells so.
func TestHKLOfManyInputs(t *testing.T) {
	const n, d = 60, 30
	random := rand.New(rand.NewPCG(15, 0))
	X, y := mat.NewDense(n, d, nil), make([]float64, n)
	for i := range y {
		for a := range d {
			X.Set(i, a, 2*random.Float64()-1)
		}
		y[i] = X.At(i, 0)*X.At(i, 1) + X.At(i, 2)*X.At(i, 3) + 0.05*random.NormFloat64()
	}
	frame, err := data.New(X, y)
	if err != nil {
		t.Fatal(err)
	}
	p := on[*hklProblem](t, HKL{MaxNodes: 200}, X, y)
	var last *fitted
	for _, lambda := range []float64{1, 0.03, 3} {
		f, err := p.solve(t.Context(), lambda, last)
		if err != nil {
			t.Fatal(err)
		}
		last = f
		own := f.own.(*HKLFit)
		if f.converged || own.Order < 1 || own.Nodes > 200 {
			t.Errorf("lambda %v: converged %v, order %d, %d nodes", lambda, f.converged, own.Order, own.Nodes)
		}
		cut := fitAt(t, HKL{Order: own.Order}, X, y, lambda)
		if !cut.converged || cut.own.(*HKLFit).Order != own.Order || f.objective > cut.objective*(1+1e-8) {
			t.Errorf("lambda %v: objective %v, over products of at most %d inputs %v (converged %v)", lambda, f.objective, own.Order, cut.objective, cut.converged)
		}
		if want := fmt.Sprintf("nothing is lower over products of at most %d", own.Order); !strings.Contains(newModel(HKL{}, frame, p.top(), f).String(), want) {
			t.Errorf("lambda %v: the report does not say that %s", lambda, want)
		}
	}
}

// TestHKLIsMKL holds the graph cut to single inputs, its root free, to multiple kernel
// learning: by the square of the sum, and at the weight of the sum that is the same.
func TestHKLIsMKL(t *testing.T) {
	const n, d, lambda = 30, 6, 2e-3
	X, y := curvedData(n, d, 13)
	f := fitAt(t, HKL{MaxDegree: 1, Order: 1, FreeRoot: true, Scale: nvsd.NoScaling, Tol: 1e-11}, X, y, lambda)
	var blocks []*mat.Dense
	for a := range d {
		column := mat.Col(nil, a, X)
		floats.AddConst(-floats.Sum(column)/n, column)
		blocks = append(blocks, mat.NewDense(n, 1, column))
	}
	z := slices.Clone(y)
	floats.AddConst(-floats.Sum(y)/n, z)
	family := components.NewFeatures(n, blocks)
	limit := components.Limit{Tol: 1e-12, Iterations: 200}
	// (1/n) ||y - f||^2 + lambda (sum_j 2 ||f_j||)^2 is twice the objective.
	squared, err := components.Solve(t.Context(), components.Bounded(family, z, 4*lambda, 1), nil, limit)
	if err != nil {
		t.Fatal(err)
	}
	sum, err := components.Solve(t.Context(), components.Penalised(family, z, 4*lambda*floats.Sum(f.scores)), nil, limit)
	if err != nil {
		t.Fatal(err)
	}
	if off := math.Abs(f.objective - squared.Objective/2); off > 1e-11*f.objective || !f.converged {
		t.Errorf("objective %v, with multiple kernels %v; gap %.1e", f.objective, squared.Objective/2, f.gap)
	}
	for name, other := range map[string]*components.Solution{"squared": squared, "sum": sum} {
		if off := floats.Distance(f.scores, other.Norms, math.Inf(1)); off > 1e-6 {
			t.Errorf("%s: norms %v, want %v", name, f.scores, other.Norms)
		}
	}
}

// TestHierarchyOfKernels solves multiple kernel learning with Gaussian kernels by the method
// for graphs.
func TestHierarchyOfKernels(t *testing.T) {
	const n, d, lambda = 25, 4, 1e-3
	X, y := curvedData(n, d, 14)
	var kernels []*mat.SymDense
	h := &hierarchy{y: y, lambda: lambda}
	for a := range d {
		k := mat.NewSymDense(n, nil)
		for i := range n {
			for j := i; j < n; j++ {
				k.SetSym(i, j, math.Exp(-2*math.Pow(X.At(i, a)-X.At(j, a), 2)))
			}
		}
		kernels = append(kernels, k)
		h.ancestors = append(h.ancestors, []int{a})
		h.weight = append(h.weight, 1)
	}
	h.family = components.NewGrams(n, kernels)
	got, _, err := h.minimise(t.Context(), make([]float64, d), 1e-11)
	if err != nil {
		t.Fatal(err)
	}
	want, err := components.Solve(t.Context(), components.Bounded(h.family, y, lambda, 1), nil, components.Limit{Tol: 1e-11, Iterations: 200})
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(got.value-want.Objective/2) > 1e-10*got.value {
		t.Errorf("objective %v, want %v", got.value, want.Objective/2)
	}
	if off := floats.Distance(got.eta, want.Theta, math.Inf(1)); off > 1e-4 {
		t.Errorf("eta %v, want %v", got.eta, want.Theta)
	}
}

// TestHKLOutside holds the bounds that are products over inputs to sums over the terms.
func TestHKLOutside(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, q := rapid.IntRange(1, 4).Draw(t, "d"), rapid.IntRange(1, 3).Draw(t, "q")
		s := HKL{MaxDegree: q, Order: rapid.IntRange(0, d).Draw(t, "order"), Beta: rapid.Float64Range(1, 3).Draw(t, "beta")}
		if rapid.Bool().Draw(t, "hermite") {
			s.Kind = HKLHermite
		}
		const n = 6
		X, y := curvedData(n, d, rapid.Uint64().Draw(t, "seed"))
		p := on[*hklProblem](t, s, X, y)
		set := p.newSet(p.order)
		for range rapid.IntRange(0, 6).Draw(t, "nodes") {
			if sources := set.sources(p.order); len(sources) > 0 {
				if err := set.add(rapid.SampledFrom(sources).Draw(t, "node")); err != nil {
					t.Fatal(err)
				}
			}
		}
		alpha := withoutMean(y)
		all := newAllTerms(s, X, y)
		sources := set.sources(p.order)
		for i, bound := range p.outside(p.order).bounds(context.Background(), sources, alpha) {
			from := all.degrees(sources[i])
			want := 0.0
			for w, v := range all.nodes {
				if !isAbove(from, v) {
					continue
				}
				sum := 0.0
				for _, u := range all.nodes {
					if isAbove(from, u) && isAbove(u, v) {
						sum += all.weight(u)
					}
				}
				term := floats.Dot(all.columns[w], alpha) / sum
				want += term * term
			}
			if bound < want*(1-1e-12) || bound > want*(1+1e-9)+1e-9 {
				t.Fatalf("the bound from %v is %v, the sum over its descendants %v", from, bound, want)
			}
		}
	})
}

// TestHKLSelects finds a product among inputs that are out, and names it.
func TestHKLSelects(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 0))
	X := mat.NewDense(100, 8, nil)
	y := make([]float64, 100)
	for i := range y {
		for a := range 8 {
			X.Set(i, a, random.NormFloat64())
		}
		y[i] = 3 + X.At(i, 1)*X.At(i, 4) + X.At(i, 6) + 0.05*random.NormFloat64()
	}
	names := strings.Split("a b c d e f g h", " ")
	frame, err := data.New(X, y, names...)
	if err != nil {
		t.Fatal(err)
	}
	m, err := HKL{MaxDegree: 2}.Fit(t.Context(), frame, nvsd.Tau(3e-3))
	if err != nil {
		t.Fatal(err)
	}
	if got := m.SelectedNames(); !slices.Equal(got, []string{"b", "e", "g"}) || !m.Converged() {
		t.Errorf("selected %v: %v", got, m)
	}
	if !slices.ContainsFunc(m.Components(), func(c Component) bool { return c.Name == "b e" }) {
		t.Errorf("the product b e is not among %v", m.Components())
	}
	values, err := m.Predict(X)
	if err != nil {
		t.Fatal(err)
	}
	if off := floats.Distance(values, y, 2) / 10; off > 0.5 {
		t.Errorf("training error %v", off)
	}
	if _, err := (HKL{}).Fit(t.Context(), frame, nvsd.TauFrac(0.1)); err == nil {
		t.Error("a fraction of an infinite top is accepted")
	}
}

// TestHKLPath begins every fit at the one before, which changes no result but by its gap.
func TestHKLPath(t *testing.T) {
	X, y := curvedData(30, 4, 16)
	p := on[*hklProblem](t, HKL{MaxDegree: 2}, X, y)
	var last *fitted
	for _, lambda := range []float64{1, 1e-1, 1e-2, 1e-3, 1e-2} {
		f, err := p.solve(t.Context(), lambda, last)
		if err != nil {
			t.Fatal(err)
		}
		cold := fitAt(t, HKL{MaxDegree: 2}, X, y, lambda)
		if !f.converged || math.Abs(f.objective-cold.objective) > f.gap+cold.gap {
			t.Errorf("lambda %v: objective %v from the last fit, %v from nothing, gaps %v and %v", lambda, f.objective, cold.objective, f.gap, cold.gap)
		}
		last = f
	}
}

func TestHKLUnits(t *testing.T) {
	X, y := curvedData(30, 3, 17)
	want := fitAt(t, HKL{MaxDegree: 2}, X, y, 1e-3)
	for _, unit := range []float64{1e-150, 1e150, 1e-3} {
		Z, z := mat.DenseCopyOf(X), slices.Clone(y)
		Z.Scale(unit, Z)
		floats.Scale(unit, z)
		f := fitAt(t, HKL{MaxDegree: 2}, Z, z, 1e-3)
		if !f.converged || !slices.Equal(f.selected, want.selected) || math.Abs(f.predict(Z)[0]/unit-want.predict(X)[0]) > 1e-3 {
			t.Errorf("unit %v: %v selected, the first value %v; want %v and %v", unit, f.selected, f.predict(Z)[0]/unit, want.selected, want.predict(X)[0])
		}
	}
}

func TestHKLBadInput(t *testing.T) {
	X, y := curvedData(5, 2, 18)
	names := []string{"a", "b"}
	for _, s := range []HKL{{Kind: "none"}, {MaxDegree: -1}, {Beta: 0.5}, {Beta: math.NaN()}, {Alpha: 1}, {Order: -1}, {Tol: -1}, {MaxNodes: -1}, {Scale: "range"}} {
		if _, err := s.prepare(t.Context(), X, y, names); err == nil {
			t.Errorf("%+v is accepted", s)
		}
	}
	bad := mat.DenseCopyOf(X)
	bad.Set(2, 1, 1e200)
	if _, err := (HKL{Scale: nvsd.NoScaling}).prepare(t.Context(), bad, y, names); err == nil || !strings.Contains(err.Error(), `"b"`) {
		t.Errorf("a power beyond float64: %v", err)
	}
	for i := range y {
		bad.Set(i, 1, 0.1)
	}
	if f := fitAt(t, HKL{Scale: nvsd.NoScaling}, bad, y, 1e-4); f.selected[1] || !f.converged {
		t.Errorf("a constant input: %+v", f)
	}
	for name, y := range map[string][]float64{"one point": {3}, "a constant target": {0.1, 0.1, 0.1}} {
		f := fitAt(t, HKL{}, mat.NewDense(len(y), 2, floats.Span(make([]float64, 2*len(y)), 0, 1)), y, 1)
		if count(f.selected) != 0 || !f.converged || math.Abs(f.intercept-y[0]) > 1e-15 {
			t.Errorf("%s: %+v", name, f)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	f, err := on[*hklProblem](t, HKL{}, X, y).solve(ended, 1e-3, nil)
	if err != nil || f.converged || f.dual > f.objective {
		t.Errorf("a context that has ended: %+v, %v", f, err)
	}
}

func TestHKLIsDeterministic(t *testing.T) {
	X, y := curvedData(40, 5, 19)
	many := fitAt(t, HKL{}, X, y, 1e-3)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	one := fitAt(t, HKL{}, X, y, 1e-3)
	if many.objective != one.objective || !slices.Equal(many.scores, one.scores) || many.gap != one.gap {
		t.Errorf("%v with one processor, %v with all", one.scores, many.scores)
	}
}
