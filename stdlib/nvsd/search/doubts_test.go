package search_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"gonum.org/v1/gonum/mat"
)

// TestDoubts: a table that is to be read again is told by its reason, and a table of independent rows
// with the same noise everywhere by none.
func TestDoubts(t *testing.T) {
	reasons := []string{"is it the target in another form", "rows that follow one another", "the spread of y", "different whole numbers"}
	walk := 0.0
	var subject [4]float64
	for name, c := range map[string]struct {
		row  func(rng *rand.Rand, i int, x []float64) (y float64)
		want string
	}{
		"clean": {func(rng *rand.Rand, _ int, x []float64) float64 {
			return math.Sin(2*x[0]) + x[1]*x[2] + 0.3*rng.NormFloat64()
		}, ""},
		"noise":       {func(rng *rand.Rand, _ int, x []float64) float64 { return rng.NormFloat64() }, ""},
		"heavy tails": {func(rng *rand.Rand, _ int, x []float64) float64 { e := rng.NormFloat64(); return x[0] + e*math.Abs(e) }, ""},
		"a jump": {func(rng *rand.Rand, _ int, x []float64) float64 {
			return math.Copysign(1, x[0]) + 0.3*rng.NormFloat64()
		}, ""},
		"sorted by the target": {func(rng *rand.Rand, i int, x []float64) float64 {
			x[0] = rng.NormFloat64() + float64(i)
			return float64(i)
		}, ""},
		"the target's own form": {func(rng *rand.Rand, _ int, x []float64) float64 { return 1000*x[1] + rng.NormFloat64() }, reasons[0]},
		"a random walk": {func(rng *rand.Rand, _ int, x []float64) float64 {
			walk += rng.NormFloat64()
			return walk
		}, reasons[1]},
		"subjects of four rows": {func(rng *rand.Rand, i int, x []float64) float64 {
			if i%4 == 0 {
				for k := range subject {
					subject[k] = rng.NormFloat64()
				}
			}
			return 3*subject[0] + x[3] + 0.3*rng.NormFloat64()
		}, reasons[1]},
		"an input of the spread": {func(rng *rand.Rand, _ int, x []float64) float64 { return x[0] + math.Exp(x[1])*rng.NormFloat64() }, reasons[2]},
		"five classes":           {func(rng *rand.Rand, _ int, x []float64) float64 { return float64(rng.IntN(5)) }, reasons[3]},
		"two classes":            {func(rng *rand.Rand, _ int, x []float64) float64 { return math.Copysign(1, x[0]+rng.NormFloat64()) }, ""},
		"counts with gaps":       {func(rng *rand.Rand, _ int, x []float64) float64 { return float64(3 * rng.IntN(5)) }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			const n, d = 120, 4
			rng := rand.New(rand.NewPCG(11, 15))
			X, y := mat.NewDense(n, d, nil), make([]float64, n)
			for i := range n {
				x := X.RawRowView(i)
				for a := range x {
					x[a] = rng.NormFloat64()
				}
				y[i] = c.row(rng, i, x)
			}
			said := strings.Join(find(t, nvsd.FindPlan{}, fixture.Must[*data.Frame](t)(data.New(X, y))).Warnings(), "\n")
			for _, reason := range reasons {
				if strings.Contains(said, reason) != (reason == c.want) {
					t.Errorf("the warnings are\n%s\nwhere %q is wanted", said, c.want)
				}
			}
		})
	}
}
