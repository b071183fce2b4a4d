package kern

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// A Width is the length scale of a kernel: a number, [Sigma], or a [WidthRule] that
// finds one in the data.
type Width interface {
	// On returns the width for the rows of X.
	On(X mat.Matrix) (float64, error)
	String() string
}

// Sigma is a width given as a number, in the units of the inputs.
type Sigma float64

// On returns the number itself, or an error where it is not a width.
func (s Sigma) On(mat.Matrix) (float64, error) { return float64(s), s.check() }

func (s Sigma) String() string { return fmt.Sprintf("sigma %.4g", float64(s)) }

func (s Sigma) check() error {
	if !(s > 0) || math.IsInf(float64(s), 1) {
		return fmt.Errorf("the width is %v: it must be a finite number > 0", float64(s))
	}
	return nil
}

// A WidthRule finds a width from the distances between the rows of X. Where that would be 0,
// as where most rows are equal in a few inputs that are mostly 0, distances of 0 do not
// count: other rows are then those that differ.
type WidthRule string

const (
	// Mean20thNN is the mean over the rows of the distance to the 20th nearest
	// other row (JMLR 2013, section 6.3.3).
	Mean20thNN WidthRule = "mean_20th_nn"
	// Median20NN is the median of the distances of all rows to their 20 nearest
	// other rows (UAI 2018, Remark 4).
	Median20NN WidthRule = "median_20_nn"
	// MedianDistance is the median distance between two rows, the median heuristic
	// of the literature on kernels.
	MedianDistance WidthRule = "median"
)

// Times is a multiple of a width. It lets a search try several widths around the one
// that a rule gives,
//
//	kern.Gaussian{Width: kern.Times{Factor: 2, Width: kern.MedianDistance}}
type Times struct {
	Factor float64 // > 0
	Width  Width
}

func (t Times) String() string { return fmt.Sprintf("%.4g times the %v", t.Factor, t.Width) }

// On returns Factor times the width for the rows of X.
func (t Times) On(X mat.Matrix) (float64, error) {
	if err := Sigma(t.Factor).check(); err != nil {
		return 0, fmt.Errorf("the factor of a width is %v: it must be a finite number > 0", t.Factor)
	}
	if t.Width == nil {
		return 0, fmt.Errorf("kern.Times has no Width: set it to a rule such as kern.MedianDistance")
	}
	width, err := t.Width.On(X)
	if err != nil {
		return 0, err
	}
	return t.Factor * width, Sigma(t.Factor * width).check()
}

// neighbours is the number of neighbours in the rules; with fewer other rows, all are
// taken.
const neighbours = 20

func (r WidthRule) String() string {
	switch r {
	case Mean20thNN:
		return "mean distance to the 20th nearest neighbour"
	case Median20NN:
		return "median distance to the 20 nearest neighbours"
	case MedianDistance:
		return "median distance"
	}
	return fmt.Sprintf("WidthRule(%q)", string(r))
}

// mostRows is the largest number of rows of which a rule compares all pairs. The distances of so many take 3.2 GB,
// and a minute.
const mostRows = 20000

// On returns the width that the rule gives. It is an error when there are fewer
// than two rows, more than 20000 (10000 with weights), or when all rows are equal.
func (r WidthRule) On(X mat.Matrix) (float64, error) {
	n, _ := X.Dims()
	most := mostRows
	if weightsOf(X) != nil {
		most = mostRows / 2 // the pairs are sorted with their weights
	}
	switch {
	case n < 2:
		return 0, fmt.Errorf("%v needs at least two rows, there are %d: give the width by kern.Sigma", r, n)
	case n > most:
		return 0, fmt.Errorf("%v is of all pairs of rows, and there are %d rows: find it on at most %d of them, drawn at random, or give the width by kern.Sigma", r, n, most)
	}
	if r != Mean20thNN && r != Median20NN && r != MedianDistance {
		return 0, fmt.Errorf("%v is not a rule: take kern.Mean20thNN, kern.Median20NN or kern.MedianDistance", r)
	}
	width := r.on(X, true)
	if width == 0 {
		width = r.on(X, false)
	}
	if width == 0 {
		return 0, fmt.Errorf("%v is 0: all %d rows are equal in these inputs, and tell nothing of a width", r, n)
	}
	return width, finite(r, width)
}

// on returns the width that the rule gives. Distances of 0 count if zeros do; it is 0 if no others are left.
func (r WidthRule) on(X mat.Matrix, zeros bool) float64 {
	if weights := weightsOf(X); weights != nil {
		return r.weighedRule(X, weights, zeros)
	}
	if r == MedianDistance && zeros {
		return medianPair(X) // sorts no rows
	}
	all := distances(X)
	if !zeros {
		all = positive(all)
	}
	switch {
	case len(all) == 0:
		return 0
	case r == Mean20thNN:
		return mean20th(all)
	case r == Median20NN:
		return median20(all)
	}
	return medianOfAll(all)
}

// finite reports a width that is none because a distance is too large for a float64.
func finite(r WidthRule, width float64) error {
	if err := Sigma(width).check(); err != nil {
		return fmt.Errorf("%v is %v: the distances between rows are too large for a float64: scale the inputs", r, width)
	}
	return nil
}

// mean20th returns the mean of the 20th entries of the rows, or of the last ones where there are
// fewer.
func mean20th(rows [][]float64) float64 {
	sum := 0.0
	for _, row := range rows {
		sum += row[min(neighbours, len(row))-1] / float64(len(rows))
	}
	return sum
}

// median20 returns the median of the first 20 entries of all rows.
func median20(rows [][]float64) float64 {
	var pool []float64
	for _, row := range rows {
		pool = append(pool, row[:min(neighbours, len(row))]...)
	}
	return median(pool)
}

// medianOfAll returns the median of the entries of all rows.
func medianOfAll(rows [][]float64) float64 { return median(slices.Concat(rows...)) }

// positive returns the sorted rows without their zeros, and leaves out rows of zeros.
func positive(rows [][]float64) [][]float64 {
	var left [][]float64
	for _, row := range rows {
		if from, _ := slices.BinarySearch(row, math.SmallestNonzeroFloat64); from < len(row) {
			left = append(left, row[from:])
		}
	}
	return left
}

// checkWidth reports a width of the named kernel that is not resolved yet, or not a
// positive number.
func checkWidth(kernel string, w Width) error {
	switch w := w.(type) {
	case nil:
		return fmt.Errorf("the %s kernel has no width: set Width to kern.Sigma(s), or to a rule such as kern.Mean20thNN", kernel)
	case Sigma:
		return w.check()
	}
	return fmt.Errorf("the width of the %s kernel is a rule, the %v: call kern.Resolve(k, X) with the data first", kernel, w)
}

// resolveWidth returns the width on the rows of X as a number.
func resolveWidth(kernel string, w Width, X mat.Matrix) (Width, error) {
	if w == nil {
		return nil, fmt.Errorf("kern: %w", checkWidth(kernel, w))
	}
	s, err := w.On(X)
	if err != nil {
		return nil, fmt.Errorf("kern: %s: %w", kernel, err)
	}
	return Sigma(s), nil
}

// resolveKernel returns a kernel, whose one parameter is its width, with the width on the
// rows of X as a number.
func resolveKernel[K interface {
	Kernel
	~struct{ Width Width }
}](name string, k K, X mat.Matrix) (Kernel, error) {
	w, err := resolveWidth(name, struct{ Width Width }(k).Width, X)
	return K(struct{ Width Width }{w}), err
}

// mustSigma returns a resolved width, and panics where checkWidth fails.
func mustSigma(kernel string, w Width) float64 {
	if s, ok := w.(Sigma); ok {
		return float64(s)
	}
	panic("kern: " + checkWidth(kernel, w).Error())
}

// distances returns, for every row of X, the sorted distances to the others.
func distances(X mat.Matrix) [][]float64 {
	x := mat.DenseCopyOf(X)
	n, _ := x.Dims()
	all := make([][]float64, n)
	for i := range all {
		for j := range i {
			r := math.Sqrt(2 * halfSquare(x.RawRowView(i), x.RawRowView(j)))
			all[i], all[j] = append(all[i], r), append(all[j], r)
		}
	}
	for _, row := range all {
		slices.Sort(row)
	}
	return all
}

// medianPair returns the median distance between two rows of X.
func medianPair(X mat.Matrix) float64 {
	x := mat.DenseCopyOf(X)
	n, _ := x.Dims()
	pool := make([]float64, 0, n*(n-1)/2)
	for i := range n {
		for j := range i {
			pool = append(pool, math.Sqrt(2*halfSquare(x.RawRowView(i), x.RawRowView(j))))
		}
	}
	return median(pool)
}

// median returns the median of the pool, which is not empty, and reorders the pool.
func median(pool []float64) float64 {
	half := len(pool) / 2
	putInPlace(pool, half)
	if len(pool)%2 == 1 {
		return pool[half]
	}
	return (slices.Max(pool[:half]) + pool[half]) / 2
}

// putInPlace reorders the pool until place k has the value that it has in the sorted pool,
// with no larger one before it (Hoare 1961). Sorting takes three times as long.
func putInPlace(pool []float64, k int) {
	for low, high := 0, len(pool)-1; low < high; {
		pivot := pool[low+(high-low)/2]
		i, j := low, high
		for i <= j {
			for pool[i] < pivot {
				i++
			}
			for pool[j] > pivot {
				j--
			}
			if i <= j {
				pool[i], pool[j] = pool[j], pool[i]
				i, j = i+1, j-1
			}
		}
		switch { // places low to j are at most the pivot, i to high at least
		case k <= j:
			high = j
		case k >= i:
			low = i
		default:
			return
		}
	}
}
