package search

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// Levels of the doubts about a table.
const (
	leakShare   = 0.01 // error of one input, in errors of the mean, below which it may be the target itself
	neighbourZ  = 4.0  // standard errors of the correlation of neighbouring rows
	spreadLevel = 1e-3 // of the test of the spread, over all inputs
	fewValues   = 10   // largest number of different targets that may be classes
	fewRows     = 20   // fewer say nothing of all this
)

// namesThem is the advice on rows that belong together.
const namesThem = "name their column by data.Group or by data.Time, and such rows are held out together"

// doubts returns the reasons to read the table again, one sentence each: a column that holds the target,
// rows that belong together, a spread that depends on inputs, and classes that are read as numbers.
func (f *Finding) doubts(ctx context.Context) ([]string, error) {
	var said []string
	m := f.Model
	if m.N() < fewRows {
		return nil, nil
	}
	if s := m.Selection; f.Found() && len(f.chosen) == 1 && s.RMSE < leakShare*s.Mean {
		said = append(said, fmt.Sprintf("%s alone predicts all but %.2g %% of the variance of %s: is it the target in another form, or known only with it?", f.chosen[0], 100*s.RMSE*s.RMSE/(s.Mean*s.Mean), m.Target()))
	}
	values := slices.Compact(slices.Sorted(slices.Values(m.Y)))
	if k := len(values); areCodes(values) && m.Classes() == nil {
		said = append(said, fmt.Sprintf("%s has %d different whole numbers, which are taken as measurements: if they are names of classes, their order and their steps mean nothing, and neither does what was found", m.Target(), k))
	}
	if lists.Constant(m.Y) {
		return said, nil
	}
	residuals, err := f.leaveOneOut(ctx)
	if err != nil {
		return nil, err
	}
	if r := f.ofNeighbours(residuals); r > 0 {
		said = append(said, fmt.Sprintf("what the function leaves unexplained is alike in rows that follow one another (correlation %.2g): rows of one subject or of one time are no independent observations, and errors and inputs found may be by chance: "+namesThem, r))
	}
	if len(values) <= fewValues || choose.BelongTogether(f.sight.table) { // the mean of classes decides their spread, and rows that belong together agree in theirs
		return said, nil
	}
	spread, err := f.spreadOver(ctx, residuals)
	if len(spread) > 0 {
		said = append(said, fmt.Sprintf("the spread of %s about the function depends on %s: an input may matter for the spread alone, and intervals are as wide everywhere", m.Target(), report.Listed(spread)))
	}
	return said, err
}

// areCodes reports whether the different values of a target are three or more whole numbers from 0 or 1 on
// without gaps, and not many, as names of classes often are.
func areCodes(values []float64) bool {
	if len(values) < 3 || len(values) > fewValues || values[0] != 0 && values[0] != 1 {
		return false
	}
	for k, v := range values {
		if v != values[0]+float64(k) {
			return false
		}
	}
	return true
}

// ofNeighbours returns the correlation of the residuals of rows that follow one another in the table, and 0
// where it is no more than chance, where the rows were drawn, where the table says which ones belong together, and where they are
// sorted by the target.
func (f *Finding) ofNeighbours(residuals []float64) float64 {
	y := f.Model.Y
	if f.seen.rows != nil || f.Model.Repeats != nil || choose.BelongTogether(f.sight.table) {
		return 0
	}
	rises := 0
	for i := 1; i < len(y); i++ {
		if y[i] >= y[i-1] {
			rises++
		}
	}
	if share := float64(rises) / float64(len(y)-1); share > 0.9 || share < 0.1 && slices.Max(y) > slices.Min(y) {
		return 0
	}
	r := stat.Correlation(residuals[1:], residuals[:len(residuals)-1], nil)
	if !(r*math.Sqrt(float64(len(y))) > neighbourZ) {
		return 0
	}
	return r
}

// spreadOver returns the inputs on which the sizes of the residuals depend, each over its own standard
// deviation if the noise is the same everywhere. With e the residual of the fit and r the one leaving a row
// out, e = (1 - h) r and var r = sigma^2 / (1 - h), so that this size is sqrt(e r).
func (f *Finding) spreadOver(ctx context.Context, leftOut []float64) ([]string, error) {
	m := f.Model
	X := mat.DenseCopyOf(m.Train.X())
	fitted, err := m.Predict(X)
	if err != nil {
		return nil, err
	}
	sizes := make([]float64, len(leftOut))
	for i, r := range leftOut {
		sizes[i] = math.Sqrt(math.Abs((m.Y[i] - fitted[i]) * r))
	}
	terms := problem.TermsOf(m.Train)
	p, err := pValues(ctx, terms, X, sizes)
	if err != nil {
		return nil, err
	}
	var names []string
	for j, t := range terms {
		if p[j]*float64(len(terms)) < spreadLevel {
			names = append(names, t.Name)
		}
	}
	return names, nil
}
