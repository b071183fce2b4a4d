package solve

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/internal/exact"
)

// features are the products of a problem of random features. The space of functions is R^m, and a row of
// an evaluation is a linear functional on it: values V (rows x m), and slopes S, with which
//
//	f = V theta,   d_a f = S (w_a o theta).
//
// At points V has their features and S their slopes. In the place of the n training points there are N
// rows whose V'V/N and S'S/N are those of the points: nothing else of these enters a problem, since
// the loss and the norms are sums of squares. Coefficients of the N rows give
//
//	theta = V'alpha + sum_a w_a o (S'B_a),
//
// so that K = V V', and the blocks of L are S diag(w_a o w_b) S'. A product with them takes 2 N m d
// multiplications.
type features struct {
	*draw
	centre         []float64  // subtracted from the features at points
	values, slopes *mat.Dense // of the training, N x m
}

func (f *features) train() (evaluation, training) {
	e := &featuresAt{features: f, values: f.values, slopes: f.slopes}
	return e, e
}

func (f *features) at(Z *mat.Dense) evaluation {
	values, slopes := f.draw.at(Z)
	rows, _ := values.Dims()
	for i := range rows {
		floats.Sub(values.RawRowView(i), f.centre)
	}
	return &featuresAt{features: f, values: values, slopes: slopes}
}

// independent is false: there are more blocks than features.
func (f *features) independent() bool { return false }

// featuresAt is the evaluation by rows of values and slopes.
type featuresAt struct {
	*features
	values, slopes *mat.Dense
}

func (e *featuresAt) kernel() *mat.Dense {
	var K mat.Dense
	K.Mul(e.values, e.features.values.T())
	return &K
}

// ofB sets theta = sum_a w_a o (S'B_a).
func (f *features) ofB(theta []float64, B *mat.Dense) {
	var T mat.Dense
	T.Mul(f.slopes.T(), B)
	for k := range theta {
		theta[k] = floats.Dot(f.frequency.RawRowView(k), T.RawRowView(k))
	}
}

// addTo adds V'alpha to theta.
func (f *features) addTo(theta, alpha []float64) {
	var add mat.VecDense
	add.MulVec(f.values.T(), mat.NewVecDense(len(alpha), alpha))
	floats.Add(theta, add.RawVector().Data)
}

// fromB leaves theta in the first m numbers of W, if it has so many, until finish.
func (e *featuresAt) fromB(_ context.Context, v []float64, W, B *mat.Dense) {
	theta := e.room(W)
	e.ofB(theta, B)
	mat.NewVecDense(len(v), v).MulVec(e.values, mat.NewVecDense(len(theta), theta))
}

func (e *featuresAt) addAlpha(v, alpha []float64) {
	theta := make([]float64, len(e.phase))
	e.addTo(theta, alpha)
	addProduct(v, e.values, theta)
}

func (e *featuresAt) finish(_ context.Context, W *mat.Dense, alpha []float64, B *mat.Dense) {
	theta := append([]float64(nil), e.room(W)...)
	if !e.holds(W) {
		e.ofB(theta, B)
	}
	e.addTo(theta, alpha)
	var T mat.Dense
	T.CloneFrom(e.frequency)
	for k, v := range theta {
		floats.Scale(v, T.RawRowView(k))
	}
	W.Mul(e.slopes, &T)
}

// holds reports whether theta fits into W.
func (e *featuresAt) holds(W *mat.Dense) bool {
	raw := W.RawMatrix()
	return raw.Stride == raw.Cols && raw.Rows*raw.Cols >= len(e.phase)
}

// room returns m numbers, those of W if it has so many.
func (e *featuresAt) room(W *mat.Dense) []float64 {
	if e.holds(W) {
		return W.RawMatrix().Data[:len(e.phase)]
	}
	return make([]float64, len(e.phase))
}

// rounding is by the same sums of the sizes of all terms.
func (e *featuresAt) rounding(v, w, alpha []float64, B *mat.Dense) {
	f := &features{draw: &draw{frequency: absolute(e.frequency), phase: e.phase}, values: absolute(e.values), slopes: absolute(e.slopes)}
	at, _ := f.train()
	W, size := mat.NewDense(len(w), len(e.frequency.RawRowView(0)), nil), absolute(mat.NewDense(1, len(alpha), alpha)).RawRowView(0)
	gram(at, v, W, size, absolute(B))
	factor := roundings(len(alpha)+2*len(e.phase), len(e.frequency.RawRowView(0)))
	floats.Scale(factor, v)
	copy(w, rowNorms(W))
	floats.Scale(factor, w)
}

func absolute(A *mat.Dense) *mat.Dense {
	var C mat.Dense
	C.Apply(func(_, _ int, v float64) float64 { return math.Abs(v) }, A)
	return &C
}

// lengths uses that ||S diag(q) S'||_F^2 = q'(S'S o S'S)q.
func (e *featuresAt) lengths() []float64 {
	count, d := e.dims()
	var G, P mat.Dense
	G.Mul(e.slopes.T(), e.slopes)
	G.MulElem(&G, &G)
	Q := mat.NewDense(count, d, nil)
	Q.MulElem(e.frequency, e.frequency)
	P.Mul(&G, Q)
	lengths := make([]float64, d)
	for k := range count {
		for a, q := range Q.RawRowView(k) {
			lengths[a] += float64(q * P.At(k, a))
		}
	}
	for a, v := range lengths {
		lengths[a] = math.Sqrt(v)
	}
	return lengths
}

func (e *featuresAt) addBlocks(C *mat.Dense, scale []float64) {
	count, _ := e.dims()
	weights := make([]float64, count)
	for k := range weights {
		for a, w := range e.frequency.RawRowView(k) {
			if scale[a] > 0 {
				weights[k] += w * w / scale[a]
			}
		}
	}
	T := mat.DenseCopyOf(e.slopes)
	for i := range C.RawMatrix().Rows {
		floats.Mul(T.RawRowView(i), weights)
	}
	var add mat.Dense
	add.Mul(T, e.slopes.T())
	C.Add(C, &add)
}

// preciseFeatures serves problems of random features, by the matrices that they are given by.
type preciseFeatures struct{ f *features }

func (p preciseFeatures) at(ctx context.Context, alpha []float64, B *mat.Dense) (v, W []exact.Double) {
	n, d := B.Dims()
	count, _ := p.f.dims()
	V, S := mat.DenseCopyOf(p.f.values.T()), mat.DenseCopyOf(p.f.slopes.T())
	theta := make([]exact.Double, count)
	turned := make([]exact.Double, count*d) // w_a o theta
	inParallelUntil(ctx, count, 20*n*d, func(lo, hi int) {
		sums := make([]exact.Double, d)
		for k := lo; k < hi; k++ {
			clear(sums)
			for j, s := range S.RawRowView(k) {
				theta[k] = theta[k].Add(exact.Product(V.At(k, j), alpha[j]))
				for a, b := range B.RawRowView(j) {
					sums[a] = sums[a].Add(exact.Product(s, b))
				}
			}
			w := p.f.frequency.RawRowView(k)
			for a, sum := range sums {
				theta[k] = theta[k].Add(sum.Times(w[a]))
			}
			for a := range d {
				turned[k*d+a] = theta[k].Times(w[a])
			}
		}
	})
	v, W = make([]exact.Double, n), make([]exact.Double, n*d)
	inParallelUntil(ctx, n, 20*count*d, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			for k, s := range p.f.slopes.RawRowView(i) {
				v[i] = v[i].Add(theta[k].Times(p.f.values.At(i, k)))
				for a := range d {
					W[i*d+a] = W[i*d+a].Add(turned[k*d+a].Times(s))
				}
			}
		}
	})
	return v, W
}

// note says which problem it is.
func (f *features) note(certified bool) string {
	of := "this is"
	if certified {
		of = "what is certified is certified for"
	}
	return fmt.Sprintf("%s the problem with %d random features, whose optimum differs from that with the kernel %s by their chance", of, len(f.phase), f.kernel)
}
