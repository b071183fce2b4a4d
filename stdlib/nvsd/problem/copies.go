package problem

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
)

// copyTolerance is the largest difference between the standardised values of copies, by rounding.
const copyTolerance = 1e-9

// CopyWarnings names the inputs that are copies of one another, up to a factor and a shift.
// No data can show which of them matters. On two rows, any two inputs are copies.
func CopyWarnings(train *data.Frame) []string {
	n, d := train.N(), train.D()
	if n < 3 {
		return nil
	}
	names := train.Names()
	shapes := make([][]float64, d) // nil for a constant input, and for one that is named already
	for a := range shapes {
		shapes[a] = shape(mat.Col(nil, a, train.X()))
	}
	var warnings []string
	for a, one := range shapes {
		if one == nil {
			continue
		}
		same := []string{fmt.Sprintf("%q", names[a])}
		for b := a + 1; b < d; b++ {
			if shapes[b] != nil && alike(one, shapes[b]) {
				same, shapes[b] = append(same, fmt.Sprintf("%q", names[b])), nil
			}
		}
		if last := len(same) - 1; last > 0 {
			warnings = append(warnings, fmt.Sprintf("the inputs %s and %s are copies of one another, up to a factor and a shift: the data cannot tell which of them matters",
				strings.Join(same[:last], ", "), same[last]))
		}
	}
	return warnings
}

// shape returns a column scaled to mean 0 and standard deviation 1, with the sign that makes
// its first value that is not nearly 0 positive. It is nil for a constant column.
func shape(column []float64) []float64 {
	if lists.Constant(column) {
		return nil
	}
	mean, sd := stat.MeanStdDev(column, nil)
	sign := 0.0
	for i, v := range column {
		column[i] = (v - mean) / sd
		if sign == 0 && math.Abs(column[i]) > 1e-3 {
			sign = math.Copysign(1, column[i])
		}
	}
	for i := range column {
		column[i] *= sign
	}
	return column
}

func alike(a, b []float64) bool {
	for i := range a {
		if !(math.Abs(a[i]-b[i]) <= copyTolerance) {
			return false
		}
	}
	return true
}
