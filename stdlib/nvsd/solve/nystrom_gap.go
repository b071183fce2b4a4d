package solve

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sort"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

// Gap returns how far the objective at nu can be above its minimum over all of H, at most. X (n x d, scaled)
// and y are all rows that were added to sums that are [Nystrom.ForGap]. With r the residuals, the dual problem has the feasible point r/(n nu),
// and with g = sum_i r_i/(n nu) k(x_i, .) the gap between the two is
//
//	nu ||g - f||_H^2 = (1/n) sum_i r_i (g(x_i) - f(x_i)),
//
// as f is the projection of g on the span of the centres. The objective being quadratic, the root of the gap
// is a bound of the root mean square of the difference of f + b from the minimiser over the rows.
//
// g takes n kernels at a row. Where there are more rows than most, the terms of the diagonal, r_i^2 times what
// is left of k(x_i, x_i), are summed over all rows, and the others over so many that are drawn in proportion
// to these, by the seed. Two standard errors are then added, and the gap is an estimate.
func (f *NystromFit) Gap(ctx context.Context, k kern.Kernel, nu float64, X *mat.Dense, y []float64, most int, seed uint64) (float64, error) {
	alpha, b, err := f.Fit(nu)
	if err != nil {
		return 0, err
	}
	n, _ := X.Dims()
	if n != f.sums.n || n != len(y) {
		return 0, fmt.Errorf("solve: a gap over %d rows and %d targets: %d rows were added", n, len(y), f.sums.n)
	}
	if n != len(f.sums.lengths) {
		return 0, errors.New("solve: the sums have nothing for a gap: call ForGap before rows are added")
	}
	d := dualPoint{Z: X, fitted: make([]float64, n), r: make([]float64, n)}
	if err := d.each(ctx, f.sums.op, func(at int, K blas64.General) {
		blas64.Gemv(blas.NoTrans, 1, K, vector(alpha), 0, vector(d.fitted[at:at+K.Rows]))
	}); err != nil {
		return 0, err
	}
	for i, v := range d.fitted {
		d.r[i] = (y[i] - v - b) / (float64(n) * nu)
	}
	var total float64
	if n <= most {
		total, err = d.whole(ctx, k)
	} else {
		own := make([]float64, n)
		for i, l := range f.sums.lengths {
			z := d.Z.RawRowView(i)
			own[i] = d.r[i] * d.r[i] * math.Max(k.Eval(z, z)-l, 0)
		}
		total, err = d.drawn(ctx, k, own, most, seed)
	}
	return math.Max(nu*total, 0), err
}

// A dualPoint is r/(n nu) and the fitted values at the rows of Z.
type dualPoint struct {
	Z         *mat.Dense
	r, fitted []float64
}

// each calls do with the kernels between the points of op and blocks of the rows, of which the first is at.
func (d *dualPoint) each(ctx context.Context, op *Operator, do func(at int, K blas64.General)) error {
	_, inputs := op.Dims()
	at := 0
	return RowsOf(d.Z, d.r).inBlocks(ctx, inputs, func(X *mat.Dense, y []float64) error {
		K, err := op.cross(X)
		if err != nil {
			return err
		}
		do(at, K.RawMatrix())
		at += len(y)
		return nil
	})
}

// whole returns the sum of r_i (g(x_i) - f(x_i)) over all rows.
func (d *dualPoint) whole(ctx context.Context, k kern.Kernel) (float64, error) {
	terms, err := d.terms(ctx, k, lists.UpTo(len(d.r)))
	return floats.Sum(terms), err
}

// drawn returns an estimate of that sum, with two standard errors, from the parts of its terms that are known
// and from some of the terms.
func (d *dualPoint) drawn(ctx context.Context, k kern.Kernel, known []float64, some int, seed uint64) (float64, error) {
	total := floats.Sum(known)
	if !(total > 0) {
		return 0, nil
	}
	up := floats.CumSum(make([]float64, len(known)), known)
	rng, rows := rand.New(rand.NewPCG(seed, dualStream)), make([]int, some)
	for j := range rows {
		at := rng.Float64() * up[len(up)-1]
		rows[j] = sort.Search(len(up)-1, func(i int) bool { return up[i] > at })
	}
	terms, err := d.terms(ctx, k, rows)
	if err != nil {
		return 0, err
	}
	for j, i := range rows { // the rest of a term over its probability
		terms[j] = (terms[j] - known[i]) / known[i] * total
	}
	mean, sd := stat.MeanStdDev(terms, nil)
	return total + mean + 2*sd/math.Sqrt(float64(some)), nil
}

// dualStream is the second half of the PCG seed of the rows of a gap.
const dualStream = 0x6475616c

// terms returns r_i (g(x_i) - f(x_i)) at some rows.
func (d *dualPoint) terms(ctx context.Context, k kern.Kernel, rows []int) ([]float64, error) {
	terms := make([]float64, len(rows))
	_, inputs := d.Z.Dims()
	for from := 0; from < len(rows); from += dualRows {
		some := rows[from:min(from+dualRows, len(rows))]
		at := mat.NewDense(len(some), inputs, nil)
		for j, i := range some {
			at.SetRow(j, d.Z.RawRowView(i))
		}
		op, err := NewOperator(k, at)
		if err != nil {
			return nil, err
		}
		g := make([]float64, len(some))
		if err := d.each(ctx, op, func(at int, K blas64.General) {
			blas64.Gemv(blas.Trans, 1, K, vector(d.r[at:at+K.Rows]), 1, vector(g))
		}); err != nil {
			return nil, err
		}
		for j, i := range some {
			terms[from+j] = d.r[i] * (g[j] - d.fitted[i])
		}
	}
	return terms, nil
}

// dualRows is the number of rows at which a gap computes g at a time.
const dualRows = 512
