package baseline

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// hsicReference is what a reference file of HSIC Lasso holds.
type hsicReference struct {
	X         [][]float64
	Y         []float64
	Solutions []struct {
		Normalised bool
		Lambda     float64 `json:"lam"`
		Top        float64 `json:"lam_max"`
		Beta       []float64
		Selected   []int
		Objective  float64
		Margin     float64 `json:"inactive_margin"`
	}
	Path map[string][]struct {
		Lambda float64 `json:"lam"`
		Event  string
		Beta   []float64
	} `json:"lars_path"`
	Peer map[string]struct {
		Ranked  []int `json:"selected_sorted_by_beta"`
		Entered []int `json:"path_entry_order"`
		Beta    []float64
	} `json:"pyHSICLasso"`
}

// TestHSICReferences holds the path, the solutions and the selections to those computed by
// other means in other hands, and to those of pyHSICLasso.
func TestHSICReferences(t *testing.T) {
	for _, file := range referenceFiles(t, "hsic_lasso_*.json") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			var ref hsicReference
			parseReference(t, file, &ref)
			X := dense(ref.X)
			problems := map[bool]*hsicProblem{}
			for _, normalised := range []bool{true, false} {
				problems[normalised] = on[*hsicProblem](t, HSICLasso{Unnormalised: !normalised}, X, ref.Y)
			}
			for _, want := range ref.Solutions {
				p := problems[want.Normalised]
				f, err := p.solve(t.Context(), want.Lambda, nil)
				if err != nil {
					t.Fatal(err)
				}
				own := f.own.(*HSICFit)
				name := fmt.Sprintf("normalised %v, lambda %v", want.Normalised, want.Lambda)
				if off := math.Abs(f.objective - want.Objective); off > 1e-10*max(1, want.Objective) || !f.converged {
					t.Errorf("%s: objective %v off by %.1e, gap %.1e", name, f.objective, off, f.gap)
				}
				if off := floats.Distance(f.scores, want.Beta, math.Inf(1)); off > 1e-8 {
					t.Errorf("%s: beta off by %.1e", name, off)
				}
				if got := which(f.selected); !slices.Equal(got, want.Selected) {
					t.Errorf("%s: selected %v, want %v", name, got, want.Selected)
				}
				if math.Abs(own.Slack-want.Margin) > 1e-8 || math.Abs(own.Top-want.Top) > 1e-9*want.Top {
					t.Errorf("%s: slack %v and top %v, want %v and %v", name, own.Slack, own.Top, want.Margin, want.Top)
				}
			}
			for name, want := range ref.Path {
				knots := problems[name == "normalised"].path.knots
				if len(knots) != len(want) {
					t.Fatalf("%s: %d knots, want %d", name, len(knots), len(want))
				}
				for i, w := range want {
					if math.Abs(knots[i].Lambda-w.Lambda) > 1e-8 || knots[i].Event != w.Event || floats.Distance(knots[i].Beta, w.Beta, math.Inf(1)) > 1e-8 {
						t.Errorf("%s, knot %d: %+v, want %+v", name, i, knots[i], w)
					}
				}
			}
			for number, want := range ref.Peer {
				var count int
				fmt.Sscan(number, &count)
				got := hsicFirst(problems[true].path.knots, count)
				if !slices.Equal(got.Ranked, want.Ranked) || !slices.Equal(got.Entered, want.Entered) || floats.Distance(got.Beta, want.Beta, math.Inf(1)) > 1e-4 {
					t.Errorf("%s features: %+v, want %+v", number, got, want)
				}
			}
		})
	}
}

// TestHSICIsOptimal holds the solution at any lambda to the best of all sets of inputs, from
// matrices that are centred as the definition says.
func TestHSICIsOptimal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(2, 9).Draw(t, "n"), rapid.IntRange(1, 5).Draw(t, "d")
		X, y := griddedData(t, n, d)
		s := HSICLasso{Unnormalised: rapid.Bool().Draw(t, "unnormalised")}
		s.Categories = rapid.Bool().Draw(t, "categories") && slices.Min(y) < slices.Max(y)
		p := on[*hsicProblem](t, s, X, y)
		if p.top() == 0 {
			return
		}
		gram, target, square := naiveHSIC(s, X, y)
		lambda := p.top() * math.Pow(10, rapid.Float64Range(-14, 0.1).Draw(t, "log part"))
		f, err := p.solve(context.Background(), lambda, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := bestSubset(gram, target, square, lambda)
		if math.Abs(f.objective-want) > 1e-9*square || !f.converged {
			t.Fatalf("objective %v with gap %.1e, and %v over all sets", f.objective, f.gap, want)
		}
		if f.dual > want+1e-12*square {
			t.Fatalf("the lower bound %v is above the least objective %v", f.dual, want)
		}
		if f.gap > 1e-9*square {
			t.Fatalf("the gap %.1e is not worth much beside %v", f.gap, square)
		}
		bad := slices.Clone(f.scores)
		for k := range bad {
			bad[k] *= 1 + rapid.Float64Range(-1, 1).Draw(t, "off")
			bad[k] += max(0, rapid.Float64Range(-1, 0.1).Draw(t, "beside"))
		}
		if at := p.certify(bad, lambda); at.dual > want+1e-12*square || at.objective-at.gap > want+1e-12*square {
			t.Fatalf("away from the best beta the lower bound is %v and the gap %v of %v, and the least objective %v", at.dual, at.gap, at.objective, want)
		}
		for k, b := range f.scores {
			if b < 0 || (b > 0) != f.selected[k] {
				t.Fatalf("beta %v, selected %v", f.scores, f.selected)
			}
		}
	})
}

// TestHSICAtSmallLambdas asks for a gap that tells something however small lambda is beside
// the rounding of the inner products, of copies of inputs too.
func TestHSICAtSmallLambdas(t *testing.T) {
	X, y := curvedData(100, 30, 8)
	for i := range y {
		X.Set(i, 7, X.At(i, 0))
		X.Set(i, 8, X.At(i, 1)+1e-7*X.At(i, 2))
	}
	for _, unnormalised := range []bool{false, true} {
		p := on[*hsicProblem](t, HSICLasso{Unnormalised: unnormalised, Nus: []float64{1}}, X, y)
		for _, part := range []float64{0.1, 1e-4, 1e-8, 1e-11, 1e-14} {
			f := solved(t, p, part*p.top())
			t.Logf("at %v of the top the gap is %.1e of the objective with nothing in", part, f.gap/p.scale())
			if !(f.gap <= 1e-9*p.scale()) {
				t.Errorf("at %v of the top the gap is %.1e of the objective with nothing in", part, f.gap/p.scale())
			}
		}
	}
}

// TestHSICPathIsLinear holds the solution between two knots to their mean.
func TestHSICPathIsLinear(t *testing.T) {
	X, y := curvedData(40, 8, 1)
	p := on[*hsicProblem](t, HSICLasso{}, X, y)
	for i, knot := range p.path.knots[1:] {
		above := p.path.knots[i]
		middle, err := p.beta((above.Lambda + knot.Lambda) / 2)
		if err != nil {
			t.Fatal(err)
		}
		for k, b := range middle {
			if math.Abs(b-(above.Beta[k]+knot.Beta[k])/2) > 1e-12 {
				t.Errorf("between knots %d and %d: beta of input %d is %v, of the knots %v and %v", i, i+1, k, b, above.Beta[k], knot.Beta[k])
			}
		}
	}
}

// TestHSICUnits holds the fit to that of inputs in other units and turned round, which have
// the same kernel matrices.
func TestHSICUnits(t *testing.T) {
	X, y := curvedData(30, 5, 2)
	s := HSICLasso{Nus: []float64{1e-3}}
	first := on[*hsicProblem](t, s, X, y)
	want := first.path.knots
	values := func(p *hsicProblem) []float64 {
		f, err := p.solve(t.Context(), 0.1*p.top(), nil)
		if err != nil {
			t.Fatal(err)
		}
		return f.predict(p.X)
	}
	for _, unit := range []float64{-1, 1e-200, 1e200, -3} {
		Z := mat.DenseCopyOf(X)
		Z.Scale(unit, Z)
		z := slices.Clone(y)
		floats.Scale(unit, z)
		p := on[*hsicProblem](t, s, Z, z)
		got := p.path.knots
		predicted := values(p)
		floats.Scale(1/unit, predicted)
		if off := floats.Distance(predicted, values(first), math.Inf(1)); !(off < 1e-9) {
			t.Errorf("unit %v: predictions off by %.1e", unit, off)
		}
		if len(got) != len(want) {
			t.Fatalf("unit %v: %d knots, want %d", unit, len(got), len(want))
		}
		for i := range got {
			if got[i].Event != want[i].Event || math.Abs(got[i].Lambda-want[i].Lambda) > 1e-12 {
				t.Errorf("unit %v, knot %d: %v at %v, want %v at %v", unit, i, got[i].Event, got[i].Lambda, want[i].Event, want[i].Lambda)
			}
		}
	}
}

// TestHSICTies fits copies, mirror images and constants.
func TestHSICTies(t *testing.T) {
	X, y := curvedData(25, 6, 3)
	for i := range y {
		X.Set(i, 1, X.At(i, 0))
		X.Set(i, 2, -2*X.At(i, 0)+7)
		X.Set(i, 3, 0.1)
		X.Set(i, 4, float64(i%2))
	}
	p := on[*hsicProblem](t, HSICLasso{}, X, y)
	for _, part := range []float64{0.9, 0.3, 0.01, 1e-4} {
		f, err := p.solve(t.Context(), part*p.top(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if !f.converged || f.selected[3] {
			t.Errorf("at %v of the top: gap %.1e, selected %v", part, f.gap, f.selected)
		}
	}
}

// TestHSICPredicts holds the predictions to the regression that is declared.
func TestHSICPredicts(t *testing.T) {
	X, y := curvedData(30, 4, 4)
	for i := range y {
		y[i] += 100
	}
	p := on[*hsicProblem](t, HSICLasso{}, X, y)
	f, err := p.solve(t.Context(), 0.3*p.top(), nil)
	if err != nil {
		t.Fatal(err)
	}
	nu, use := f.own.(*HSICFit).Nu, which(f.selected)
	U := mat.NewDense(30, len(use), nil)
	for c, a := range use {
		column := mat.Col(nil, a, X)
		sd := naiveSD(column)
		for i, v := range column {
			U.Set(i, c, v/sd)
		}
	}
	// y = K alpha + b + n nu alpha with sum_i alpha_i = 0.
	A, right := mat.NewDense(31, 31, nil), mat.NewVecDense(31, nil)
	k := func(i, j int) float64 {
		r := floats.Distance(U.RawRowView(i), U.RawRowView(j), 2)
		return math.Exp(-r * r / (2 * float64(len(use))))
	}
	for i := range 30 {
		for j := range 30 {
			A.Set(i, j, k(i, j))
		}
		A.Set(i, i, 1+30*nu)
		A.Set(i, 30, 1)
		A.Set(30, i, 1)
		right.SetVec(i, y[i])
	}
	var alpha mat.VecDense
	if err := alpha.SolveVec(A, right); err != nil {
		t.Fatal(err)
	}
	for i, v := range f.predict(X) {
		want := y[i] - 30*nu*alpha.AtVec(i)
		if math.Abs(v-want) > 1e-7 {
			t.Errorf("row %d: %v, want %v", i, v, want)
		}
	}
	nothing, err := p.solve(t.Context(), 2*p.top(), f)
	if err != nil {
		t.Fatal(err)
	}
	mean := floats.Sum(y) / 30
	if v := nothing.predict(X)[0]; math.Abs(v-mean) > 1e-12*mean || nothing.intercept != v {
		t.Errorf("with nothing selected the prediction is %v and the intercept %v, want the mean %v", v, nothing.intercept, mean)
	}
}

// TestHSICFeatures selects a number of inputs by the frame's door.
func TestHSICFeatures(t *testing.T) {
	X, y := curvedData(40, 7, 5)
	frame, err := data.New(X, y)
	if err != nil {
		t.Fatal(err)
	}
	for number := 1; number <= 4; number++ {
		m, err := HSICLasso{}.Features(t.Context(), frame, number)
		if err != nil {
			t.Fatal(err)
		}
		if got := count(m.Selected()); got != number || !m.Converged() {
			t.Errorf("%d features are asked for, and %d are in: %v", number, got, m)
		}
	}
	if _, err := (HSICLasso{}).Features(t.Context(), frame, 0); err == nil {
		t.Error("no features can be asked for")
	}
	many, err := HSICLasso{}.Features(t.Context(), frame, 100)
	if err != nil || count(many.Selected()) == 0 || !many.Converged() {
		t.Errorf("more features than there are: %v, %v", many, err)
	}
	path, err := HSICLasso{}.Path(t.Context(), frame, 5)
	if err != nil || path.Len() != 5 || count(path.Model(0).Selected()) != 0 {
		t.Errorf("the path: %v, %v", path, err)
	}
	if _, err := (HSICLasso{}).Fit(t.Context(), frame, nvsd.TauFrac(0.1)); err != nil {
		t.Error(err)
	}
}

func TestHSICBadInput(t *testing.T) {
	X, y := curvedData(5, 2, 6)
	if _, err := (HSICLasso{Categories: true}).prepare(t.Context(), X, make([]float64, 5), []string{"a", "b"}); err == nil {
		t.Error("a single class is accepted")
	}
	wide := mat.NewDense(4, 24000, nil)
	if _, err := (HSICLasso{}).prepare(t.Context(), wide, make([]float64, 4), nil); err == nil || !strings.Contains(err.Error(), "24000 inputs would take 13.06 GiB of memory") {
		t.Errorf("more inputs than memory allows: %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (HSICLasso{}).prepare(ended, X, y, []string{"a", "b"}); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
	p := on[*hsicProblem](t, HSICLasso{}, X, y)
	if f, err := p.solve(ended, p.top()/2, nil); err != nil || f.converged || count(f.selected) == 0 {
		t.Errorf("a context that has ended before the regression: %+v, %v", f, err)
	}
	for name, s := range map[string]HSICLasso{"no nus": {Nus: []float64{}}, "a bad nu": {Nus: []float64{-1}}} {
		p := on[*hsicProblem](t, s, X, y)
		if p.top() == 0 {
			t.Fatal("nothing comes in")
		}
		if _, err := p.solve(t.Context(), p.top()/2, nil); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	for name, y := range map[string][]float64{"one point": {3}, "a constant target": {2, 2, 2}} {
		p := on[*hsicProblem](t, HSICLasso{}, mat.NewDense(len(y), 1, floats.Span(make([]float64, max(2, len(y))), 0, 1)[:len(y)]), y)
		f, err := p.solve(t.Context(), 1, nil)
		if err != nil || f.selected[0] || !f.converged || f.predict(p.X)[0] != y[0] {
			t.Errorf("%s: %+v, %v", name, f, err)
		}
	}
}

// TestHSICIsDeterministic asks for the same bits with one processor and with all.
func TestHSICIsDeterministic(t *testing.T) {
	X, y := curvedData(60, 9, 7)
	many := on[*hsicProblem](t, HSICLasso{}, X, y).path.knots
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	one := on[*hsicProblem](t, HSICLasso{}, X, y).path.knots
	for i := range many {
		if many[i].Lambda != one[i].Lambda || !slices.Equal(many[i].Beta, one[i].Beta) {
			t.Fatalf("knot %d: %+v with one processor, %+v with all", i, one[i], many[i])
		}
	}
}

// BenchmarkHSICLasso selects six inputs, as pyHSICLasso's num_feat = 6 does.
func BenchmarkHSICLasso(b *testing.B) {
	for _, size := range []struct{ n, d int }{{100, 18}, {200, 40}} {
		b.Run(fmt.Sprintf("n=%d,d=%d", size.n, size.d), func(b *testing.B) {
			X, y := curvedData(size.n, size.d, 8)
			names := make([]string, size.d)
			for b.Loop() {
				p, err := HSICLasso{}.prepare(b.Context(), X, y, names)
				if err != nil {
					b.Fatal(err)
				}
				if first := hsicFirst(p.(*hsicProblem).path.knots, 6); len(first.Entered) != 6 {
					b.Fatalf("%d inputs", len(first.Entered))
				}
			}
		})
	}
}
