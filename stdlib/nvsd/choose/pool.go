package choose

import (
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
)

// A FoldError has the errors of kernel ridge regression in one fold.
type FoldError struct {
	RMSE   []float64 // of every candidate, a kernel and a nu; the constant has one
	Held   float64   // rows, or their weight
	Repeat int
	By     score.Measure // what the errors are
}

// pool returns the candidate of least error over the folds, its error, and the standard
// error of that. Of equal errors it returns the first.
func pool(all []FoldError) (candidate int, rmse, se float64) {
	rmse = math.Inf(1)
	for j := range widest(all) {
		if e, s := PoolAt(all, j); j == 0 || e < rmse {
			candidate, rmse, se = j, e, s
		}
	}
	return candidate, rmse, se
}

// widest returns the number of candidates.
func widest(all []FoldError) int {
	most := 0
	for _, e := range all {
		most = max(most, len(e.RMSE))
	}
	return most
}

// PoolAt returns the error of one candidate: with m_f the mean squared error in fold f
// and w_f its fraction of the held-out rows, sqrt(m) where m = sum_f w_f m_f. The
// standard error of m is sqrt(sum_f w_f (m_f - m)^2 / (K - 1)) with K the folds
// of one division, however often it is repeated; that of sqrt(m) follows by the
// delta method. It is NaN if there is one fold.
func PoolAt(all []FoldError, candidate int) (rmse, se float64) {
	rows, folds := 0.0, 0
	for _, e := range all {
		rows += e.Held
		if e.Repeat == 0 {
			folds++
		}
	}
	square := func(e FoldError) float64 { return e.By.MeanOf(e.RMSE[min(candidate, len(e.RMSE)-1)]) }
	var mean, spread float64
	for _, e := range all {
		mean += e.Held / rows * square(e)
	}
	for _, e := range all {
		spread += e.Held / rows * (square(e) - mean) * (square(e) - mean)
	}
	if folds < 2 {
		rmse, _ = all[0].By.OfMean(mean, math.NaN())
		return rmse, math.NaN()
	}
	return all[0].By.OfMean(mean, math.Sqrt(spread/float64(folds-1)))
}
