package baseline

import (
	"context"
	"errors"
	"math"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// A blockLasso is the group lasso over blocks of features that are not all 0,
//
//	min over b   ||y - sum_j Z_j b_j||^2/(2n) + lambda sum_j p_j ||b_j||,   p_j > 0.
//
// The solver is in the coordinates c_j = p_j V_j'b_j, where V_j are the eigenvectors of
// Z_j'Z_j of eigenvalues above 0. The norms stay, p_j ||b_j|| = ||c_j||, and the columns of
// W_j = Z_j V_j/p_j are orthogonal, so that the minimum over one block has a closed form in
// the length of c_j.
type blockLasso struct {
	y        []float64
	unit     float64          // ||y||: the solver has y/unit, so that squares stay within range
	features [][][]float64    // the columns of each Z_j
	weights  []float64        // p_j
	turns    []*mat.Dense     // V_j; nil is the identity
	first    []int            // the coordinates of block j are first[j] to first[j+1]-1
	gram     blas64.Symmetric // W'W
	points   *blocksDesign    // at the points
	reduced  func() *blocksDesign
}

// A blocksDesign is W and y in coordinates of the space of the points.
type blocksDesign struct {
	rows   blas64.General // a column of W a row
	target []float64      // y/unit
	basis  blas64.General // of the space, a vector a row; none where it is that of the points
	rest   []float64      // what of y/unit is orthogonal to the space, at the points
}

func newBlockLasso(features [][][]float64, weights, y []float64) (*blockLasso, error) {
	n := len(y)
	o := &blockLasso{y: y, unit: floats.Norm(y, 2), features: features, weights: weights, turns: make([]*mat.Dense, len(features)), first: []int{0}}
	if o.unit == 0 {
		o.unit = 1
	}
	var data []float64
	for j, block := range features {
		columns, err := o.turn(j, block)
		if err != nil {
			return nil, err
		}
		data = append(data, columns...)
		o.first = append(o.first, len(data)/n)
	}
	m := len(data) / n
	o.points = &blocksDesign{rows: blas64.General{Rows: m, Cols: n, Stride: n, Data: data}, target: make([]float64, n), rest: make([]float64, n)}
	floats.AddScaled(o.points.target, 1/o.unit, y)
	o.gram = blas64.Symmetric{N: m, Stride: m, Data: make([]float64, m*m), Uplo: blas.Upper}
	blas64.Syrk(blas.NoTrans, 1, o.points.rows, 0, o.gram)
	for a := range m {
		for b := range a {
			o.gram.Data[a*m+b] = o.gram.Data[b*m+a]
		}
	}
	o.reduced = sync.OnceValue(func() *blocksDesign { return o.points.reduce() })
	return o, nil
}

// turn finds V_j and returns the columns of W_j, one after the other.
func (o *blockLasso) turn(j int, block [][]float64) ([]float64, error) {
	n, size := len(o.y), len(block)
	var columns []float64
	if areOrthogonal(block) {
		for _, z := range block {
			columns = append(columns, z...)
		}
		floats.Scale(1/o.weights[j], columns)
		return columns, nil
	}
	z := mat.NewDense(n, size, nil)
	for k, column := range block {
		z.SetCol(k, column)
	}
	var svd mat.SVD
	if !svd.Factorize(z, mat.SVDThinV) {
		return nil, errors.New("the singular value decomposition of a group of inputs does not converge")
	}
	values, v := svd.Values(nil), new(mat.Dense)
	svd.VTo(v)
	rank := 0
	for rank < len(values) && values[rank] > float64(max(n, size))*roundoff*values[0] {
		rank++
	}
	o.turns[j] = mat.DenseCopyOf(v.Slice(0, size, 0, rank))
	var w mat.Dense
	w.Mul(o.turns[j].T(), z.T())
	for k := range rank {
		columns = append(columns, w.RawRowView(k)...)
	}
	floats.Scale(1/o.weights[j], columns)
	return columns, nil
}

// areOrthogonal reports whether columns are orthogonal, but for rounding.
func areOrthogonal(columns [][]float64) bool {
	for k, u := range columns {
		for _, v := range columns[:k] {
			if math.Abs(floats.Dot(u, v)) > 1e-14*floats.Norm(u, 2)*floats.Norm(v, 2) {
				return false
			}
		}
	}
	return true
}

// reduce returns the design in the coordinates of an orthonormal basis of a space that holds
// W. This leaves out the part of the residual that no coefficients change.
func (d *blocksDesign) reduce() *blocksDesign {
	m, n := d.rows.Rows, d.rows.Cols
	if n <= m {
		return d
	}
	w := blas64.General{Rows: n, Cols: m, Stride: m, Data: make([]float64, n*m)}
	for a := range m {
		for i := range n {
			w.Data[i*m+a] = d.rows.Data[a*n+i]
		}
	}
	tau := make([]float64, m)
	work := make([]float64, 64*m)
	lapack64.Geqrf(w, tau, work, len(work))
	r := &blocksDesign{rows: blas64.General{Rows: m, Cols: m, Stride: m, Data: make([]float64, m*m)}, target: make([]float64, m), rest: append([]float64(nil), d.target...)}
	for a := range m {
		for k := range a + 1 {
			r.rows.Data[a*m+k] = w.Data[k*m+a]
		}
	}
	lapack64.Orgqr(w, tau, work, len(work))
	r.basis = blas64.General{Rows: m, Cols: n, Stride: n, Data: make([]float64, n*m)}
	for a := range m {
		for i := range n {
			r.basis.Data[a*n+i] = w.Data[i*m+a]
		}
	}
	part := asVector(make([]float64, m))
	for range 2 { // once more, for what rounding left
		blas64.Gemv(blas.NoTrans, 1, r.basis, asVector(r.rest), 0, part)
		floats.Add(r.target, part.Data)
		blas64.Gemv(blas.Trans, -1, r.basis, part, 1, asVector(r.rest))
	}
	return r
}

// atPoints returns a vector of the space at the points.
func (d *blocksDesign) atPoints(v []float64) []float64 {
	x := append([]float64(nil), v...)
	if d.basis.Data != nil {
		x = make([]float64, d.basis.Cols)
		blas64.Gemv(blas.Trans, 1, d.basis, asVector(v), 0, asVector(x))
	}
	return x
}

func (o *blockLasso) len() int { return len(o.features) }

// of returns the part of a vector of coordinates that is block j's.
func (o *blockLasso) of(v []float64, j int) []float64 { return v[o.first[j]:o.first[j+1]] }

// top returns the least lambda at which all blocks are 0.
func (o *blockLasso) top() float64 {
	most := 0.0
	for j := range o.len() {
		most = max(most, floats.Norm(o.along(j, o.y, floats.Dot), 2)/o.weights[j])
	}
	return most / float64(len(o.y))
}

// along returns Z_j'v.
func (o *blockLasso) along(j int, v []float64, dot func(x, y []float64) float64) []float64 {
	products := make([]float64, len(o.features[j]))
	for k, z := range o.features[j] {
		products[k] = dot(z, v)
	}
	return products
}

// minimise finds the minimiser, from coefficients b of each block, nil where they are 0. Where
// the bounds of the first method are not good enough, it continues with a more careful one,
// which costs more.
func (o *blockLasso) minimise(ctx context.Context, b [][]float64, lambda float64, enough func(bounds) bool) *blocksFit {
	c := o.coordinates(b)
	run := newBlocksRun(o, o.points, c, lambda)
	rounds := run.descend(ctx)
	at := o.judge(o.coefficients(run.best), nil, lambda)
	if !enough(at.bounds) && ctx.Err() == nil {
		run = newBlocksRun(o, o.reduced(), run.best, lambda)
		smooth := newSmoothRun(run)
		rounds += smooth.follow(ctx)
		for _, by := range smooth.witnesses() {
			if other := o.judge(o.coefficients(run.best), by, lambda); other.gap < at.gap {
				at = other
			}
		}
	}
	if zero := make([][]float64, o.len()); !(at.objective <= floats.Dot(o.y, o.y)/float64(2*len(o.y))) {
		at = o.judge(zero, nil, lambda)
	}
	at.rounds = rounds
	return at
}

func (o *blockLasso) coordinates(b [][]float64) []float64 {
	c := make([]float64, o.first[o.len()])
	for j, part := range b {
		if part == nil {
			continue
		}
		to := o.of(c, j)
		if o.turns[j] == nil {
			copy(to, part)
		} else {
			mat.NewVecDense(len(to), to).MulVec(o.turns[j].T(), mat.NewVecDense(len(part), part))
		}
		floats.Scale(o.weights[j]/o.unit, to)
	}
	return c
}

func (o *blockLasso) coefficients(c []float64) [][]float64 {
	b := make([][]float64, o.len())
	for j := range b {
		from := o.of(c, j)
		if isZero(from) {
			continue
		}
		b[j] = make([]float64, len(o.features[j]))
		if o.turns[j] == nil {
			copy(b[j], from)
		} else {
			mat.NewVecDense(len(b[j]), b[j]).MulVec(o.turns[j], mat.NewVecDense(len(from), from))
		}
		floats.Scale(o.unit/o.weights[j], b[j])
	}
	return b
}

func isZero(v []float64) bool {
	for _, x := range v {
		if x != 0 {
			return false
		}
	}
	return true
}

// A blocksFit holds coefficients with the bounds of their objective.
type blocksFit struct {
	bounds
	b      [][]float64 // of each block; nil where they are 0
	fitted []float64   // Z b
	margin float64     // 1 less the largest ||Z_j'r||/(n lambda p_j) of blocks that are 0; 1 where none is
	rounds int
}

// A witness is the vector v + low of the points that gives a lower bound. The digits of v
// alone may not be enough for ||Z_j'v|| <= n lambda p_j.
type witness struct{ v, low []float64 }

// judge bounds the objective of coefficients. The lower bound comes from a witness, with
// products to twice the digits, or from the residual with plain products where that is nil.
func (o *blockLasso) judge(b [][]float64, by *witness, lambda float64) *blocksFit {
	n := len(o.y)
	at := &blocksFit{b: b, margin: 1}
	r, hidden, terms := o.residualOf(b)
	p := leastSquares{y: o.y, r: r, l1: lambda, norms: make([]float64, o.len()), sizes: make([]float64, o.len())}
	at.fitted = make([]float64, n)
	floats.SubTo(at.fitted, o.y, r)
	penalty := 0.0
	for j, weight := range o.weights {
		penalty += lambda * weight * floats.Norm(b[j], 2)
		p.norms[j] = floats.Norm(o.along(j, r, floats.Dot), 2) / weight
		if b[j] == nil {
			at.margin = min(at.margin, 1-p.norms[j]/(float64(n)*lambda))
		}
		for _, z := range o.features[j] {
			p.sizes[j] = math.Hypot(p.sizes[j], floats.Norm(z, 2)/weight*(1+1e-12))
		}
	}
	at.objective = floats.Dot(r, r)/float64(2*n) + penalty
	upper := p.upper(hidden, terms, penalty)
	if by != nil {
		p.r, p.lost = by.v, floats.Norm(by.low, 2)
		rounding := float64(n+8) * roundoff
		for j, weight := range o.weights {
			products := o.along(j, by.v, dot2)
			floats.Add(products, o.along(j, by.low, floats.Dot))
			blur := rounding * p.sizes[j] * (rounding*floats.Norm(by.v, 2) + p.lost)
			p.norms[j], p.sizes[j] = floats.Norm(products, 2)/weight+blur, 0
		}
	}
	at.dual = p.lower()
	at.gap = upper - at.dual
	return at
}

// residualOf returns y - Z b, computed with twice the digits, and the bounds of its rounding
// that upper takes.
func (o *blockLasso) residualOf(b [][]float64) (r, hidden []float64, terms int) {
	n := len(o.y)
	r, hidden = append([]float64(nil), o.y...), make([]float64, n)
	low := make([]float64, n)
	for i, v := range o.y {
		hidden[i] = math.Abs(v)
	}
	for j, block := range o.features {
		for k, c := range b[j] {
			terms++
			addTwice(r, low, -c, block[k])
			for i, z := range block[k] {
				hidden[i] += math.Abs(c * z)
			}
		}
	}
	for i := range r {
		r[i] += low[i]
		// What is hidden is one rounding of r, and few of roundings.
		hidden[i] = math.Abs(r[i]) + 2*float64(terms+2)*roundoff*hidden[i]
	}
	return r, hidden, terms
}

// twoSum returns a + b and its rounding error (Knuth).
func twoSum(a, b float64) (sum, lost float64) {
	sum = a + b
	part := sum - a
	return sum, (a - (sum - part)) + (b - part)
}

// addTwice adds c x to the sum of v and low, which has twice the digits.
func addTwice(v, low []float64, c float64, x []float64) {
	for i, xi := range x {
		product := c * xi
		sum, lost := twoSum(v[i], product)
		v[i], low[i] = sum, low[i]+(lost+math.FMA(c, xi, -product))
	}
}

// dot2 returns x'y as if computed with twice the digits (Ogita, Rump and Oishi 2005).
func dot2(x, y []float64) float64 {
	sum, low := 0.0, 0.0
	for i, v := range x {
		product := v * y[i]
		next, lost := twoSum(sum, product)
		low += lost + math.FMA(v, y[i], -product)
		sum = next
	}
	return sum + low
}
