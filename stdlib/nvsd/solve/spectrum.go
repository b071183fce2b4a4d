package solve

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// spectrum is the eigendecomposition Q diag(lambda) Q' of K, or of HKH with
// H = I - 11'/n, which serves every nu.
type spectrum struct {
	Q       *mat.Dense
	lambda  []float64
	centred bool
}

// notPositive is how far below 0, relative to the trace of K, an eigenvalue may
// lie by rounding alone.
const notPositive = 1e-9

// newSpectrum refuses a K with an eigenvalue below 0.
func newSpectrum(K *mat.Dense, centred bool) (*spectrum, error) {
	s, err := eigen(K, centred)
	if err != nil {
		return nil, err
	}
	n, _ := K.Dims()
	var trace float64
	for i := range n {
		trace += math.Abs(K.At(i, i))
	}
	if least, largest := s.lambda[0], s.lambda[n-1]; least < -notPositive*trace {
		return nil, fmt.Errorf("solve: the kernel is not positive definite: its matrix has the eigenvalue %.3g beside %.3g", least, largest)
	}
	s.clip()
	return s, nil
}

// eigen returns all the eigenvalues there are, rising.
func eigen(K *mat.Dense, centred bool) (*spectrum, error) {
	n, _ := K.Dims()
	Q := mat.NewDense(n, n, nil)
	S := blas64.Symmetric{N: n, Stride: n, Data: Q.RawMatrix().Data, Uplo: blas.Upper}
	rowMean := make([]float64, n)
	var mean float64
	if centred {
		for i := range n {
			rowMean[i] = floats.Sum(K.RawRowView(i)) / float64(n)
		}
		mean = floats.Sum(rowMean) / float64(n)
	}
	for i := range n {
		for j := i; j < n; j++ {
			Q.Set(i, j, (K.At(i, j)+K.At(j, i))/2-rowMean[i]-rowMean[j]+mean)
		}
	}
	// Not mat.EigenSym, which would take three more matrices of this size.
	s := &spectrum{Q: Q, lambda: make([]float64, n), centred: centred}
	size := make([]float64, 1)
	lapack64.Syev(lapack.EVCompute, S, s.lambda, size, -1)
	if !lapack64.Syev(lapack.EVCompute, S, s.lambda, make([]float64, int(size[0])), int(size[0])) {
		return nil, errors.New("solve: the eigendecomposition of the kernel matrix did not converge")
	}
	return s, nil
}

// clip makes eigenvalues below 0 that are rounding 0.
func (s *spectrum) clip() {
	for i, l := range s.lambda {
		s.lambda[i] = max(l, 0)
	}
}

// center subtracts the mean of r where the spectrum is that of HKH.
func (s *spectrum) center(r []float64) {
	if s.centred {
		floats.AddConst(-floats.Sum(r)/float64(len(r)), r)
	}
}

// solve sets dst = (K + shift I)^-1 r, and spoils r, which must be centred where
// s is.
func (s *spectrum) solve(dst, r []float64, shift float64) {
	Q, in, out := s.Q.RawMatrix(), blas64.Vector{N: len(r), Data: r, Inc: 1}, blas64.Vector{N: len(r), Data: dst, Inc: 1}
	blas64.Gemv(blas.Trans, 1, Q, in, 0, out)
	for i, l := range s.lambda {
		r[i] = dst[i] / (l + shift)
	}
	blas64.Gemv(blas.NoTrans, 1, Q, in, 0, out)
	s.center(dst)
}
