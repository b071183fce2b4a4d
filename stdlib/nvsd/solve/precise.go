package solve

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/internal/exact"
)

// precise evaluates functions at the training points with twice the digits of a float64:
// from the kernel itself where it is one of package kern, else from its float64 values.
// It takes some fifty times as long as an evaluation.
type precise interface {
	// at returns v = K alpha + D'B and W = D alpha + L B, n x d by rows. Where ctx ends, they
	// mean nothing.
	at(ctx context.Context, alpha []float64, B *mat.Dense) (v, W []exact.Double)
}

// newPrecise also reports whether it evaluates the kernel itself.
func newPrecise(k any, x *mat.Dense, p products, train evaluation) (e precise, known bool) {
	rows, base, inner := doubled(x), k, p
	var widths [][]float64
	for s, ok := inner.(*stretched); ok; s, ok = inner.(*stretched) {
		base, inner, widths = s.base, s.products, append(widths, s.w)
		divideRows(rows, s.w)
	}
	if s, ok := inner.(*structured); ok {
		return newPrecisePairs(base, rows, widths, s)
	}
	if jets := exact.JetsOf(k); jets != nil { // of the kernel with its widths
		return preciseJets{doubled(x), jets}, true
	}
	return preciseTables{train.(*denseAt)}, false
}

func divideRows(rows [][]exact.Double, w []float64) {
	for i, row := range rows {
		rows[i] = exact.Divided(row, w)
	}
}

func doubled(x *mat.Dense) [][]exact.Double {
	n, d := x.Dims()
	rows := make([][]exact.Double, n)
	for i := range rows {
		rows[i] = make([]exact.Double, d)
		for a, v := range x.RawRowView(i) {
			rows[i][a] = exact.Of(v)
		}
	}
	return rows
}

// precisePairs serves structured kernels, stretched by all widths.
type precisePairs struct {
	rows   [][]exact.Double // stretched
	widths [][]float64
	radial bool
	kappa  func(i, j int) (k, k1, k2 exact.Double) // at rows i and j
}

func newPrecisePairs(k any, rows [][]exact.Double, widths [][]float64, s *structured) (precise, bool) {
	e := &precisePairs{rows: rows, widths: widths, radial: s.radial}
	profile, radial := exact.ProfileOf(k)
	if profile == nil || radial != s.radial {
		e.kappa = func(i, j int) (k, k1, k2 exact.Double) {
			v, v1, v2 := s.kappa(s.argument(s.X.RawRowView(i), s.X.RawRowView(j)))
			return exact.Of(v), exact.Of(v1), exact.Of(v2)
		}
		return e, false
	}
	e.kappa = func(i, j int) (k, k1, k2 exact.Double) {
		return profile(exact.Argument(s.radial, rows[i], rows[j]))
	}
	return e, true
}

func (e *precisePairs) at(ctx context.Context, alpha []float64, B *mat.Dense) (v, W []exact.Double) {
	n, d := B.Dims()
	b := doubled(B)
	for _, w := range e.widths {
		divideRows(b, w)
	}
	v, W = make([]exact.Double, n), make([]exact.Double, n*d)
	inParallelUntil(ctx, n, 200*n*d, func(lo, hi int) {
		along := make([]exact.Double, d) // of the argument's derivative
		for i := lo; i < hi; i++ {
			w := W[i*d : (i+1)*d]
			for j := range n {
				e.addPair(&v[i], w, along, i, j, alpha[j], b[j])
			}
			for _, widths := range e.widths {
				copy(w, exact.Divided(w, widths))
			}
		}
	})
	return v, W
}

// addPair adds the part of row j, with its coefficients alpha and b, to the value v and
// the gradient w at row i. along is work.
func (e *precisePairs) addPair(v *exact.Double, w, along []exact.Double, i, j int, alpha float64, b []exact.Double) {
	k, k1, k2 := e.kappa(i, j)
	for a, x := range e.rows[j] {
		along[a] = x
		if e.radial {
			along[a] = e.rows[i][a].Sub(x)
		}
	}
	inner := exact.Inner(e.other(i, along), b)
	if e.radial {
		k1, k2 = k1.Neg(), k2.Neg()
	}
	*v = v.Add(k.Times(alpha)).Add(k1.Mul(inner))
	slope := k2.Mul(inner)
	if e.radial {
		slope = slope.Sub(k1.Times(alpha))
	} else {
		slope = slope.Add(k1.Times(alpha))
	}
	for a, x := range along {
		w[a] = w[a].Add(slope.Mul(x)).Add(k1.Mul(b[a]))
	}
}

// other returns the direction of the derivative by the training point: the point of the
// evaluation for a dot product, and the difference of the points for a radial kernel.
func (e *precisePairs) other(i int, along []exact.Double) []exact.Double {
	if e.radial {
		return along
	}
	return e.rows[i]
}

// preciseJets serves kernels of package kern without a structure.
type preciseJets struct {
	rows [][]exact.Double
	jets func(x, z []exact.Double) *exact.Jet
}

func (e preciseJets) at(ctx context.Context, alpha []float64, B *mat.Dense) (v, W []exact.Double) {
	n, d := B.Dims()
	v, W = make([]exact.Double, n), make([]exact.Double, n*d)
	inParallelUntil(ctx, n, 200*n*d*d, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			w := W[i*d : (i+1)*d]
			for j := range n {
				addJet(&v[i], w, e.jets(e.rows[i], e.rows[j]), alpha[j], B.RawRowView(j))
			}
		}
	})
	return v, W
}

// addJet adds the part of a row, with its coefficients alpha and b, to the value v and the
// gradient w at another row. f is the kernel's jet at the two.
func addJet(v *exact.Double, w []exact.Double, f *exact.Jet, alpha float64, b []float64) {
	*v = v.Add(f.Value.Times(alpha))
	for c, coefficient := range b {
		*v = v.Add(f.Dz[c].Times(coefficient))
	}
	d := len(w)
	for a := range w {
		w[a] = w[a].Add(f.Dx[a].Times(alpha))
		for c, coefficient := range b {
			w[a] = w[a].Add(f.Mixed[a*d+c].Times(coefficient))
		}
	}
}

// preciseTables serves all other kernels, by their float64 values.
type preciseTables struct{ e *denseAt }

func (e preciseTables) at(ctx context.Context, alpha []float64, B *mat.Dense) (v, W []exact.Double) {
	n, d := B.Dims()
	b := B.RawMatrix().Data
	v, W = make([]exact.Double, n), make([]exact.Double, n*d)
	add := func(sum *exact.Double, row, x []float64) {
		for j, c := range row {
			*sum = sum.Add(exact.Product(c, x[j]))
		}
	}
	inParallelUntil(ctx, n, 20*n*d*d, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			add(&v[i], e.e.K.RawRowView(i), alpha)
			add(&v[i], e.e.V.RawRowView(i), b)
			for a := range d {
				add(&W[i*d+a], e.e.D.RawRowView(i*d+a), alpha)
				add(&W[i*d+a], e.e.L.RawRowView(i*d+a), b)
			}
		}
	})
	return v, W
}
