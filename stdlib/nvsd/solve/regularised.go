package solve

import (
	"sync"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/internal/symmetric"
)

// regularised keeps the last factor of an operator: of K + n nu I, or of HKH + n nu I. It
// costs about a twentieth of a spectrum. Whether a problem takes the factor or the spectrum
// depends on the problem alone, not on what was solved before it, and so do its numbers.
type regularised struct {
	mu       sync.Mutex
	factor   *symmetric.Factor
	key      ridgeKey
	definite map[bool]bool // whether K, and HKH, have no eigenvalue below -notPositive, by centred
}

// factorLeast is the least n nu for which a factor is used, as a multiple of the negative
// eigenvalue that K may have by rounding. Below it such eigenvalues matter, and a spectrum
// sets them to 0.
const factorLeast = 100

// of returns the factor, or nil where the spectrum is to be used: with a ridge that is
// close to rounding, and where K is not positive semidefinite, which the spectrum reports
// with its eigenvalue.
func (r *regularised) of(K *mat.Dense, c *constant, key ridgeKey) *symmetric.Factor {
	n, _ := K.Dims()
	shift, allowed := float64(n)*key.nu, notPositive*trace(K)
	if !(shift >= factorLeast*allowed) || allowed == 0 {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.factor != nil && r.key == key {
		return r.factor
	}
	r.factor = nil
	definite, known := r.definite[key.intercept]
	if known && !definite {
		return nil
	}
	S := symmetric.New(n)
	if !known {
		setUpper(S, K, key.intercept, c, allowed)
		_, definite = S.Cholesky()
		if r.definite == nil {
			r.definite = make(map[bool]bool)
		}
		r.definite[key.intercept] = definite
		if !definite {
			return nil
		}
	}
	setUpper(S, K, key.intercept, c, shift)
	if f, ok := S.Cholesky(); ok {
		r.factor, r.key = f, key
	}
	return r.factor
}
