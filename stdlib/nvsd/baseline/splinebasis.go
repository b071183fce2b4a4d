package baseline

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A splineBasis is p functions of one input that are centred and orthonormal at the training
// points: with the constants they span the natural cubic splines with knots at the least
// value, the largest, and p-1 between.
type splineBasis struct {
	low, span float64   // s = (x - low)/span, held within [0, 1]
	knots     []float64 // in s, 0 and 1 among them
	centre    []float64 // training means of the functions before they are orthonormal
	factor    [][]float64
}

// newSplineBasis returns the basis of an input that varies and its values at the training
// points (n x p), with at most so many functions. The knots are at quantiles of the training
// values. Where ties leave no such basis they are at quantiles of the distinct values, and
// where these leave none either, there is a function less. Of m distinct values there are at
// most m-1 functions, which are then all functions of the input.
func newSplineBasis(x []float64, most int) (*splineBasis, *mat.Dense, error) {
	low, high := floats.Min(x), floats.Max(x)
	b := &splineBasis{low: low, span: high - low}
	if math.IsInf(b.span, 1) {
		return nil, nil, errors.New("its range is beyond that of float64: scale it")
	}
	s := make([]float64, len(x))
	for i, v := range x {
		s[i] = b.scaled(v)
	}
	sorted := slices.Sorted(slices.Values(s))
	distinct := slices.Compact(slices.Clone(sorted))
	for p := min(most, len(distinct)-1); ; p-- {
		for _, of := range [][]float64{sorted, distinct} {
			if u := b.place(s, of, p); u != nil {
				return b, u, nil
			}
		}
	}
}

// place sets the knots at quantiles of sorted values, and returns the p functions at the points
// s; nil where they depend on one another. One function, the straight line, never does.
func (b *splineBasis) place(s, sorted []float64, p int) *mat.Dense {
	b.knots = append(append([]float64{0}, quantiles(sorted, p-1)...), 1)
	for k := range p {
		if !(b.knots[k] < b.knots[k+1]) {
			return nil
		}
	}
	columns := make([][]float64, p)
	for k := range columns {
		columns[k] = make([]float64, len(s))
	}
	row := make([]float64, p)
	for i, v := range s {
		b.raw(row, v)
		for k, f := range row {
			columns[k][i] = f
		}
	}
	b.centre, b.factor = make([]float64, p), make([][]float64, p)
	for k, column := range columns {
		b.centre[k], b.factor[k] = orthonormal(column, columns[:k])
		if b.factor[k] == nil {
			return nil
		}
	}
	u := mat.NewDense(len(s), p, nil)
	for k, column := range columns {
		u.SetCol(k, column)
	}
	return u
}

// len returns the number of functions.
func (b *splineBasis) len() int { return len(b.factor) }

func (b *splineBasis) scaled(x float64) float64 {
	return max(0, min(1, (x-b.low)/b.span))
}

// raw sets dst to s and to D_k - D_(p-1), k < p-1, where D_k is
// (max(s-t_k, 0)^3 - max(s-t_p, 0)^3)/(t_p - t_k) with the knots t_0, ..., t_p = 1.
func (b *splineBasis) raw(dst []float64, s float64) {
	p := len(dst)
	d := func(k int) float64 {
		t := max(s-b.knots[k], 0)
		return t * t * t / (1 - b.knots[k])
	}
	dst[0] = s
	for k := 1; k < p; k++ {
		dst[k] = d(k-1) - d(p-1)
	}
}

// at sets dst to the functions at x.
func (b *splineBasis) at(dst []float64, x float64) {
	b.raw(dst, b.scaled(x))
	for k := range dst {
		dst[k] -= b.centre[k]
		for l, r := range b.factor[k][:k] {
			dst[k] -= r * dst[l]
		}
		dst[k] /= b.factor[k][k]
	}
}

// interior returns the knots between the ends, in s.
func (b *splineBasis) interior() []float64 { return b.knots[1 : len(b.knots)-1] }

// rankTolerance is the part of a function that is orthogonal to those before it at which it
// counts as rounding.
const rankTolerance = 1e-10

// orthonormal makes a column centred, of length 1 and orthogonal to others that are
// orthonormal. It returns the mean that it subtracted, and the coordinates of the column by
// the others and by itself; nil where the column depends on the others.
func orthonormal(column []float64, others [][]float64) (centre float64, coordinates []float64) {
	centre = meanOf(column)
	floats.AddConst(-centre, column)
	length := floats.Norm(column, 2)
	coordinates = make([]float64, len(others)+1)
	for range 2 { // once more, for what rounding left
		for l, other := range others {
			along := floats.Dot(column, other)
			floats.AddScaled(column, -along, other)
			coordinates[l] += along
		}
		mean := meanOf(column)
		floats.AddConst(-mean, column)
		centre += mean
	}
	rest := floats.Norm(column, 2)
	if !(rest > rankTolerance*length) {
		return centre, nil
	}
	floats.Scale(1/rest, column)
	coordinates[len(others)] = rest
	return centre, coordinates
}

// quantiles returns the count quantiles 1/(count+1), 2/(count+1), ... of sorted values, by
// linear interpolation between order statistics (type 7 of Hyndman and Fan).
func quantiles(sorted []float64, count int) []float64 {
	q := make([]float64, count)
	for k := range q {
		at := float64(len(sorted)-1) * float64(k+1) / float64(count+1)
		i := min(int(at), len(sorted)-1)
		q[k] = sorted[i]
		if i+1 < len(sorted) {
			q[k] += (at - float64(i)) * (sorted[i+1] - sorted[i])
		}
	}
	return q
}
