package knockoff

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// inside is the part of the largest s that is taken, so that the covariance of copies is not singular.
const inside = 1 - 1e-6

// of returns s for correlations Sigma.
func (method Method) of(sigma *mat.SymDense) ([]float64, error) {
	var eigen mat.EigenSym
	if !eigen.Factorize(sigma, false) {
		return nil, errors.New("the eigenvalues of the correlations were not found")
	}
	d := sigma.SymmetricDim()
	least := eigen.Values(nil)[0]
	if least <= 1e-10 {
		return nil, errSingular
	}
	s := make([]float64, d)
	for j := range s {
		s[j] = min(1, 2*least) * inside
	}
	switch method {
	case Equicorrelated:
		return s, nil
	case MinReconstructability:
		return s, reconstructable(sigma, s)
	}
	return nil, fmt.Errorf("there are no knockoffs by %q: the methods are %q and %q", string(method), string(MinReconstructability), string(Equicorrelated))
}

// Constants of the coordinate descent: of passes at most, and of the change of an s that counts as none.
const (
	passes  = 200
	settled = 1e-8
)

// reconstructable minimises tr G(s)^-1 = tr (2 Sigma - diag s)^-1 + sum_j 1/s_j from s on, an s_j at a time. With A = (2 Sigma - diag s)^-1, a
// step t of s_j adds t |A e_j|^2 / (1 - t A_jj) to the first term, and has its least value where
// |A e_j| (s_j + t) = 1 - t A_jj.
func reconstructable(sigma *mat.SymDense, s []float64) error {
	d := len(s)
	for range passes {
		inverse, err := inverseAt(sigma, s) // anew in each pass, for its rounding
		if err != nil {
			return err
		}
		largest := 0.0
		for j := range s {
			column := mat.Col(nil, j, inverse)
			length := mat.Norm(mat.NewVecDense(d, column), 2)
			step := (1 - length*s[j]) / (length + column[j])
			s[j] += step
			inverse.SymRankOne(inverse, step/(1-step*column[j]), mat.NewVecDense(d, column))
			largest = max(largest, math.Abs(step))
		}
		if largest < settled {
			break
		}
	}
	return nil
}

// inverseAt returns (2 Sigma - diag s)^-1.
func inverseAt(sigma *mat.SymDense, s []float64) (*mat.SymDense, error) {
	rest := mat.NewSymDense(len(s), nil)
	rest.ScaleSym(2, sigma)
	for j, v := range s {
		rest.SetSym(j, j, rest.At(j, j)-v)
	}
	var chol mat.Cholesky
	if !chol.Factorize(rest) {
		return nil, errSingular
	}
	inverse := mat.NewSymDense(len(s), nil)
	if err := chol.InverseTo(inverse); err != nil {
		return nil, errSingular
	}
	return inverse, nil
}
