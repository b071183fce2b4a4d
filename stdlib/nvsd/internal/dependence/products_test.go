package dependence

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

func normal(rng *rand.Rand, n, d int) *mat.Dense {
	X := mat.NewDense(n, d, nil)
	for i := range n {
		for a := range d {
			X.Set(i, a, rng.NormFloat64())
		}
	}
	return X
}

// TestProducts holds the pairs to those of all correlations, with columns in more than one block.
func TestProducts(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	const n, d, most = 60, blockColumns + 20, 12
	X := normal(rng, n, d)
	X.SetCol(3, make([]float64, n)) // does not vary
	y := make([]float64, n)
	for i := range y {
		y[i] = 1e6 + X.At(i, 7)*X.At(i, blockColumns+5) + 0.1*rng.NormFloat64()
	}
	got, err := Products(t.Context(), X, y, most)
	if err != nil || len(got) != most {
		t.Fatalf("%d pairs, %v", len(got), err)
	}
	if p := got[0]; p.A != 7 || p.B != blockColumns+5 || p.R < 0.95 {
		t.Errorf("the pair of the target is %+v", p)
	}
	Z := standardised(X)
	product := make([]float64, n)
	for k, p := range got {
		for i := range product {
			product[i] = Z.At(i, p.A) * Z.At(i, p.B)
		}
		if r := stat.Correlation(product, y, nil); math.Abs(r-p.R) > 1e-6 {
			t.Errorf("the correlation of %+v is %v", p, r)
		}
		if k > 0 && math.Abs(p.R) > math.Abs(got[k-1].R) || p.A >= p.B || p.A == 3 || p.B == 3 {
			t.Errorf("pair %d is %+v", k, p)
		}
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if alone, err := Products(t.Context(), X, y, most); err != nil || !slices.Equal(alone, got) {
		t.Errorf("one processor finds %v, %v", alone, err)
	}
}

// TestProductsOfFew: there may be fewer pairs than are asked for, and none.
func TestProductsOfFew(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	y := []float64{1, 2, 0, 5, 3, 3, 1}
	for d, want := range map[int]int{1: 0, 2: 1, 4: 6} {
		if got, err := Products(t.Context(), normal(rng, len(y), d), y, 10); err != nil || len(got) != want {
			t.Errorf("of %d columns there are %v, %v", d, got, err)
		}
	}
	if got, err := Products(t.Context(), normal(rng, len(y), 3), make([]float64, len(y)), 10); err != nil || len(got) != 0 {
		t.Errorf("of a constant target there are %v, %v", got, err)
	}
}
