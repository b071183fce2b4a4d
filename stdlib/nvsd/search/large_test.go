package search_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"gonum.org/v1/gonum/mat"
)

// drawnTable is a table of normal inputs x1, x2, ... with a target.
func drawnTable(t *testing.T, seed uint64, n, d int, target func(x []float64) float64) *data.Frame {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 15))
	X, y := mat.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		for a := range d {
			X.Set(i, a, rng.NormFloat64())
		}
		y[i] = target(X.RawRowView(i)) + 0.3*rng.NormFloat64()
	}
	return fixture.Must[*data.Frame](t)(data.New(X, y))
}

func selectedOf(f *nvsd.Finding) []string {
	names := f.SelectedNames()
	slices.Sort(names)
	return names
}

// TestFindInManyRows: of a table with more rows than the search sees, it finds the inputs, and its
// function is as near to the target on new rows as the error that it says.
func TestFindInManyRows(t *testing.T) {
	target := func(x []float64) float64 { return math.Sin(2*x[1]) + x[3]*x[4] }
	f := find(t, nvsd.FindPlan{}, drawnTable(t, 1, 1500, 6, target))
	if got := selectedOf(f); !slices.Equal(got, []string{"x2", "x4", "x5"}) {
		t.Fatalf("it finds %v\n%v", got, f)
	}
	fresh := drawnTable(t, 2, 1000, 6, target)
	rmse := fixture.Must[float64](t)(f.RMSE(fresh))
	if h := f.HeldOut; math.Abs(h.RMSE-rmse) > 0.1*rmse || rmse > 0.4 || h.Mean < 1 {
		t.Errorf("error %v on new rows, and it says %+v", rmse, *h)
	}
	for _, want := range []string{"y depends on 3 of 6 inputs, 1500 observations", "500 of 1500 rows, drawn at random", "kernels at 500 rows, fitted to 1200 rows"} {
		if !strings.Contains(f.String(), want) {
			t.Errorf("there is no %q in\n%s", want, f)
		}
	}
}

// TestFindAmongManyInputs: of more inputs than the search sees, it finds one that matters alone and two
// that matter only by their product. Predictions take all inputs, or a table with those that matter.
func TestFindAmongManyInputs(t *testing.T) {
	target := func(x []float64) float64 { return 2*x[120]*x[250] + math.Sin(2*x[7]) }
	train := drawnTable(t, 3, 150, 300, target)
	f := find(t, nvsd.FindPlan{}, train)
	if got := selectedOf(f); !slices.Equal(got, []string{"x121", "x251", "x8"}) {
		t.Fatalf("it finds %v\n%v", got, f)
	}
	if names := f.Names(); len(names) != 300 || len(f.Scores()) != 300 || len(f.Worth()) != 300 || len(f.Ranking()) != 300 {
		t.Errorf("%d names, %d scores, %d worths, %d ranks", len(names), len(f.Scores()), len(f.Worth()), len(f.Ranking()))
	}
	scores, worth := f.Scores(), f.Worth()
	for k, j := range f.Ranking() {
		if in := k < 3; in != f.Selected()[j] || in != (worth[j] > 5) || scores[j] <= 0 || k > 0 && scores[j] > scores[f.Ranking()[k-1]] {
			t.Errorf("rank %d is %s: selected %v, score %v, worth %v", k, f.Names()[j], f.Selected()[j], scores[j], worth[j])
		}
	}
	fresh := drawnTable(t, 4, 200, 300, target)
	byMatrix, byName := fixture.Must[[]float64](t)(f.Predict(fresh.X())), fixture.Must[[]float64](t)(f.PredictFrame(fixture.Must[*data.Frame](t)(fresh.Select("x251", "x8", "x121", "y"))))
	if !slices.Equal(byMatrix, byName) {
		t.Error("predictions by columns and by names differ")
	}
	if _, err := f.Predict(mat.NewDense(2, 60, nil)); err == nil || !strings.Contains(err.Error(), "300") {
		t.Errorf("X with 60 columns: %v", err)
	}
}

// TestFindAmongConstants: of twenty thousand inputs of which ten vary, it finds those that matter, and forms
// products of the ten alone, of which a square of twenty thousand would take minutes.
func TestFindAmongConstants(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 15))
	const n, d, varying = 60, 20000, 10
	X, y := mat.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		for a := range varying {
			X.Set(i, a*d/varying, rng.NormFloat64())
		}
		y[i] = math.Sin(2*X.At(i, 3*d/varying)) + X.At(i, 7*d/varying) + 0.1*rng.NormFloat64()
	}
	f := find(t, nvsd.FindPlan{}, fixture.Must[*data.Frame](t)(data.New(X, y)))
	if got := selectedOf(f); !slices.Equal(got, []string{"x14001", "x6001"}) {
		t.Errorf("it finds %v", got)
	}
}

// TestNothingInLargeNoise: a first look at the target, and looks at residuals, find nothing in noise.
func TestNothingInLargeNoise(t *testing.T) {
	for name, size := range map[string][2]int{"many inputs": {50, 300}, "many rows": {700, 4}} {
		for seed := range uint64(3) {
			f := find(t, nvsd.FindPlan{}, drawnTable(t, 10+seed, size[0], size[1], func([]float64) float64 { return 0 }))
			if f.Found() {
				t.Errorf("%s, draw %d: found %v\n%v", name, seed, f.SelectedNames(), f)
			}
		}
	}
}

// TestRepeatedRowsOfALargeTable: rows that are there twice are on one side of what is held out, and the
// error is the one of new rows.
func TestRepeatedRowsOfALargeTable(t *testing.T) {
	target := func(x []float64) float64 { return x[0] * x[2] }
	once := drawnTable(t, 5, 700, 4, target)
	f := find(t, nvsd.FindPlan{}, fixture.Must[*data.Frame](t)(once.Bind(once)))
	if got := selectedOf(f); !slices.Equal(got, []string{"x1", "x3"}) {
		t.Fatalf("it finds %v", got)
	}
	rmse := fixture.Must[float64](t)(f.RMSE(drawnTable(t, 6, 1000, 4, target)))
	if said := f.HeldOut.RMSE; math.Abs(said-rmse) > 0.25*rmse || f.HeldOut.Copied {
		t.Errorf("error %v on new rows, and it says %v", rmse, said)
	}
}

// TestLargeTablesThatSayNothing: large tables with nothing to learn from have an answer, which finds
// nothing.
func TestLargeTablesThatSayNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 15))
	draw := func(int, int) float64 { return rng.NormFloat64() }
	one := func(int, int) float64 { return 1 }
	for name, c := range map[string]struct {
		n, d int
		x    func(i, a int) float64
		y    func(i int) float64
	}{
		"all rows equal":               {700, 3, one, func(int) float64 { return rng.NormFloat64() }},
		"one value but one":            {700, 3, draw, func(i int) float64 { return float64(i / 699) }},
		"a constant target":            {700, 3, draw, func(int) float64 { return 2 }},
		"many inputs that do not vary": {50, 150, one, func(int) float64 { return rng.NormFloat64() }},
		"many inputs of five rows":     {5, 150, draw, func(int) float64 { return rng.NormFloat64() }},
		"many inputs of two rows":      {2, 150, draw, func(i int) float64 { return float64(i) }},
		"many inputs, a constant":      {40, 150, draw, func(int) float64 { return 2 }},
		"all but one do not vary":      {60, 150, func(i, a int) float64 { return float64(a/149) * float64(i%7) }, func(int) float64 { return rng.NormFloat64() }},
	} {
		t.Run(name, func(t *testing.T) {
			X, y := mat.NewDense(c.n, c.d, nil), make([]float64, c.n)
			for i := range c.n {
				for a := range c.d {
					X.Set(i, a, c.x(i, a))
				}
				y[i] = c.y(i)
			}
			f, err := nvsd.Find(t.Context(), fixture.Must[*data.Frame](t)(data.New(X, y)))
			if err != nil {
				t.Fatal(err)
			}
			v := fixture.Must[[]float64](t)(f.Predict(X))
			if f.Found() || len(v) != c.n || len(f.Ranking()) != c.d || f.String() == "" {
				t.Errorf("%v", f)
			}
		})
	}
}
