// Package evidence finds the inputs and the widths of a kernel, one for each input, of the
// largest evidence: automatic relevance determination (MacKay 1994; Rasmussen and
// Williams, Gaussian Processes for Machine Learning, 2006, section 5.4.1).
//
// With kappa the profile of an isotropic kernel, the targets have the covariance
//
//	cov(y_i, y_j) = c (kappa(1/2 sum_a w_a^2 (x_ia - x_ja)^2) + lambda kappa(0) [i = j])
//
// under a Gaussian process; w_a is the inverse width of input a, and w_a = 0 leaves the
// input out. An input may be several columns of X, such as the levels of a factor: (x_ia - x_ja)^2 is
// then the sum over them. Where there is an intercept, the process has a constant of unlimited
// variance besides, and the evidence is the restricted likelihood. The scale c is the
// one of most evidence. The mean of the process given the data is then kernel ridge
// regression at nu = lambda kappa(0) / n.
//
// Several targets may share the widths and lambda. Given these they are independent, each with a scale c of its own, so
// that the log evidence is the sum of theirs.
//
// [Problem.Search] climbs from several starts, and then leaves out the inputs that are
// not worth their [Price].
package evidence

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/repeats"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// A Problem is data and the kernel whose widths are to be found.
type Problem struct {
	X         *mat.Dense      // n x d, in any units
	Parts     [][]int         // the columns of each input, a partition; nil: each column is an input
	Y         []float64       // length n
	Others    [][]float64     // further targets, with the same widths and lambda
	Share     float64         // factor of the sum of the log evidence of all targets: 0 is 1. Codes of k classes, of which one follows from the rest, have (k-1)/k
	Weights   []float64       // of the rows, how many observations each stands for; nil for one each
	Kernel    trait.Isotropic // of width 1
	Intercept bool            // there is a constant that costs nothing

	of    []int     // the input of each column, as they are numbered in a point; nil where each is one
	times []float64 // the weight of the rows that each observation is the mean of; nil for 1 each
	least []float64 // the least variance of the noise of a row, of each target; nil for 0
}

// targets returns all targets.
func (p Problem) targets() [][]float64 { return append([][]float64{p.Y}, p.Others...) }

// setTargets replaces the targets.
func (p *Problem) setTargets(all [][]float64) { p.Y, p.Others = all[0], all[1:] }

// share returns the factor of the sum over the targets.
func (p Problem) share() float64 { return cmp.Or(p.Share, 1) }

// leastOf returns the least variance of the noise of a target.
func (p Problem) leastOf(target int) float64 {
	if p.least == nil {
		return 0
	}
	return p.least[target]
}

// observations returns the groups of rows that are one observation each: see [repeats.Observations].
func (p Problem) observations() [][]int {
	if p.Others == nil {
		return repeats.Observations(p.X, p.Y)
	}
	numbers, y := map[string]float64{}, make([]float64, len(p.Y))
	for i := range y {
		key := ""
		for _, own := range p.targets() {
			key += fmt.Sprint(own[i], " ")
		}
		if _, known := numbers[key]; !known {
			numbers[key] = float64(len(numbers))
		}
		y[i] = numbers[key]
	}
	return repeats.Observations(p.X, y)
}

// bytes returns the bytes of memory that a climb takes: matrices of all pairs of rows, and of the columns.
func (p Problem) bytes() float64 {
	n, d := p.X.Dims()
	return 8 * (6*float64(n)*float64(n) + 4*float64(n)*float64(d))
}

// Price returns the log evidence that an input must be worth to stay: log(n)/2 for its
// width, as in the Bayesian information criterion, and log(d) for having been chosen
// among d inputs, as in the extended one (Chen and Chen 2008).
func Price(n, d int) float64 { return math.Log(float64(n))/2 + math.Log(float64(d)) }

// standardised returns the problem with every input divided by its standard deviation, and these: the
// root of the sum of the variances of its columns. It leaves out the inputs that do not vary.
func (p Problem) standardised() (scaled Problem, inputs []int, sd []float64) {
	for a := range p.inputs() {
		s := 0.0
		for _, column := range p.columns(a) {
			s = math.Hypot(s, stat.StdDev(mat.Col(nil, column, p.X), nil))
		}
		if s > 0 {
			inputs, sd = append(inputs, a), append(sd, s)
		}
	}
	if len(inputs) == 0 {
		return p, nil, nil
	}
	p = p.on(inputs)
	n, d := p.X.Dims()
	for i := range n {
		row := p.X.RawRowView(i)
		for column := range d {
			row[column] /= sd[p.input(column)]
		}
	}
	return p, inputs, sd
}

// inputs returns the number of inputs.
func (p Problem) inputs() int {
	if p.Parts != nil {
		return len(p.Parts)
	}
	_, d := p.X.Dims()
	return d
}

// columns returns the columns of an input.
func (p Problem) columns(input int) []int {
	if p.Parts != nil {
		return p.Parts[input]
	}
	return []int{input}
}

// input returns the input of a column, by its number in a point.
func (p Problem) input(column int) int {
	if p.of != nil {
		return p.of[column]
	}
	return column
}

// merged returns the problem with one observation for rows of equal inputs, and the least noise
// of its targets.
func (p Problem) merged() Problem {
	groups := p.observations()
	all := p.targets()
	mean, least := 1.0, make([]float64, len(all))
	switch {
	case groups != nil:
		_, d := p.X.Dims()
		X, times := mat.NewDense(len(groups), d, nil), make([]float64, len(groups))
		for g, rows := range groups {
			X.SetRow(g, p.X.RawRowView(rows[0]))
			times[g] = p.weightOf(rows)
		}
		mean = floats.Sum(times) / float64(len(groups))
		for t, y := range all {
			least[t] = p.noiseOfRepeats(groups, y)
			all[t] = repeats.Means(groups, p.Weights, y)
		}
		p.setTargets(all)
		p.X, p.times, p.Weights = X, times, nil
	case p.Weights != nil:
		mean = floats.Sum(p.Weights) / float64(len(p.Y))
		p.times, p.Weights = p.Weights, nil
	}
	for t, y := range all {
		least[t] = max(mean*noiseOfTies(y), least[t])
	}
	p.least = least
	return p
}

// LeastNoise returns the least variance of the noise of a row that ties of the target Y and rows
// of equal inputs ask for; 0 if there are none.
func (p Problem) LeastNoise() float64 { return p.merged().least[0] }

// confidence is the confidence level of the lower bound of the noise by rows of equal
// inputs.
const confidence = 0.95

// noiseOfRepeats returns the least variance of the noise that the targets y of rows with equal
// inputs leave: their sum of squares about the means of the groups, the pure error of an
// analysis of variance, over the quantile of its chi-squared distribution. Copies of rows, whose
// targets are equal too, make it smaller, and never larger.
func (p Problem) noiseOfRepeats(groups [][]int, y []float64) float64 {
	means := repeats.Means(groups, p.Weights, y)
	var sum, count float64
	for g, rows := range groups {
		for _, i := range rows {
			w := p.weightOf([]int{i})
			sum += w * (y[i] - means[g]) * (y[i] - means[g])
			count += w
		}
	}
	return sum / distuv.ChiSquared{K: count - float64(len(groups))}.Quantile(confidence)
}

// weightOf returns the weight of some rows.
func (p Problem) weightOf(rows []int) (sum float64) {
	if p.Weights == nil {
		return float64(len(rows))
	}
	for _, i := range rows {
		sum += p.Weights[i]
	}
	return sum
}

// noiseOfTies returns the least variance that the noise of targets may have. Of two targets that
// are the same value v, which is the fraction p of all, one says of the other at most the
// logarithm of 1/p, and a normal density of variance s in place of the variance V of all says
// 1/2 log V/s. So
//
//	s >= V exp(-2 h),   h = the mean of log 1/p over the targets that are not alone.
//
// It is V/4 for two classes of one size, V/25 for five values, and V 4/n^2 if one pair of n
// targets is tied; 0 without ties.
func noiseOfTies(y []float64) float64 {
	counts := map[float64]float64{}
	for _, v := range y {
		counts[v]++
	}
	n, tied, bits := float64(len(y)), 0.0, 0.0
	for _, v := range slices.Sorted(maps.Keys(counts)) {
		if k := counts[v]; k > 1 {
			tied += k
			bits += k * math.Log(n/k)
		}
	}
	if tied == 0 {
		return 0
	}
	return stat.Variance(y, nil) * math.Exp(-2*bits/tied)
}

// only returns the problem in which no inputs vary but those; nil for all.
func (p Problem) only(inputs []int) Problem {
	if inputs == nil {
		return p
	}
	n, d := p.X.Dims()
	X := mat.NewDense(n, d, nil)
	for _, a := range inputs {
		for _, column := range p.columns(a) {
			X.SetCol(column, mat.Col(nil, column, p.X))
		}
	}
	p.X = X
	return p
}

// on returns the problem with some of the inputs, in their order.
func (p Problem) on(inputs []int) Problem {
	var from, of []int
	var parts [][]int
	for j, a := range inputs {
		parts = append(parts, nil)
		for _, column := range p.columns(a) {
			parts[j] = append(parts[j], len(from))
			from, of = append(from, column), append(of, j)
		}
	}
	n, _ := p.X.Dims()
	X := mat.NewDense(n, len(from), nil)
	for j, column := range from {
		for i := range n {
			X.Set(i, j, p.X.At(i, column))
		}
	}
	p.X = X
	if p.Parts != nil {
		p.Parts, p.of = parts, of
	}
	return p
}

// ofRows returns the problem of some rows.
func (p Problem) ofRows(rows []int) Problem {
	_, d := p.X.Dims()
	X := mat.NewDense(len(rows), d, nil)
	var times []float64
	for k, i := range rows {
		X.SetRow(k, p.X.RawRowView(i))
		if p.times != nil {
			times = append(times, p.times[i])
		}
	}
	all := p.targets()
	for t, y := range all {
		all[t] = make([]float64, len(rows))
		for k, i := range rows {
			all[t][k] = y[i]
		}
	}
	p.setTargets(all)
	p.X, p.times = X, times
	return p
}

func (p Problem) check() error {
	if p.X == nil || p.Kernel == nil {
		return errors.New("evidence: a problem needs X and a Kernel (nil)")
	}
	if n, _ := p.X.Dims(); n != len(p.Y) {
		return fmt.Errorf("evidence: there are %d rows of inputs and %d targets", n, len(p.Y))
	}
	for _, y := range p.Others {
		if len(y) != len(p.Y) {
			return fmt.Errorf("evidence: a target has %d rows and another one %d", len(y), len(p.Y))
		}
	}
	if p.Weights != nil && len(p.Weights) != len(p.Y) {
		return fmt.Errorf("evidence: there are %d weights of %d rows", len(p.Weights), len(p.Y))
	}
	if groups := p.observations(); len(p.Y) < 3 || groups != nil && len(groups) < 3 {
		return fmt.Errorf("evidence: %d observations with different inputs say nothing of widths: at least 3 are needed", min(len(p.Y), max(1, len(groups))))
	}
	return nil
}
