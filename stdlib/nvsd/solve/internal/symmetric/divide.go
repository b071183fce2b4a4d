package symmetric

import (
	"errors"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/lapack"
	lapackgonum "gonum.org/v1/gonum/lapack/gonum"

	"github.com/nvsd-kernel/nvsd-kernel/internal/panel"
)

var errNoConvergence = errors.New("the eigenvalues of a tridiagonal matrix were not found")

const (
	leafSize     = 32  // that the QL method does, and more than 16
	divideApart  = 128 // size from which halves are done at the same time
	rootTasks    = 16  // roots in one task
	productRows  = 32  // rows of a product in one task
	deflateUnits = 8   // roundings of the whole matrix that deflation may cost
)

// divide finds the eigenvalues and eigenvectors of a tridiagonal matrix by halves:
// without the entry that couples them they are independent, and what is missing is
// of rank one (Cuppen 1981). The eigenvectors of rows and columns lo to hi are in
// these rows and columns of Z; row i belongs to value d[i]. Rows do not move: order
// has them by rising values.
type divide struct {
	Z     *Matrix
	d, e  []float64
	order []int
	small float64 // what deflation may cost
}

func newDivide(Z *Matrix, d, e []float64) *divide {
	var top float64
	for i := range d {
		top = max(top, math.Abs(d[i]), math.Abs(e[i]))
	}
	clear(Z.data)
	return &divide{Z: Z, d: d, e: e, order: make([]int, len(d)), small: deflateUnits * roundoff * top}
}

func (v *divide) solve(lo, hi int) error {
	if hi-lo <= leafSize {
		return v.leaf(lo, hi)
	}
	mid := lo + (hi-lo)/2&^7 // panels of products begin at multiples of 8
	beta := v.e[mid-1]
	v.d[mid-1] -= math.Abs(beta)
	v.d[mid] -= math.Abs(beta)
	var first, second error
	if hi-lo < divideApart {
		first, second = v.solve(lo, mid), v.solve(mid, hi)
	} else {
		var other sync.WaitGroup
		other.Go(func() { first = v.solve(lo, mid) })
		second = v.solve(mid, hi)
		other.Wait()
	}
	if err := errors.Join(first, second); err != nil {
		return err
	}
	v.merge(lo, mid, hi, beta)
	return nil
}

func (v *divide) leaf(lo, hi int) error {
	n := hi - lo
	q, work := make([]float64, n*n), make([]float64, 2*n)
	e := slices.Clone(v.e[lo : hi-1])
	if !(lapackgonum.Implementation{}).Dsteqr(lapack.EVTridiag, n, v.d[lo:hi], e, q, n, work) {
		return errNoConvergence
	}
	for i := range n {
		v.order[lo+i] = lo + i
		row := v.Z.Row(lo + i)[lo:hi]
		for k := range row {
			row[k] = q[k*n+i]
		}
	}
	return nil
}

// merge makes the eigenvectors of lo to hi from those of the halves.
func (v *divide) merge(lo, mid, hi int, beta float64) {
	z := make([]float64, hi-lo) // by rows from lo
	for i := lo; i < mid; i++ {
		z[i-lo] = v.Z.Row(i)[mid-1] / math.Sqrt2
	}
	for i := mid; i < hi; i++ {
		z[i-lo] = math.Copysign(1, beta) * v.Z.Row(i)[mid] / math.Sqrt2
	}
	order := v.order[lo:hi]
	slices.SortStableFunc(order, func(a, b int) int { return compare(v.d[a], v.d[b]) })
	m := &merger{divide: v, lo: lo, mid: mid, hi: hi}
	m.deflate(z, 2*math.Abs(beta))
	if len(m.rows) > 0 {
		m.update()
	}
	slices.SortStableFunc(order, func(a, b int) int { return compare(v.d[a], v.d[b]) })
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// merger is a merge of two halves: an update of rank one.
type merger struct {
	*divide
	lo, mid, hi int
	secular
	rows                []int // that take part, d rising
	inFirst, inSecond   []int // positions in rows of those that are not 0 in a half
	roots               []root
	weights, reciprocal []float64 // z as the roots have it, and 1 over the eigenvectors' lengths
}

// deflate finds the rows that are eigenvectors already: those of which z has
// nothing, and of two with values that are all but equal the one that a rotation
// gives.
func (m *merger) deflate(z []float64, rho float64) {
	m.rho = rho
	reach := make([]byte, m.hi-m.lo) // halves in which a row is not 0
	for i := range reach {
		reach[i] = 1
		if m.lo+i >= m.mid {
			reach[i] = 2
		}
	}
	for _, row := range m.order[m.lo:m.hi] {
		i := row - m.lo
		if rho*math.Abs(z[i]) <= m.small {
			continue
		}
		if last := len(m.rows) - 1; last >= 0 {
			before := m.rows[last]
			k := before - m.lo
			length := math.Hypot(z[i], z[k])
			c, s := z[i]/length, -z[k]/length
			if apart := m.divide.d[row] - m.divide.d[before]; math.Abs(apart*c*s) <= m.small {
				z[i] = length
				reach[i] |= reach[k]
				m.rotate(before, row, c, s)
				m.rows[last] = row
				continue
			}
		}
		m.rows = append(m.rows, row)
	}
	for at, row := range m.rows {
		i := row - m.lo
		m.secular.d, m.secular.z = append(m.secular.d, m.divide.d[row]), append(m.secular.z, z[i])
		m.length += z[i] * z[i]
		if reach[i]&1 != 0 {
			m.inFirst = append(m.inFirst, at)
		}
		if reach[i]&2 != 0 {
			m.inSecond = append(m.inSecond, at)
		}
	}
}

// rotate turns two rows, of which the first leaves the problem.
func (m *merger) rotate(first, second int, c, s float64) {
	x, y := m.Z.Row(first)[m.lo:m.hi], m.Z.Row(second)[m.lo:m.hi]
	for i, a := range x {
		b := y[i]
		x[i], y[i] = c*a+s*b, c*b-s*a
	}
	d, at, to := m.divide.d, m.divide.d[first], m.divide.d[second]
	d[first], d[second] = at*c*c+to*s*s, at*s*s+to*c*c
}

// update finds the roots and replaces the rows by the eigenvectors.
func (m *merger) update() {
	k := len(m.rows)
	m.roots, m.weights, m.reciprocal = make([]root, k), make([]float64, k), make([]float64, k)
	inTasks := func(do func(j int)) {
		split(pieces(k, rootTasks), func(task int) {
			for j := task * rootTasks; j < min((task+1)*rootTasks, k); j++ {
				do(j)
			}
		})
	}
	inTasks(func(j int) { m.roots[j] = m.root(j) })
	inTasks(func(i int) { m.weights[i] = m.weight(i, m.roots) })
	inTasks(func(j int) {
		var sum float64
		for i, w := range m.weights {
			part := w / m.to(i, m.roots[j])
			sum += part * part
		}
		m.reciprocal[j] = 1 / math.Sqrt(sum)
	})
	var right panel.Matrix
	m.multiply(&right, m.inFirst, m.lo, m.mid)
	m.multiply(&right, m.inSecond, m.mid, m.hi)
	for j, row := range m.rows {
		m.divide.d[row] = m.value(m.roots[j])
	}
}

// multiply replaces columns from to to of the rows by the eigenvectors' product
// with them; in has the rows that are not 0 there, and right is memory.
func (m *merger) multiply(right *panel.Matrix, in []int, from, to int) {
	right.Reshape(len(in), to-from)
	for i, at := range in {
		right.SetRow(i, m.Z.Row(m.rows[at])[from:to])
	}
	cols := panel.Padded(to - from)
	var memory sync.Pool
	split(pieces(len(m.rows), productRows), func(task int) {
		work, _ := memory.Get().(*productWork)
		if work == nil {
			work = &productWork{make([]float64, productRows*len(in)), make([]float64, productRows*cols)}
		}
		defer memory.Put(work)
		low := task * productRows
		rows := min(productRows, len(m.rows)-low)
		for r := range rows {
			x, scale := m.roots[low+r], m.reciprocal[low+r]
			left := work.left[r*len(in):][:len(in)]
			for i, at := range in {
				left[i] = m.weights[at] / m.to(at, x) * scale
			}
		}
		clear(work.product)
		mulAdd(work.product, cols, work.left, len(in), panel.Padded(rows), right, 0, len(in), 0, cols)
		for r := range rows {
			copy(m.Z.Row(m.rows[low+r])[from:to], work.product[r*cols:])
		}
	})
}

// productWork is the workspace of a task of a product.
type productWork struct{ left, product []float64 }
