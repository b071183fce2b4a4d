package solve

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/internal/symmetric"
)

// spectrum is the eigendecomposition V' diag(lambda) V of K, or of HKH with
// H = I - 11'/n, which serves every nu. With weights s takes the place of 1, and ||s||^2 of n.
type spectrum struct {
	V        *symmetric.Matrix // the eigenvectors are its rows
	lambda   []float64
	centred  bool
	constant *constant
}

// notPositive is the largest distance of an eigenvalue below 0 by rounding alone, relative
// to the trace of K.
const notPositive = 1e-9

// newSpectrum returns an error for a K with an eigenvalue below 0.
func newSpectrum(K *mat.Dense, centred bool, c *constant) (*spectrum, error) {
	s, err := eigen(K, centred, c)
	if err != nil {
		return nil, err
	}
	return s, s.positive(K)
}

// positive returns an error where K, whose spectrum s is, has an eigenvalue below 0, and sets
// eigenvalues that are so by rounding to 0.
func (s *spectrum) positive(K *mat.Dense) error {
	if least, largest := s.lambda[0], s.lambda[len(s.lambda)-1]; least < -notPositive*trace(K) {
		return fmt.Errorf("solve: the kernel is not positive definite: its matrix has the eigenvalue %.3g beside %.3g", least, largest)
	}
	s.clip()
	return nil
}

// trace returns the sum of the absolute values on the diagonal.
func trace(K *mat.Dense) float64 {
	n, _ := K.Dims()
	var sum float64
	for i := range n {
		sum += math.Abs(K.At(i, i))
	}
	return sum
}

// eigen returns all eigenvalues, rising.
func eigen(K *mat.Dense, centred bool, c *constant) (*spectrum, error) {
	n, _ := K.Dims()
	V := symmetric.New(n)
	setUpper(V, K, centred, c, 0)
	lambda, err := V.Eigen()
	if err != nil {
		return nil, undecomposed(err)
	}
	return &spectrum{V: V, lambda: lambda, centred: centred, constant: c}, nil
}

func undecomposed(err error) error {
	return fmt.Errorf("solve: the eigendecomposition of the kernel matrix: %w", err)
}

// setUpper sets the upper triangle of S to the one of K + shift I, or of HKH + shift I.
func setUpper(S *symmetric.Matrix, K *mat.Dense, centred bool, c *constant, shift float64) {
	if centred && c != nil {
		setUpperAcross(S, K, c, shift)
		return
	}
	n, _ := K.Dims()
	rowMean := make([]float64, n)
	var mean float64
	if centred {
		for i := range n {
			rowMean[i] = floats.Sum(K.RawRowView(i)) / float64(n)
		}
		mean = floats.Sum(rowMean) / float64(n)
	}
	for i := range n {
		row := S.Row(i)
		for j := i; j < n; j++ {
			row[j] = (K.At(i, j)+K.At(j, i))/2 - rowMean[i] - rowMean[j] + mean
		}
		row[i] += shift
	}
}

// setUpperAcross is setUpper with H = I - ss'/||s||^2.
func setUpperAcross(S *symmetric.Matrix, K *mat.Dense, c *constant, shift float64) {
	n, _ := K.Dims()
	along := make([]float64, n) // K s/||s||^2
	for i := range n {
		along[i] = floats.Dot(K.RawRowView(i)[:n], c.s) / c.square
	}
	both := floats.Dot(c.s, along) / c.square
	for i := range n {
		row := S.Row(i)
		for j := i; j < n; j++ {
			row[j] = (K.At(i, j)+K.At(j, i))/2 - along[i]*c.s[j] - c.s[i]*along[j] + c.s[i]*both*c.s[j]
		}
		row[i] += shift
	}
}

// clip sets eigenvalues that are below 0 by rounding to 0.
func (s *spectrum) clip() {
	for i, l := range s.lambda {
		s.lambda[i] = max(l, 0)
	}
}

// center subtracts the mean of r where the spectrum is the one of HKH.
func (s *spectrum) center(r []float64) {
	if s.centred {
		s.constant.center(r)
	}
}

// solve sets dst = (K + shift I)^-1 r, and overwrites r, which must be centred where
// s is.
func (s *spectrum) solve(dst, r []float64, shift float64) {
	s.V.MulVec(dst, r)
	for i, l := range s.lambda {
		dst[i] /= l + shift
	}
	s.V.MulVecTrans(r, dst)
	copy(dst, r)
	s.center(dst)
}
