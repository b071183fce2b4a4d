package procedure

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
)

// scores returns one number for each input, by which the inputs rank. For a selected input it
// is the derivative norm per standard deviation. The m other inputs have the numbers u/2, ...,
// u/(2m), which are below these and show nothing but the order of Model.Ranking. u is the least
// norm of a selected input; if none is selected, it is a millionth of the target's standard
// deviation. A constant input has 0.
func scores(m *nvsd.Model, selected []bool, y []float64, constant []bool) []float64 {
	norms := m.NormsPerSD()
	scores, least := make([]float64, len(norms)), math.Inf(1)
	var rest []int
	for _, a := range m.Ranking() {
		switch {
		case selected[a]:
			scores[a], least = norms[a], math.Min(least, norms[a])
		case !constant[a]:
			rest = append(rest, a)
		}
	}
	if math.IsInf(least, 1) {
		least = 1e-6 * stat.StdDev(y, nil)
	}
	for k, a := range rest {
		scores[a] = least / 2 * float64(len(rest)-k) / float64(len(rest))
	}
	return scores
}
