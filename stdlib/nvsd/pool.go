package nvsd

import "math"

// foldError is the error of kernel ridge regression in one fold.
type foldError struct {
	rmse   []float64 // of every candidate, a kernel and a nu; one for all of the constant
	held   int       // rows
	repeat int
}

// pool returns the candidate of least error over the folds, of equals the first,
// its error and the standard error of that.
func pool(all []foldError) (candidate int, rmse, se float64) {
	rmse = math.Inf(1)
	for j := range widest(all) {
		if e, s := poolAt(all, j); j == 0 || e < rmse {
			candidate, rmse, se = j, e, s
		}
	}
	return candidate, rmse, se
}

// widest returns the number of candidates.
func widest(all []foldError) int {
	most := 0
	for _, e := range all {
		most = max(most, len(e.rmse))
	}
	return most
}

// at returns the mean squared error of a candidate in the fold.
func (e foldError) at(candidate int) float64 {
	r := e.rmse[min(candidate, len(e.rmse)-1)]
	return r * r
}

// poolAt returns the error of one candidate: with m_f the mean squared error in fold f
// and w_f its part of the held-out rows, sqrt(m) where m = sum_f w_f m_f. The
// standard error of m is sqrt(sum_f w_f (m_f - m)^2 / (K - 1)) with K the folds
// of one division, however often it is repeated; that of sqrt(m) follows by the
// delta method. It is NaN where there is one fold.
func poolAt(all []foldError, candidate int) (rmse, se float64) {
	mean, se := meanOver(all, func(f int) float64 { return all[f].at(candidate) })
	if rmse = math.Sqrt(mean); se > 0 {
		se /= 2 * rmse
	}
	return rmse, se
}

// foldsApart returns by how many standard errors of the mean difference the squared errors
// of candidate i of a are above those of candidate j of b, fold by fold: 0 where they are
// the same.
func foldsApart(a []foldError, i int, b []foldError, j int) float64 {
	mean, se := meanOver(a, func(f int) float64 { return a[f].at(i) - b[f].at(j) })
	if mean == 0 {
		return 0
	}
	return mean / se
}

// meanOver returns the mean of a value over the folds, weighted by their rows, and its
// standard error, as poolAt has them.
func meanOver(all []foldError, value func(f int) float64) (mean, se float64) {
	rows, folds := 0.0, 0
	for _, e := range all {
		rows += float64(e.held)
		if e.repeat == 0 {
			folds++
		}
	}
	var spread float64
	for f, e := range all {
		mean += float64(e.held) / rows * value(f)
	}
	for f, e := range all {
		spread += float64(e.held) / rows * (value(f) - mean) * (value(f) - mean)
	}
	if folds < 2 {
		return mean, math.NaN()
	}
	return mean, math.Sqrt(spread / float64(folds-1))
}
