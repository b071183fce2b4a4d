package problem

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	mostQueried = 100  // rows whose neighbours are looked for
	neighbours  = 8    // of them that are compared
	nearness    = 0.01 // of the distance to the next one
	oftenNear   = 0.05 // of the rows
)

// nearRowWarnings warns of rows that are nearly copies of others. Leaving out one of them leaves
// its copy in, so that errors by rows left out, and the evidence, say too much. Rows with equal inputs
// are no concern, since they are left out together.
//
// A row is nearly a copy if its distance to some neighbour is below a hundredth of the distance to the
// next one. If the rows have a density on m dimensions, that is so for a fraction 0.01^m of them.
func nearRowWarnings(scaled *mat.Dense) []string {
	n, d := scaled.Dims()
	if n < 2*neighbours || d == 0 {
		return nil
	}
	queries, near := min(n, mostQueried), 0
	for q := range queries {
		i := q * n / queries
		var away []float64
		for j := range n {
			if r := floats.Distance(scaled.RawRowView(i), scaled.RawRowView(j), 2); r > 0 {
				away = append(away, r)
			}
		}
		slices.Sort(away)
		for k := 1; k <= neighbours && k < len(away); k++ {
			if away[k-1] < nearness*away[k] {
				near++
				break
			}
		}
	}
	if near < 5 || float64(near) < oftenNear*float64(queries) {
		return nil
	}
	return []string{fmt.Sprintf("%.0f %% of the rows are nearly copies of others, a hundred times nearer than the next: what is trained on is predicted, and errors of rows left out are too small; leave the copies out, or round the inputs, since rows with equal inputs count as one", math.Round(100*float64(near)/float64(queries)))}
}
