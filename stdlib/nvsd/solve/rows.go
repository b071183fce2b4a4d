package solve

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Rows calls do with the rows of a table in parts: X, with a column for each input, and their targets. The rows and
// their order are the same in every call; the division into parts need not be. It ends with the first
// error of do. A part is not used any more when do returns.
type Rows func(ctx context.Context, do func(X *mat.Dense, y []float64) error) error

// RowsOf returns the rows of X (n x d) with their targets as one part.
func RowsOf(X *mat.Dense, y []float64) Rows {
	return func(_ context.Context, do func(*mat.Dense, []float64) error) error { return do(X, y) }
}

func notFinite(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }

// blockRows is the number of rows that are worked on at a time. It decides the order of sums.
const blockRows = 1024

// inBlocks calls do with blocks of the rows, of which all but the last have blockRows, whatever the parts are.
func (rows Rows) inBlocks(ctx context.Context, inputs int, do func(X *mat.Dense, y []float64) error) error {
	var x, t []float64 // of a block that is not yet full
	flush := func() error {
		if len(t) == 0 {
			return nil
		}
		X := mat.NewDense(len(t), inputs, x)
		err := do(X, t)
		x, t = x[:0], t[:0]
		return err
	}
	err := rows(ctx, func(X *mat.Dense, y []float64) error {
		n, d := X.Dims()
		if d != inputs || n != len(y) {
			return fmt.Errorf("solve: %d x %d inputs and %d targets: there must be a target for each row, and %d inputs", n, d, len(y), inputs)
		}
		for from := 0; from < n; {
			if err := ctx.Err(); err != nil {
				return err
			}
			to := min(from+blockRows-len(t), n)
			for i := from; i < to; i++ {
				row := X.RawRowView(i)
				if a := slices.IndexFunc(row, notFinite); a >= 0 {
					return fmt.Errorf("solve: row %d of a part has %v in column %d (from 0): every value must be finite", i, row[a], a)
				}
				x = append(x, row...)
			}
			t = append(t, y[from:to]...)
			from = to
			if len(t) == blockRows {
				if err := flush(); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return flush()
}
