package dependence

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/parallel"
)

// A Pair is two columns, with the correlation of their product with a target.
type Pair struct {
	A, B int // A < B
	R    float64
}

// blockColumns is the number of columns whose products with as many others are formed at once.
const blockColumns = 256

// Products returns at most so many pairs of columns of X, those whose products have the largest
// absolute correlations with y. The columns are taken less their means and in units of their
// standard deviations; one that does not vary is in no pair. It forms all products, in n d^2
// operations, compares them by their covariance with y, and takes the correlations of the 4 most
// pairs with the largest.
//
// It returns the error of ctx if ctx ends. The same arguments give the same pairs at any GOMAXPROCS.
func Products(ctx context.Context, X *mat.Dense, y []float64, most int) ([]Pair, error) {
	Z := standardised(X)
	n, d := Z.Dims()
	r, mean := slices.Clone(y), stat.Mean(y, nil)
	for i := range r {
		r[i] -= mean
	}
	blocks := (d + blockColumns - 1) / blockColumns
	found := make([][]Pair, blocks)
	err := parallel.Each(ctx, blocks, func(ctx context.Context, block int) error {
		from := block * blockColumns
		to := min(from+blockColumns, d)
		left := mat.NewDense(n, to-from, nil)
		for i := range n {
			row := left.RawRowView(i)
			for k := range row {
				row[k] = r[i] * Z.At(i, from+k)
			}
		}
		var G mat.Dense
		least := 0.0 // that a pair must be above
		for at := from; at < d; at += blockColumns {
			if err := ctx.Err(); err != nil {
				return err
			}
			end := min(at+blockColumns, d)
			G.Reset()
			G.Mul(left.T(), Z.Slice(0, n, at, end))
			for k := range to - from {
				for l, v := range G.RawRowView(k) {
					if from+k >= at+l || !(math.Abs(v) > least) {
						continue
					}
					found[block] = kept(found[block], Pair{from + k, at + l, v}, 4*most)
					if len(found[block]) == 4*most {
						least = math.Abs(found[block][4*most-1].R)
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var all []Pair
	for _, own := range found {
		for _, p := range own {
			all = kept(all, p, 4*most)
		}
	}
	product := make([]float64, n)
	for k, p := range all {
		for i := range product {
			product[i] = Z.At(i, p.A) * Z.At(i, p.B)
		}
		all[k].R = stat.Correlation(product, r, nil)
		if math.IsNaN(all[k].R) { // the product, or y, does not vary
			all[k].R = 0
		}
	}
	slices.SortStableFunc(all, byCorrelation)
	return all[:min(most, len(all))], nil
}

func byCorrelation(p, q Pair) int { return cmp.Compare(math.Abs(q.R), math.Abs(p.R)) }

// kept returns the pairs of largest |R|, the largest first, with p if it is one of most.
func kept(pairs []Pair, p Pair, most int) []Pair {
	if math.IsNaN(p.R) || p.R == 0 || len(pairs) == most && byCorrelation(pairs[most-1], p) <= 0 {
		return pairs
	}
	at, _ := slices.BinarySearchFunc(pairs, p, func(q, p Pair) int {
		if byCorrelation(q, p) <= 0 {
			return -1
		}
		return 1
	})
	pairs = slices.Insert(pairs, at, p)
	return pairs[:min(most, len(pairs))]
}

// standardised returns X with columns of mean 0 and standard deviation 1; 0 for columns that do not vary.
func standardised(X *mat.Dense) *mat.Dense {
	n, d := X.Dims()
	Z := mat.NewDense(n, d, nil)
	for a := range d {
		column := mat.Col(nil, a, X)
		mean, sd := stat.MeanStdDev(column, nil)
		for i, x := range column {
			if sd > 0 {
				Z.Set(i, a, (x-mean)/sd)
			}
		}
	}
	return Z
}
