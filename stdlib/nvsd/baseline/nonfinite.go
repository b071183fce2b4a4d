package baseline

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// refuseNonFinite names the first value that is no number.
func refuseNonFinite(X *mat.Dense, y []float64, names []string) error {
	n, d := X.Dims()
	for i := range n {
		for k, v := range X.RawRowView(i)[:d] {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("input %q is %v in row %d (from 0): every value must be finite", names[k], v, i)
			}
		}
	}
	for i, v := range y {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("the target is %v in row %d (from 0): every value must be finite", v, i)
		}
	}
	return nil
}
