package evidence

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

func mustSearch(t interface {
	Helper()
	Fatal(...any)
}, p Problem, plan Plan) *Result {
	t.Helper()
	r, err := p.Search(context.Background(), plan)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestSearchFindsInputs goes through effects of many kinds: smooth, quick, of two inputs
// together, and none.
func TestSearchFindsInputs(t *testing.T) {
	for name, c := range map[string]struct {
		f    func(x []float64) float64
		want []int
	}{
		"curved":               {curved, []int{0, 1, 2}},
		"linear":               {func(x []float64) float64 { return x[3] - 2*x[5] }, []int{3, 5}},
		"a wiggle":             {func(x []float64) float64 { return math.Sin(4*x[0]) + x[1] }, []int{0, 1}},
		"two together":         {func(x []float64) float64 { return x[2] * x[4] }, []int{2, 4}},
		"a square beside more": {func(x []float64) float64 { return 5*x[0] + 3*x[1] + 0.5*x[2]*x[2] }, []int{0, 1, 2}},
		"nothing":              {func([]float64) float64 { return 0 }, nil},
	} {
		for seed := range uint64(3) {
			p := drawn(seed, 80, 10, 0.3, c.f)
			if r := mustSearch(t, p, Plan{}); !slices.Equal(r.Inputs, c.want) {
				t.Errorf("%s, seed %d: inputs %v, want %v; worth %.3g", name, seed, r.Inputs, c.want, r.Worth)
			}
		}
	}
}

// TestSearchTakesFactors: the columns of the levels of a factor are one input, whose one width and one
// price are found whether one level stands out or all differ, and not at all without an effect. The
// order of the columns does not count.
func TestSearchTakesFactors(t *testing.T) {
	for name, c := range map[string]struct {
		of   func(level int, x float64) float64
		want []int
	}{
		"one level":   {func(level int, x float64) float64 { return 2*float64(level/4) + x }, []int{0, 1}},
		"all levels":  {func(level int, x float64) float64 { return float64(level*level) / 4 * x }, []int{0, 1}},
		"no level":    {func(_ int, x float64) float64 { return math.Sin(2 * x) }, []int{1}},
		"levels only": {func(level int, _ float64) float64 { return float64(level % 2) }, []int{0}},
	} {
		rng := rand.New(rand.NewPCG(21, 1))
		const n, levels = 100, 5
		X, y := mat.NewDense(n, levels+3, nil), make([]float64, n)
		for i := range n {
			level := rng.IntN(levels)
			X.Set(i, level, 1)
			for a := levels; a < levels+3; a++ {
				X.Set(i, a, rng.NormFloat64())
			}
			y[i] = c.of(level, X.At(i, levels)) + 0.2*rng.NormFloat64()
		}
		p := Problem{X: X, Y: y, Kernel: profiles["Gaussian"], Intercept: true, Parts: [][]int{{0, 1, 2, 3, 4}, {5}, {6}, {7}}}
		r := mustSearch(t, p, Plan{})
		if !slices.Equal(r.Inputs, c.want) || len(r.Worth) != len(c.want) || len(r.Widths) != len(c.want) || len(r.Norms) != 4 || r.Price != Price(n, 4) {
			t.Errorf("%s: %+v", name, r)
		}
		turned := p
		turned.Parts = [][]int{{3, 0, 4, 2, 1}, {5}, {6}, {7}}
		if again := mustSearch(t, turned, Plan{}); !slices.Equal(again.Inputs, r.Inputs) || math.Abs(again.LogEvidence-r.LogEvidence) > 1e-3 {
			t.Errorf("%s: %v with evidence %v, and %v with %v with the levels in another order", name, r.Inputs, r.LogEvidence, again.Inputs, again.LogEvidence)
		}
	}
}

// TestResult holds a result to what it says of itself, for each profile.
func TestResult(t *testing.T) {
	for name, profile := range profiles {
		p := drawn(5, 60, 8, 0.2, curved)
		p.Kernel = profile
		r := mustSearch(t, p, Plan{})
		if !r.Converged || len(r.Inputs) == 0 {
			t.Fatalf("%s: converged %v, inputs %v", name, r.Converged, r.Inputs)
		}
		price := Price(60, 8)
		for k, worth := range r.Worth {
			if worth < price {
				t.Errorf("%s: input %d is worth %.3g, less than its price %.3g", name, r.Inputs[k], worth, price)
			}
		}
		at := point{make([]float64, len(r.Inputs)), math.Log(r.Noise)} // kappa(0) is 1
		for k, width := range r.Widths {
			at.logW[k] = -math.Log(width)
		}
		near(t, name+": the evidence of the rounded widths", -mustEvaluate(t, newCost(p.on(r.Inputs)), at), r.LogEvidence, 1e-3)
		if constant := -mustConstant(p); r.Constant != constant || r.LogEvidence < r.Constant+price*float64(len(r.Inputs)) {
			t.Errorf("%s: log evidence %v beside that of the constant %v (%v)", name, r.LogEvidence, r.Constant, constant)
		}
		near(t, name+": the evidence of the last step", r.Steps[len(r.Steps)-1].LogEvidence, r.LogEvidence, 1e-12)
	}
}

// mustConstant is the value of a model whose inputs have no weight, which is the constant
// with noise alone.
func mustConstant(p Problem) float64 {
	s := &search{problem: p, n: len(p.Y)}
	return s.constant()
}

func TestConstantIsTheLimit(t *testing.T) {
	for _, intercept := range []bool{true, false} {
		p := drawn(6, 30, 2, 1, curvedFirst)
		p.Intercept = intercept
		c := newCost(p)
		// With much noise the kernel is nothing beside it.
		value := mustEvaluate(t, c, point{[]float64{0, 0}, 16})
		near(t, "the value in much noise", value, mustConstant(p), 1e-4)
	}
}

func TestSearchTakesSize(t *testing.T) {
	p := drawn(7, 60, 8, 0.3, curved)
	for size := 1; size <= 8; size++ {
		r := mustSearch(t, p, Plan{Size: size})
		if len(r.Inputs) != size {
			t.Errorf("%d inputs are asked for: %v", size, r.Inputs)
		}
		if size >= 3 && !(slices.Contains(r.Inputs, 0) && slices.Contains(r.Inputs, 1) && slices.Contains(r.Inputs, 2)) {
			t.Errorf("of %d inputs %v are found", size, r.Inputs)
		}
	}
}

// TestSearchOnAnyScale multiplies and shifts columns and targets.
func TestSearchOnAnyScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawn(rapid.Uint64Range(0, 20).Draw(t, "seed"), 40, 4, 0.2, curved)
		plain := mustSearch(t, p, Plan{})
		q := p
		q.X, q.Y = mat.DenseCopyOf(p.X), slices.Clone(p.Y)
		factors := make([]float64, 4)
		for a := range factors {
			factors[a] = math.Exp2(float64(rapid.IntRange(-20, 20).Draw(t, "exponent")))
			for i := range q.Y {
				q.X.Set(i, a, factors[a]*p.X.At(i, a))
			}
		}
		up := math.Exp2(float64(rapid.IntRange(-20, 20).Draw(t, "target")))
		for i := range q.Y {
			q.Y[i] *= up
		}
		scaled := mustSearch(t, q, Plan{})
		if !slices.Equal(plain.Inputs, scaled.Inputs) {
			t.Fatalf("inputs %v, and %v on another scale", plain.Inputs, scaled.Inputs)
		}
		for k, a := range plain.Inputs {
			if math.Abs(math.Log(scaled.Widths[k]/factors[a]/plain.Widths[k])) > 0.02 {
				t.Fatalf("widths %v, and %v with inputs times %v", plain.Widths, scaled.Widths, factors)
			}
		}
	})
}

// TestSearchSameBits wants the same result from one processor and from more.
func TestSearchSameBits(t *testing.T) {
	p := drawn(8, 130, 12, 0.3, curved)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	one := mustSearch(t, p, Plan{Proposed: []int{0, 1, 2, 5}})
	runtime.GOMAXPROCS(4)
	if many := mustSearch(t, p, Plan{Proposed: []int{0, 1, 2, 5}}); !reflect.DeepEqual(one, many) {
		t.Errorf("one processor finds %+v, four %+v", one, many)
	}
}

// TestSearchReached: what a search tells by the way gets better, is of fewer inputs than all, and the result is no worse.
func TestSearchReached(t *testing.T) {
	var told []*Result
	p := drawn(1, 100, 8, 0.3, curved)
	r := mustSearch(t, p, Plan{Reached: func(r *Result) { told = append(told, r) }})
	if len(told) == 0 {
		t.Fatal("nothing is told")
	}
	worth := func(r *Result) float64 { return r.LogEvidence - r.Price*float64(len(r.Inputs)) }
	for i, at := range append(told, r) {
		if i > 0 && worth(at) < worth(told[i-1])-1e-9 {
			t.Errorf("%d of %d: worth %v after %v", i, len(told), worth(at), worth(told[i-1]))
		}
		if len(at.Inputs) == 0 || len(at.Inputs) == 8 || len(at.Widths) != len(at.Inputs) || len(at.Worth) != len(at.Inputs) || len(at.Norms) != 8 || !(at.Noise > 0) || at.Constant != r.Constant {
			t.Errorf("%d of %d: %+v", i, len(told), at)
		}
	}
	if again := mustSearch(t, p, Plan{}); !reflect.DeepEqual(again, r) {
		t.Errorf("telling changes the result: %+v, want %+v", r, again)
	}
}

// TestSearchBadInput: columns that do not vary or are there twice, fewer rows than
// columns, and data that say nothing.
func TestSearchBadInput(t *testing.T) {
	p := drawn(9, 40, 6, 0.1, func(x []float64) float64 { return math.Sin(x[1]) })
	for i := range p.Y {
		p.X.Set(i, 0, 7)
		p.X.Set(i, 2, -3*p.X.At(i, 1)) // column 1 again
	}
	r := mustSearch(t, p, Plan{Norms: [][]float64{{0, 1, 1, 0.1, 0.1, 0.1}, {0, 0, 0, 0, 0, 0}}, Proposed: []int{0, 1}})
	if len(r.Inputs) != 1 || r.Inputs[0] != 1 && r.Inputs[0] != 2 {
		t.Errorf("of a column and its multiple %v are found", r.Inputs)
	}
	if r.Norms[0] != 0 || len(r.Norms) != 6 {
		t.Errorf("norms %v with a constant first column", r.Norms)
	}
	wide := drawn(10, 20, 60, 0.01, func(x []float64) float64 { return 3 * x[4] })
	if r := mustSearch(t, wide, Plan{}); !slices.Equal(r.Inputs, []int{4}) {
		t.Errorf("of 60 columns in 20 rows %v are found", r.Inputs)
	}
	exact := drawn(11, 50, 4, 0, func(x []float64) float64 { return x[3] })
	if r := mustSearch(t, exact, Plan{}); !slices.Equal(r.Inputs, []int{3}) {
		t.Errorf("a target that is column 3 has inputs %v", r.Inputs)
	}
	flat := drawn(12, 20, 2, 0, func([]float64) float64 { return 4 })
	if _, err := flat.Search(context.Background(), Plan{}); err == nil {
		t.Error("a target that does not vary is no error")
	}
	if _, err := (Problem{}).Search(context.Background(), Plan{}); err == nil {
		t.Error("no data are no error")
	}
	short := drawn(13, 20, 2, 0.1, curvedFirst)
	short.Y = short.Y[:19]
	if _, err := short.Search(context.Background(), Plan{}); err == nil {
		t.Error("a target too few is no error")
	}
}

func curvedFirst(x []float64) float64 { return math.Sin(x[0]) }

func TestSearchEndsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	p := drawn(14, 60, 6, 0.3, curved)
	told := 0
	_, err := p.Search(ctx, Plan{Tell: func(done, all int) {
		told++
		cancel()
	}})
	if !errors.Is(err, context.Canceled) || told == 0 {
		t.Errorf("told %d times, the error is %v", told, err)
	}
}

// TestNotDefinite wants the step before, or an error, where a covariance cannot be
// factored, and never a NaN.
func TestNotDefinite(t *testing.T) {
	p := drawn(15, 30, 2, 0, curvedFirst)
	p.Kernel = negative{}
	if _, err := p.Search(context.Background(), Plan{}); !errors.Is(err, errNotDefinite) {
		t.Errorf("a kernel that is none has the error %v", err)
	}
}

// negative is no kernel: its matrix has negative eigenvalues.
type negative struct{}

func (negative) AtHalfSquare(s float64) (value, first, second float64) {
	return 1 + 50*s, 50, 0
}

func TestRounded(t *testing.T) {
	rng := rand.New(rand.NewPCG(16, 1))
	for range 100 {
		v := math.Exp(10 * rng.NormFloat64())
		r := rounded(v)
		if math.Abs(r-v) > 0.006*v || rounded(r) != r {
			t.Errorf("%v is rounded to %v", v, r)
		}
	}
}

// TestScoutsSeeAPart: of a large problem the first climbs see some rows, with the times of theirs, and everything after
// them sees all.
func TestScoutsSeeAPart(t *testing.T) {
	p := drawn(8, wholeRows+20, 5, 0.3, curved)
	r := mustSearch(t, p, Plan{})
	if want := fmt.Sprintf("all inputs, from equal widths, %d of %d rows", scoutRows, wholeRows+20); r.Steps[0].What != want {
		t.Errorf("the first step is %q, want %q", r.Steps[0].What, want)
	}
	if !slices.Equal(r.Inputs, []int{0, 1, 2}) {
		t.Errorf("inputs %v", r.Inputs)
	}
	at := point{nil, math.Log(r.Noise)}
	for _, width := range r.Widths {
		at.logW = append(at.logW, -math.Log(width))
	}
	if value := mustEvaluate(t, newCost(p.on(r.Inputs)), at); math.Abs(value+r.LogEvidence) > 0.01 {
		t.Errorf("the log evidence of all rows is %v, and %v in the result", -value, r.LogEvidence)
	}
	for i := range p.Y {
		p.times = append(p.times, float64(i))
	}
	part := p.ofRows([]int{4, 7})
	for k, i := range []int{4, 7} {
		if part.Y[k] != p.Y[i] || part.times[k] != float64(i) || !mat.Equal(part.X.RowView(k), p.X.RowView(i)) {
			t.Errorf("row %d of a part is not row %d", k, i)
		}
	}
}
