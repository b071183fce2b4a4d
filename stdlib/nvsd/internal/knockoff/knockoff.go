// Package knockoff draws copies of inputs that depend on one another, and on the inputs, as the inputs do among themselves, and
// on nothing else (Candes, Fan, Janson and Lv 2018, "Panning for gold: model-X knockoffs").
package knockoff

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// A Method chooses how far copies are from the inputs: the diagonal s of the difference between the covariances of inputs among themselves and
// with the copies.
type Method string

const (
	// Equicorrelated has the same s_j for all inputs, the largest that there can be: min(1, 2 lambda_min(Sigma)).
	Equicorrelated Method = "equicorrelated"
	// MinReconstructability has the least tr G(s)^-1 of the covariance G of inputs and copies together: the copies from which, and from the
	// other inputs, an input can be told least (Spector and Janson 2022, "Powerful knockoffs via minimizing
	// reconstructability").
	MinReconstructability Method = "minimum reconstructability"
)

// A Model is a Gaussian copula of the inputs: each is a rising function of a normal score. Copies
// are second-order Gaussian knockoffs of the scores, and have the values of the inputs, so that levels and counts stay what
// they are. Between the scores of a row whose input has equal values, one is drawn from its distribution given
// the other scores of the row, as in the sampler of Hoff (2007, "Extending the rank likelihood for semiparametric copula estimation").
// Inputs without equal values have the scores of their ranks.
type Model struct {
	columns []column
	n       int
	latent  *mat.Dense // scores, from which draws begin
	// Sigma is the correlation of the scores, shrunk towards 0 as Ledoit and Wolf (2004) have it by Shrinkage, a part of 1.
	Sigma     *mat.SymDense
	Shrinkage float64
	S         []float64 // of the method

	pull mat.Dense // Sigma^-1 diag(S): copies are scores less scores times it, and noise
	root mat.TriDense
}

// A column has the places of the values of an input among them.
type column struct {
	sorted      []float64
	first, last []int // of each row, the places of the equal values in sorted, from 0
	ties        bool
}

// New fits the model to the inputs, a slice of values for each. The seed is that of scores among equal values. It is an error if an
// input does not vary, or if there are fewer than three rows.
func New(inputs [][]float64, method Method, seed uint64) (*Model, error) {
	if len(inputs) == 0 || len(inputs[0]) < 3 {
		return nil, errors.New("at least three rows and one input are needed")
	}
	m := &Model{n: len(inputs[0])}
	for j, values := range inputs {
		c := newColumn(values)
		if c.sorted[0] == c.sorted[m.n-1] {
			return nil, fmt.Errorf("input %d does not vary", j+1)
		}
		m.columns = append(m.columns, c)
	}
	rng := rand.New(rand.NewPCG(seed, stream))
	m.latent = m.scores(rng)
	if err := m.estimate(); err != nil {
		return nil, err
	}
	if m.tied() {
		for range learning {
			if err := m.redraw(m.latent, rng); err != nil {
				return nil, err
			}
			if err := m.estimate(); err != nil {
				return nil, err
			}
		}
	}
	var err error
	m.S, err = method.of(m.Sigma)
	if err != nil {
		return nil, err
	}
	return m, m.prepare()
}

// Sweeps of the sampler of scores among equal values: while the correlations are learned, and before a draw.
const (
	learning = 30
	renewing = 5
)

// tied reports whether an input has equal values.
func (m *Model) tied() bool {
	return slices.ContainsFunc(m.columns, func(c column) bool { return c.ties })
}

// stream is the second half of the seeds of this package.
const stream = 0x6b6e6f636b6f6666

func newColumn(values []float64) column {
	c := column{sorted: slices.Clone(values), first: make([]int, len(values)), last: make([]int, len(values))}
	slices.Sort(c.sorted)
	for i, v := range values {
		below, upTo := c.places(v)
		c.first[i], c.last[i] = below, upTo-1
		c.ties = c.ties || upTo > below+1
	}
	return c
}

// places returns the number of values below v, and of those up to v.
func (c column) places(v float64) (below, upTo int) {
	below, _ = slices.BinarySearch(c.sorted, v)
	upTo, _ = slices.BinarySearch(c.sorted, math.Nextafter(v, math.Inf(1)))
	return below, upTo
}

// scores returns the normal scores of the inputs (n x d), drawn among equal values without regard to the others.
func (m *Model) scores(rng *rand.Rand) *mat.Dense {
	Z := mat.NewDense(m.n, len(m.columns), nil)
	for j, c := range m.columns {
		for i := range m.n {
			part := 0.5
			if c.last[i] > c.first[i] {
				part = rng.Float64()
			}
			place := float64(c.first[i]) + part*float64(c.last[i]-c.first[i]+1)
			Z.Set(i, j, distuv.UnitNormal.Quantile(min(max(place, 0.25), float64(m.n)-0.25)/float64(m.n)))
		}
	}
	return Z
}

// redraw draws each score among equal values given the others of its row.
func (m *Model) redraw(Z *mat.Dense, rng *rand.Rand) error {
	var chol mat.Cholesky
	if !chol.Factorize(m.Sigma) {
		return errSingular
	}
	precision := mat.NewSymDense(len(m.columns), nil)
	if err := chol.InverseTo(precision); err != nil {
		return errSingular
	}
	for j, c := range m.columns {
		if !c.ties {
			continue
		}
		p := mat.Col(nil, j, precision)
		sd := 1 / math.Sqrt(p[j])
		for i := range m.n {
			row := Z.RawRowView(i)
			mean := row[j] - floats.Dot(p, row)/p[j]
			row[j] = between(rng, mean, sd, m.bound(c.first[i]), m.bound(c.last[i]+1))
		}
	}
	return nil
}

// bound returns the score below which a number of the rows lie.
func (m *Model) bound(rows int) float64 {
	return distuv.UnitNormal.Quantile(min(max(float64(rows), 0.25), float64(m.n)-0.25) / float64(m.n))
}

// between draws from a normal distribution, between two bounds.
func between(rng *rand.Rand, mean, sd, from, to float64) float64 {
	sign := 1.0
	if from > mean { // where the distribution function has no digits left
		mean, from, to, sign = -mean, -to, -from, -1
	}
	low, high := distuv.UnitNormal.CDF((from-mean)/sd), distuv.UnitNormal.CDF((to-mean)/sd)
	z := mean + sd*distuv.UnitNormal.Quantile(low+rng.Float64()*(high-low))
	return sign * min(max(z, from), to)
}

// value returns the value of an input whose score is z. Of inputs without equal values it lies between two of them.
func (c column) value(z float64) float64 {
	n := len(c.sorted)
	place := distuv.UnitNormal.CDF(z) * float64(n)
	if c.ties {
		return c.sorted[min(int(place), n-1)]
	}
	place = min(max(place-0.5, 0), float64(n-1))
	below := min(int(place), n-2)
	return c.sorted[below] + (place-float64(below))*(c.sorted[below+1]-c.sorted[below])
}

// errSingular refuses inputs of which one follows from others.
var errSingular = errors.New("the correlations of the inputs are singular: leave out inputs that follow from others")

// estimate sets the correlation of the scores.
func (m *Model) estimate() error {
	Z := mat.DenseCopyOf(m.latent)
	n, d := Z.Dims()
	for j := range d {
		z := mat.Col(nil, j, Z)
		floats.AddConst(-floats.Sum(z)/float64(n), z)
		floats.Scale(math.Sqrt(float64(n))/floats.Norm(z, 2), z)
		Z.SetCol(j, z)
	}
	m.Sigma = mat.NewSymDense(d, nil)
	m.Sigma.SymOuterK(1/float64(n), Z.T())
	var eigen mat.EigenSym
	if n > d && (!eigen.Factorize(m.Sigma, false) || eigen.Values(nil)[0] < 1e-9) {
		return errSingular
	}
	var off, noise float64 // the squares of the correlations, and the variances of their estimates
	for j := range d {
		for k := range j {
			r := m.Sigma.At(j, k)
			off += r * r
			for i := range n {
				e := Z.At(i, j)*Z.At(i, k) - r
				noise += e * e / float64(n*n)
			}
		}
	}
	if off > 0 {
		m.Shrinkage = min(1, noise/off)
	}
	for j := range d {
		m.Sigma.SetSym(j, j, 1)
		for k := range j {
			m.Sigma.SetSym(j, k, (1-m.Shrinkage)*m.Sigma.At(j, k))
		}
	}
	return nil
}

// prepare sets what draws share.
func (m *Model) prepare() error {
	d := len(m.S)
	S := mat.NewDiagDense(d, m.S)
	var chol mat.Cholesky
	if !chol.Factorize(m.Sigma) {
		return errSingular
	}
	if err := chol.SolveTo(&m.pull, S); err != nil {
		return errSingular
	}
	noise := mat.NewSymDense(d, nil) // 2 S - S Sigma^-1 S
	for j := range d {
		for k := range j + 1 {
			noise.SetSym(j, k, -m.S[j]*m.pull.At(j, k))
		}
		noise.SetSym(j, j, noise.At(j, j)+2*m.S[j])
	}
	var root mat.Cholesky
	if !root.Factorize(noise) {
		return errors.New("copies of the inputs have no covariance: leave out inputs that follow from others")
	}
	root.LTo(&m.root)
	return nil
}

// Draw returns copies of the inputs, a slice of values for each. The same seed gives the same copies.
func (m *Model) Draw(seed uint64) ([][]float64, error) {
	rng := rand.New(rand.NewPCG(seed, stream))
	Z := mat.DenseCopyOf(m.latent)
	if m.tied() {
		for range renewing {
			if err := m.redraw(Z, rng); err != nil {
				return nil, err
			}
		}
	}
	n, d := Z.Dims()
	noise := mat.NewDense(n, d, nil)
	for i := range n {
		row := noise.RawRowView(i)
		for j := range row {
			row[j] = rng.NormFloat64()
		}
	}
	var copies, spread mat.Dense
	copies.Mul(Z, &m.pull)
	copies.Sub(Z, &copies)
	spread.Mul(noise, m.root.T())
	copies.Add(&copies, &spread)
	drawn := make([][]float64, d)
	for j, c := range m.columns {
		drawn[j] = make([]float64, n)
		for i := range n {
			drawn[j][i] = c.value(copies.At(i, j))
		}
	}
	return drawn, nil
}
