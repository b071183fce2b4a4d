package search_test

import (
	"fmt"
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

// spoiltTable is a table of three inputs whose target is a function of two of them with noise, and off by so
// much in the given rows.
func spoiltTable(t testing.TB, seed uint64, n int, noise func(*rand.Rand) float64, off map[int]float64) *data.Frame {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 16))
	X, y := mat.NewDense(n, 3, nil), make([]float64, n)
	for i := range n {
		x := X.RawRowView(i)
		for a := range x {
			x[a] = 2*rng.Float64() - 1
		}
		y[i] = 2*math.Sin(2*x[0]) + x[1]*x[1] + noise(rng) + off[i]
	}
	f, err := data.New(X, y)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func normalNoise(rng *rand.Rand) float64 { return 0.2 * rng.NormFloat64() }

// rowsOf returns the keys, rising.
func rowsOf(off map[int]float64) []int {
	var rows []int
	for i := range off {
		rows = append(rows, i)
	}
	slices.Sort(rows)
	return rows
}

// TestWildRowsAreNamed: rows whose targets are off are left out and named, whatever side they are on, and
// the answer is the one of the table without them.
func TestWildRowsAreNamed(t *testing.T) {
	for name, off := range map[string]map[int]float64{
		"one":        {17: 15},
		"one side":   {3: 12, 20: 14, 41: 11},
		"both sides": {0: -12, 9: 13, 33: 14, 59: -15},
	} {
		t.Run(name, func(t *testing.T) {
			train := spoiltTable(t, 1, 60, normalNoise, off)
			f := find(t, nvsd.FindPlan{}, train)
			left := rowsOf(off)
			if got := f.LeftOut(); !slices.Equal(got, left) {
				t.Fatalf("left out are %v, and wild %v\n%v", got, left, f)
			}
			var kept []int
			for i := range train.N() {
				if _, wild := off[i]; !wild {
					kept = append(kept, i)
				}
			}
			clean := fixture.Must[*data.Frame](t)(train.Rows(kept...))
			g := find(t, nvsd.FindPlan{}, clean)
			if g.LeftOut() != nil || !slices.Equal(f.SelectedNames(), g.SelectedNames()) || !slices.Equal(f.Scores(), g.Scores()) || f.HeldOut.RMSE != g.HeldOut.RMSE {
				t.Errorf("%v\nis not the answer without these rows\n%v", f, g)
			}
			v, w := fixture.Must[[]float64](t)(f.PredictFrame(train)), fixture.Must[[]float64](t)(g.PredictFrame(train))
			if !slices.Equal(v, w) {
				t.Error("its predictions are not those without these rows")
			}
			of := map[bool]string{true: "row", false: "rows"}[len(left) == 1]
			for _, want := range []string{fmt.Sprintf(", %d observations\n", len(kept)), fmt.Sprintf("left out as wild: %s %d", of, left[0]+1), "without wild rows"} {
				if !strings.Contains(f.String(), want) {
					t.Errorf("there is no %q in\n%v", want, f)
				}
			}
		})
	}
}

// TestCleanTablesLoseNoRow: whatever law the noise or the target has, no row is wild.
func TestCleanTablesLoseNoRow(t *testing.T) {
	for name, noise := range map[string]func(*rand.Rand) float64{
		"normal":      normalNoise,
		"uniform":     func(rng *rand.Rand) float64 { return rng.Float64() },
		"exponential": func(rng *rand.Rand) float64 { return 0.5 * rng.ExpFloat64() },
		"squares":     func(rng *rand.Rand) float64 { e := rng.NormFloat64(); return e * e },
		"double":      func(rng *rand.Rand) float64 { return 0.3 * (rng.ExpFloat64() - rng.ExpFloat64()) },
		"rounded":     func(rng *rand.Rand) float64 { return math.Round(rng.NormFloat64()) },
	} {
		for seed := range uint64(2) {
			if f := find(t, nvsd.FindPlan{}, spoiltTable(t, seed, 80, noise, nil)); f.LeftOut() != nil {
				t.Errorf("%s, draw %d: left out are %v\n%v", name, seed, f.LeftOut(), f)
			}
		}
	}
}

// TestWildNoiseHasNoInputs: targets without a function, some of them wild, depend on nothing, and no row of them is
// left out.
func TestWildNoiseHasNoInputs(t *testing.T) {
	for seed := range uint64(3) {
		rng := rand.New(rand.NewPCG(seed, 17))
		X, y := mat.NewDense(60, 5, nil), make([]float64, 60)
		for i := range y {
			for a := range 5 {
				X.Set(i, a, rng.NormFloat64())
			}
			y[i] = rng.NormFloat64()
			if i%20 == 7 {
				y[i] += 8
			}
		}
		if f := find(t, nvsd.FindPlan{}, fixture.Must[*data.Frame](t)(data.New(X, y))); f.Found() || f.LeftOut() != nil {
			t.Errorf("draw %d: left out are %v\n%v", seed, f.LeftOut(), f)
		}
	}
}

// TestWildRowsOfALargeTable: wild rows are named too that the search has not seen, and those that are held out.
func TestWildRowsOfALargeTable(t *testing.T) {
	off := map[int]float64{}
	for i := 4; i < 700; i += 25 {
		off[i] = 12
	}
	f := find(t, nvsd.FindPlan{}, spoiltTable(t, 2, 700, normalNoise, off))
	if got, want := f.LeftOut(), rowsOf(off); !slices.Equal(got, want) || !slices.Equal(selectedOf(f), []string{"x1", "x2"}) {
		t.Fatalf("left out are %v, and wild %v\n%v", got, want, f)
	}
	if h := f.HeldOut; h.RMSE > 0.25 || h.RMSE < 0.15 {
		t.Errorf("error %v on rows held out, where the noise is 0.2", h.RMSE)
	}
}

// TestWildRowsByOtherPlans: the rows are the same by cross-validation in given groups and with permuted targets.
func TestWildRowsByOtherPlans(t *testing.T) {
	off := map[int]float64{3: 12, 20: 14, 41: 11}
	train := spoiltTable(t, 1, 60, normalNoise, off)
	groups := make([]int, train.N())
	for i := range groups {
		groups[i] = i / 6
	}
	for name, plan := range map[string]nvsd.FindPlan{
		"groups":   {By: nvsd.ByCrossValidation(nvsd.GroupFolds(groups, 5, 1))},
		"permuted": {Permuted: 2},
	} {
		f := find(t, plan, train)
		if got := f.LeftOut(); !slices.Equal(got, rowsOf(off)) || !slices.Equal(selectedOf(f), []string{"x1", "x2"}) || (f.Null != nil) != (plan.Permuted > 0) {
			t.Errorf("%s: left out are %v\n%v", name, got, f)
		}
	}
}
