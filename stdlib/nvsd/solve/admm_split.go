package solve

import "gonum.org/v1/gonum/mat"

// A Split is the state in which [ADMM] ended, from which it can go on.
type Split struct {
	Phi    *mat.Dense // n x d: the gradients after the prox
	Lambda *mat.Dense // n x d: the scaled dual variable
	Kappa  float64
}

// Zeros reports for each of the d inputs whether its part of Phi is exactly 0. UAI 2018
// section 4.3 leaves these inputs out, however early the run stopped.
func (s *Split) Zeros() []bool {
	n, d := s.Phi.Dims()
	zeros := make([]bool, d)
	for a := range zeros {
		zeros[a] = true
	}
	for i := range n {
		for a, v := range s.Phi.RawRowView(i) {
			if v != 0 {
				zeros[a] = false
			}
		}
	}
	return zeros
}
